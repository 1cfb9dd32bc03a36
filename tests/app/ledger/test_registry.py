"""The register of patients and the table of records, on both databases."""

from datetime import datetime, timedelta
from itertools import count
from pathlib import Path

import pytest
from sqlalchemy import Engine

from frontdesk.app.ledger.audit import note_loaded, verify
from frontdesk.app.ledger.desk import Member
from frontdesk.app.ledger.record_table import RecordTable
from frontdesk.app.ledger.records.loading import seed
from frontdesk.app.ledger.records.store import hospital_behind
from frontdesk.app.ledger.registry import Registry
from frontdesk.his_adapter.access import RecordsOfficer
from frontdesk.his_adapter.errors import AlreadyBooked
from frontdesk.his_adapter.hospital import Hospital
from frontdesk.his_adapter.operation import Column, HisOperation, Verb
from frontdesk.his_adapter.ordering import Ordering
from frontdesk.his_adapter.registration import Concern, PatientData, PatientField
from frontdesk.models.facts import Sex
from tests.his_adapter.contract import MONDAY, NINE
from tests.his_adapter.small_hospital import PATIENT, RECORD, write_csv, write_hospital

OFFICER = Member(principal=RecordsOfficer(username="shi"), name="石静")
OLD, KEPT = "P2", str(PATIENT["patient_id"])
EVERYTHING = HisOperation(operation=Verb.SELECT)


@pytest.fixture
def hospital(engine: Engine, tmp_path: Path) -> Hospital:
    folder = write_hospital(tmp_path / "hospital")
    write_csv(folder, "patients.csv", [PATIENT, PATIENT | {"patient_id": OLD, "name": "Ann Field", "phone": ""}])
    theirs = {"patient_id": OLD, "name": "Ann Field", "outpatient_number": "7003", "visit_date": "2026-05-04 09:00"}
    write_csv(folder, "records.csv", [RECORD, RECORD | theirs])
    seed(engine, folder, MONDAY)
    note_loaded(engine, at=NINE, by="operator")
    return hospital_behind(engine, lambda: NINE)


@pytest.fixture
def registry(engine: Engine, hospital: Hospital) -> Registry:
    ids = count(1)
    return Registry(engine, hospital, lambda: NINE, lambda: f"change-{next(ids)}")


def booked(hospital: Hospital, patient_id: str) -> list[datetime]:
    return [one.slot.starts for one in hospital.scheduling.appointments(patient_id, NINE)]


def test_records_and_bookings_move_with_a_merge_and_go_back(
    engine: Engine, hospital: Hospital, registry: Registry
) -> None:
    department = hospital.directory.departments()[0].department_id
    first, *_ = hospital.scheduling.free_slots(department, NINE)
    hospital.scheduling.confirm(hospital.scheduling.hold(first.slot_id, OLD, key="k1").appointment_id)
    plan = registry.plan_merge(OFFICER, OLD, KEPT)
    assert [one.number for one in plan.records] == ["7003"]
    assert [one.at for one in plan.appointments] == [first.starts]
    assert set(plan.concerns) == {Concern.OTHER_NAME}
    made = registry.merge(OFFICER, OLD, KEPT, stand=(), reason="same person", seen=plan.seen)
    assert booked(hospital, KEPT) == booked(hospital, OLD) == [first.starts]
    assert hospital.patients.patient(OLD).patient_id == KEPT
    assert [one.patient_id for one in hospital.patients.named(["Ann Field"])] == [KEPT]
    verify(engine)
    registry.undo(OFFICER, made.change_id)
    assert (booked(hospital, KEPT), booked(hospital, OLD)) == ([], [first.starts])
    assert hospital.patients.patient(OLD).patient_id == OLD
    verify(engine)


def test_whoever_books_under_the_old_number_is_in_one_place_at_a_time(hospital: Hospital, registry: Registry) -> None:
    department = hospital.directory.departments()[0].department_id
    first, second, *_ = hospital.scheduling.free_slots(department, NINE, limit=9)
    plan = registry.plan_merge(OFFICER, OLD, KEPT)
    registry.merge(OFFICER, OLD, KEPT, stand=(), reason="same person", seen=plan.seen)
    hospital.scheduling.hold(first.slot_id, KEPT, key="k1")
    if second.starts < first.starts + timedelta(minutes=first.minutes):
        with pytest.raises(AlreadyBooked):
            hospital.scheduling.hold(second.slot_id, OLD, key="k2")
    else:
        assert hospital.scheduling.hold(second.slot_id, OLD, key="k2").patient_id == KEPT


def test_the_folder_leaves_a_corrected_patient_and_updates_the_others(
    engine: Engine, hospital: Hospital, registry: Registry, tmp_path: Path
) -> None:
    sex, born = Sex(PATIENT["sex"]), PATIENT["birth_date"]
    seen = PatientData.model_validate(
        {"name": PATIENT["name"], "sex": sex, "birth_date": born, "phone": PATIENT["phone"]}, strict=False
    )
    registry.correct(OFFICER, KEPT, seen.model_copy(update={"phone": "13800000000"}), seen=seen)
    loaded = seed(engine, tmp_path / "hospital", MONDAY)
    assert hospital.patients.patient(KEPT).phone == "13800000000"
    assert loaded.stand == (KEPT,)


@pytest.mark.parametrize("column", [Column.NAME, Column.NOTES, Column.AGE, Column.VISIT_DATE, Column.OUTPATIENT_NUMBER])
def test_every_kind_of_column_sorts_and_pages(engine: Engine, hospital: Hospital, column: Column) -> None:
    table = RecordTable(engine, hospital, lambda: NINE)
    for descending in (False, True):
        order = Ordering(column=column, descending=descending)
        whole = table.page(OFFICER, EVERYTHING, order).page
        pages = [table.page(OFFICER, EVERYTHING, order, start=at, limit=1).page for at in range(whole.total)]
        assert [page.rows[0] for page in pages] == list(whole.rows)
        assert whole.total == 2


def test_a_record_tells_its_story_after_a_merge(engine: Engine, hospital: Hospital, registry: Registry) -> None:
    plan = registry.plan_merge(OFFICER, OLD, KEPT, stand=[PatientField.NAME])
    registry.merge(OFFICER, OLD, KEPT, stand=[PatientField.NAME], reason="same person", seen=plan.seen)
    told = RecordTable(engine, hospital, lambda: NINE).story(OFFICER, 7003).happened
    assert [(one.way, one.act, one.reason) for one in told] == [
        ("merge", "merge", "same person"),
        ("folder", "create", ""),
    ]
    assert hospital.patients.patient(KEPT).name == "Ann Field"
