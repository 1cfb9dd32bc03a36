"""One turn, from the patient's words to the nurse's: listen, consult, look up, speak, record; notes run beside it."""

from functools import partial

from frontdesk.app.reception.errors import NotNow, OutOfOrder
from frontdesk.app.reception.permitted import Command, check
from frontdesk.app.reception.record.pages import options_of
from frontdesk.app.reception.services import Services
from frontdesk.app.reception.session.events import Event
from frontdesk.app.reception.session.questions import COMPLAINT
from frontdesk.app.reception.session.state import State
from frontdesk.app.reception.session.voices import PATIENCE, Voice
from frontdesk.app.reception.team.finding import Finding
from frontdesk.app.reception.turn.consult import consult
from frontdesk.app.reception.turn.listen import listen
from frontdesk.app.reception.turn.look_up import look_up
from frontdesk.app.reception.turn.noting import CUT_SHORT, begin, unread
from frontdesk.app.reception.turn.nurse import Interrupted, answer
from frontdesk.app.reception.turn.rejoined import rejoined
from frontdesk.app.reception.turn.utterance import Turn, Utterance, utterance_of
from frontdesk.app.reception.watch import ANSWER, CONSULT, LISTEN, LOOK_UP, RECORD
from frontdesk.models.complaints import embed_together
from frontdesk.models.notes import NOTES

TRIES = 4  # another writer (a nurse's press) may get in between


def take_turn(services: Services, session_id: str, utterance: Utterance) -> State:
    """The session after `utterance` and its answer. The same turn id again gives the stored answer.

    Raises SessionEnded, and OutOfOrder when the number is not the next one.
    """
    for left in reversed(range(TRIES)):
        with services.voices.speaking(session_id, utterance.turn_id) as voice:
            with services.models.aside():
                services.notes.settle(session_id, services.models.patience(NOTES.name))
            # Where something got in between nothing can be recorded, and we look again.
            state = services.log.known(session_id) if left == TRIES - 1 else services.log.state(session_id)
            if utterance.turn_id in state.turn_ids and not _unanswered(state, utterance):
                return services.log.answered(session_id, utterance.turn_id)
            try:
                in_order(state, utterance)
                return _answer(services, state, utterance, voice)
            except OutOfOrder:
                if not left:
                    raise
                continue
            except Interrupted:
                pass
        services.voices.wait_until_silent(session_id, PATIENCE)  # what came in between is answered together with this
    raise OutOfOrder(f"session {session_id} keeps changing")


def _answer(services: Services, state: State, utterance: Utterance, voice: Voice) -> State:
    """Listen, consult, look up, speak, record."""
    step = partial(services.watch.step, session_id=state.session_id)
    state, utterance = rejoined(services, state, utterance)
    state, earlier = cut_short(services, state, utterance)
    with step(LISTEN):
        if utterance.text and not utterance.tapped and state.question and state.question.key in COMPLAINT:
            embed_together(utterance.text.strip())
        turn = listen(services, state, utterance)
    if turn.silent:
        return _kept(services, turn)
    with (
        services.notes.turn(state.session_id, begin(services, turn)) as under_way,
        Writer(services, turn, voice) as record,
    ):
        with step(CONSULT):
            findings = merged(consult(turn), earlier)
        with step(LOOK_UP):
            known = look_up(services, turn, findings)
        with step(ANSWER):
            said = answer(services, turn, findings, known, voice, under_way, record.utterance)
        with step(RECORD):
            return record.answer(said)


def _kept(services: Services, turn: Turn) -> State:
    """What is told to a nurse belongs into the record too; once, though the turn comes again."""
    heard = turn.heard_by
    if turn.extension is None or any(one.turn == turn.number for one in heard.extended):
        return heard
    return services.log.append(turn.session_id, (turn.extension,), after=heard.sequence, at=turn.now)


def cut_short(services: Services, state: State, utterance: Utterance) -> tuple[State, tuple[Finding, ...]]:
    """The utterance before this one, if its answer was cut short by it: heard too, so that both are answered."""
    last = state.last
    if state.answered or last is None or last.turn_id == utterance.turn_id:
        return state, ()
    before = listen(services, state, utterance_of(last), again=True)  # a model's reading of it was left with its answer
    if before.extension is None:
        return before.heard_by, consult(before)
    read_by_model = last.means != "tapped" and services.models.assigned(NOTES.name) is not None
    by = unread(services, before, CUT_SHORT) if read_by_model else None
    extension = before.extension.model_copy(update={"by": by})
    after = before.heard_by.sequence
    return services.log.append(state.session_id, (extension,), after=after, at=before.now), consult(before)


def merged(findings: tuple[Finding, ...], earlier: tuple[Finding, ...]) -> tuple[Finding, ...]:
    """Both turns' findings by rank; of those of one specialist and kind that ask nothing the newer stays."""
    new = {(finding.specialist, finding.what) for finding in findings}
    kept = (one for one in earlier if one.asks or (one.specialist, one.what) not in new)
    return tuple(sorted((*findings, *kept), key=lambda finding: (finding.rank, finding.specialist)))


def in_order(state: State, utterance: Utterance) -> None:
    """Refuses what comes after the end, with a number that is not the next one, or a tile that is not there."""
    check(state, Command.TURN)
    if utterance.turn_id not in state.turn_ids and utterance.number != state.turns + 1:
        raise OutOfOrder(f"turn {utterance.number} came where {state.turns + 1} is next")
    heard = utterance.text or state.owner or utterance.turn_id in state.turn_ids
    if utterance.tapped and not heard and not options_of(state.question, utterance.tapped):
        raise NotNow("no such answer on the screen")


class Writer:
    """The only one of an answer: everything the turn brought, in one transaction. Raises OutOfOrder.

    Where a model is waited for, the utterance is recorded meanwhile; it is kept, too, when no answer comes of it.
    """

    def __init__(self, services: Services, turn: Turn, voice: Voice) -> None:
        self._services = services
        self._turn = turn
        self._voice = voice
        self._left = turn.unwritten

    def __enter__(self) -> "Writer":
        return self

    def __exit__(self, _kind: object, fault: BaseException | None, _trace: object) -> None:
        if fault is not None and not isinstance(fault, OutOfOrder):
            self.utterance()

    def utterance(self) -> None:
        """Once, however often it is called."""
        if self._left:
            self._append(self._left)
            self._left = ()
        self._voice.heard()

    def answer(self, said: tuple[Event, ...]) -> State:
        extension = (self._turn.extension,) if self._turn.extension else ()
        return self._append((*self._left, *extension, *said))

    def _append(self, events: tuple[Event, ...]) -> State:
        turn = self._turn
        return self._services.log.append(
            turn.session_id, events, after=turn.heard_by.sequence - len(self._left), at=turn.now
        )


def _unanswered(state: State, utterance: Utterance) -> bool:
    """A crash came between the patient's words and the answer."""
    return not state.answered and state.last is not None and state.last.turn_id == utterance.turn_id
