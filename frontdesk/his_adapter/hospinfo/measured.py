"""Numbers about a finding, "blood sugar over 11", 体重不到45公斤: no ages, and no field holds them as numbers."""

import re
from functools import cache

from frontdesk.his_adapter.hospinfo.script import ANY_LETTER, Kind, Script
from frontdesk.his_adapter.hospinfo.vocabulary import pattern
from frontdesk.his_adapter.medical_names import field_of
from frontdesk.models.mentions import mentions
from frontdesk.models.parsers.writing import read as normalised
from frontdesk.models.specialists.labs_vitals.cues import cue
from frontdesk.models.specialists.labs_vitals.named import mentions_of
from frontdesk.models.specialists.labs_vitals.readings import hear

_NOUNS = "is|are|was|were|of|at|levels?|counts?|readings?|results?|values?|that"
_BETWEEN = rf"(?:\s|\b(?:{_NOUNS})\b|[的是为在]|值|水平|浓度|结果)*"
_AGE = re.compile(r"age|year|yr|old|y/?o|month|week|岁|年龄|年纪|月|minor|adult|成年")


def is_measured(read: Script, unread: tuple[str, ...]) -> bool:
    """Whether the instruction chooses records by what was measured; `unread` are the words nothing was read in."""
    lower = normalised(read.original).lower
    if any(_bound().match(lower, one.end) for one in mentions_of(lower)) or _left_over().search(read.text):
        return True
    ages = [match.start() for match in pattern(f"⟨{Kind.AGE.value}⟩").finditer(read.text)]
    return any(_is_of_something(read, at, unread) for at in ages) or any(
        one.bound or one.unit for one in hear(read.original).readings
    )


def _is_of_something(read: Script, at: int, unread: tuple[str, ...]) -> bool:
    """Whether a bound that names no age stands behind what is neither a person nor an illness."""
    if _AGE.search(read.written(at, at + 1).lower()):
        return False
    before = read.text[:at].rstrip(" ,")
    if pattern(f"⟨{Kind.CLINICAL.value}⟩$").search(before):
        words = read.means(before[-1])[1]
        return field_of(words) is None and not any(one.end == len(words) for one in mentions(words))
    return any(before.endswith(words.lower()) for words in unread)


@cache
def _bound() -> re.Pattern[str]:
    """Right behind the name of a test."""
    return re.compile(rf"{_BETWEEN}(?:{_compares()}){_BETWEEN}\d")


@cache
def _left_over() -> re.Pattern[str]:
    """A comparison of which nothing was read."""
    return re.compile(rf"(?:{_compares()})(?: (?:the|or equal to|about))* ?\d(?![^{ANY_LETTER}]{{0,9}}[{ANY_LETTER}]$)")


def _compares() -> str:
    return f"{cue('under_before').pattern}|{cue('over_before').pattern}"
