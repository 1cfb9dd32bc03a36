"""Appointments of GNU Health: its free rows are the times, and a booked one is the row, changed under its timestamp."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import datetime, timedelta

from frontdesk.his_adapter.errors import (
    AlreadyBooked,
    HospitalAway,
    HospitalError,
    NotFound,
    SlotTaken,
    VersionConflict,
)
from frontdesk.his_adapter.gnuhealth.address import Address
from frontdesk.his_adapter.gnuhealth.booking import Booking, Marks, mark_of
from frontdesk.his_adapter.gnuhealth.client import Client
from frontdesk.his_adapter.gnuhealth.directory import physician_id
from frontdesk.his_adapter.gnuhealth.patients import GnuHealthPatients
from frontdesk.his_adapter.gnuhealth.values import Row, local, text_in, utc
from frontdesk.his_adapter.hospital import Feature
from frontdesk.his_adapter.records import Appointment, AppointmentState, Slot

APPOINTMENT = "gnuhealth.appointment"
FIELDS = (
    "appointment_date",
    "comments",
    "state",
    "healthprof.code",
    "patient.puid",
    "speciality.code",
    "_timestamp",
)
FREE, CONFIRMED = "free", "confirmed"
STANDING = [CONFIRMED, "checked_in", "done"]
TRIES = 3  # of a change that somebody else's came before


class GnuHealthScheduling:
    supports = frozenset({Feature.SLOTS, Feature.APPOINTMENTS})

    def __init__(
        self, client: Client, address: Address, patients: GnuHealthPatients, clock: Callable[[], datetime]
    ) -> None:
        self._client = client
        self._patients = patients
        self._now = clock
        self._marks = Marks(address.ours)
        self._minutes = address.minutes

    def free_slots(self, department_id: str, after: datetime, *, limit: int = 3) -> Sequence[Slot]:
        domain = [
            ("state", "=", FREE),
            ("speciality.code", "=", department_id),
            ("appointment_date", ">=", utc(after)),
        ]
        free = self._client.search(APPOINTMENT, domain, FIELDS, order=("appointment_date", "id"), limit=limit)
        return [self._slot(row) for row in free]

    def appointments(self, patient_id: str, after: datetime) -> Sequence[Appointment]:
        person = self._patients.row_id(patient_id)
        return [self._appointment(row) for row in self._of(person, after)] if person is not None else []

    def hold(
        self, slot_id: str, patient_id: str, *, key: str, department_id: str | None = None, replacing: str | None = None
    ) -> Appointment:
        mark = mark_of(key)
        if (mine := self._under(mark)) is not None:
            return self._appointment(mine)
        row = self._read(slot_id)
        if department_id is not None and text_in(row, "speciality.code") != department_id:
            raise NotFound(f"slot {slot_id}")
        if self._slot(row).starts < self._now():
            raise SlotTaken(f"slot {slot_id} is over")
        if row["state"] != FREE:
            return self._by_another_try(slot_id, mark)
        person = self._patients.registered(patient_id)
        self._refuse_a_second(row, person, replacing)
        comments = self._marks.marked(row, mark, confirmed=False)
        taken = {"state": CONFIRMED, "patient": person, "comments": comments}
        try:
            self._client.write(APPOINTMENT, row, taken)
        except VersionConflict:
            return self._by_another_try(slot_id, mark)
        except HospitalAway:
            with suppress(HospitalError):  # the answer may be lost after the work was done
                return self._by_another_try(slot_id, mark)
            raise
        return self._by_another_try(slot_id, mark)

    def confirm(self, appointment_id: str) -> Appointment:
        for _ in range(TRIES):
            booking, row = self._booking(appointment_id)
            if not self._stands(row, booking):
                raise SlotTaken(f"appointment {appointment_id} was cancelled")
            if not self._marks.is_unconfirmed(row):
                break
            with suppress(VersionConflict):
                comments = self._marks.marked(row, booking.mark, confirmed=True)
                self._client.write(APPOINTMENT, row, {"comments": comments})
        return self._appointment(self._booking(appointment_id)[1])

    def cancel(self, appointment_id: str) -> Appointment:
        """A time that we took is free again; what the desk booked is cancelled by the patient."""
        for _ in range(TRIES):
            booking, row = self._booking(appointment_id)
            if not self._stands(row, booking):
                return self._cancelled(appointment_id, row, "")  # whoever has the row now is not told
            given_up = {"state": FREE, "patient": None, "name": None, "comments": self._marks.bare(row)}
            with suppress(VersionConflict):
                self._client.write(APPOINTMENT, row, given_up if booking.mark else {"state": "user_cancelled"})
                return self._cancelled(appointment_id, row, self._appointment(row).patient_id)
        raise VersionConflict("an appointment that others keep changing")

    def _cancelled(self, appointment_id: str, row: Row, patient_id: str) -> Appointment:
        return Appointment(
            appointment_id=appointment_id,
            slot=self._slot(row),
            patient_id=patient_id,
            state=AppointmentState.CANCELLED,
            queue_number="",
        )

    def _booking(self, appointment_id: str) -> tuple[Booking, Row]:
        booking = Booking.of(appointment_id)
        return booking, self._read(booking.row)

    def _read(self, row_id: str) -> Row:
        row = self._client.one(APPOINTMENT, row_id, FIELDS)
        if row is None or row["appointment_date"] is None:
            raise NotFound(f"appointment {row_id}")
        return row

    def _stands(self, row: Row, booking: Booking) -> bool:
        return row["state"] in STANDING and self._marks.mark(row) == booking.mark

    def _of(self, person: int, after: datetime) -> Sequence[Row]:
        domain = [("patient", "=", person), ("state", "in", STANDING), ("appointment_date", ">=", utc(after))]
        return self._client.search(APPOINTMENT, domain, FIELDS, order=("appointment_date", "id"))

    def _under(self, mark: str) -> Row | None:
        domain = [("state", "in", STANDING), ("comments", "like", self._marks.pattern(mark))]
        rows = self._client.search(APPOINTMENT, domain, FIELDS, limit=1)
        return rows[0] if rows else None

    def _by_another_try(self, slot_id: str, mark: str) -> Appointment:
        """What has the row now may be our own other try. Raises SlotTaken."""
        row = self._read(slot_id)
        if row["state"] in STANDING and self._marks.mark(row) == mark:
            return self._appointment(row)
        raise SlotTaken(f"slot {slot_id}")

    def _refuse_a_second(self, row: Row, person: int, replacing: str | None) -> None:
        length = timedelta(minutes=self._minutes)
        starts = self._slot(row).starts
        for other in self._of(person, starts - length + timedelta(seconds=1)):
            falls = other["id"] == row["id"] or replacing == self._marks.appointment_id(other)
            if local(other["appointment_date"]) < starts + length and not falls:
                raise AlreadyBooked(f"the patient is at slot {other['id']} then")

    def _slot(self, row: Row) -> Slot:
        return Slot(
            slot_id=str(row["id"]),
            department_id=text_in(row, "speciality.code"),
            physician_id=physician_id(row),
            starts=local(row["appointment_date"]),
            minutes=self._minutes,
        )

    def _appointment(self, row: Row) -> Appointment:
        state = AppointmentState.CONFIRMED if row["state"] in STANDING else AppointmentState.CANCELLED
        if state is AppointmentState.CONFIRMED and self._marks.is_unconfirmed(row):
            state = AppointmentState.HELD
        return Appointment(
            appointment_id=self._marks.appointment_id(row),
            slot=self._slot(row),
            patient_id=self._patients.number(text_in(row, "patient.puid")),
            state=state,
            queue_number="",
        )
