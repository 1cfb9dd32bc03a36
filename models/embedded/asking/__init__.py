"""Asking of the embedded nurse: which question comes next, and what each is for."""

from models.embedded.asking.known import (
    CHILDBEARING,
    MOST,
    VAGUE,
    WANTS,
    WORRIES,
    Ask,
    Known,
    Purpose,
    complaints_of,
    in_own_words,
    is_complaint,
    sex_of,
    wants_only,
)
from models.embedded.asking.order import is_open, next_question, questions

__all__ = [
    "CHILDBEARING",
    "MOST",
    "VAGUE",
    "WANTS",
    "WORRIES",
    "Ask",
    "Known",
    "Purpose",
    "complaints_of",
    "in_own_words",
    "is_complaint",
    "is_open",
    "next_question",
    "questions",
    "sex_of",
    "wants_only",
]
