"""The tests and vital signs there are, with their names, units, ranges and limits, as `knowledge/labs` has them."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Self

import yaml
from pydantic import Field, model_validator

from frontdesk.models.facts import Language, Sex, Value
from frontdesk.models.knowledge.formulary import formulary
from frontdesk.models.specialists.labs_vitals.concentration import factor

FOLDER = Path(__file__).parents[2] / "knowledge" / "labs"
FILES = ("vitals", "blood", "chemistry", "hormones", "urine")
Limits = tuple[float | None, float | None]


class When(Value):
    """All that is given must hold. Years, up to `age_under`; `state` is the meal; `taking` and `conditions` any of."""

    age_from: float | None = None
    age_under: float | None = None
    sex: Sex | None = None
    pregnant: bool | None = None
    language: Language | None = None
    state: str | None = None  # fasting, after_meal, one_hour, random
    taking: tuple[str, ...] = ()
    conditions: tuple[str, ...] = ()


class Band(Value):
    """Limits that replace the test's own when `when` holds; what is None stays the test's."""

    when: When
    normal: Limits | None = None
    critical: Limits | None = None
    plausible: Limits | None = None
    source: str | None = None


class Small(Value):
    """A value without a unit and below `below` is in `unit`."""

    unit: str
    below: float


class Test(Value):
    """One test or vital sign. `name` is its standard English name; limits are in `unit`.

    `units` turns other units into `unit`: a factor, or a factor and what is added. `habit` is the unit people of a
    language leave unsaid. `drug`: how much of that medicine is in the blood, by any of its names.
    `change` (in `unit`) or `change_percent` is more than scatter. `answers`: positive or
    negative. `codes` are short for the test only right before a number that can be its value: P 1.1, PT 12 s.
    Values of what is `whole` are told without a fraction.
    """

    __test__ = False  # not a test of pytest's

    name: str
    zh: str
    says: tuple[str, ...] = ()
    codes: tuple[str, ...] = ()
    drug: str | None = None
    unit: str = ""
    units: dict[str, float | tuple[float, float]] = {}
    habit: dict[Language, str] = {}
    small: Small | None = None
    normal: Limits | None = None
    critical: Limits = (None, None)
    plausible: Limits = (None, None)
    change: float | None = None
    change_percent: float | None = None
    bands: tuple[Band, ...] = ()
    whole: bool = False
    answers: bool = False
    neutral: bool = False  # neither answer is out of order
    source: str = Field(min_length=1)

    @model_validator(mode="after")
    def _can_be_judged(self) -> Self:
        if self.answers:
            return self
        if self.plausible == (None, None):
            raise ValueError(f"{self.name}: no plausible limits")
        if self.change is None and self.change_percent is None:
            raise ValueError(f"{self.name}: no meaningful change")
        return self

    def called(self, language: Language) -> str:
        return self.zh if language is Language.ZH else SPOKEN.get(self.name, self.name)

    def units_known(self) -> tuple[str, ...]:
        return (self.unit, *self.units)

    def has_unit(self, unit: str) -> bool:
        """Whether it is one of the test's units, or measures the same as one of them."""
        return self._turned(unit) is not None

    def in_own_unit(self, value: float, unit: str) -> float:
        """`value` in the test's own unit. Raises KeyError for a unit the test does not have."""
        by, added = self._turn(unit)
        return value * by + added

    def from_own_unit(self, value: float, unit: str) -> float:
        by, added = self._turn(unit)
        return (value - added) / by

    def _turn(self, unit: str) -> tuple[float, float]:
        turned = self._turned(unit)
        if turned is None:
            raise KeyError(unit)
        return turned

    def _turned(self, unit: str) -> tuple[float, float] | None:
        """By what a value in `unit` is multiplied, and what is added then; None for a unit of something else."""
        if unit == self.unit:
            return 1.0, 0.0
        if unit in self.units:
            turned = self.units[unit]
            return turned if isinstance(turned, tuple) else (turned, 0.0)
        for known in self.units_known():
            if (by := factor(unit, known)) is not None:
                return by * self._turn(known)[0], self._turn(known)[1]
        return None

    def is_change(self, before: float, now: float) -> bool:
        return abs(now - before) >= self.scatter(before) - 1e-9

    def scatter(self, value: float) -> float:
        """By how much a value like this one moves without being another."""
        return self.change if self.change is not None else abs(value) * (self.change_percent or 0.0) / 100


# How a name is written in a sentence where the standard name is all small letters.
SPOKEN = {
    "tsh": "TSH", "alt": "ALT", "ast": "AST", "ggt": "GGT", "inr": "INR", "egfr": "eGFR", "psa": "PSA", "hcg": "hCG",
    "bnp": "BNP", "nt-probnp": "NT-proBNP", "hemoglobin a1c": "hemoglobin A1C", "ldl cholesterol": "LDL cholesterol",
    "hdl cholesterol": "HDL cholesterol", "fsh": "FSH", "lh": "LH", "vitamin b12": "vitamin B12",
    "vitamin d": "vitamin D", "c-reactive protein": "C-reactive protein", "free t4": "free T4", "free t3": "free T3",
}  # fmt: skip


@cache
def tests() -> dict[str, Test]:
    """Every test by its standard name. Raises ValidationError naming what is wrong with an entry."""
    found: dict[str, Test] = {}
    for file in FILES:
        for entry in yaml.load((FOLDER / f"{file}.yaml").read_text("utf-8"), Loader=yaml.CSafeLoader):
            test = Test.model_validate(entry)
            if test.name in found:
                raise ValueError(f"{file}.yaml: {test.name} is there twice")
            found[test.name] = test
    return found


@cache
def by_name() -> dict[str, Test]:
    """Every test by every name it goes by, lower-case."""
    every = ((test, (*_levels(test), test.name, test.zh, *test.says)) for test in reversed(tests().values()))
    return {words.lower(): test for test, names in every for words in names}


_OF_A_LEVEL = (
    "浓度", "血药浓度", "血浓度", "谷浓度", "峰浓度", "血药谷浓度", "谷值", " level", " levels", " trough",
    " trough level", " concentration", " serum level", " drug level",
)  # fmt: skip


def _levels(test: Test) -> Iterator[str]:
    """拉莫三嗪谷浓度, lamotrigine trough."""
    medicine = formulary().medicines.get(test.drug or "")
    if medicine is None:
        return
    names = (medicine.code, medicine.zh, *(name for names in medicine.says.values() for name in names))
    for name in names:
        yield from (f"{name}{behind}" for behind in _OF_A_LEVEL if name.isascii() or not behind.isascii())
        yield from (f"{before} {name}" for before in ("serum", "trough") if name.isascii())


@cache
def by_code() -> dict[str, tuple[Test, ...]]:
    """The tests that a code may be short for, lower-case."""
    codes = dict.fromkeys(code.lower() for test in tests().values() for code in test.codes)
    return {code: tuple(one for one in tests().values() if code in one.codes) for code in codes}


def plain(name: str) -> str:
    return " ".join(name.lower().replace("_", " ").split())


def find(name: str) -> Test | None:
    """The test a record's name means, whether written short, long or in Chinese; None when no list knows it."""
    wanted, names = plain(name), by_name()
    if wanted in names:
        return names[wanted]
    within = [known for known in names if len(known) > 2 and _holds(wanted, known)]
    return names[max(within, key=len)] if within else None


def _holds(wanted: str, known: str) -> bool:
    return known in wanted if not known.isascii() else f" {known} " in f" {wanted} "
