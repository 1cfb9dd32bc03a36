"""What a patient wants of where they are sent: refuses, prefers, chooses. Typed, whoever has read the words."""

import re
from collections.abc import Iterator, Sequence
from datetime import time
from enum import StrEnum
from functools import cache
from pathlib import Path

import yaml

from app.reception.house import House
from models import parsers
from models.facts import Sex, Value
from models.parsers.numbers import number
from models.reading import Act as SpokenAs
from models.reading import SpokenAct

WORDS = Path(__file__).with_suffix(".yaml")
CLAUSES = re.compile(r"(?<=[，。,;；.!！?？])")
FLOOR = re.compile(
    r"(?:到|去|上|在)?(?P<zh>[一二三四五六七八九十\d]{1,3})[楼层](?!梯)"
    r"|\b(?P<en>ground|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|\d{1,2}(?:st|nd|rd|th)) floor\b"
    r"|\bfloor (?P<no>\d{1,2})\b",
    re.I,
)
ORDINALS = "ground first second third fourth fifth sixth seventh eighth ninth tenth".split()  # noqa: SIM905
CLOCK = re.compile(
    r"(?P<h>\d{1,2})[:：.](?P<m>\d{2})(?!\d)"
    r"|(?P<zh>[一二两三四五六七八九十\d]{1,3})点(?P<zhm>半|一刻|三刻|[零〇一二三四五六七八九十\d]{1,4}分?|整)?"
    r"|\b(?P<half>half|quarter) (?P<side>past|to) (?P<of>[a-z]+|\d{1,2})\b"
    r"|\b(?P<oc>[a-z]+|\d{1,2}) (?:o'?clock)\b"
    r"|\b(?P<ten>[a-z]+) (?P<thirty>ten|fifteen|twenty|thirty|forty|forty-five|fifty)\b(?! (?:years?|days?|times?))",
    re.I,
)
MINUTES_ZH = {"半": 30, "一刻": 15, "三刻": 45, "整": 0, None: 0}
NOON, MORNING = 12, 7  # hours: "half past two" at a clinic is in the afternoon


class Act(StrEnum):
    REFUSES = "refuses"
    PREFERS = "prefers"
    CHOOSES = "chooses"
    GOES = "goes"


class Wish(Value):
    """One act and what it is of: a department by its id, a doctor of one sex, a floor, or a time of the day.

    A refusal without a department is of the one that is named.
    """

    act: Act
    quote: str
    department: str | None = None
    doctor: Sex | None = None
    floor: int | None = None
    starts: time | None = None


def read(
    house: House, said: str, *, offered: Sequence[str], named: str | None, acts: Sequence[SpokenAct] = ()
) -> tuple[Wish, ...]:
    """What plain words, or the reader's `acts`, are sure of.

    `offered` are the departments to choose from, `named` the one named, by their ids.
    """
    text = parsers.normalise(said).lower()
    if not text.strip():
        return ()
    departments = tuple(_of_departments(house, said, offered, named, acts))
    wishes = [*departments, *_of_doctors(text, said)]
    if named or offered:
        if not departments and _says("another", text):
            wishes.append(Wish(act=Act.REFUSES, quote=said))
        wishes += _of_floors(text, said)
    if named:
        wishes += _of_times(text, said)
        wishes += [Wish(act=Act.GOES, quote=said)] if not wishes and _says("goes", text) else []
    return tuple(wishes)


def _of_departments(
    house: House, said: str, offered: Sequence[str], named: str | None, acts: Sequence[SpokenAct]
) -> Iterator[Wish]:
    """A department that is refused by its name, where it is offered or named; what is wished for stands in `wished`."""
    for act in acts:
        found = house.department_named(act.quote) if act.sure and act.act is SpokenAs.REFUSES else None
        if found is not None and found.bearer.department_id in (*offered, named):
            yield Wish(act=Act.REFUSES, quote=said, department=found.bearer.department_id)
            return
    clauses = CLAUSES.split(said)
    for place, clause in enumerate(clauses):
        found = house.department_named(clause)
        if found is None or found.bearer.department_id not in (*offered, named):
            continue
        then = "".join((found.after, *clauses[place + 1 :]))  # "Neurology? No thanks"
        if _says("refuses_before", found.before.lower()) or _says("refuses_after", then.lower()):
            yield Wish(act=Act.REFUSES, quote=said, department=found.bearer.department_id)


def doctors_named(said: str) -> frozenset[Sex]:
    """Of which sex a doctor is spoken of, whatever is said of it."""
    text = parsers.normalise(said).lower()
    return frozenset(sex for name, sex in (("woman", Sex.FEMALE), ("man", Sex.MALE)) if _says(name, text))


def _of_doctors(text: str, said: str) -> Iterator[Wish]:
    if _says("of_a_doctor", text):
        return
    for name, sex in (("woman", Sex.FEMALE), ("man", Sex.MALE)):
        if _says(name, text):
            yield Wish(act=Act.PREFERS, quote=said, doctor=sex)
            return


def _of_floors(text: str, said: str) -> Iterator[Wish]:
    found = FLOOR.search(text)
    if found is None:
        return
    if word := found["en"]:
        floor = ORDINALS.index(word) if word in ORDINALS else int(re.sub(r"\D", "", word))
    else:
        floor = int(number(found["zh"] or found["no"]) or 0)
    yield Wish(act=Act.PREFERS, quote=said, floor=floor)


def _of_times(text: str, said: str) -> Iterator[Wish]:
    found = CLOCK.search(text)
    read = _clock(found) if found else None
    if read is not None:
        hour, minute = read
        later = hour + NOON if hour < MORNING or (re.search(r"下午|晚上|\bp\.?m", text) and hour < NOON) else hour
        if later < 24 and minute < 60:
            yield Wish(act=Act.CHOOSES, quote=said, starts=time(later, minute))


def _clock(found: re.Match[str]) -> tuple[int, int] | None:
    if found["h"]:
        return int(found["h"]), int(found["m"])
    if found["zh"]:
        hour, rest = number(found["zh"]), found["zhm"]
        minute = MINUTES_ZH[rest] if rest in MINUTES_ZH else number((rest or "").rstrip("分"))
    elif found["half"]:
        hour, minute = number(found["of"]), 30 if found["half"] == "half" else 15
        if hour is not None and found["side"] == "to":
            hour, minute = hour - 1, 60 - minute
    elif found["oc"]:
        hour, minute = number(found["oc"]), 0
    else:
        hour, minute = number(found["ten"]), number(found["thirty"])
    return None if hour is None or minute is None else (int(hour), int(minute))


def _says(name: str, text: str) -> bool:
    return _words()[name].search(text) is not None


@cache
def _words() -> dict[str, re.Pattern[str]]:
    lists = yaml.safe_load(WORDS.read_text("utf-8"))
    return {name: re.compile("|".join(f"(?:{one})" for one in alternatives)) for name, alternatives in lists.items()}
