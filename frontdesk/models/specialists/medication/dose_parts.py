"""The parts of a told dose: how much at a time, its strength, how often, and when it was given.

What is told later of the same medicine joins what stands, and takes the place of the same part alone.
"""

import re
from collections.abc import Iterator
from enum import StrEnum

from frontdesk.models.parsers.numbers import CHINESE, ENGLISH
from frontdesk.models.parsers.writing import read


class Part(StrEnum):
    AMOUNT = "amount"
    STRENGTH = "strength"
    RHYTHM = "rhythm"
    TIME = "time"  # of the clock, of a day that is named: no habit


_MASS = r"(?:mg|mcg|micrograms?|milligrams?|grams?|g|毫克|微克|克)(?![a-z])"
_VOLUME = r"(?:mls?|millilitres?|毫升)(?![a-z])"
_FORM = r"(?:tablets?|pills?|capsules?|puffs?|drops?|sachets?|spoons?|spoonfuls?|units?|[片粒颗袋包支滴喷勺丸单])"
_COUNT = rf"(?:\d+(?:\.\d+)?|(?:half a|half|an?|{ENGLISH})(?![a-z])|{CHINESE}|半)"
_DAYTIME = r"last night|this (?:morning|afternoon|evening)|yesterday(?: (?:morning|afternoon|evening))?|today|tonight"
_HOUR = rf"(?:half past|quarter (?:past|to)) (?:\d+|{ENGLISH})|(?:{ENGLISH}|\d{{1,2}}(?:[:.]\d\d)?) ?(?:am|pm|o'clock)"
_DAY_ZH = r"(?:昨[天晚日]|今[天早晚晨日]|前[天晚]|凌晨|早上|上午|中午|下午|晚上|夜里|半夜)+"
_HOUR_ZH = rf"(?:\d{{1,2}}|{CHINESE})[点时](?:半|钟|整|(?:\d{{1,2}}|{CHINESE})分?)?"
_NO_SPAN = r"(?! ?(?:days?|weeks?|months?|years?|nights?|hours?|个?(?:天|周|星期|礼拜|月|年|小时)))"
_OF_A_DAY = rf"(?:{_DAYTIME}|in the (?:morning|afternoon|evening)|at night)"
_CLOCK = r"\d{1,2}(?:[:.]\d\d)?"
_OFTEN = rf"(?:once|twice|thrice|(?:{ENGLISH}(?: (?:or|to) {ENGLISH})?) times)"
_SHAPES = {
    Part.STRENGTH: (
        rf"(?:\bof )?\d+(?:\.\d+)? ?{_MASS} ?(?:/|\bper\b|\bin\b|\bto\b|每) ?(?:every |each |an? )?"
        rf"(?:\d+(?:\.\d+)? ?)?(?:{_VOLUME}|{_FORM})",
        rf"每?\d+(?:\.\d+)? ?{_VOLUME}(?:[:：]|里?含)\d+(?:\.\d+)? ?{_MASS}",
        rf"\bof \d+(?:\.\d+)? ?{_MASS}|每[片粒颗袋包支]\d+(?:\.\d+)? ?{_MASS}",
    ),
    Part.TIME: (
        rf"\b(?:at |around |about )*(?:{_HOUR})(?: {_OF_A_DAY})?",
        rf"\bat {_CLOCK}(?: {_OF_A_DAY})?(?![\d.])",
        rf"\b(?:{_DAYTIME})\b(?: at (?:{_HOUR}|{_CLOCK}))?",
        rf"(?:{_DAY_ZH})?{_HOUR_ZH}|[昨今前][天晚早晨日](?:早上|上午|中午|下午|晚上|夜里)?",
    ),
    Part.RHYTHM: (
        rf"\b{_OFTEN}\b(?: (?:a|per|each|every) (?:day|week|month|night)| daily)?",
        rf"\b(?:every|each) (?:{ENGLISH} )?(?:other )?(?:hours?|day|night|morning|evening|week|month)\b",
        r"\b(?:a|per) (?:day|week|month)\b|\b(?:daily|weekly|nightly|bd|bid|tds|tid|qds|qid)\b",
        r"\b(?:in the (?:morning|evening)|at night|at bedtime|as needed)\b",
        rf"(?:每|一)[天日周晚早](?:[早晚]上?)?(?:{CHINESE}|\d)?[次回顿]?",
        rf"每隔?(?:{CHINESE}|\d+)个?小时(?:{CHINESE}[次回])?|隔[天日]|早晚(?:各(?:{CHINESE}[次回])?)?|睡前",
        rf"(?:{CHINESE}|\d)[次回顿](?![\d一二两三半])",
    ),
    Part.AMOUNT: (
        rf"{_COUNT} ?(?:{_MASS}|{_VOLUME}|{_FORM})",
        rf"(?<![\d.])\d+(?:\.\d+)?(?![\d.]){_NO_SPAN}|(?<![a-z]){ENGLISH}(?![a-z]){_NO_SPAN}",
    ),
}
_SHAPE = tuple((part, re.compile("|".join(shapes))) for part, shapes in _SHAPES.items())
_FILLER = re.compile(
    r"[\s,，、:：()（）]|\b(?:and|at|then|again|given|gave|taken|took|i|we|her|him|it)\b|[和又再给了喂吃]"
)


