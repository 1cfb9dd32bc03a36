"""How bad it is, in answer to that question: a number of ten, or a word for it."""

import re
from functools import cache
from pathlib import Path

import yaml

from frontdesk.models import parsers
from frontdesk.models.facts import Details, Severity
from frontdesk.models.parsers.numbers import number

MILD_UNTIL, MODERATE_UNTIL, MOST = 3, 6, 10
OF_TEN = re.compile(
    r"(?P<n>\d{1,2}|[零一二两三四五六七八九十]+)(?:\s*(?:到|至|-|~|or|to)\s*(?P<m>\d{1,2}|[一二三四五六七八九十]+))?\s*(?:分|/\s*(?:10|十)|成)"
    r"|(?P<en>\d{1,2}|[a-z]+)(?:\s*(?:or|to|-)\s*(?P<en2>\d{1,2}|[a-z]+))?\s*(?:out )?(?:of|/)\s*(?:10|ten)"
    r"|^\D{0,14}?(?P<only>\d{1,2})(?:\s*(?:or|to|-|到)\s*(?P<only2>\d{1,2}))?\W*(?:吧|左右|i'd say|maybe)?\W*$",
    re.I,
)


def severity(text: str) -> Details | None:
    """None where the words hold neither."""
    plain = parsers.normalise(text).lower()
    of_ten = _of_ten(plain)
    if of_ten is not None:
        return Details(severity=_band(of_ten), character=f"{of_ten:g}/10")
    found = next((level for level, words in _words().items() if words.search(plain)), None)
    return Details(severity=found) if found else None


def _band(of_ten: float) -> Severity:
    if of_ten <= MILD_UNTIL:
        return Severity.MILD
    return Severity.MODERATE if of_ten <= MODERATE_UNTIL else Severity.SEVERE


@cache
def _words() -> dict[Severity, re.Pattern[str]]:
    """In the order they are looked for: what denies another stands before it."""
    lists = yaml.safe_load(Path(__file__).with_suffix(".yaml").read_text("utf-8"))
    return {Severity(level): re.compile("|".join(words), re.I) for level, words in lists.items()}


def _of_ten(text: str) -> float | None:
    found = OF_TEN.search(text)
    if found is None:
        return None
    named = [number(one) for one in found.groups() if one]
    values = [one for one in named if one is not None and one <= MOST]
    return max(values) if values and len(values) == len(named) else None
