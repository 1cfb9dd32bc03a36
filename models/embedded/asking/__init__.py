"""Asking of the embedded nurse: which question comes next, and what each is for."""

from models.embedded.asking.known import (
    CHILDBEARING,
    MOST,
    VAGUE,
    WORRIES,
    Ask,
    Known,
    Purpose,
    complaints_of,
    in_own_words,
    is_complaint,
    sex_of,
)
from models.embedded.asking.order import is_open, next_question, questions

__all__ = [
    "CHILDBEARING",
    "MOST",
    "VAGUE",
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
]
