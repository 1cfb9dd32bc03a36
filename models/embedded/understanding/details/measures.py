"""What is told as measured on the body without being asked for: a temperature, a sugar, a blood pressure."""

from typing import NamedTuple

from models.embedded.scope import ScopeKind
from models.embedded.understanding.details.details import Detail
from models.embedded.understanding.details.measured import pressures, sugar_measured, with_pressure, with_results
from models.embedded.understanding.details.temperatures import (
    OF_NO_BODY,
    after_the_highest,
    fever_measured,
    highest,
    when_measured,
)
from models.embedded.understanding.details.vital_signs import DEGREES
from models.embedded.understanding.hearing import Hearing
from models.embedded.understanding.lexicon import Mention
from models.facts import Details, Fact

# From which a sugar at any hour is one of diabetes (WHO 2019, random plasma glucose).
_DIABETIC = {"mmol/L": 11.1, "mg/dL": 200.0}
_NOT_OWN = frozenset({ScopeKind.OTHER_PERSON, ScopeKind.HYPOTHETICAL, ScopeKind.NEGATED, ScopeKind.PAST})


class Measures(NamedTuple):
    temperature: Detail | None  # told without speaking of fever
    taken_at: Detail | None  # when that was
    later: str | None  # the temperature of now, where it was higher before
    fever_read: Detail | None  # when a fever that was asked for was measured
    sugar: Detail | None
    pressures: list[Detail]

    def facts(self, hearing: Hearing) -> list[Fact]:
        """A fever and a high sugar by their numbers."""
        found = []
        if self.temperature:
            since = self.taken_at.value if self.taken_at else None
            found.append(fever_measured(self.temperature.value, hearing.writing, since=since))
        if self.sugar:
            found.append(sugar_measured(self.sugar.value, hearing.writing))
        return found

    def given_to(self, hearing: Hearing, facts: list[Fact]) -> list[Fact]:
        """The facts with these and with the results of tests."""
        return with_results(hearing, with_pressure(hearing, self.pressures, [*facts, *self.facts(hearing)]))

    def beside_fever(self, loose: Details) -> Details:
        """昨晚量了37度2, asked for a fever, dates nothing but that."""
        if self.fever_read and loose.duration == self.fever_read.value:
            return loose.model_copy(update={"duration": None})
        return loose


def set_apart(found: list[Detail], hearing: Hearing, mentions: list[Mention]) -> tuple[list[Detail], Measures]:
    """`found` without what was measured, and that."""
    lower = hearing.writing.lower
    later = None if hearing.marks else after_the_highest(found, hearing.writing)
    found = found if hearing.marks else highest(found, lower)
    fever_read = _when_read(found, mentions, lower) if hearing.asked == "finding:fever" else None
    temperature = _temperature(found, hearing, mentions)
    taken_at = when_measured(temperature, found, mentions, lower) if temperature else None
    found = [detail for detail in found if detail is not temperature and detail is not taken_at]
    sugar = _sugar(found, hearing, mentions)
    of_pressure = [] if hearing.asked == "value" else pressures(found)
    found = [detail for detail in found if detail is not sugar and detail not in of_pressure]
    return found, Measures(temperature, taken_at, later, fever_read, sugar, of_pressure)


def _temperature(found: list[Detail], hearing: Hearing, mentions: list[Mention]) -> Detail | None:
    """A body temperature told without speaking of fever, and not asked for: 孩子39度2，咳嗽."""
    if hearing.asked in ("finding:fever", "value") or OF_NO_BODY.search(hearing.writing.lower):
        return None
    if any(mention.code in ("fever", "low_fever") for mention in mentions):
        return None
    return _in_degrees(found)


def _when_read(found: list[Detail], mentions: list[Mention], lower: str) -> Detail | None:
    read_at = _in_degrees(found)
    return when_measured(read_at, found, mentions, lower) if read_at else None


def _in_degrees(found: list[Detail]) -> Detail | None:
    return next((d for d in found if d.kind == "value" and d.value.endswith(DEGREES)), None)


def _sugar(found: list[Detail], hearing: Hearing, mentions: list[Mention]) -> Detail | None:
    """A blood sugar too high at any hour, told without a word for it and not asked for: "morning sugar is 12 to 13"."""
    if hearing.asked == "value" or any(mention.code == "high_sugar_reading" for mention in mentions):
        return None
    told = (d for d in found if d.kind == "value" and d.value.endswith(tuple(_DIABETIC)))
    own = (d for d in told if not _NOT_OWN & hearing.under(d.start, d.end))
    return next((d for d in own if _most(d.value) >= _DIABETIC[d.value.split()[1]]), None)


def _most(value: str) -> float:
    return max(float(number) for number in value.split()[0].split("-"))
