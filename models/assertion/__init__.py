"""How what a text mentions is asserted: as present, absent, possible, past, another's or in a figure of speech."""

from models.assertion.cues import lowered
from models.assertion.dating import is_told_as_new, remains, weeks_old
from models.assertion.find import scopes
from models.assertion.kinds import Assertion, Scope
from models.assertion.negation import asked_and_denied
from models.assertion.occasions import occasions
from models.assertion.polarity import affirmed, cancelled
from models.assertion.replies import contrasts, denies, hedges

__all__ = [
    "Assertion",
    "Scope",
    "affirmed",
    "asked_and_denied",
    "cancelled",
    "contrasts",
    "denies",
    "hedges",
    "is_told_as_new",
    "lowered",
    "occasions",
    "remains",
    "scopes",
    "weeks_old",
]
