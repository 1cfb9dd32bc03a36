"""Where somebody takes back what they have just said: 不对, 哦不是, "sorry, I mean"."""

import re
from collections.abc import Sequence
from typing import Generic, NamedTuple, Protocol, TypeVar

from frontdesk.models.parsers.patterns import Cue, compiled, entries

_WORDS = entries("corrections")
_MARK, _DOUBT = compiled(_WORDS["mark"]), Cue(_WORDS["doubt"])
_SAYS_NOTHING = "|".join(_WORDS["mark"] + _WORDS["around"])
_ONLY = re.compile(rf"(?:{_SAYS_NOTHING})*")
_LONGEST = 40  # characters

V = TypeVar("V")


class Told(NamedTuple, Generic[V]):
    """A value told from `start` to `end` of the text."""

    start: int
    end: int
    value: V


class Spoken(Protocol):
    @property
    def start(self) -> int: ...

    @property
    def end(self) -> int: ...


S = TypeVar("S", bound=Spoken)


def only_corrects(between: str) -> bool:
    """Whether the words between two statements take back the first and say nothing else."""
    return len(between) <= _LONGEST and bool(_MARK.search(between)) and _ONLY.fullmatch(between) is not None


def takes_back(between: str) -> bool:
    """Whether something between two statements perhaps takes back the first."""
    return _DOUBT.search(between) is not None


def settled(lower: str, told: Sequence[S], *, others: re.Pattern[str]) -> list[S] | None:
    """What stands of the values told in a text, in its order; None where it is not certain what is taken back.

    `others`: how a value of another kind begins; a correction that one follows is not of these.
    """
    kept: list[S] = []
    plain: list[tuple[int, int]] = []  # where corrections stand whose meaning is certain
    for one in told:
        if kept and only_corrects(lower[kept[-1].end : one.start]):
            plain.append((kept.pop().end, one.start))
        kept.append(one)
    for doubt in _DOUBT.finditer(lower):
        if not any(one.end <= doubt.start() for one in told):
            continue
        if any(start <= doubt.start() < end for start, end in plain):
            continue
        ahead = _ONLY.match(lower, doubt.end())
        if not others.match(lower, ahead.end() if ahead else doubt.end()):
            return None
    return kept


def without_alternative(clause: str) -> str:
    """A clause in small letters without what it says is not so: "72 not 27" is 72, 不是三天是五天 five days."""
    return _ALTERNATIVE.sub(" ", clause)


def alternatives(clause: str) -> list[str]:
    """What a clause in small letters says is not so, without the word that denies it."""
    return [one[1] or one[2] for one in _ALTERNATIVE.finditer(clause)]


_ALTERNATIVE = re.compile(r"\b(?:not|n't|rather than|instead of)\b\s*(.*)$|(?:不是|唔系|并非|而非)([^是]*)(?=是|$)")
