"""Where a folded text says who somebody is by anything but a name: numbers, birth dates, addresses."""

import re
from collections.abc import Iterator
from enum import StrEnum
from typing import NamedTuple

import rjieba

from frontdesk.models.parsers.folding import HAN
from frontdesk.models.specialists.labs_vitals.catalogue import find
from frontdesk.models.specialists.labs_vitals.spoken import ONES
from frontdesk.models.specialists.privacy import dates
from frontdesk.models.specialists.privacy.cues import cue


class Kind(StrEnum):
    NUMBER = "number"
    EMAIL = "email"
    BIRTH_DATE = "birth_date"
    DAY = "day"  # a whole date that is not said to be of birth
    ADDRESS = "address"


class Identifier(NamedTuple):
    kind: Kind
    start: int
    end: int


EMAIL = re.compile(r"[A-Za-z0-9_.+-]+@[A-Za-z0-9-]+\.[A-Za-z0-9.]*[A-Za-z0-9]|\w+(?: dot \w+)* at \w+(?: dot \w+)+")
LEAST = 6  # digits of a number that may be somebody's
FIGURES = re.compile(
    r"(?<![\d.])(?:\+?\d{0,3}[ -]?[(（]0?\d{1,4}[)）]\s?|\+|(?<![A-Za-z])(?:[A-Z]{1,3}[-\s]?|[a-z]{1,3}-?))?"
    r"\d[\d\s-]{3,}\d[Xx]?(?![\d.]?\d)"
)
RANGE = re.compile(
    r"\d{1,3}\s?-\s?\d{1,3}|(?:19|20)\d\d ?- ?(?:(?:19|20)\d\d|\d{1,2}(?:-\d{1,2})?)"
)  # of a test, of years
LETTERED = re.compile(r"(?<![A-Za-z0-9])([A-Za-z]{1,3})-?\d{4,}(?![A-Za-z0-9])")
SPOKEN_ZH = re.compile(rf"[{dates.ZH[:12]}幺]{{7,}}")
_DIGIT = "|".join([*list(ONES)[:10], "zero", "oh", "o", "double", "triple", "nought"])
SPOKEN_EN = re.compile(rf"(?<![a-z])(?:(?:{_DIGIT})(?![a-z])[\s,-]*){{6,}}")

WHOLE = (
    dates.YEAR_FIRST, dates.YEAR_LAST, dates.TOGETHER, dates.YEAR_THEN_MONTH, dates.MONTH_FIRST, dates.DAY_FIRST,
    dates.DAY_OF_MONTH, dates.CHINESE, dates.CHINESE_YEAR_LAST,
)  # fmt: skip
PARTIAL = (*WHOLE, dates.THREE_NUMBERS, dates.SIX_FIGURES, dates.MONTH_ONLY, dates.REPUBLIC, dates.CHINESE_NO_YEAR)
YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
BEFORE, BEHIND = 24, 10  # characters between a date and the word that says it is of birth

_NUMBER_ZH = r"[\dA-Za-z零一二三四五六七八九十百千-]+"
_HOUSE = rf"(?:[，, ]?{_NUMBER_ZH}(?:号楼?|弄|栋|幢|座|单元|层|楼|室|户|门))"
_ROOM = r"(?:\d{2,4}(?![\d.年月日天次]))?"
STREET_ZH = re.compile(
    rf"(?P<name>[{HAN}]{{1,14}}?(?:路|街道?|大街|大道|胡同|巷|弄|里弄|道|小区|花园|新村|公寓|家园|嘉园|苑|大院|村|镇))"
    rf"(?P<house>(?:[{HAN}]{{0,4}}?{_HOUSE})+{_ROOM})"
)
HOUSE_ZH = re.compile(rf"{_NUMBER_ZH}(?:栋|幢|号楼|座){_NUMBER_ZH}单元{_HOUSE}*{_ROOM}|\d+弄\d+号{_HOUSE}*{_ROOM}")
HOME_ZH = re.compile(
    rf"(?:(?:家|我|人|现|就|常)?住(?:在|的是|址是?)|家在|家住|(?:家庭|家里|通讯)?(?:住址|地址)(?:是|在)?[:：]?\s*)"
    rf"(?P<where>[{HAN}]{{1,20}}?(?:[省市区县乡镇村路街巷弄道苑屯庄]|小区|花园|新村|公寓|家园|胡同|大院)"
    rf"(?:[{HAN}]{{1,10}}?(?:[省市区县乡镇村路街巷弄道苑屯庄]|小区|花园|新村|公寓|家园|胡同|大院))*(?:{_HOUSE}+{_ROOM})?)"
)
CUT_ZH = re.compile(r".*(?:住在|住的?是|住|家在|在|地址是?|搬到|到|从|于|是)")
_ROAD = r"street|road|avenue|boulevard|crescent|terrace|highway|parkway|rd|ave|blvd|cres|pkwy"
_WAY = r"st|lane|ln|drive|dr|close|court|ct|place|pl|way|square|sq|gardens?|grove|hill|mews|row|walk|park"
_LITTLE = r"(?!(?:on|the|in|of|a|and|to|at|from|by|minutes?|mins?|hours?|days?|weeks?|months?|years?|yards|miles?)\b)"
_NAME = rf"{_LITTLE}[A-Za-z][A-Za-z'’.-]*"
_FLAT = r"(?:(?:flat|apartment|apt|unit|suite|room)\.? ?#?\d+[A-Za-z]?,? )"
STREET_EN = re.compile(
    rf"(?i:{_FLAT}?(?<![\d.])\b\d{{1,5}}[A-Za-z]?(?:[-/]\d+[A-Za-z]?)?,? (?:{_NAME} ){{1,3}}(?:{_ROAD})\b\.?)"
    rf"|(?i:{_FLAT})?(?<![\d.])\b\d{{1,5}}[A-Za-z]?,? (?:[A-Z][\w'’.-]* ){{1,3}}(?i:{_WAY})\b\.?"
)
_LIVES = r"liv(?:e|es|ed|ing)|stay(?:s|ing)?|moved|reside[sd]?|address(?: is|'s|:)?"
HOME_EN = re.compile(
    rf"(?i:\b(?:{_LIVES})(?: (?:on|at|in|to|down|up|near|off))? "
    rf"(?P<where>(?:(?:flat|apartment|apt|number|no)\.? ?\d*[a-z]?,? )?"
    rf"(?:\d{{1,5}}[a-z]?,? )?(?:{_NAME} ){{1,3}}(?:{_ROAD}|{_WAY})\b))"
)
FLAT_EN = re.compile(r"(?i:\b(?:flat|apartment|apt)\.? ?#?\d+[a-z]?\b)")
POSTCODE = re.compile(r"(?<![A-Za-z0-9])[A-Z]{1,2}\d[A-Z\d]? ?\d(?!MG|ML|KG|CM|MM|DL|GM|IU)[A-Z]{2}(?![A-Za-z0-9])")
_ZIP = r"\b(?:post ?code|postal code|zip(?: code)?)(?:'s| is|:)?"
ZIP = re.compile(
    r"(?<![A-Za-z])[A-Z]{2},? \d{5}(?:-\d{4})?(?!\d)"
    rf"|(?i:{_ZIP} (?P<code>[a-z\d]{{2,4}} ?-?[a-z\d]{{3}}\b|\d{{5}}(?:-\d{{4}})?))"
)


