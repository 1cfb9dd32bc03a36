"""What a scripted patient tells, written as names, and whether a record says the same.

"finding:fever", "-finding:fever" (not there), "condition:gout|high_uric_acid" (either), "operation:~knee" (a code that
holds the word), "finding:cough.duration=96" (hours), "person.age=72" (months); "side=left" where it may be of any
complaint. "severity=severe|severity=moderate" is either.
"""

import re
from collections.abc import Iterable
from functools import cache
from typing import Self

from frontdesk.models.facts import Details, Duration, Fact, Person, Record, Status, Topic, Value

NEAR = 1.5  # times off a duration may be
_CODES = rf"(?P<topic>{'|'.join([*Topic, 'person'])})[:.](?P<codes>[^.=]+)"
_EITHER = re.compile(r"\|(?=-?(?:\w+[:=]|person\.))")
_TOLD = re.compile(rf"(?P<absent>-)?(?:{_CODES})?\.?(?P<detail>\w+)?(?:=(?P<value>.+))?$")


class Told(Value):
    """One thing told. No topic: a detail of whichever complaint. No detail: that it is there, or not there."""

    topic: str | None
    codes: tuple[str, ...]
    absent: bool
    detail: str | None
    value: str | None

    @classmethod
    def read(cls, name: str) -> tuple[Self, ...]:
        """What it may be, any of them. Raises ValueError for a name that is not written as above."""
        return tuple(cls._one(either) for either in _EITHER.split(name))

    @classmethod
    def _one(cls, name: str) -> Self:
        parts = _TOLD.match(name)
        if parts is None or (parts["detail"] or "past") not in (*Details.model_fields, "past"):
            raise ValueError(f"{name!r} names nothing that can be told")
        if parts["detail"] == "duration" and parts["value"]:
            float(parts["value"])
        return cls(
            topic=parts["topic"],
            codes=tuple((parts["codes"] or "").split("|")),
            absent=parts["absent"] is not None,
            detail=parts["detail"],
            value=parts["value"],
        )

    def names(self, topic: str, code: str) -> bool:
        """Whether it speaks of this statement."""
        return self.topic == topic and any(_named(code, wanted) for wanted in self.codes)


read = cache(Told.read)


class Case:
    """What is so of a patient: names of what surely is, and of what may be said of it besides."""

    def __init__(self, tells: Iterable[str], may: Iterable[str] = ()) -> None:
        self.so = tuple(one for name in tells for one in read(name))
        self.perhaps = (*self.so, *(one for name in may for one in read(name)))

    def is_so(self, topic: str, code: str) -> bool:
        return any(_now(one) and one.names(topic, code) for one in self.so)

    def may_be_so(self, topic: str, code: str) -> bool:
        return any(_now(one) and one.names(topic, code) for one in self.perhaps)

    def any_of(self, topic: str) -> bool:
        """Whether anything of this topic is there."""
        return any(one.topic == topic and not one.absent and one.codes[0] != "none" for one in self.so)

    def values(self, detail: str, *, perhaps: bool = False) -> tuple[str, ...]:
        """What was said of a detail, of whichever complaint."""
        told = self.perhaps if perhaps else self.so
        return tuple(one.value for one in told if one.detail == detail and one.value is not None)

    def of_person(self, name: str) -> str | None:
        told = (one for one in self.perhaps if one.topic == "person" and one.codes[0] == name)
        return next((one.value or "True" for one in told), None)


def _now(one: Told) -> bool:
    """Whether it says that something is there; a complaint of the past is not, an illness of the past is history."""
    return not one.absent and not (one.detail == "past" and one.topic == Topic.FINDING)


def coded(record: Record, person: Person, name: str) -> bool:
    """Whether what the patient told is a statement of the record."""
    return any(_coded(record, person, one) for one in read(name))


def _within(person: Person, months: str | None) -> bool:
    """A band is what was told where a band was tapped; a number of months has to lie in it."""
    return months is None or (person.may_be_from(int(months) / 12) and person.may_be_under((int(months) + 1) / 12))


def _coded(record: Record, person: Person, one: Told) -> bool:
    if one.topic == "person":
        known = getattr(person, {"age": "age_months"}.get(one.codes[0], one.codes[0]))
        if one.codes[0] == "age" and known is None:
            return person.age_between is not None and _within(person, one.value)
        return known is not None and one.value in (None, str(known))
    if one.detail not in (None, "past"):
        return any(_same(getattr(fact.details, one.detail or ""), one.value) for fact in record)
    status = Status.ABSENT if one.absent else Status.PRESENT
    return any(fact.status is status and one.names(fact.topic, fact.code) for fact in record)


def _named(code: str, wanted: str) -> bool:
    return code == wanted or (wanted.startswith("~") and wanted[1:].lower() in code.lower())


def _same(known: object, value: str | None) -> bool:
    if known is None or value is None:
        return known is not None
    return near(known.hours, float(value)) if isinstance(known, Duration) else str(known) == value


def near(hours: float, told: float) -> bool:
    return told / NEAR <= hours <= told * NEAR


def untrue(fact: Fact, case: Case) -> bool:
    """Whether a statement of the record is not so of the patient; their own words are true by nature."""
    match fact.topic, fact.status:
        case Topic.SAID, _:
            return False
        case Topic.DETAIL, Status.PRESENT:
            return not _detail_so(fact.details, case)
        case topic, Status.PRESENT if topic in JUDGED:
            return not case.may_be_so(fact.topic, fact.code)
        case topic, Status.ABSENT if topic in JUDGED:
            return case.any_of(fact.topic) if fact.code == "none" else case.is_so(fact.topic, fact.code)
        case _:
            return False


JUDGED = frozenset({Topic.FINDING, Topic.REQUEST, Topic.CONDITION, Topic.MEDICINE, Topic.ALLERGY})


def _detail_so(details: Details, case: Case) -> bool:
    """A side or a time that nobody told; other details are the patient's words."""
    if details.duration is not None and (told := case.values("duration", perhaps=True)):
        return any(near(details.duration.hours, float(one)) for one in told)
    if details.side is not None and (sides := case.values("side", perhaps=True)):
        return details.side in sides
    return True
