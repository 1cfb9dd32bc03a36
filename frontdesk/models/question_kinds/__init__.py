"""What the clauses of a patient ask, if anything: a classifier over kinds, whatever their wording."""

from frontdesk.models.question_kinds.asked import TALK, Asked, asked
from frontdesk.models.question_kinds.classifier import Kind, likely

__all__ = ["TALK", "Asked", "Kind", "asked", "likely"]
