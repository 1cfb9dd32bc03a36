"""The reader of words: in go a page and what was replied to it, out come answers, statements, a person and acts."""

from frontdesk.models.reading.commands import (
    Addressee,
    Assertion,
    DialogueAct,
    Kind,
    Page,
    Reading,
    SpokenAct,
    Statement,
    Tile,
)
from frontdesk.models.reading.embedded import is_of, read
from frontdesk.models.reading.network import warm

__all__ = [
    "Addressee",
    "Assertion",
    "DialogueAct",
    "Kind",
    "Page",
    "Reading",
    "SpokenAct",
    "Statement",
    "Tile",
    "is_of",
    "read",
    "warm",
]
