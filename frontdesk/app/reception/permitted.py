"""Which step a session takes in which phase; whatever a screen sends, nothing else is done."""

from enum import StrEnum

from frontdesk.app.reception.errors import NotNow, SessionEnded
from frontdesk.app.reception.session.state import Phase, State


class Command(StrEnum):
    """What a kiosk may ask of a session."""

    CONSENT = "consent"
    IDENTIFY = "identify"
    LANGUAGE = "language"
    TURN = "turn"
    CORRECT = "correct"
    UNDO = "undo"
    NURSE = "nurse"
    BOOK = "book"
    CANCEL = "cancel"
    SLIP = "slip"
    FINISH = "finish"
    SUSPEND = "suspend"
    RESUME = "resume"


TALKING = frozenset({Phase.CONVERSATION, Phase.RECOMMENDATION})
OPEN = frozenset(Phase) - {Phase.ENDED, Phase.SUSPENDED}
ALARMED = frozenset({Phase.EMERGENCY, Phase.PRIVATE})
PERMITTED: dict[Command, frozenset[Phase]] = {
    Command.CONSENT: frozenset({Phase.CONSENT}),
    Command.IDENTIFY: frozenset({Phase.IDENTITY}),
    Command.LANGUAGE: OPEN,
    Command.TURN: TALKING | ALARMED | {Phase.WITH_NURSE},
    Command.CORRECT: TALKING,
    Command.UNDO: TALKING,
    Command.NURSE: OPEN,
    Command.BOOK: TALKING,
    Command.CANCEL: TALKING,
    Command.SLIP: TALKING,
    Command.FINISH: OPEN - ALARMED,
    Command.SUSPEND: frozenset(Phase) - {Phase.ENDED},
    Command.RESUME: frozenset({Phase.SUSPENDED}),
}


def check(state: State, command: Command) -> None:
    """Raises SessionEnded and NotNow. Who declined is heard by a nurse who has come, not by the machine."""
    if state.closed:
        raise SessionEnded(state.session_id)
    unheard = command is Command.TURN and state.phase is Phase.WITH_NURSE and state.owner is None
    if state.phase not in PERMITTED[command] or unheard:
        raise NotNow(f"{command} does not fit the phase {state.phase}")
