"""Emergencies that reception must catch, checked by plain code in every turn."""

from frontdesk.models.red_flags.check import (
    DANGER_PAGES,
    alarming,
    chance,
    check,
    makes_possible,
    rule_of,
    says_so,
    suspected,
    told_of,
)
from frontdesk.models.red_flags.classifier import warm
from frontdesk.models.red_flags.complaint import of_the_complaint
from frontdesk.models.red_flags.flag import ELLIPSIS, LEVELS, RedFlag, of_rule
from frontdesk.models.red_flags.lasting import is_long_there, long_there
from frontdesk.models.red_flags.rules import BY_SIGN, RULES
from frontdesk.models.red_flags.statements import holding
from frontdesk.models.red_flags.thresholds import POSSIBLE

__all__ = [
    "BY_SIGN",
    "DANGER_PAGES",
    "ELLIPSIS",
    "LEVELS",
    "POSSIBLE",
    "RULES",
    "RedFlag",
    "alarming",
    "chance",
    "check",
    "holding",
    "is_long_there",
    "long_there",
    "makes_possible",
    "of_rule",
    "of_the_complaint",
    "rule_of",
    "says_so",
    "suspected",
    "told_of",
    "warm",
]
