"""The protocol every hospital back end implements."""

from collections.abc import Collection, Sequence
from datetime import date, datetime
from typing import Protocol

from his_adapter.access import Narrowed
from his_adapter.records import (
    Appointment,
    Department,
    HospitalInfo,
    OutpatientRecord,
    Patient,
    Physician,
    Policy,
    Section,
    Slot,
    Visit,
)


class Hospital(Protocol):
    """What the house asks of a hospital's system. Reads raise NotFound for an unknown id."""

    def info(self) -> HospitalInfo: ...

    def patient(self, patient_id: str) -> Patient: ...

    def named(self, names: Collection[str]) -> Sequence[Patient]:
        """The patients whose name is one of these, upper or lower case alike."""
        ...

    def records(self, patient_id: str) -> Sequence[OutpatientRecord]:
        """The patient's outpatient records, newest first."""
        ...

    def find(self, narrowed: Narrowed, *, limit: int) -> Sequence[OutpatientRecord]:
        """At most `limit` records that a narrowed SELECT asks for, newest first."""
        ...

    def departments(self) -> Sequence[Department]: ...

    def physicians(self, department_id: str) -> Sequence[Physician]: ...

    def on_duty(self, department_id: str, day: date) -> Sequence[Physician]: ...

    def free_slots(self, department_id: str, after: datetime, *, limit: int = 3) -> Sequence[Slot]: ...

    def hold(self, slot_id: int, patient_id: str, *, key: str) -> Appointment:
        """Take a slot; the same key again gives the same appointment until that is cancelled. Raises SlotTaken.

        A hold that is not confirmed may be given to someone else after a while.
        """
        ...

    def confirm(self, appointment_id: int) -> Appointment:
        """Raises SlotTaken when the appointment was cancelled or its hold given to someone else."""
        ...

    def cancel(self, appointment_id: int) -> Appointment: ...

    def policies(self) -> Sequence[Policy]: ...

    def create_visit(self, visit: Visit, *, key: str) -> int:
        """Write the record and its summary once per key; returns the outpatient number, the same for the same key."""
        ...

    def visits(self, department_id: str, day: date) -> Sequence[Visit]:
        """The visits of one day at one department, earliest appointment first."""
        ...

    def visit(self, outpatient_number: int) -> Visit: ...

    def edit(
        self, outpatient_number: int, statement_id: str, text: str, *, by: str, at: datetime, version: int
    ) -> Visit:
        """Change one statement of a summary, keeping what it said; its signature falls. Raises VersionConflict."""
        ...

    def add(self, outpatient_number: int, section: Section, text: str, *, by: str, at: datetime, version: int) -> Visit:
        """Add the doctor's own statement to a summary. Raises VersionConflict."""
        ...

    def sign(self, outpatient_number: int, *, by: str, at: datetime, version: int) -> Visit:
        """Sign record and summary. Raises VersionConflict."""
        ...
