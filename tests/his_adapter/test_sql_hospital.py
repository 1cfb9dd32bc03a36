from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import datetime, timedelta
from pathlib import Path
from time import sleep

import pytest
from sqlalchemy import Engine

from frontdesk.app.ledger.records.loading import seed
from frontdesk.app.ledger.records.store import hospital_behind
from frontdesk.database.engine import connect
from frontdesk.his_adapter.connecting import BUILT_IN
from frontdesk.his_adapter.connecting import connect as connect_hospital
from frontdesk.his_adapter.errors import AlreadyBooked, NotFound, SlotTaken
from frontdesk.his_adapter.hospital import Feature, Hospital
from frontdesk.his_adapter.records import AppointmentState, Slot
from frontdesk.his_adapter.sql.directory import FRESH_SECONDS
from tests.his_adapter.contract import (
    MONDAY,
    NINE,
    DirectoryContract,
    PatientsContract,
    RecordsContract,
    SchedulingContract,
)
from tests.his_adapter.small_hospital import write_hospital


class Clock:
    def __init__(self) -> None:
        self.now = NINE

    def __call__(self) -> datetime:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def hospital(engine: Engine, tmp_path: Path, clock: Clock) -> Hospital:
    seed(engine, write_hospital(tmp_path / "hospital"), MONDAY)
    return connect_hospital(BUILT_IN, engine, clock)


class TestDirectory(DirectoryContract):
    pass


class TestPatients(PatientsContract):
    pass


class TestScheduling(SchedulingContract):
    pass


class TestRecords(RecordsContract):
    pass


def test_what_the_built_in_hospital_cannot_do_it_says(hospital: Hospital) -> None:
    """It keeps no records: the application's ledger is the record."""
    missing = {
        Feature.CLINICAL_HISTORY,
        Feature.REFERENCES,
        Feature.FIND,
        Feature.CREATE,
        Feature.AMEND,
        Feature.SIGN,
        Feature.HISTORY,
    }
    assert hospital.supports == set(Feature) - missing


def test_a_hold_that_is_not_confirmed_is_given_to_someone_else_after_a_while(hospital: Hospital, clock: Clock) -> None:
    slot = hospital.scheduling.free_slots("cardiology", NINE)[0]
    forgotten = hospital.scheduling.hold(slot.slot_id, "P1", key="a")
    clock.now += timedelta(minutes=16)
    assert slot in hospital.scheduling.free_slots("cardiology", NINE)
    hospital.scheduling.hold(slot.slot_id, "G1", key="b")
    with pytest.raises(SlotTaken):
        hospital.scheduling.confirm(forgotten.appointment_id)


def test_the_directory_is_new_a_second_after_it_was_seeded_anew(
    hospital: Hospital, engine: Engine, tmp_path: Path
) -> None:
    assert hospital.directory.departments()[0].room == "A203"
    folder = write_hospital(tmp_path / "moved")
    departments = folder / "departments.csv"
    departments.write_text(departments.read_text(encoding="utf-8").replace("A203", "B400"), encoding="utf-8")
    seed(engine, folder, MONDAY)
    sleep(FRESH_SECONDS)
    assert hospital.directory.departments()[0].room == "B400"


def test_a_hospital_never_seeded_says_so(engine: Engine) -> None:
    with pytest.raises(NotFound, match="seeded"):
        hospital_behind(engine).directory.departments()


def test_nobody_holds_two_appointments_at_once(demo_database_url: str) -> None:
    engine = connect(demo_database_url)
    hospital = hospital_behind(engine, lambda: NINE)
    heart = hospital.scheduling.free_slots("cardiology", NINE)[0]
    ends = heart.starts + timedelta(minutes=heart.minutes)
    elsewhere = hospital.scheduling.free_slots("dermatology", NINE, limit=200)
    overlapping = next(
        s for s in elsewhere if heart.starts < s.starts + timedelta(minutes=s.minutes) and s.starts < ends
    )
    later = next(slot for slot in elsewhere if slot.starts >= ends)
    held = hospital.scheduling.hold(heart.slot_id, "P1001", key="a")
    with pytest.raises(AlreadyBooked):
        hospital.scheduling.hold(overlapping.slot_id, "P1001", key="b")
    assert hospital.scheduling.hold(later.slot_id, "P1001", key="c").state is AppointmentState.HELD
    hospital.scheduling.cancel(held.appointment_id)
    assert hospital.scheduling.hold(overlapping.slot_id, "P1001", key="d").state is AppointmentState.HELD
    engine.dispose()


def test_of_two_kiosks_that_book_one_patient_at_one_time_one_does(demo_database_url: str) -> None:
    engine = connect(demo_database_url)
    hospital = hospital_behind(engine, lambda: NINE)
    starts = hospital.scheduling.free_slots("cardiology", NINE)[0].starts
    slots = [
        next(
            slot for slot in hospital.scheduling.free_slots(one.department_id, NINE, limit=200) if slot.starts == starts
        )
        for one in hospital.directory.departments()
        if any(slot.starts == starts for slot in hospital.scheduling.free_slots(one.department_id, NINE, limit=200))
    ]
    assert len(slots) > 2

    def book(slot: Slot) -> bool:
        with suppress(AlreadyBooked):
            hospital.scheduling.hold(slot.slot_id, "P1001", key=str(slot.slot_id))
            return True
        return False

    with ThreadPoolExecutor(len(slots)) as kiosks:
        assert sum(kiosks.map(book, slots)) == 1
    engine.dispose()
