"""How what a text mentions is asserted: as present, absent, possible, past, another's or in a figure of speech."""

from frontdesk.models.assertion.circumstances import is_circumstantial
from frontdesk.models.assertion.cues import lowered
from frontdesk.models.assertion.dating import is_told_as_new, remains, weeks_old
from frontdesk.models.assertion.find import scopes
from frontdesk.models.assertion.kinds import Assertion, Scope
from frontdesk.models.assertion.negation import asked_and_denied
from frontdesk.models.assertion.occasions import occasions
from frontdesk.models.assertion.polarity import affirmed, cancelled
from frontdesk.models.assertion.replies import contrasts, denies, hedges

__all__ = [
    "Assertion",
    "Scope",
    "affirmed",
    "asked_and_denied",
    "cancelled",
    "contrasts",
    "denies",
    "hedges",
    "is_circumstantial",
    "is_told_as_new",
    "lowered",
    "occasions",
    "remains",
    "scopes",
    "weeks_old",
]