def parts_of(told: str) -> dict[Part, str]:
    """Each part that `told` tells, in its own words; two of a kind with what joins them."""
    writing, found = read(told), dict[Part, list[tuple[int, int]]]()
    for part, start, end in _spans(writing.lower):
        runs = found.setdefault(part, [])
        if runs and not _FILLER.sub("", writing.lower[runs[-1][1] : start]):
            start = runs.pop()[0]
        runs.append((start, end))
    return {part: ", ".join(writing.words(*run) for run in runs) for part, runs in found.items()}


def _spans(lower: str) -> Iterator[tuple[Part, int, int]]:
    """Where parts stand, in the order of the text; a strength holds its own amounts."""
    taken: list[tuple[int, int]] = []
    found: list[tuple[int, int, Part]] = []
    for part, shape in _SHAPE:
        for one in shape.finditer(lower):
            if all(one.end() <= start or end <= one.start() for start, end in taken):
                found.append((*one.span(), part))
        taken = [(start, end) for start, end, _ in found]
    yield from ((part, start, end) for start, end, part in sorted(found))


def tells_a_time(clause: str) -> bool:
    """Whether a clause is nothing but when it was given: "at 10 last night", 今早六点半."""
    if Part.TIME not in parts_of(clause):
        return False
    rest = clause
    for part, start, end in reversed(list(_spans(clause))):
        rest = f"{rest[:start]} {rest[end:]}" if part is Part.TIME else rest
    return not _FILLER.sub("", rest)


def joined(old: str, new: str) -> str:
    """`new` with what only `old` tells: how much before it, how often and when behind it."""
    stands, told = parts_of(old), parts_of(new)
    if not told or not stands:
        return (new if told or not stands else old) or old
    missing = [part for part in Part if part in stands and part not in told]
    if not missing:
        return new
    comma = ", " if f"{old}{new}".isascii() else "，"
    before = Part.AMOUNT in missing
    kept = _together([stands[part] for part in missing], old, comma)
    return comma.join((kept, new) if before else (new, kept))


def _together(kept: list[str], old: str, comma: str) -> str:
    """As they stood, where they stood side by side: "5 ml twice"."""
    whole = kept[0].removeprefix("of ")
    for part in kept[1:]:
        beside = next((f"{whole}{gap}{part}" for gap in (" ", "") if f"{whole}{gap}{part}" in old), None)
        whole = beside or f"{whole}{comma}{part.removeprefix('of ')}"
    return whole
