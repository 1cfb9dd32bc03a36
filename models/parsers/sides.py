"""The side that is told: left, right or both, where only one of them can be meant."""

import re

from models.facts import Side
from models.parsers.corrections import only_corrects
from models.parsers.patterns import compiled, entries
from models.parsers.writing import read

_SIDES = entries("sides")
_NO_SIDE = compiled(_SIDES["no_side"])
_BOTH = compiled([one.replace("{parts}", _SIDES["parts"]) for one in _SIDES["both"]])


def _one(english: str, chinese: str) -> re.Pattern[str]:
    named = rf"{_SIDES['before']}{english}\b|\b{english}{_SIDES['qualified']}[- ]{_SIDES['parts']}\b|^\W*{english}\W*$"
    return re.compile(rf"{chinese}{_SIDES['parts_zh']}|{named}")


_LEFT, _RIGHT = _one("left", "左"), _one("right", "右")
_DENIED = re.compile(r"(?:不是|没有?|不)[^，。]{0,3}$|\b(?:not|isn't|no|never|nothing)(?: \w+){0,3} $")


def side(text: str) -> Side | None:
    """The side told; None for none, and for two that were not plainly put right."""
    lower = _NO_SIDE.sub(lambda found: " " * len(found[0]), read(text).lower)
    both = [(match.start(), match.end(), Side.BOTH) for match in _BOTH.finditer(lower)]
    within = [(start, end) for start, end, _ in both]
    found = both + [
        (match.start(), match.end(), one)
        for one, shape in ((Side.LEFT, _LEFT), (Side.RIGHT, _RIGHT))
        for match in shape.finditer(lower)
        if not any(start <= match.start() < end or match.start() <= start < match.end() for start, end in within)
    ]
    kept: list[tuple[int, int, Side]] = []
    for one in sorted(found):
        if kept and only_corrects(lower[kept[-1][1] : one[0]]):
            kept.pop()
        kept.append(one)
    told = {which for start, _, which in kept if not _DENIED.search(lower, 0, start)}
    if len(told) == len({which for *_, which in kept}) == 1:
        return told.pop()
    # "Not the left, the right": what is denied is told apart.
    return told.pop() if len(told) == 1 and len(kept) == 2 else None
