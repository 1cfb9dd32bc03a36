"""The condition and the fields that an instruction to show or to delete names."""

import re
from collections.abc import Iterable, Sequence
from datetime import datetime

from frontdesk.his_adapter.hospinfo.ages import aged
from frontdesk.his_adapter.hospinfo.clinical import ALTERNATIVES, Told, clinical
from frontdesk.his_adapter.hospinfo.departments import departments
from frontdesk.his_adapter.hospinfo.fields import asked_for, fielded
from frontdesk.his_adapter.hospinfo.people import doctors, gendered, named
from frontdesk.his_adapter.hospinfo.refusals import No, Reason
from frontdesk.his_adapter.hospinfo.script import Kind, Script
from frontdesk.his_adapter.hospinfo.together import together
from frontdesk.his_adapter.hospinfo.when import dated
from frontdesk.his_adapter.medical_names import field_of
from frontdesk.his_adapter.operation import Column, Condition, Term

JOINED = re.compile(r",? and (?:also )?(?:an? )?|并且?有?|而且有?|且|和|以及|同时有|伴有?")
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


def condition_of(read: Script, named_too: Iterable[Told] = ()) -> Condition:
    """Several things of one kind are any-of; `named_too` are further ones. Raises Apart and No."""
    terms: dict[str, list[Term]] = {}
    for kind, column in EXACT:
        for meant in read.every(kind):
            terms.setdefault(column, []).extend(meant if isinstance(meant, tuple) else (meant,))
    for told in (*read.every(Kind.CLINICAL), *named_too):
        for column, words in _together(told):
            terms.setdefault(column, []).extend(part.strip() for part in ALTERNATIVES.split(words) if part.strip())
    condition: Condition = {}
    for key, wanted in terms.items():
        different = tuple(dict.fromkeys(wanted))
        condition[key] = different[0] if len(different) == 1 else different
    for bounds in _ages(read):
        condition |= bounds
    return condition | together(read.every(Kind.WHEN))


def _together(told: Told) -> list[Told]:
    """ "Hypertension and chest pain" are two conditions, each in its field. Raises No when both are of one field."""
    parts = [part.strip() for part in JOINED.split(told[1])]
    fields = [field_of(part) for part in parts]
    if field_of(told[1]) or len(parts) == 1 or None in fields:
        return [told]
    if len(set(fields)) < len(fields):
        raise No(Reason.TOGETHER)
    return [(field, part) for field, part in zip(fields, parts, strict=True) if field is not None]
