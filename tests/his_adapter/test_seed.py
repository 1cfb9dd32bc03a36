from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import Engine, func, select

from frontdesk.app.ledger.records.loading import seed
from frontdesk.app.ledger.records.store import hospital_behind
from frontdesk.database.engine import connect, reading
from frontdesk.his_adapter.errors import NotFound
from frontdesk.his_adapter.folder.reading import SeedError, read_folder
from frontdesk.his_adapter.sql.seed import is_seeded
from frontdesk.his_adapter.sql.slots import extend_slots
from frontdesk.his_adapter.sql.tables import SlotRow
from tests.app.ledger.records.ledger import Ledger
from tests.conftest import ROOT
from tests.his_adapter.contract import MONDAY, NINE, visit
from tests.his_adapter.small_hospital import GENERAL, HEART, PATIENT, RECORD, write_hospital
from tests.his_adapter.spoiled import SPOILED, csv_with, department, replaced


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return write_hospital(tmp_path / "hospital")


@pytest.mark.parametrize("what", SPOILED)
def test_a_bad_row_is_reported_with_file_line_and_reason(what: str, folder: Path) -> None:
    spoil, expected = SPOILED[what]
    spoil(folder)
    with pytest.raises(SeedError) as error:
        read_folder(folder, MONDAY)
    assert any(str(fault).startswith(expected) for fault in error.value.faults), str(error.value)


def test_all_faults_of_all_files_are_in_one_report_and_nothing_is_loaded(folder: Path, engine: Engine) -> None:
    for what in ("unknown specialty", "a sex that is none", "a birth date that is none", "a missing file"):
        SPOILED[what][0](folder)
    with pytest.raises(SeedError) as error:
        seed(engine, folder, MONDAY)
    assert [(fault.file, fault.line) for fault in error.value.faults] == [
        ("departments.csv", 3),
        ("patients.csv", 2),
        ("physicians.csv", 2),
        ("policies.yaml", 1),
    ]
    assert not is_seeded(engine)


def test_a_bad_department_does_not_make_its_physicians_bad(folder: Path, engine: Engine) -> None:
    department(floor="two")(folder)
    with pytest.raises(SeedError) as error:
        seed(engine, folder, MONDAY)
    assert [fault.file for fault in error.value.faults] == ["departments.csv"]


def test_a_refused_folder_leaves_the_loaded_hospital_alone(folder: Path, engine: Engine) -> None:
    seed(engine, folder, MONDAY)
    department(name_en="Heart", floor="two")(folder)
    with pytest.raises(SeedError):
        seed(engine, folder, MONDAY)
    assert [those.room for those in hospital_behind(engine).directory.departments()] == ["A203", "A203"]


def test_two_patients_with_one_name_and_birth_date_are_loaded_and_told(folder: Path, engine: Engine) -> None:
    csv_with("patients.csv", PATIENT, PATIENT | {"patient_id": "P2"})(folder)
    (doubt,) = seed(engine, folder, MONDAY).doubts
    assert str(doubt).startswith("patients.csv:3: patient_id: P2 has name and birth date of P1")


def test_days_ago_are_counted_from_the_day_of_loading(folder: Path, engine: Engine) -> None:
    seed(engine, folder, MONDAY)
    relative, absolute = Ledger(engine).of_patient("P1")
    assert relative.visit_date == NINE.replace(minute=30) - timedelta(days=92)
    assert str(absolute.visit_date) == "2026-03-02 10:44:00"


def test_loading_again_replaces_the_directory_and_keeps_visits_and_bookings(folder: Path, engine: Engine) -> None:
    seed(engine, folder, MONDAY)
    hospital, ledger = hospital_behind(engine, lambda: NINE), Ledger(engine)
    booked = hospital.scheduling.hold(hospital.scheduling.free_slots("cardiology", NINE)[0].slot_id, "P1", key="a")
    number = ledger.create_visit(visit(booked), key="s")
    ledger.sign(7002, by="石静", at=NINE, version=1)

    csv_with("departments.csv", GENERAL | {"specialties": "general_practice;cardiology", "room": "C1"})(folder)
    csv_with("physicians.csv", HEART | {"department_id": "general-practice"})(folder)
    csv_with("patients.csv", PATIENT | {"phone": "123"})(folder)
    csv_with("records.csv", RECORD | {"department": "全科", "chief_complaint": "改过"})(folder)
    seed(engine, folder, MONDAY)

    assert [(those.department_id, those.room) for those in hospital.directory.departments()] == [
        ("general-practice", "C1")
    ]
    assert [physician.physician_id for physician in hospital.directory.physicians("general-practice")] == ["D1"]
    assert hospital.patients.patient("P1").phone == "123"
    assert ledger.visit(number).appointment == booked
    assert ledger.visit(7002).signed_by == "石静"
    assert ledger.visit(7001).record.chief_complaint == "改过"
    with pytest.raises(NotFound):
        hospital.directory.physicians("cardiology")


