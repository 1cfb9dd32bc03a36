"""What relatives are called, and one of them named in an utterance."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from models.embedded.kin import with_kin
from models.embedded.understanding.cues import cues
from models.facts import Language, Relation, Sex


class Who(NamedTuple):
    """Somebody named from `start` to `end` and what they are to who speaks; `ill` where the utterance is about them."""

    start: int
    end: int
    relation: Relation
    sex: Sex | None
    ill: bool
    speaks: bool = False  # named is who speaks, "I'm his gran"; the rest is of the one they speak for
    aside: bool = False  # the speaker's own child, named with its age beside the speaker's own complaint

    def overlaps(self, other: "Who") -> bool:
        return self.start < other.end and other.start < self.end


class Called(NamedTuple):
    """Words for a relative, as one expression."""

    words: str
    relation: Relation
    sex: Sex | None


_CUES = cues("relatives")


def calls(name: str) -> tuple[Called, ...]:
    """The entry `name` of the words for relatives, in its order."""
    language = Language.EN if name.endswith("en") else Language.ZH
    return tuple(
        Called(
            with_kin("|".join(one["words"]), language).replace("{of_oneself}", _CUES["of_oneself"]),
            Relation(one["relation"]),
            Sex(one["sex"]) if "sex" in one else None,
        )
        for one in _CUES[name]
    )


def any_of(calling: Sequence[Called]) -> str:
    """An expression for all of them, to stand last in a larger one: `called` then tells which of them was said."""
    return "|".join(f"(?P<call{i}>{one.words})" for i, one in enumerate(calling))


def called(calling: Sequence[Called], match: re.Match[str]) -> Called:
    return calling[int((match.lastgroup or "").removeprefix("call"))]
