"""The first line of the nurse's reply, read before a word of it is shown."""

import re
from collections.abc import Iterator
from enum import StrEnum

from frontdesk.models.facts import Value

LONGEST = 300  # characters of a first line
LINE = re.compile(r"\s*(?P<does>ASK|SEND|LOOK UP|CALL|CLOSE|ANSWER)\b[ :：]*(?P<what>[^\n]*)")


class Does(StrEnum):
    ASK = "ASK"  # something that is open, or a question of her own
    SEND = "SEND"  # to a specialty
    LOOK_UP = "LOOK UP"
    CALL = "CALL"  # a person
    CLOSE = "CLOSE"
    ANSWER = "ANSWER"


class Decision(Value):
    """`what` is the item asked, the specialty, or the question to look up."""

    does: Does
    what: str = ""


class Undecided(ValueError):
    """The reply does not begin with a decision."""


def read(line: str) -> Decision:
    """Raises Undecided."""
    found = LINE.fullmatch(line.rstrip())
    if found is None:
        raise Undecided(line[:LONGEST])
    does, what = Does(found["does"]), found["what"].strip().strip("[]<>\"“”'")
    if not what and does in (Does.ASK, Does.SEND, Does.LOOK_UP):
        raise Undecided(line[:LONGEST])
    return Decision(does=does, what=what if does is Does.LOOK_UP else what.split(" ")[0].lower())


def decided(pieces: Iterator[str]) -> tuple[Decision, Iterator[str]]:
    """The decision, and the words as they go on coming. Raises Undecided."""
    head = ""
    for piece in pieces:
        head += piece
        line, ended, rest = head.lstrip().partition("\n")
        if ended:
            return read(line), _beginning(rest, pieces)
        if len(line) > LONGEST:
            break
    return read(head.strip()), iter(())


def _beginning(first: str, pieces: Iterator[str]) -> Iterator[str]:
    if first:
        yield first
    yield from pieces
