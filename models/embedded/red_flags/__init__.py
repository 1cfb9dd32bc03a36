"""Emergencies that reception must catch, checked by plain code in every turn."""

from models.embedded.red_flags.check import alarming, check
from models.embedded.red_flags.flag import RedFlag
from models.embedded.red_flags.reactions import without_kin, without_occasions, without_reaction
from models.embedded.red_flags.wordings import warm

__all__ = ["RedFlag", "alarming", "check", "warm", "without_kin", "without_occasions", "without_reaction"]
