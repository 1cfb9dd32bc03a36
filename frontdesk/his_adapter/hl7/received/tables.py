"""The index's tables. `told`: when the message of a row was made; an older one that comes late changes nothing."""

from datetime import date

from pydantic import NaiveDatetime
from sqlmodel import Field, SQLModel


class ReceivedPatientRow(SQLModel, table=True):
    __tablename__ = "received_patient"

    patient_id: str = Field(primary_key=True)
    name: str = Field(index=True)  # as the index is searched: folded
    other_name: str = Field(index=True)  # with the halves in the other order
    shown: str
    sex: str
    birth_date: date | None = None
    phone: str
    merged_into: str
    told: NaiveDatetime


class ReceivedAppointmentRow(SQLModel, table=True):
    __tablename__ = "received_appointment"

    appointment_id: str = Field(primary_key=True)
    patient_id: str = Field(index=True)
    department_id: str
    physician_id: str
    starts: NaiveDatetime
    minutes: int
    state: str
    told: NaiveDatetime
