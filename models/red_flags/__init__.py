"""Emergencies that reception must catch, checked by plain code in every turn."""

from models.red_flags.check import LATER, POSSIBLE, alarming, chance, check, suspected
from models.red_flags.classifier import warm
from models.red_flags.flag import RedFlag, of_rule
from models.red_flags.reactions import without_reaction
from models.red_flags.rules import of_nobody_such

__all__ = [
    "LATER",
    "POSSIBLE",
    "RedFlag",
    "alarming",
    "chance",
    "check",
    "of_nobody_such",
    "of_rule",
    "suspected",
    "warm",
    "without_reaction",
]
