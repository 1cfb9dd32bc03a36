"""Emergencies that reception must catch, checked by plain code in every turn."""

from models.embedded.red_flags.check import alarming, check, suspected
from models.embedded.red_flags.flag import RedFlag, of_rule
from models.embedded.red_flags.reactions import without_kin, without_occasions, without_reaction
from models.embedded.red_flags.wordings import warm

__all__ = [
    "RedFlag",
    "alarming",
    "check",
    "of_rule",
    "suspected",
    "warm",
    "without_kin",
    "without_occasions",
    "without_reaction",
]
