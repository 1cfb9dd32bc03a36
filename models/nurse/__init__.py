"""The nurse's reply by a language model: one decision of a closed list, then her words."""

from models.nurse.capability import NURSE, Speaking
from models.nurse.decision import Decision, Does, Undecided, decided
from models.nurse.treats import treats

__all__ = ["NURSE", "Decision", "Does", "Speaking", "Undecided", "decided", "treats"]
