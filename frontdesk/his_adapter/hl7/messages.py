"""What is sent of a visit: registration, booking, the record as a document, and what was told as coded answers.

A message's control id is made of what it is about, so that sent again it is the same message.
"""

from base64 import b32encode
from collections.abc import Iterator
from datetime import datetime
from hashlib import sha256
from typing import NamedTuple

from frontdesk.his_adapter.access import GUEST
from frontdesk.his_adapter.hl7.address import Address
from frontdesk.his_adapter.hl7.message import SEPARATORS, Field, moment, segment
from frontdesk.his_adapter.loinc import SECTIONS, VITAL_SIGNS
from frontdesk.his_adapter.records import Coded, OutpatientRecord, SummaryState, Visit
from frontdesk.models.facts import Status, Topic
from frontdesk.models.specialists.labs_vitals.told import Measured

SEXES = {"男": "M", "male": "M", "女": "F", "female": "F"}
# What the coded answers are of (LOINC). Receivers are seen that keep the answers and leave out what was asked: so only
# what is there is sent, and each answer says itself what it is of.
ASKED = {
    Topic.FINDING: ("75325-1", "Symptom"),
    Topic.ALLERGY: ("48765-2", "Allergies and adverse reactions"),
    Topic.INTOLERANCE: ("48765-2", "Allergies and adverse reactions"),
    Topic.CONDITION: ("11348-0", "History of past illness"),
    Topic.OPERATION: ("10167-5", "Surgical procedures"),
    Topic.MEDICINE: ("10160-0", "History of medication use"),
}


class Outgoing(NamedTuple):
    text: str
    kind: str  # "ADT^A04"
    control_id: str


class Observed(NamedTuple):
    """OBX-2 to OBX-6."""

    kind: str
    asked: Field
    part: str
    answer: Field
    unit: str


def is_guest(visit: Visit) -> bool:
    """Nobody's patient yet: not registered in the hospital's system."""
    return visit.record.patient_id.startswith(GUEST)


