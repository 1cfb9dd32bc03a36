"""A model that reads what a patient said: commands on record and talk, with quotes that code checks."""

from frontdesk.models.notes.capability import NOTES, AskedOf, Heard, Line, Notes, TalkAct
from frontdesk.models.notes.checks import Noted, Wanted, founded

__all__ = ["NOTES", "AskedOf", "Heard", "Line", "Noted", "Notes", "TalkAct", "Wanted", "founded"]
