"""Tries a hospital's system: what it says it can do, what of ours it has, and whether a record survives the way there.

Nothing is printed here; each line says one thing, and whether it is a fault.
"""

from collections.abc import Iterator
from datetime import datetime
from uuid import uuid4

from frontdesk.his_adapter.access import RecordsOfficer, narrow
from frontdesk.his_adapter.errors import HospitalError
from frontdesk.his_adapter.hospital import Directory, Feature, Hospital, Records
from frontdesk.his_adapter.operation import HisOperation, Verb
from frontdesk.his_adapter.records import OutpatientRecord, PreVisitSummary, Section, Statement, Visit
from frontdesk.his_adapter.wayfinding import checking as wayfinding
from frontdesk.models.facts import Language, Value

ROUND_TRIP = {
    "chief_complaint": '胸闷3天；"像压着石头" <3/10> & 夜里重',
    "past_history": "高血压10年; hypertension for ten years",
    "drug_allergy_history": "青霉素（皮疹）",
}


class Line(Value):
    text: str
    fault: bool = False


def checked(hospital: Hospital, *, writes_for: str | None, now: datetime) -> Iterator[Line]:
    """`writes_for`: the number of a patient made for trying, under which a record is written and read back."""
    yield Line(text="can: " + ", ".join(sorted(hospital.supports)))
    if missing := sorted(set(Feature) - hospital.supports):
        yield Line(text="cannot: " + ", ".join(missing))
    yield from _directory(hospital.directory)
    yield from _plans(hospital.directory)
    yield from _scheduling(hospital, now)
    if writes_for is None:
        yield Line(text="nothing was written; with --patient NUMBER a record of that patient is written and read back")
        return
    yield from _round_trip(hospital, writes_for, now)


def checked_writing(records: Records, *, writes_for: str | None, now: datetime) -> Iterator[Line]:
    """Of a system that only takes records: nothing can be read back."""
    yield Line(text="can: " + ", ".join(sorted(records.supports)))
    if writes_for is None:
        yield Line(text="nothing was sent; with --patient NUMBER a record of that patient is sent")
        return
    visit, key = _example("check", "frontdesk his check", writes_for, now), f"check-{uuid4().hex}"
    try:
        records.create(visit, key=key)
        records.amend(key, visit.model_copy(update={"version": 2}))
    except HospitalError as error:
        yield Line(text=f"a record was not taken: {type(error).__name__} {error}", fault=True)
        return
    yield Line(text="a record and its change were taken; whether every word arrived stands there")


def _directory(directory: Directory) -> Iterator[Line]:
    departments = directory.departments()
    physicians = sum(len(directory.physicians(one.department_id)) for one in departments)
    yield Line(text=f"{len(departments)} departments, {physicians} physicians", fault=not departments)
    for one in departments:
        lacks = [
            what
            for what, there in (
                ("a specialty (nobody is sent there)", one.specialties),
                ("openings (it counts as closed)", one.openings),
                ("a room", one.room),
            )
            if not there
        ]
        if lacks:
            yield Line(
                text=f"department {one.department_id} has not: {', '.join(lacks)}; add it to the folder", fault=True
            )


def _plans(directory: Directory) -> Iterator[Line]:
    """Whether a way can be drawn to every door; where it cannot, a kiosk says building, floor and room."""
    info = directory.info()
    if not info.floors:
        yield Line(text="no floor plans (map.yaml): every way is only words")
        return
    wrong = list(wayfinding.faults(info.floors))
    wrong += wayfinding.unreached(info.floors, directory.departments(), info.places)
    yield from (Line(text=f"map.yaml: {reason}", fault=True) for reason in wrong)
    if not wrong:
        yield Line(text=f"{len(info.floors)} floor plans lead to every department and place")


def _scheduling(hospital: Hospital, now: datetime) -> Iterator[Line]:
    if Feature.SLOTS not in hospital.supports:
        return
    free = {
        one.department_id: len(hospital.scheduling.free_slots(one.department_id, now, limit=1))
        for one in hospital.directory.departments()
    }
    yield Line(text=f"free times in {sum(map(bool, free.values()))} of {len(free)} departments")


def _round_trip(hospital: Hospital, patient_id: str, now: datetime) -> Iterator[Line]:
    """A marked record: made twice under one key, read back, compared field by field."""
    if not {Feature.CREATE, Feature.FIND} <= hospital.supports:
        yield Line(text="keeps no records: the ledger here is the record")
        return
    department = hospital.directory.departments()[0]
    visit = _example(department.department_id, department.name[Language.ZH], patient_id, now)
    key = f"check-{uuid4().hex}"
    try:
        patient = hospital.patients.patient(patient_id)
        first, again = hospital.records.create(visit, key=key), hospital.records.create(visit, key=key)
        select = HisOperation(operation=Verb.SELECT, condition={"patient_id": patient.patient_id})
        found = hospital.records.find(narrow(RecordsOfficer(username="check"), select), limit=100)
    except HospitalError as error:
        yield Line(text=f"the round trip ended with {type(error).__name__}", fault=True)
        return
    yield Line(text="one key, one record" if first == again else "one key made two records", fault=first != again)
    read = next((one for one in found if one.visit_date == visit.record.visit_date), None)
    if read is None:
        yield Line(text="the record that was written is not found again", fault=True)
        return
    lost = [name for name, told in ROUND_TRIP.items() if getattr(read, name) != told]
    yield Line(text=f"changed on the way: {', '.join(lost)}" if lost else "every word survived", fault=bool(lost))


def _example(department_id: str, department: str, patient_id: str, now: datetime) -> Visit:
    at = now.replace(microsecond=0)
    record = OutpatientRecord(
        patient_id=patient_id,
        department=department,
        visit_date=at,
        notes="frontdesk his check",
        **ROUND_TRIP,
    )
    told = Statement(statement_id="s1", section=Section.COMPLAINT, text=ROUND_TRIP["chief_complaint"])
    summary = PreVisitSummary(language=Language.ZH, statements=(told,), conversation=())
    return Visit(record=record, summary=summary, department_id=department_id)
