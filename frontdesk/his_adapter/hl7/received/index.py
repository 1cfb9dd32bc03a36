"""Keeps what messages say, each once and the newest last; a message that comes again or late changes nothing."""

import re
from datetime import datetime

import structlog
from sqlalchemy import Engine
from sqlalchemy.orm import Session

from frontdesk.database.engine import writing
from frontdesk.his_adapter.hl7.message import Message, component
from frontdesk.his_adapter.hl7.received.messages import (
    BOOKED,
    MERGE,
    PERSON,
    Booking,
    Unfit,
    booking,
    event,
    merged,
    moment,
    person,
)
from frontdesk.his_adapter.hl7.received.tables import ReceivedAppointmentRow, ReceivedPatientRow

log = structlog.get_logger()


KIND = re.compile(r"[A-Z]{3}")  # as it may stand in a log: what is shifted by a field may be a name


class Unwanted(Exception):
    """A message of a kind that is not taken at all: answered AR."""


class Index:
    def __init__(self, engine: Engine, patients: str) -> None:
        """`patients`: who gives the numbers on cards, as PID-3.4 has it."""
        self._engine = engine
        self._patients = patients

    def take(self, message: Message) -> bool:
        """False: of an event that says nothing that is kept here. Raises Unfit, Unwanted."""
        kind, what = component(message.field("MSH", 9), 1), event(message)
        if kind not in ("ADT", "SIU"):
            raise Unwanted(kind if KIND.fullmatch(kind) else "")
        told = moment(component(message.field("MSH", 7), 1))
        if told is None:
            raise Unfit("MSH^1^7", "101")
        if what not in PERSON | MERGE | BOOKED.keys():
            return False
        with writing(self._engine) as session:
            if what in MERGE:
                _merge(session, *merged(message, self._patients), told)
            elif what in PERSON:
                _person(session, message, self._patients, told)
            else:
                _booking(session, booking(message, self._patients), told)
        return True


def _person(session: Session, message: Message, patients: str, told: datetime) -> None:
    said = person(message, patients)
    row = session.get(ReceivedPatientRow, said.patient_id) or _nobody(said.patient_id)
    if row.told > told:
        return
    row.name, row.other_name, row.shown = said.name.casefold(), said.other_name.casefold(), said.name
    row.sex, row.birth_date, row.phone = said.sex or "", said.birth_date, said.phone
    row.told = told
    session.add(row)


def _merge(session: Session, falls: str, stands: str, told: datetime) -> None:
    """Whichever of the two was heard of before."""
    if falls == stands:
        raise Unfit("MRG^1^1", "204")
    row = session.get(ReceivedPatientRow, falls) or _nobody(falls)
    row.merged_into = stands
    session.add(row)
    if (other := session.get(ReceivedPatientRow, stands)) is not None and other.merged_into == falls:
        other.merged_into = ""  # put right there


def _booking(session: Session, said: Booking, told: datetime) -> None:
    row = session.get(ReceivedAppointmentRow, said.appointment_id)
    if row is not None and row.told > told:
        return
    starts = said.starts or (row.starts if row is not None else told)
    session.merge(
        ReceivedAppointmentRow(
            **said.model_dump(exclude={"starts", "state"}), state=said.state, starts=starts, told=told
        )
    )


def _nobody(patient_id: str) -> ReceivedPatientRow:
    return ReceivedPatientRow(
        patient_id=patient_id,
        name="",
        other_name="",
        shown="",
        sex="",
        phone="",
        merged_into="",
        told=datetime.min,  # noqa: DTZ901 before all times
    )
