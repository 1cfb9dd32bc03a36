"""What of a text tells of the complaint, where danger is only asked about: not which medicine is taken how."""

import re
from functools import lru_cache

from frontdesk.models import parsers
from frontdesk.models.mentions import told_now
from frontdesk.models.parsers.writing import read
from frontdesk.models.specialists.medication.steps import clauses_of

_TAKEN_ONCE = re.compile(r"\b(?:took|taken|swallow(?:ed|s)?|drank|overdos\w+)\b|[吃吞喝服][下进掉]*了")


@lru_cache(maxsize=512)
def of_the_complaint(text: str) -> str:
    """The normalised text without the clauses that only say which medicine is taken how."""
    clauses = clauses_of(read(text).text)
    kept = [clause for clause in clauses if told_now(clause) or not _is_regimen(clause)]
    return text if len(kept) == len(clauses) else "，".join(kept)


def _is_regimen(clause: str) -> bool:
    """What was taken once is none, and may be too much."""
    return bool(parsers.medicines(clause)) and not _TAKEN_ONCE.search(clause.lower())
