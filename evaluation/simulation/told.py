"""What a scripted patient is said to have told, and whether a record says the same.

Written as a name: "finding:fever", "-finding:fever" (not there), "condition:gout|high_uric_acid" (either),
"operation:~knee" (a code that holds the word), "finding:cough.duration=96", "condition:asthma.past=True",
"person.age=72" (months); "side=left" where it may be of any complaint. "severity=severe|severity=moderate" is either.
"""

import re
from collections.abc import Collection, Iterator
from typing import Self

from app.reception.state import State
from models.facts import Details, Duration, Fact, Person, Status, Topic, Value

JUDGED = frozenset(
    {Topic.FINDING, Topic.REQUEST, Topic.CONDITION, Topic.MEDICINE, Topic.ALLERGY, Topic.OPERATION, Topic.FAMILY}
)
PLAIN = ("side", "severity", "course", "duration")  # details that can be wrong; the others are the patient's words
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


def holds(state: State, name: str) -> bool:
    """Whether what the patient told is in the record."""
    return any(_holds(state, one) for one in Told.read(name))


def _holds(state: State, one: Told) -> bool:
    if one.topic == "person":
        known = _known(state.person, one.codes[0])
        return known is not None and one.value in (None, str(known))
    status = Status.ABSENT if one.absent else Status.PRESENT
    return any(f.status is status and _of(f, one) and _detailed(f, one) for f in state.record)


def _known(person: Person, name: str) -> object:
    return getattr(person, {"age": "age_months"}.get(name, name))


def _of(fact: Fact, one: Told) -> bool:
    return one.topic is None or (fact.topic == one.topic and any(_named(fact.code, code) for code in one.codes))


def _named(code: str, wanted: str) -> bool:
    return code == wanted or (wanted.startswith("~") and wanted[1:].lower() in code.lower())


def _detailed(fact: Fact, one: Told) -> bool:
    if one.detail is None:
        return True
    known = fact.past if one.detail == "past" else getattr(fact.details, one.detail)
    return known is not None and (one.value is None or _same(known, one.value))


def _same(known: object, value: str) -> bool:
    if isinstance(known, Duration):
        return float(value) / NEAR <= known.hours <= float(value) * NEAR
    return str(known) == value


def invented(state: State, names: Collection[str], but: Collection[str]) -> Iterator[str]:
    """Facts in the record that nobody told, and what was told the other way round; `but`: codes not looked at."""
    everything = [one for name in names for one in Told.read(name)]
    denied = {one for one in everything if one.absent}
    for fact in state.record:
        if fact.topic not in JUDGED or fact.code in but or fact.status not in (Status.PRESENT, Status.ABSENT):
            continue
        of_it = [one for one in everything if one.topic and _of(fact, one)]
        if not of_it or (fact.status is Status.PRESENT and denied.issuperset(of_it)):
            yield f"{'-' if fact.status is Status.ABSENT else ''}{fact.topic}:{fact.code} ({fact.quote})"


def distorted(state: State, names: Collection[str]) -> Iterator[str]:
    """Details of facts that nobody told of them."""
    everything = [one for name in names for one in Told.read(name)]
    for fact in state.record:
        if fact.topic not in JUDGED or fact.status is not Status.PRESENT:
            continue
        for detail in PLAIN:
            known = getattr(fact.details, detail)
            of_it = [one for one in everything if one.detail == detail and _of(fact, one)]
            if known is not None and not any(_detailed(fact, one) for one in of_it):
                yield f"{fact.topic}:{fact.code}.{detail}={getattr(known, 'words', known)} ({fact.quote})"
