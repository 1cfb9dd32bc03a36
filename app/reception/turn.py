"""One turn, from the patient's words to the nurse's: listen, consult, look up, speak, record."""

from app.reception.consult import consult
from app.reception.errors import OutOfOrder, SessionEnded
from app.reception.events import Event
from app.reception.house import House
from app.reception.interaction import speak
from app.reception.listen import Turn, Utterance, listen
from app.reception.look_up import look_up
from app.reception.state import State

TRIES = 4  # another writer (a nurse's press) may get in between


def take_turn(house: House, session_id: str, utterance: Utterance) -> State:
    """The session after `utterance` and its answer. The same turn id again gives the stored answer.

    Raises SessionEnded, and OutOfOrder when the number is not the next one.
    """
    state = house.log.state(session_id)
    if utterance.turn_id in state.turn_ids and (state.answered or utterance.turn_id != _last(state)):
        return house.log.answered(session_id, utterance.turn_id)
    if state.closed:
        raise SessionEnded(session_id)
    turn = listen(house, state, utterance)
    for _ in range(TRIES):
        if turn.silent:
            return turn.heard_by
        try:
            findings = consult(turn)
            known = look_up(house, turn, findings)
            said = speak(house, turn, findings, known)
            return record(house, turn, said)
        except OutOfOrder:
            turn = turn.again(house.log.state(session_id))
    raise OutOfOrder(f"session {session_id} keeps changing")


def record(house: House, turn: Turn, said: tuple[Event, ...]) -> State:
    """The only writer of an answer: everything the turn brought, in one transaction."""
    from_turn = (turn.extension, *said) if turn.extension else said
    return house.log.append(turn.session_id, from_turn, after=turn.heard_by.sequence, at=turn.now)


def _last(state: State) -> str | None:
    return state.last.turn_id if state.last else None
