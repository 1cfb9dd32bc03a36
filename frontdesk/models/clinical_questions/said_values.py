"""Whether the values in a model's answer are told of the test and the day they are said of, and moved as is said."""

import re
from collections.abc import Iterator
from datetime import date
from itertools import pairwise
from typing import NamedTuple

from frontdesk.models.parsers.writing import read
from frontdesk.models.specialists.labs_vitals.catalogue import tests
from frontdesk.models.specialists.labs_vitals.named import mentions_of
from frontdesk.models.specialists.labs_vitals.readings import hear
from frontdesk.models.specialists.labs_vitals.told import DIASTOLIC, PRESSURE, SYSTOLIC, Mention

_MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
_MONTH = rf"(?P<name>{'|'.join(_MONTHS)})[a-z]*\.?"
DATES = tuple(
    re.compile(shape)
    for shape in (
        r"(?P<y>\d{4})[-/.](?P<m>\d{1,2})[-/.](?P<d>\d{1,2})",
        r"(?P<y>\d{4}) ?年 ?(?P<m>\d{1,2}) ?月 ?(?P<d>\d{1,2}) ?[日号]?",
        rf"(?P<d>\d{{1,2}})(?:st|nd|rd|th)?(?: of)? {_MONTH},? (?P<y>\d{{4}})",
        rf"\b{_MONTH} (?P<d>\d{{1,2}})(?:st|nd|rd|th)?,? (?P<y>\d{{4}})",
    )
)
_NUMBER = re.compile(r"(?<![\w.^])\d+(?:\.\d+)?")
_BRACKETS = re.compile(r"\([^()]*\)|（[^（）]*）")
_CLAUSE = re.compile(r"[^;；。\n]+?(?=[;；。\n]|\.(?!\d)|$)")
_PARTS_OF_PRESSURE = {SYSTOLIC: PRESSURE, DIASTOLIC: PRESSURE}
_WENT = r"(?:went|gone|going|trending|creeping|coming|is|are)"
_UP = re.compile(
    rf"\b(?:rose|risen|rising|rises|increas(?:ed|ing|es)|climb(?:ed|ing|s)|{_WENT} up(?:ward)?)\b"
    r"|上升|升[至到]|涨|走高|越来越高|(?:较前|比上次|比之前)升?高"
)
_DOWN = re.compile(
    rf"\b(?:fell|fallen|falling|falls|decreas(?:ed|ing|es)|dropp?(?:ed|ing|s)|declin(?:ed|ing|es)"
    rf"|{_WENT} down(?:ward)?)\b"
    r"|下降|[降跌][至到]|走低|越来越低|(?:较前|比上次|比之前)(?:降低|低)"
)
# Not what was seen: a medicine may, a value should, nothing has.
_NOT_SEEN = re.compile(
    r"(?:\b(?:can|may|could|might|would|should|will|if|not|no|never|whether|unless)\b|n't\b"
    r"|可能|会|应|需|若|如果|未|没有?|无|是否)[^,，.;]{0,24}$"
)


class Told(NamedTuple):
    """A number that was told of a test, and on which day where that is told."""

    test: str
    value: float
    day: date | None


def misplaced(answer: str, told: str) -> str | None:
    """The test of which `answer` says a value, a day of it or a direction that was not told of it; else None."""
    known = list(_told(told))
    answer = read(answer).lower
    for clause in (match[0] for match in _CLAUSE.finditer(answer)):
        fault = _wrong_value(clause, known) or _wrong_direction(clause, known, read(told).lower)
        if fault:
            return fault
    return None


def _wrong_value(clause: str, known: list[Told]) -> str | None:
    days = _days(clause)
    readings = [one for one in hear(_without(clause, days)).readings if one.answer is None]
    for at, one in enumerate(readings):
        of_test = [told for told in known if told.test == _general(one.test)]
        values = {told.value for told in of_test}
        if not {one.value, one.second or one.value} <= values:
            return f"value of {one.test}"
        when = days[at][1] if len(days) == len(readings) else days[0][1] if len(days) == 1 else None
        dated = {told.day for told in of_test if told.value == one.value and told.day}
        if when and dated and when not in dated:
            return f"day of {one.test}"
    return None


def _wrong_direction(clause: str, known: list[Told], told: str) -> str | None:
    for rises, shape in ((True, _UP), (False, _DOWN)):
        for word in shape.finditer(clause):
            if _NOT_SEEN.search(clause, 0, word.start()):
                continue
            test = _spoken_of(mentions_of(clause), word.start())
            if test is not None and not _moved(test, rises, known, told):
                return f"direction of {test}"
    return None


def _moved(test: str, rises: bool, known: list[Told], told: str) -> bool:
    """Whether the values told went so, from the first to the last or at last; without two, whether words say so."""
    first_of: dict[date, float] = {}
    for one in known:
        if one.test == test and one.day:
            first_of.setdefault(one.day, one.value)
    series = [value for _, value in sorted(first_of.items())]
    if len(series) < 2:
        return (_UP if rises else _DOWN).search(told) is not None
    steps = [series[-1] - series[0], *(later - earlier for earlier, later in pairwise(series))]
    wanted = steps[:1] + steps[-1:]
    return any(step > 0 if rises else step < 0 for step in wanted)


def _spoken_of(mentions: list[Mention], at: int) -> str | None:
    """The test named nearest before a place, or else after it."""
    before = [one for one in mentions if one.end <= at]
    nearest = before[-1] if before else next(iter(mentions), None)
    name = _general(nearest.test) if nearest else None
    return None if name in tests() and tests()[name].answers else name


def _general(test: str) -> str:
    return _PARTS_OF_PRESSURE.get(test, test)


def _told(text: str) -> Iterator[Told]:
    """Every number of `text` with the test named last before it, on its line or those before, or on its line behind."""
    owner: str | None = None
    for line in read(text).text.replace("。", "\n").lower().splitlines():
        mentions, days = mentions_of(line), _days(line)
        bare = _BRACKETS.sub(lambda found: " " * len(found[0]), line)
        for number in _NUMBER.finditer(_without(line, days)):
            before = [one for one in mentions if one.end <= number.start()]
            test = before[-1].test if before else owner or next((one.test for one in mentions), None)
            day = next((day for (_, end), day in reversed(days) if end <= number.start()), None)
            if test is not None:
                within = bare[number.start() : number.end()].strip()
                yield Told(_general(test), float(number[0]), day if within else None)
        owner = mentions[-1].test if mentions else owner


def _days(text: str) -> list[tuple[tuple[int, int], date]]:
    found = {match.span(): match for shape in DATES for match in shape.finditer(text)}
    return [(span, day) for span, match in sorted(found.items()) if (day := _day(match)) is not None]


def _day(match: re.Match[str]) -> date | None:
    parts = match.groupdict()
    month = int(parts["m"]) if parts.get("m") else _MONTHS.index(parts["name"]) + 1
    try:
        return date(int(parts["y"]), month, int(parts["d"]))
    except ValueError:
        return None


def _without(text: str, days: list[tuple[tuple[int, int], date]]) -> str:
    for (start, end), _ in days:
        text = text[:start] + "#" * (end - start) + text[end:]
    return text
