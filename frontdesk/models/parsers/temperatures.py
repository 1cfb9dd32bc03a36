"""A body temperature that is told, in degrees Celsius."""

import re

from frontdesk.models.parsers.corrections import Told, settled
from frontdesk.models.parsers.numbers import CHINESE, ENGLISH, number
from frontdesk.models.parsers.patterns import compiled, entries
from frontdesk.models.parsers.persons import of_another
from frontdesk.models.parsers.writing import read

LOWEST, HIGHEST = 30.0, 45.0  # °C
_FAHRENHEIT = (93.0, 112.0)
_DEGREES = re.compile(
    rf"(?<![\d.])(?P<whole>{CHINESE}|{ENGLISH})(?: ?(?:point|点) ?(?P<tenth>{CHINESE}|{ENGLISH}))?"
    r" ?(?P<unit>°|度|degrees?|deg\b|摄氏度)?(?P<after>半| ?and a half|[\d零一二三四五六七八九](?![\d个天次岁]))?"
    r" ?(?P<scale>celsius|centigrade|fahrenheit|[cf]\b|华氏度?)?"
)
_UNLIKELY = re.compile(r"十[一二三四五六七八九]{2}")  # 三十七八度: about, and no reading
_WORDS = entries("temperatures")
_FEVER, _OF_NO_BODY, _OTHER_UNIT = (compiled(_WORDS[name]) for name in ("fever", "of_no_body", "other_unit"))
_HOT = re.compile(_WORDS["hot"])
_STOP = re.compile(r"[，。；！？,;!?\n]|\.(?!\d)|\b(?:but|and)\b|但是|可是")


def with_point(text: str) -> str:
    """With a decimal point where degrees are written with a comma: 38,6."""
    return _COMMA.sub(".", text)


_COMMA = re.compile(r"(?<=(?<!\d)(?:[349]\d)),(?=\d(?!\d|[.,]\d))|(?<=(?<!\d)1[01]\d),(?=\d(?!\d|[.,]\d))")


def temperature(text: str, *, asked: bool) -> float | None:
    """The one temperature told; unasked only with its unit or a word of fever or measuring beside it."""
    lower = with_point(read(text).lower)
    found: list[Told[float]] = []
    for match in _DEGREES.finditer(lower):
        value = _celsius(match)
        unnamed = value is not None and value % 1 and not match["unit"] and not _is_of_another(lower, match)
        if unnamed and not _is_of_body(lower, match, asked=asked):
            return None  # perhaps a second reading: "37.5, then 38.9"
        if value is not None and _is_of_body(lower, match, asked=asked):
            found.append(Told(*match.span(), value))
    kept = settled(lower, found, others=_OTHERS)
    if not kept or len({one.value for one in kept}) != 1 or of_another(lower, kept[0].start, kept[0].end):
        return None
    return kept[0].value


_DECIMAL = re.compile(r"\d\d\.\d$")
_OTHERS = re.compile(r"[左右]|\b(?:left|right|both)\b")


def _celsius(match: re.Match[str]) -> float | None:
    value = number(match["whole"])
    if value is None or _UNLIKELY.search(match["whole"]):
        return None
    tenth, after = number(match["tenth"] or ""), match["after"]
    if tenth is not None:
        value += tenth / 10 if tenth < 10 else tenth / 100
    elif after and (match["unit"] or after.endswith("half")):
        value += 0.5 if after.endswith(("半", "half")) else (number(after) or 0.0) / 10
    scale = (match["scale"] or "")[:1]
    if scale in ("f", "华") or (scale != "c" and _FAHRENHEIT[0] <= value <= _FAHRENHEIT[1]):
        value = (value - 32) / 1.8
    return round(value, 1) if LOWEST <= value <= HIGHEST else None


def _clause(lower: str, match: re.Match[str]) -> tuple[int, int]:
    start = max((stop.end() for stop in _STOP.finditer(lower, 0, match.start())), default=0)
    stop = _STOP.search(lower, match.end())
    return start, stop.start() if stop else len(lower)


def _is_of_another(lower: str, match: re.Match[str]) -> bool:
    """Whether the clause names what else is measured."""
    return _OF_NO_BODY.search(lower, *_clause(lower, match)) is not None


def _is_of_body(lower: str, match: re.Match[str], *, asked: bool) -> bool:
    start, _ = _clause(lower, match)
    if _is_of_another(lower, match):
        return False
    if match["unit"] or match["scale"]:
        return True
    if _OTHER_UNIT.match(lower, match.end()):
        return False
    alone = not lower[start : match.start()].strip() and _DECIMAL.match(match[0].strip()) and _HOT.search(lower)
    return asked or bool(alone) or _FEVER.search(lower[start : match.start()]) is not None
