"""The built-in hospital's tables. They do not validate: values are checked where they are turned into records."""

from datetime import date, time
from typing import Any

from pydantic import NaiveDatetime
from sqlalchemy import Index, UniqueConstraint, text
from sqlmodel import Field, SQLModel

from frontdesk.database.columns import json, number, number_of

LIVE = text("state <> 'cancelled'")


class HospitalRow(SQLModel, table=True):
    """The one row about the hospital itself; `version` grows whenever the directory or the policies change."""

    __tablename__ = "hospital"

    hospital_id: int = Field(default=1, primary_key=True, sa_column_kwargs={"autoincrement": False})
    version: int
    name: dict[str, str] = json()
    address: dict[str, str] = json()
    phone: str
    fallbacks: dict[str, str] = json()
    emergency: dict[str, str] = json()
    floors: list[dict[str, Any]] = json()
    places: list[dict[str, Any]] = json()
    taken_percent: int  # of the slots made, as if booked elsewhere
    demonstration: bool = False  # invented, with sign-ins that everybody knows
    slots_until: date | None = None  # the last day slots were made for


class PatientRow(SQLModel, table=True):
    __tablename__ = "patient"

    patient_id: str = Field(primary_key=True)
    name: str
    sex: str
    birth_date: date
    phone: str


class MergedPatientRow(SQLModel, table=True):
    """A number that is no longer used: of the two numbers that one person had, the other was kept."""

    __tablename__ = "merged_patient"

    patient_id: str = Field(primary_key=True)
    kept: str = Field(index=True)


class DepartmentRow(SQLModel, table=True):
    """Retired ones are no longer shown; their visits stay."""

    __tablename__ = "department"

    department_id: str = Field(primary_key=True)
    place: int  # in the directory
    retired: bool
    name: dict[str, str] = json()
    specialties: list[str] = json()
    building: dict[str, str] = json()
    floor: int
    room: str
    directions: dict[str, str] = json()
    openings: list[dict[str, Any]] = json()
    rules: dict[str, Any] = json()
    phone: str
    minutes_to_walk: int
    closed_on: list[str] = json()


class PhysicianRow(SQLModel, table=True):
    __tablename__ = "physician"

    physician_id: str = Field(primary_key=True)
    department_id: str = Field(foreign_key="department.department_id", index=True)
    place: int
    retired: bool
    name: dict[str, str] = json()
    title: dict[str, str] = json()
    sex: str
    expertise: dict[str, str] = json()


class ScheduleRow(SQLModel, table=True):
    """One weekly time on duty; ISO weekday."""

    __tablename__ = "schedule"

    physician_id: str = Field(primary_key=True, foreign_key="physician.physician_id")
    weekday: int = Field(primary_key=True)
    opens: time = Field(primary_key=True)
    closes: time


class SlotRow(SQLModel, table=True):
    __tablename__ = "slot"
    __table_args__ = (
        UniqueConstraint("physician_id", "starts", name="uq_slot_physician_starts"),
        Index("ix_slot_department_starts", "department_id", "starts"),
    )

    slot_id: int = number()
    department_id: str = Field(foreign_key="department.department_id")
    physician_id: str = Field(foreign_key="physician.physician_id")
    starts: NaiveDatetime
    minutes: int


class AppointmentRow(SQLModel, table=True):
    """A slot taken by a patient or a guest. Only one that is not cancelled may hold a slot."""

    __tablename__ = "appointment"
    __table_args__ = (
        UniqueConstraint("key", name="uq_appointment_key"),
        Index(
            "uq_appointment_queue_live",
            *("department_id", "day", "queue_number"),
            unique=True,
            sqlite_where=LIVE,
            postgresql_where=LIVE,
        ),
        Index("uq_appointment_slot_live", "slot_id", unique=True, sqlite_where=LIVE, postgresql_where=LIVE),
    )

    appointment_id: int = number()
    slot_id: int = number_of("slot.slot_id", nullable=False)
    department_id: str
    day: date
    queue_number: str
    patient_id: str = Field(index=True)  # no foreign key: a guest has no row
    state: str
    held_until: NaiveDatetime
    key: str | None = None  # given back on cancelling, so that the same key may book anew


class PolicyRow(SQLModel, table=True):
    __tablename__ = "policy"

    policy_id: str = Field(primary_key=True)
    place: int
    category: str
    title: dict[str, str] = json()
    body: dict[str, str] = json()
    asked: dict[str, list[str]] = json()
