"""The side that is told: left, right or both, where only one of them can be meant."""

import re

from frontdesk.models.facts import Side
from frontdesk.models.parsers.corrections import Told, settled
from frontdesk.models.parsers.patterns import Cue, compiled, entries
from frontdesk.models.parsers.persons import of_another
from frontdesk.models.parsers.writing import read

_SIDES = entries("sides")
_PARTS = _SIDES["parts"]
_NO_SIDE, _NOT_ONE, _OTHERS = Cue(_SIDES["no_side"]), Cue(_SIDES["not_one"]), compiled(_SIDES["others"])
_BOTH = compiled([one.replace("{parts}", _PARTS) for one in _SIDES["both"]])


def _one(english: str, chinese: str) -> re.Pattern[str]:
    """The side where it is told, `named`, and where the word only stands."""
    named = rf"(?:{_SIDES['before']})(?P<named>{english})(?P<part>{_SIDES['qualified']}[- ]{_PARTS})?\b"
    qualified = rf"\b(?P<part_only>{english}{_SIDES['qualified']}[- ]{_PARTS})\b"
    return re.compile(rf"(?P<zh>{chinese}{_SIDES['parts_zh']})|{named}|{qualified}|^\W*(?P<whole>{english})\W*$")


_SHAPES = {
    Side.LEFT: _one("left", "左"),
    Side.RIGHT: _one("right", "右"),
}
_WORDS = {
    Side.LEFT: re.compile(r"\bleft\b|左"),
    Side.RIGHT: re.compile(r"\bright\b|右"),
    Side.BOTH: re.compile(r"\bboth\b|两[边只条侧]|双侧"),
}
_DENIED = re.compile(r"(?:不是|没有?|不)[^，。]{0,3}$|\b(?:not|isn't|no|never|nothing)(?: \w+){0,3} $")


def side(text: str) -> Side | None:
    """The side told; None for none, and for two that were not plainly put right."""
    lower = read(text).lower
    for nothing in list(_NO_SIDE.finditer(lower)):
        lower = lower[: nothing.start()] + " " * len(nothing[0]) + lower[nothing.end() :]
    told = _told(lower)
    kept = settled(lower, told, others=_OTHERS)
    if not kept or _NOT_ONE.search(lower):
        return None
    meant = {one.value for one in kept if not _DENIED.search(lower, 0, one.start)}
    # "Not the left, the right": what is denied is told apart.
    if len(meant) != 1 or (len({one.value for one in kept}) > 1 and len(kept) > 2):
        return None
    if _only_stands(lower, told, meant) or any(of_another(lower, one.start, one.end) for one in kept):
        return None
    return meant.pop()


def _told(lower: str) -> list[Told[Side]]:
    both = [Told(*match.span(), Side.BOTH) for match in _BOTH.finditer(lower)]
    return sorted(
        both
        + [
            Told(match.start("named") if match["named"] else match.start(), match.end(), one)
            for one, shape in _SHAPES.items()
            for match in shape.finditer(lower)
            if not any(within.start < match.end() and match.start() < within.end for within in both)
        ]
    )


def _only_stands(lower: str, told: list[Told[Side]], meant: set[Side]) -> bool:
    """Whether another side is named where it cannot be told what it is said of."""
    return any(
        one not in meant and not any(known.start <= word.start() < known.end for known in told)
        for one, shape in _WORDS.items()
        for word in shape.finditer(lower)
    )
