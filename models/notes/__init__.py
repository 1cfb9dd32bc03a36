"""What a language model hears in the patient's words: operations on the record, with quotes that code checks."""

from models.notes.capability import NOTES, Heard, Line, Notes
from models.notes.checks import Noted, founded

__all__ = ["NOTES", "Heard", "Line", "Noted", "Notes", "founded"]
