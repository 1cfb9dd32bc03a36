"""What was measured and told in numbers: a blood pressure is the value of no other complaint, a result of its test."""

import re
from collections.abc import Sequence

from models.embedded.scope import ScopeKind
from models.embedded.understanding.cues import cues, pattern
from models.embedded.understanding.details.details import Detail
from models.embedded.understanding.hearing import Hearing
from models.embedded.understanding.past.when_told import time_told
from models.embedded.understanding.persons.whose import is_anothers
from models.embedded.understanding.words.writing import Writing
from models.facts import Details, Fact, Status, Topic

_UNIT = "mmHg"
_HIGH = "high_blood_pressure_reading"
_LOW = "low_blood_pressure"
_OF_PRESSURE = frozenset({_HIGH, _LOW, "blood_pressure_concern", "hypertension"})
# From which a pressure is high, measured anywhere, and below which it is low (Chinese guideline 2018).
_FROM, _LOWER_FROM, _LOW_BELOW = 140, 90, 90
_BARELY_NAMED = re.compile(r"(?:my |his |her |the )?(?:blood pressure|bp)|(?:量了?|测了?)?(?:血压|高压)\d*", re.I)
_NOT_OWN = frozenset({ScopeKind.OTHER_PERSON, ScopeKind.HYPOTHETICAL})


def pressures(found: Sequence[Detail]) -> list[Detail]:
    return [detail for detail in found if detail.kind == "value" and detail.value.endswith(_UNIT)]


def with_pressure(hearing: Hearing, told: Sequence[Detail], facts: list[Fact]) -> list[Fact]:
    """The facts with the highest pressure of the one who is ill, given to what is told of it by name."""
    own = [one for one in told if not (_NOT_OWN & hearing.under(one.start, one.end) or is_anothers(hearing, one.start))]
    if not own:
        return facts
    value = max((one.value for one in own), key=_parts)
    named = next((fact for fact in facts if fact.code in _OF_PRESSURE and fact.status is Status.PRESENT), None)
    code, status = _as_measured(value)
    if named is None:
        quote = next(hearing.writing.words(one.start, one.end) for one in own if one.value == value)
        facts = [fact for fact in facts if fact.name != (Topic.FINDING, code)]
        measured = Fact(topic=Topic.FINDING, code=code, status=status, quote=quote, details=Details(value=value))
        return [*facts, measured]
    changed: dict[str, object] = {"details": named.details.model_copy(update={"value": value})}
    if named.code == _HIGH and _BARELY_NAMED.fullmatch(named.quote):  # "my blood pressure was 120/80"
        changed |= {"code": code, "status": status}
    return [fact.model_copy(update=changed) if fact is named else fact for fact in facts]


def _parts(value: str) -> tuple[int, ...]:
    return tuple(int(part) for part in value.split()[0].split("/"))


def _as_measured(value: str) -> tuple[str, Status]:
    upper, *lower = _parts(value)
    if upper >= _FROM or any(one >= _LOWER_FROM for one in lower):
        return _HIGH, Status.PRESENT
    return (_LOW, Status.PRESENT) if upper < _LOW_BELOW else (_HIGH, Status.ABSENT)


def sugar_measured(value: str, writing: Writing) -> Fact:
    """The high sugar that a value ("12-13 mmol/L") tells."""
    quote = writing.original.strip()[:120]
    return Fact(topic=Topic.FINDING, code="high_sugar_reading", quote=quote, details=Details(value=value))


_TESTED = frozenset(cues("sizes")["tested"])
_RESULT = pattern(cues("sizes")["result"])


def with_results(hearing: Hearing, facts: list[Fact]) -> list[Fact]:
    """The tests found abnormal with their result and when they were done: "cholesterol came back at 7.8 last month"."""
    return [_with_result(hearing, fact) if fact.code in _TESTED else fact for fact in facts]


def _with_result(hearing: Hearing, fact: Fact) -> Fact:
    lower = hearing.writing.lower
    place = lower.find(fact.quote.lower())
    result = _RESULT.match(lower, place + len(fact.quote)) if place >= 0 else None
    if result is None or fact.status is not Status.PRESENT or fact.details.value:
        return fact
    when = time_told(lower, place, result.end())
    told = [result.span("result"), *([when.span()] if when else [])]
    value = " ".join(hearing.writing.words(*span) for span in told)
    return fact.model_copy(update={"details": fact.details.model_copy(update={"value": value})})
