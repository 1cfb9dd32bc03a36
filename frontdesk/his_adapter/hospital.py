"""A hospital's system in four parts: what the house asks of each, and what a back end says it can do.

Ids are strings that belong to the hospital. Every call may raise HospitalAway, and NotSupported where `supports`
says that a part cannot do it; nothing is left out in silence.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum
from typing import Protocol

from frontdesk.his_adapter.access import Narrowed
from frontdesk.his_adapter.history import ClinicalHistory
from frontdesk.his_adapter.records import (
    Appointment,
    Department,
    HospitalInfo,
    OutpatientRecord,
    Patient,
    Physician,
    Policy,
    RecordVersion,
    Slot,
    Visit,
)


class Feature(StrEnum):
    """What a back end may be able to do."""

    DEPARTMENTS = "departments"
    PHYSICIANS = "physicians"
    DUTY = "duty"  # who is on duty on which day
    OPENINGS = "openings"  # when a department is open, and whom it accepts
    PLACES = "places"  # rooms, floors and the way there
    SPECIALTIES = "specialties"  # which standard specialties a department covers
    POLICIES = "policies"
    PATIENTS = "patients"
    NAMES = "names"  # patients by their name
    REFERENCES = "references"  # patients as another system refers to them
    REGISTRATION = "registration"  # patients' own data are changed, and two numbers made one, here
    SLOTS = "slots"  # free times, and holding, confirming and cancelling one
    APPOINTMENTS = "appointments"  # what a patient has booked
    QUEUE = "queue"  # a queue number with every appointment
    FIND = "find"  # records under a narrowed operation
    CREATE = "create"  # records; and so on
    AMEND = "amend"
    SIGN = "sign"
    HISTORY = "history"
    CLINICAL_HISTORY = "clinical_history"  # allergies, conditions, medicines, observations as entries of their own


class Directory(Protocol):
    """Where there is what: read in every turn, so it answers from memory. NotFound for an unknown department."""

    @property
    def supports(self) -> frozenset[Feature]: ...

    def info(self) -> HospitalInfo: ...

    def departments(self) -> Sequence[Department]:
        """In the order of the directory; the same object until something changed."""
        ...

    def physicians(self, department_id: str) -> Sequence[Physician]: ...

    def on_duty(self, department_id: str, day: date) -> Sequence[Physician]: ...

    def policies(self) -> Sequence[Policy]: ...


class PatientIndex(Protocol):
    """Who is registered. What is compared of a patient is compared here, never in the hospital's system."""

    @property
    def supports(self) -> frozenset[Feature]: ...

    def patient(self, patient_id: str) -> Patient:
        """By the number on the card; of patients that were merged the one that stands. Raises NotFound."""
        ...

    def named(self, names: Collection[str]) -> Sequence[Patient]:
        """The patients whose whole name is one of these, upper or lower case alike."""
        ...

    def referred_to(self, reference: str) -> Patient:
        """As another system refers to one, whole: `https://host/fhir/Patient/1`; of merged ones the one that stands.

        Raises NotFound, and NotSupported for what is on another server than this one.
        """
        ...


class Scheduling(Protocol):
    """Free times and what is booked of them."""

    @property
    def supports(self) -> frozenset[Feature]: ...

    def free_slots(self, department_id: str, after: datetime, *, limit: int = 3) -> Sequence[Slot]:
        """The earliest first."""
        ...

    def appointments(self, patient_id: str, after: datetime) -> Sequence[Appointment]:
        """What a patient has booked from then on, the earliest first."""
        ...

    def hold(
        self,
        slot_id: str,
        patient_id: str,
        *,
        key: str,
        department_id: str | None = None,
        replacing: str | None = None,
    ) -> Appointment:
        """Take a slot; the same key again gives the same appointment until that is cancelled.

        `replacing` is an appointment of the patient that falls with this one. A hold that is not confirmed may be
        given to someone else after a while. Raises NotFound (also for a slot of another department than
        `department_id`), SlotTaken, AlreadyBooked.
        """
        ...

    def confirm(self, appointment_id: str) -> Appointment:
        """Again it changes nothing. Raises NotFound, and SlotTaken when it was cancelled or given to someone else."""
        ...

    def cancel(self, appointment_id: str) -> Appointment:
        """Again it changes nothing. Raises NotFound."""
        ...


class Records(Protocol):
    """The hospital's outpatient records. What is written here was written in the application's ledger before."""

    @property
    def supports(self) -> frozenset[Feature]: ...

    def find(self, narrowed: Narrowed, *, limit: int) -> Sequence[OutpatientRecord]:
        """At most `limit` records that a narrowed SELECT asks for, newest first."""
        ...

    def create(self, visit: Visit, *, key: str) -> str:
        """Record and summary, once per key; the record's id, the same for the same key."""
        ...

    def amend(self, record_id: str, visit: Visit) -> None:
        """The record as it stands in `visit`. Raises NotFound, and VersionConflict where somebody else changed it."""
        ...

    def sign(self, record_id: str, visit: Visit) -> None:
        """`visit` is signed: the record becomes final. Raises as `amend` does."""
        ...

    def history(self, record_id: str) -> Sequence[RecordVersion]:
        """Every version there was, oldest first. Raises NotFound."""
        ...

    def clinical_history(self, narrowed: Narrowed) -> ClinicalHistory:
        """What is kept on the patient that a narrowed SELECT names, over all visits, as far as its columns go.

        What could not be asked is said in the answer. Raises NotFound for a patient that is not known.
        """
        ...


@dataclass(frozen=True)
class Hospital:
    """The four parts as the house uses them; each may be a back end's, or one that says it can do nothing."""

    directory: Directory
    patients: PatientIndex
    scheduling: Scheduling
    records: Records

    @property
    def supports(self) -> frozenset[Feature]:
        parts = (self.directory, self.patients, self.scheduling, self.records)
        return frozenset().union(*(part.supports for part in parts))
