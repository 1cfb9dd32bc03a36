"""Which step a session takes in which phase; whatever a screen sends, nothing else is done."""

from enum import StrEnum

from app.reception.errors import NotNow, SessionEnded
from app.reception.session.state import Phase, State


class Deed(StrEnum):
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
PERMITTED: dict[Deed, frozenset[Phase]] = {
    Deed.CONSENT: frozenset({Phase.CONSENT}),
    Deed.IDENTIFY: frozenset({Phase.IDENTITY}),
    Deed.LANGUAGE: OPEN,
    Deed.TURN: TALKING | ALARMED | {Phase.WITH_NURSE},
    Deed.CORRECT: TALKING,
    Deed.UNDO: TALKING,
    Deed.NURSE: OPEN,
    Deed.BOOK: TALKING,
    Deed.CANCEL: TALKING,
    Deed.SLIP: TALKING,
    Deed.FINISH: OPEN - ALARMED,
    Deed.SUSPEND: frozenset(Phase) - {Phase.ENDED},
    Deed.RESUME: frozenset({Phase.SUSPENDED}),
}


def check(state: State, deed: Deed) -> None:
    """Raises SessionEnded and NotNow. Who declined is heard by a nurse who has come, not by the machine."""
    if state.closed:
        raise SessionEnded(state.session_id)
    unheard = deed is Deed.TURN and state.phase is Phase.WITH_NURSE and state.owner is None
    if state.phase not in PERMITTED[deed] or unheard:
        raise NotNow(f"{deed} does not fit the phase {state.phase}")
