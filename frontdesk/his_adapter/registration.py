"""A patient's own data as staff change them: what may stand in a field, and what a merge of two numbers would do."""

import re
from collections.abc import Iterator, Mapping
from datetime import date, datetime
from enum import StrEnum

from frontdesk.his_adapter.records import Patient
from frontdesk.models.facts import Sex, Value

OLDEST = 125  # years: the longest life on record is 122
LONGEST_NAME = 80  # characters
PHONE = re.compile(r"\+?[0-9][0-9 ()\-]{3,24}")


class PatientField(StrEnum):
    NAME = "name"
    SEX = "sex"
    BIRTH_DATE = "birth_date"
    PHONE = "phone"


class Fault(StrEnum):
    """Why a field cannot stand as it was written."""

    EMPTY = "empty"
    TOO_LONG = "too_long"
    NO_LETTER = "no_letter"  # a name without one
    NOT_BORN = "not_born"  # a birth date ahead
    TOO_OLD = "too_old"
    NO_PHONE = "no_phone"


class Wrong(Value):
    field: PatientField
    why: Fault


class PatientData(Value):
    """What a form says of a patient."""

    name: str
    sex: Sex
    birth_date: date
    phone: str = ""

    @property
    def tidy(self) -> "PatientData":
        """Without blanks around and doubled ones within."""
        return self.model_copy(update={"name": " ".join(self.name.split()), "phone": " ".join(self.phone.split())})


def data_of(patient: Patient) -> dict[str, str]:
    """A patient's data by the names of the fields, as text; what the hospital does not know is empty."""
    return {
        PatientField.NAME.value: patient.name,
        PatientField.SEX.value: patient.sex.value if patient.sex else "",
        PatientField.BIRTH_DATE.value: patient.birth_date.isoformat() if patient.birth_date else "",
        PatientField.PHONE.value: patient.phone,
    }


def faults(data: PatientData, today: date) -> Iterator[Wrong]:
    """What cannot stand; empty: it can."""
    if not data.name:
        yield Wrong(field=PatientField.NAME, why=Fault.EMPTY)
    elif len(data.name) > LONGEST_NAME:
        yield Wrong(field=PatientField.NAME, why=Fault.TOO_LONG)
    elif not any(sign.isalpha() for sign in data.name):
        yield Wrong(field=PatientField.NAME, why=Fault.NO_LETTER)
    if data.birth_date > today:
        yield Wrong(field=PatientField.BIRTH_DATE, why=Fault.NOT_BORN)
    elif today.year - data.birth_date.year > OLDEST:
        yield Wrong(field=PatientField.BIRTH_DATE, why=Fault.TOO_OLD)
    if data.phone and not PHONE.fullmatch(data.phone):
        yield Wrong(field=PatientField.PHONE, why=Fault.NO_PHONE)


class Difference(Value):
    """A field that the two numbers have otherwise; `stands` is what the kept one would have."""

    field: PatientField
    old: str
    kept: str
    stands: str


class Moving(Value):
    """A record, or a booked time, that would go from the old number to the kept one."""

    number: str
    department: str
    at: datetime
    signed: bool = False


class Concern(StrEnum):
    """What somebody has to look at before two numbers are made one."""

    OTHER_NAME = "other_name"
    OTHER_SEX = "other_sex"
    OTHER_BIRTH_DATE = "other_birth_date"
    BOTH_BOOKED = "both_booked"  # two times that overlap
    BOTH_WAIT = "both_wait"  # both have a visit of today that nobody signed
    AT_A_KIOSK = "at_a_kiosk"  # a reception under one of the numbers is open


class Side(Value):
    """One of the two numbers, as it stands."""

    patient_id: str
    data: Mapping[str, str]
    records: int
    last_visit: datetime | None
    appointments: int


class MergePlan(Value):
    """What a merge would do; `seen` stands for all of it, so that it is done on nothing else."""

    old: Side
    kept: Side
    differences: tuple[Difference, ...]
    records: tuple[Moving, ...]
    appointments: tuple[Moving, ...]
    concerns: Mapping[Concern, tuple[str, ...]]
    seen: str
