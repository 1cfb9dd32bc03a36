"""How what a text mentions is asserted: as present, absent, possible, past, another's or in a figure of speech."""

from models.assertion.cues import lowered
from models.assertion.find import scopes
from models.assertion.kinds import Assertion, Scope
from models.assertion.occasions import occasions

__all__ = ["Assertion", "Scope", "lowered", "occasions", "scopes"]
