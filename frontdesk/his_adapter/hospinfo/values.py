"""What is written into a field, in the form that field is kept in."""

import re
from collections.abc import Sequence
from datetime import datetime

from frontdesk.his_adapter.hospinfo.departments import departments
from frontdesk.his_adapter.hospinfo.languages import has_chinese, speaks_chinese
from frontdesk.his_adapter.hospinfo.people import gendered
from frontdesk.his_adapter.hospinfo.script import Kind, Script, script
from frontdesk.his_adapter.hospinfo.vocabulary import pattern, patterns
from frontdesk.his_adapter.hospinfo.when import dated
from frontdesk.his_adapter.operation import Column, New
from frontdesk.models.parsers.numbers import CHINESE, number

AROUND = " \t\r\n\"'“”‘’「」『』,，.。;；:：!！?？、"
POLITE = re.compile(
    r"(?:[,，]? ?(?: and| with|please|pls|thanks|thank you|as well|instead|for me|asap"
    r"|吧|哦|谢谢(?:你|您)?|就行|即可|就好|好吗|可以吗|行吗|吗|嘛|呢|哈))+$",
    re.I,
)
OLDEST = 130
AGE_EN = re.compile(
    r"(?:about |aged? |now |s?he(?:'s| is) )?"
    r"(\d+(?:\.\d+)?)(?:[ -]?(years?|yrs?|yo|y/o|months?|mos?|weeks?|days?))?"
    r"(?:[ -](?:and )?(\d+)[ -]?(months?))?(?:[ -]olds?)?(?: of age)?(?: now| today)?",
    re.I,
)
AGE_ZH = re.compile(r"(\d+(?:\.\d+)?)(?:周岁|岁)")
SOME_AGE_ZH = re.compile(rf"(?:约|大约)?(?:{CHINESE}(?:周?岁|个半?月|月|天|周)?[半大零]*)+|新生儿|未知|不详|不明")
UNKNOWN = re.compile(
    r"unknown|other|not (?:known|stated|specified|recorded)|newborn|unspecified|未知|其他|不详|不明|未说明", re.I
)
EITHER = re.compile(r"\b(?:or|and/or)\b|或者?|还是", re.I)  # one of two is no value


class NotAValue(Exception):
    """The words do not fit the field."""


def value(column: Column, words: str, now: datetime, known: Sequence[str] = ()) -> New:
    """`words` as `column` keeps it. Raises NotAValue."""
    words = tidy(words)
    match column:
        case Column.OUTPATIENT_NUMBER:
            digits = re.search(r"\d{1,10}", words)
            if digits is None:
                raise NotAValue(words)
            return int(digits[0])
        case Column.VISIT_DATE:
            return visit_date(words, now)
        case Column.AGE:
            return age(words)
        case Column.GENDER:
            return gender(words)
        case Column.DEPARTMENT:
            return department(words, known)
        case Column.PATIENT_ID:
            return words.upper()
        case _:
            return words


def told_in(column: Column, words: str, instruction: str) -> str:
    """A bare number as an age in the language of `instruction`."""
    return f"{words}岁" if column is Column.AGE and words.isdigit() and speaks_chinese(instruction) else words


def gender(words: str) -> str:
    """As records have it. Raises NotAValue."""
    found = set(gendered(script(words)).every(Kind.GENDER))
    if len(found) == 1:
        return str(found.pop())
    if not found and UNKNOWN.fullmatch(words):
        return words
    raise NotAValue(words)


def department(words: str, known: Sequence[str] = ()) -> str:
    """The one department that is named, or whatever it is called. Raises NotAValue."""
    named = departments(script("到" + words if not words.isascii() else "in " + words), known).every(Kind.DEPARTMENT)
    if len(named) > 1 or EITHER.search(words):
        raise NotAValue(words)
    return str(named[0]) if named else words


def tidy(words: str) -> str:
    before = None
    (request,) = patterns("changes", "request")
    while before != words:
        before, words = words, request.sub("", POLITE.sub("", words.strip(AROUND)))
    return words


def visit_date(words: str, now: datetime) -> str:
    """The moment named, or midnight of the day."""
    if re.fullmatch(r"(?:right )?now|现在|此刻|当前时间|the current time", words, re.I):
        return now.strftime("%Y-%m-%dT%H:%M")
    found = dated(script(words), now).every(Kind.WHEN)
    term = next(iter(found[0].values()), None) if found else None
    if term is None:
        raise NotAValue(words)
    return str(term[0] if isinstance(term, tuple) else term)


def age(words: str) -> str:
    """ "34 years", "6 months", "34岁", as records keep it. Raises NotAValue."""
    if EITHER.search(words):
        raise NotAValue(words)
    if has_chinese(words):
        words = re.sub(r"^(?:是|为|到|满)", "", words)
        found = AGE_ZH.fullmatch(words)
        if found is None and not SOME_AGE_ZH.fullmatch(words):
            raise NotAValue(words)
        if found and float(found[1]) > OLDEST:
            raise NotAValue(words)
        return f"{found[1]}岁" if found else words
    if UNKNOWN.fullmatch(words):
        return words
    spelt = number(words.removesuffix(" years old").removesuffix(" years"))
    found = AGE_EN.fullmatch(words if spelt is None else f"{spelt:g} years")
    if found is None or float(found[1]) > OLDEST:
        raise NotAValue(words)
    unit = (found[2] or "years").lower()
    unit = {"y": "year", "m": "month", "w": "week", "d": "day"}[unit[0]] + "s"
    first = f"{found[1]} {unit if found[1] != '1' else unit[:-1]}"
    return f"{first} {found[3]} {found[4]}" if found[3] else first


def years(words: str) -> int:
    """An age a record holds, as conditions name it. Raises NotAValue."""
    digits = re.search(r"\d+", words)
    found = float(digits[0]) if digits else number(words.removesuffix("岁").removesuffix(" years"))
    if found is None:
        raise NotAValue(words)
    return int(found)


def quoted(part: Script) -> str | None:
    """What stands in quotes, when a value begins with them."""
    match = pattern(r"^[\s,.;:=]*(⟨Q⟩)").match(part.text)
    return str(part.means(match[1])) if match else None
