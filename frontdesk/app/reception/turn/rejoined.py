"""Words that go on from the turn before them: what was cut in a pause is read and answered as one."""

from itertools import takewhile

from frontdesk.app.reception.permitted import PERMITTED, Command
from frontdesk.app.reception.services import Services
from frontdesk.app.reception.session.events import AnswerUndone, PatientSaid
from frontdesk.app.reception.session.state import Phase, State, fold
from frontdesk.app.reception.turn.utterance import Utterance
from frontdesk.models.facts import Language

PAUSE = {Language.ZH: "，", Language.EN: ", "}  # as it is written
STOPS = " 。.，,"


def rejoined(services: Services, state: State, utterance: Utterance) -> tuple[State, Utterance]:
    """The session without the half that was sent already, and the utterance with its words.

    It answers the page that the half met: nobody has read another one by now. What follows an alarm or a department is
    a turn of its own. Raises OutOfOrder when another writer came in between.
    """
    half = state.last
    if not utterance.goes_on or half is None:
        return state, utterance
    if half.turn_id == utterance.turn_id:  # recorded before its answer was cut off
        return state, utterance.model_copy(update={"text": half.text})
    if half.number in state.undone:  # taken back just now, when something cut us off
        return state, _whole(half, utterance)
    before = _before(services, state, half)
    if before is None or not _belongs(state, before, half):
        return state, utterance
    undone = AnswerUndone(number=half.number, rejoined=True, question=before.question)
    state = services.log.append(state.session_id, (undone,), after=state.sequence, at=services.now())
    return state, _whole(half, utterance)


def _before(services: Services, state: State, half: PatientSaid) -> State | None:
    """The session as the half found it."""
    history = services.log.history(state.session_id)
    return fold(takewhile(lambda recorded: recorded.event != half, history))


def _belongs(state: State, before: State, half: PatientSaid) -> bool:
    spoken = half.means == "spoken" and half.corrects is None
    talking = before.phase is Phase.CONVERSATION and state.phase in PERMITTED[Command.UNDO] and state.booked is None
    alarmed = any(alert.raised.turn == half.number for alert in state.alerts)
    return spoken and talking and not alarmed and state.owner is None


def _whole(half: PatientSaid, more: Utterance) -> Utterance:
    sure = [one for one in (half.confidence, more.confidence) if one is not None]
    changes = {
        "text": _joined(half.text, more.text, half.language),
        "heard": _joined(half.heard or half.text, more.heard or more.text, half.language),
        "confidence": min(sure, default=None),
    }
    return more.model_copy(update=changes)


def _joined(before: str, words: str, language: Language) -> str:
    return before.rstrip(STOPS) + PAUSE[language] + words.strip()