def test_slots_are_extended_day_by_day_and_once_a_day(folder: Path, engine: Engine) -> None:
    seed(engine, folder, MONDAY)
    assert extend_slots(engine, MONDAY) == 0
    assert extend_slots(engine, MONDAY + timedelta(days=1)) == 6 + 3
    assert extend_slots(engine, MONDAY + timedelta(days=1)) == 0
    last = hospital_behind(engine).scheduling.free_slots("cardiology", NINE + timedelta(days=1), limit=1000)[-1]
    assert last.starts == NINE.replace(hour=8, minute=50) + timedelta(days=14)


def test_slots_are_made_after_a_month_without_a_start(folder: Path, engine: Engine) -> None:
    seed(engine, folder, MONDAY)
    later = MONDAY + timedelta(days=35)
    assert extend_slots(engine, later) == 2 * 5 * 6 + 4 * 3
    extend_slots(engine, later + timedelta(days=1))
    with reading(engine) as session:
        assert session.scalar(select(func.min(SlotRow.starts))) == NINE.replace(hour=8) + timedelta(days=35)


@pytest.mark.parametrize("passes", [1, 2])
def test_a_clock_that_jumps_ahead_and_back_leaves_the_slots_as_they_were(
    folder: Path, engine: Engine, passes: int
) -> None:
    seed(engine, folder, MONDAY)
    hospital = hospital_behind(engine, lambda: NINE)
    before = [slot.starts for slot in hospital.scheduling.free_slots("cardiology", NINE, limit=1000)]
    wanted = hospital.scheduling.free_slots("cardiology", NINE, limit=4)[3]
    booked = hospital.scheduling.hold(wanted.slot_id, "P1", key="a")
    for day in range(passes):
        extend_slots(engine, MONDAY + timedelta(days=400 + day))
    extend_slots(engine, MONDAY)
    after = [slot.starts for slot in hospital.scheduling.free_slots("cardiology", NINE, limit=1000)]
    assert sorted([*after, booked.slot.starts]) == before
    assert hospital.scheduling.hold(booked.slot.slot_id, "P1", key="a").appointment_id == booked.appointment_id


def test_a_share_of_the_slots_is_taken_elsewhere_and_always_the_same(folder: Path, engine: Engine) -> None:
    replaced("physicians.csv", "1-5 08:00-09:00", "1-5 08:00-17:00")(folder)
    seed(engine, folder, MONDAY)
    hospital = hospital_behind(engine, lambda: NINE)
    every = hospital.scheduling.free_slots("cardiology", NINE, limit=1000)
    replaced("hospital.yaml", "phone: '0'", "phone: '0'\ntaken_percent: 40")(folder)
    left = []
    for _ in range(2):
        seed(engine, folder, MONDAY)
        left.append([slot.starts for slot in hospital.scheduling.free_slots("cardiology", NINE, limit=1000)])
    assert left[0] == left[1]
    assert 0.5 < len(left[0]) / len(every) < 0.7


def test_the_demonstration_hospital_loads(demo_database_url: str) -> None:
    engine = connect(demo_database_url)
    hospital = hospital_behind(engine, lambda: NINE)
    assert len(hospital.directory.departments()) >= 36
    assert (
        sum(len(hospital.directory.physicians(those.department_id)) for those in hospital.directory.departments()) >= 60
    )
    assert len(hospital.directory.policies()) >= 60
    assert hospital.scheduling.free_slots("cardiology", NINE)
    engine.dispose()


def test_the_demonstration_hospital_is_where_the_command_looks() -> None:
    assert (ROOT / "hospital" / "demo" / "hospital.yaml").exists()
