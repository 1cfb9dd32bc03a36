"""Emergencies that reception must catch, checked by plain code in every turn."""

from models.embedded.red_flags.check import RedFlag, check

__all__ = ["RedFlag", "check"]
