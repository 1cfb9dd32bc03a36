"""Emergencies that reception must catch, checked by plain code in every turn."""

from models.red_flags.check import DANGER_PAGES, LATER, POSSIBLE, alarming, chance, check, rule_of, suspected, told_of
from models.red_flags.classifier import warm
from models.red_flags.flag import ELLIPSIS, LEVELS, RedFlag, of_rule
from models.red_flags.reactions import without_reaction
from models.red_flags.rules import of_nobody_such
from models.red_flags.statements import holding

__all__ = [
    "DANGER_PAGES",
    "ELLIPSIS",
    "LATER",
    "LEVELS",
    "POSSIBLE",
    "RedFlag",
    "alarming",
    "chance",
    "check",
    "holding",
    "of_nobody_such",
    "of_rule",
    "rule_of",
    "suspected",
    "told_of",
    "warm",
    "without_reaction",
]
