"""Which limits hold for one patient: by age, sex, pregnancy, meal, medicines and illnesses."""

from typing import NamedTuple

from frontdesk.models.facts import Language, Person, Sex
from frontdesk.models.specialists.case import Patient
from frontdesk.models.specialists.labs_vitals.catalogue import Limits, Test, When

ASSUMED = 40  # years, where nothing is known


class Range(NamedTuple):
    """In the test's own unit."""

    normal: Limits | None
    critical: Limits
    plausible: Limits
    source: str


def range_for(test: Test, patient: Patient, *, language: Language, state: str | None = None) -> Range:
    """The limits of `test`; where the sex decides and is not known, the widest of both sexes."""
    fitting = [_with(test, patient.model_copy(update={"sex": sex}), language, state) for sex in _sexes(patient)]
    first, *others = fitting
    for other in others:
        if first.normal and other.normal:
            first = first._replace(normal=_widest(first.normal, other.normal))
        first = first._replace(critical=_widest(first.critical, other.critical))
    return first


def _sexes(patient: Patient) -> tuple[Sex, ...]:
    if patient.sex is not None:
        return (patient.sex,)
    return (Sex.FEMALE,) if patient.pregnant else (Sex.FEMALE, Sex.MALE)


def _widest(one: Limits, other: Limits) -> Limits:
    low = None if one[0] is None or other[0] is None else min(one[0], other[0])
    high = None if one[1] is None or other[1] is None else max(one[1], other[1])
    return low, high


def _with(test: Test, patient: Patient, language: Language, state: str | None) -> Range:
    found = Range(test.normal, test.critical, test.plausible, test.source)
    for band in test.bands:
        if _holds(band.when, patient, language, state):
            return Range(
                normal=band.normal or found.normal,
                critical=band.critical or found.critical,
                plausible=band.plausible or found.plausible,
                source=band.source or found.source,
            )
    return found


def _holds(when: When, patient: Patient, language: Language, state: str | None) -> bool:
    """An unknown age is an adult's; of a band every range may hold that holds at some age in it."""
    person = patient.person
    known = person if person.age_told else Person(age_months=ASSUMED * 12)
    return (
        (when.age_from is None or known.may_be_from(when.age_from))
        and (when.age_under is None or known.may_be_under(when.age_under))
        and (when.age_from is None or when.age_from < ASSUMED or person.age_told)
        and (when.sex is None or when.sex is patient.sex)
        and (when.pregnant is None or when.pregnant is bool(patient.pregnant))
        and (when.language is None or when.language is language)
        and (when.state is None or when.state == state)
        and (not when.taking or any(_among(one.name, when.taking) for one in patient.medications))
        and (not when.conditions or any(_among(one, when.conditions) for one in patient.conditions))
    )


def _among(name: str, wanted: tuple[str, ...]) -> bool:
    return any(one in name.lower() for one in wanted)
