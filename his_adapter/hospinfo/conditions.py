"""The condition and the fields that an instruction to show or to delete names."""

import re
from collections.abc import Sequence
from datetime import datetime

from his_adapter.hospinfo.ages import aged
from his_adapter.hospinfo.clinical import clinical
from his_adapter.hospinfo.departments import departments
from his_adapter.hospinfo.fields import asked_for, fielded
from his_adapter.hospinfo.people import doctors, gendered, named
from his_adapter.hospinfo.script import Kind, Script
from his_adapter.hospinfo.together import together
from his_adapter.hospinfo.when import dated
from his_adapter.operation import Column, Condition, Term

ALTERNATIVES = re.compile(r",? or |或者?是?|、")
BOUND = len("age__gt")  # and "age__lt": an "e" more makes no other bound
OF_AGE: tuple[Condition, ...] = ({"age__gte": 18}, {"age__lt": 18})
EXACT = (
    (Kind.PATIENT, Column.PATIENT_ID),
    (Kind.RECORD, Column.OUTPATIENT_NUMBER),
    (Kind.PERSON, Column.NAME),
    (Kind.GENDER, Column.GENDER),
    (Kind.DEPARTMENT, Column.DEPARTMENT),
    (Kind.DOCTOR, Column.PHYSICIAN_SIGNATURE),
)


def recognised(said: Script, now: datetime, known: Sequence[str]) -> Script:
    """Everything that can be a condition or a field asked for as letters; `said` has ids and quotations as such."""
    read = dated(asked_for(gendered(said)), now)
    return clinical(fielded(named(doctors(departments(aged(read), known)))))


def targets(rest: Script, now: datetime, known: Sequence[str]) -> Script:
    """Whatever tells which records to change, as letters."""
    return clinical(named(doctors(departments(aged(dated(rest, now)), known))))


def _ages(read: Script) -> list[Condition]:
    """A bound in years goes before "adult" and "minor", which say no more beside it."""
    ages: list[Condition] = read.every(Kind.AGE)
    bounded = {key[:BOUND] for bounds in ages if bounds not in OF_AGE for key in bounds}
    return [bounds for bounds in ages if bounds not in OF_AGE or bounded.isdisjoint(key[:BOUND] for key in bounds)]


def condition_of(read: Script) -> Condition:
    """Several things of one kind are any-of. Raises Apart."""
    terms: dict[str, list[Term]] = {}
    for kind, column in EXACT:
        for meant in read.every(kind):
            terms.setdefault(column, []).extend(meant if isinstance(meant, tuple) else (meant,))
    for column, words in read.every(Kind.CLINICAL):
        terms.setdefault(column, []).extend(part.strip() for part in ALTERNATIVES.split(words) if part.strip())
    condition: Condition = {}
    for key, wanted in terms.items():
        different = tuple(dict.fromkeys(wanted))
        condition[key] = different[0] if len(different) == 1 else different
    for bounds in _ages(read):
        condition |= bounds
    return condition | together(read.every(Kind.WHEN))
