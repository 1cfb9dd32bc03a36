"""The nurse's reply by a language model: one decision of a closed list, then her words."""

from frontdesk.models.nurse.capability import NURSE, Speaking
from frontdesk.models.nurse.decision import Decision, Does, Undecided, decided
from frontdesk.models.nurse.treats import treats

__all__ = ["NURSE", "Decision", "Does", "Speaking", "Undecided", "decided", "treats"]
