"""How what a text mentions is asserted: as present, absent, possible, past, another's or in a figure of speech."""

from models.assertion.cues import lowered
from models.assertion.find import scopes
from models.assertion.kinds import Assertion, Scope
from models.assertion.occasions import occasions
from models.assertion.polarity import affirmed, cancelled
from models.assertion.replies import contrasts, denies, hedges

__all__ = [
    "Assertion",
    "Scope",
    "affirmed",
    "cancelled",
    "contrasts",
    "denies",
    "hedges",
    "lowered",
    "occasions",
    "scopes",
]
