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
    for _ in range(TRIES):
        state = house.log.state(session_id)
        if utterance.turn_id in state.turn_ids and not _unanswered(state, utterance):
            return house.log.answered(session_id, utterance.turn_id)
        in_order(state, utterance)
        try:
            turn = listen(house, state, utterance)
            if turn.silent:
                return turn.heard_by
            findings = consult(turn)
            known = look_up(house, turn, findings)
            return record(house, turn, speak(house, turn, findings, known))
        except OutOfOrder:
            continue
    raise OutOfOrder(f"session {session_id} keeps changing")


def in_order(state: State, utterance: Utterance) -> None:
    """Refuses what comes after the end, or with a number that is not the next one."""
    if state.closed:
        raise SessionEnded(state.session_id)
    if utterance.turn_id not in state.turn_ids and utterance.number != state.turns + 1:
        raise OutOfOrder(f"turn {utterance.number} came where {state.turns + 1} is next")


def record(house: House, turn: Turn, said: tuple[Event, ...]) -> State:
    """The only writer of an answer: everything the turn brought, in one transaction."""
    from_turn = (turn.extension, *said) if turn.extension else said
    return house.log.append(turn.session_id, from_turn, after=turn.heard_by.sequence, at=turn.now)


def _unanswered(state: State, utterance: Utterance) -> bool:
    """A crash came between the patient's words and the answer."""
    return not state.answered and state.last is not None and state.last.turn_id == utterance.turn_id
