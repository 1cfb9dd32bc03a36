"""Emergencies that reception must catch, checked by plain code in every turn."""

from models.red_flags.check import LATER, POSSIBLE, alarming, check, suspected
from models.red_flags.classifier import warm
from models.red_flags.flag import RedFlag, of_rule
from models.red_flags.reactions import without_reaction

__all__ = ["LATER", "POSSIBLE", "RedFlag", "alarming", "check", "of_rule", "suspected", "warm", "without_reaction"]