class Writer:
    """Makes the messages of one reception, whose key names visit and document."""

    def __init__(self, address: Address, key: str, at: datetime) -> None:
        self._address = address
        self._key = key
        self._at = at

    def registration(self, visit: Visit) -> Outgoing:
        return self._message("ADT^A04^ADT_A01", "registration", [self._event("A04"), *self._person(visit)])

    def booking(self, visit: Visit) -> Outgoing | None:
        booked = visit.appointment
        if booked is None:
            return None
        slot, number = booked.slot, booked.appointment_id
        timing = ("", "", f"M{slot.minutes}", moment(slot.starts))
        lines = [
            segment("SCH", number, "", "", "", "", "ROUTINE", "", "", str(slot.minutes), "min", timing),
            *self._person(visit),
            segment("RGS", "1", "A"),
            segment("AIP", "1", "A", slot.physician_id, "", "", moment(slot.starts), "", "", str(slot.minutes), "min"),
        ]
        return self._message("SIU^S12^SIU_S12", f"booking:{number}", lines)

    def document(self, visit: Visit, *, replaces: bool) -> Outgoing:
        """The whole record; `replaces`: the one that was sent before under the same number."""
        signed = visit.state is SummaryState.SIGNED
        event = "T10" if replaces else "T02"
        number = self._id("number", visit.version if replaces else "")
        lines = [
            self._event(event),
            *self._person(visit),
            segment(
                "TXA",
                "1",
                "CN",
                "TX",
                moment(visit.record.visit_date),
                *[""] * 7,
                number,
                self._id("number", "") if replaces else "",
                *[""] * 3,
                "LA" if signed else "PA",
                *[""] * 4,
                ("", visit.signed_by or "") if signed else "",
            ),
            *self._sections(visit.record, "F" if signed else "P"),
        ]
        kind = f"document:{visit.version}:{visit.state}" if replaces else "document"
        return self._message(f"MDM^{event}^MDM_T02", kind, lines)

    def answers(self, visit: Visit) -> Outgoing | None:
        lines = list(self._answers(visit))
        if not lines:
            return None
        asked = ("75325-1", "Symptom", "LN")
        order = segment(
            "OBR", "1", "", self._id("answers", ""), asked, *[""] * 2, moment(visit.record.visit_date), *[""] * 17, "P"
        )
        return self._message("ORU^R01^ORU_R01", "answers", [*self._person(visit), order, *lines])

    def _message(self, kind: str, about: str, lines: list[str]) -> Outgoing:
        sender, receiver = (one.partition("^") for one in (self._address.sender, self._address.receiver))
        control_id = self._id(about, "")
        head = segment(
            "MSH",
            *(sender[0], sender[2], receiver[0], receiver[2], moment(self._at), ""),
            kind.split("^"),
            *(control_id, "P", "2.5.1", *[""] * 5, self._address.charset.told),
        )
        head = f"MSH|{SEPARATORS[1:]}{head.removeprefix('MSH')}"
        return Outgoing("".join(f"{line}\r" for line in (head, *lines)), kind.rpartition("^")[0], control_id)

    def _id(self, about: str, version: object) -> str:
        """Twenty characters, which is all that MSH-10 holds."""
        return b32encode(sha256(f"{self._key}:{about}:{version}".encode()).digest())[:20].decode()

    def _event(self, event: str) -> str:
        return segment("EVN", event, moment(self._at))

    def _person(self, visit: Visit) -> list[str]:
        record = visit.record
        number: Field = (record.patient_id, "", "", self._address.patients, "U" if is_guest(visit) else "MR")
        name: Field = (record.name, "", "", "", "", "", "L") if record.name else ("", "", "", "", "", "", "U")
        sex = SEXES.get(record.gender.lower(), "U")
        place: Field = (visit.department_id, "", "", record.department)
        return [
            segment("PID", "1", "", number, "", name, "", "", sex),
            segment(
                "PV1",
                "1",
                "O",
                place,
                *[""] * 15,
                (self._id("visit", ""), "", "", self._address.sender.partition("^")[0], "VN"),
                *[""] * 24,
                moment(record.visit_date),
            ),
        ]

    def _sections(self, record: OutpatientRecord, state: str) -> Iterator[str]:
        told = ((name, text) for column, name in SECTIONS.items() if (text := getattr(record, column)))
        for number, ((code, name), text) in enumerate(told, 1):
            yield segment("OBX", str(number), "TX", (code, name, "LN"), "", text, *[""] * 5, state)

    def _answers(self, visit: Visit) -> Iterator[str]:
        statements = visit.summary.statements if visit.summary else ()
        coded = (one.coded for one in statements if one.coded is not None and not one.contradicted)
        there = (one for one in coded if one.status is Status.PRESENT and one.topic in ASKED)
        lines = [*map(_stated, there), *map(_value, visit.summary.values if visit.summary else ())]
        for number, fields in enumerate(lines, 1):
            yield segment("OBX", str(number), *fields, *[""] * 4, "P")


def _stated(fact: Coded) -> Observed:
    name = " ".join(filter(None, (fact.name, fact.value, "(past)" if fact.past else "")))
    return Observed(
        "CWE", (*ASKED[fact.topic], "LN"), "", (f"{fact.topic}:{fact.code}"[:80], f"{fact.topic}: {name}", "99FRD"), ""
    )


def _value(told: Measured) -> Observed:
    """A number where it has a code; otherwise it says itself what it is of."""
    bound = {"under": "<", "over": ">", None: ""}[told.bound]
    value = f"{told.value:g}"
    if told.test not in VITAL_SIGNS:
        said = ("", f"{told.test}: {bound}{value} {told.unit}", "99FRD")
        return Observed("CWE", ("30954-2", "Relevant diagnostic tests", "LN"), "", said, "")
    code: Field = (*VITAL_SIGNS[told.test], "LN")
    return Observed("SN", code, "", (bound, value), told.unit) if bound else Observed("NM", code, "", value, told.unit)
