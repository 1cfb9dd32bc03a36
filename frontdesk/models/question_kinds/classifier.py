"""A network over a clause's embedding and its hashed words, the same for both languages."""

import re
from enum import StrEnum
from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple

from frontdesk.models.network.network import Network, chances_of, load

_AROUND = re.compile(r"^\W*(?:(?:and|but|so|also)\b)?\W*|\W+$")
WEIGHTS = Path(__file__).parent / "weights.npz"


class Kind(StrEnum):
    MEDICAL = "medical"  # only a doctor can tell
    PRACTICAL = "practical"  # of the hospital: looked up
    DEPARTMENT = "department"  # which one is wanted
    WHY = "why"  # something is asked
    NOT_ASKED = "not_asked"  # why something is not
    NURSE = "nurse"  # why somebody comes, or the department; what happens next
    HOW_LONG = "how_long"  # the questions take
    PRIVACY = "privacy"  # who learns of it
    WRITTEN = "written"  # what stands in the record
    IMPATIENCE = "impatience"  # a rhetorical question too: asks nothing
    STATEMENT = "statement"  # told, not asked


class Likely(NamedTuple):
    """The likeliest kind, how likely it is, and how likely the clause is no statement."""

    kind: Kind
    chance: float
    asks: float


def plain(clause: str) -> str:
    """Without case and the marks around it: people at a kiosk leave them out."""
    return _AROUND.sub("", clause.lower().replace("’", "'"))


@lru_cache(maxsize=512)
def likely(clause: str) -> Likely:
    network = _shipped()
    found = chances_of(plain(clause), network)
    chances = dict(zip(map(Kind, network.labels), map(float, found), strict=True))
    best = max(chances, key=lambda kind: chances[kind])
    return Likely(best, chances[best], 1 - chances[Kind.STATEMENT])


@cache
def _shipped() -> Network:
    return load(WEIGHTS)