def identifiers(folded: str) -> Iterator[Identifier]:
    """Each as it stands; they may overlap. A test with its result, BNP1250, is nobody's number."""
    low = "".join(char.lower() if len(char.lower()) == 1 else char for char in folded)
    yield from (Identifier(Kind.EMAIL, *found.span()) for found in EMAIL.finditer(folded))
    yield from (Identifier(Kind.NUMBER, *span) for span in _numbers(folded, low))
    yield from _dates(low)
    yield from (Identifier(Kind.ADDRESS, *span) for span in _addresses(folded))


def _numbers(folded: str, low: str) -> Iterator[tuple[int, int]]:
    for found in FIGURES.finditer(folded):
        if sum(char.isdigit() for char in found[0]) >= LEAST and not RANGE.fullmatch(found[0].strip()):
            yield found.span()
    for found in LETTERED.finditer(folded):
        if find(found[1]) is None:
            yield found.span()
    for shape in (SPOKEN_ZH, SPOKEN_EN):
        yield from ((found.start(), found.start() + len(found[0].rstrip(" ,-"))) for found in shape.finditer(low))


def _dates(low: str) -> Iterator[Identifier]:
    for shape in PARTIAL:
        for found in shape.finditer(low):
            if _is_of_birth(low, *found.span()):
                yield Identifier(Kind.BIRTH_DATE, *found.span())
            elif shape in WHOLE and _is_whole(found):
                yield Identifier(Kind.DAY, *found.span())
    for found in YEAR.finditer(low):
        if _is_of_birth(low, *found.span()):
            yield Identifier(Kind.BIRTH_DATE, *found.span())


def _is_of_birth(low: str, start: int, end: int) -> bool:
    before, behind = low[max(0, start - BEFORE) : start], low[end : end + BEHIND]
    return bool(cue("birth_before").search(before) or cue("birth_behind").match(behind))


def _is_whole(found: re.Match[str]) -> bool:
    """Year, month and day; of two figures a year needs a word of birth."""
    groups = found.groupdict()
    year = groups.get("year") or groups.get("y") if groups else max(found.groups(), key=len)
    day = groups.get("day") or groups.get("d") if groups else found[0]
    return bool(year and day) and (len(str(year).strip("'")) > 2 or found.re is dates.CHINESE)


def _addresses(folded: str) -> Iterator[tuple[int, int]]:
    for found in STREET_ZH.finditer(folded):
        yield _beginning(found["name"]) + found.start(), found.end()
    for shape in (HOME_ZH, HOME_EN):
        yield from (found.span("where") for found in shape.finditer(folded))
    for shape in (HOUSE_ZH, STREET_EN, FLAT_EN, POSTCODE):
        yield from (found.span() for found in shape.finditer(folded))
    yield from (found.span("code") if found["code"] else found.span() for found in ZIP.finditer(folded))


def _beginning(name: str) -> int:
    """Where the name of a street begins: behind the word that leads to it, or with its last word."""
    if cut := CUT_ZH.match(name):
        return cut.end() if cut.end() < len(name) - 1 else 0
    words = rjieba.cut(name)
    return max(0, len(name) - max(len(words[-1]), len("".join(words[-2:])) if len(words[-1]) < 3 else 0))
