from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import datetime, timedelta
from pathlib import Path
from time import sleep

import pytest
from sqlalchemy import Engine

from his_adapter.errors import AlreadyBooked, NotFound, SlotTaken
from his_adapter.records import AppointmentState, Slot
from his_adapter.sql.directory import FRESH_SECONDS
from his_adapter.sql.engine import connect, writing
from his_adapter.sql.hospital import SqlHospital
from his_adapter.sql.seed import seed
from tests.his_adapter.contract import MONDAY, NINE, HospitalContract, visit
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
def hospital(engine: Engine, tmp_path: Path, clock: Clock) -> SqlHospital:
    seed(engine, write_hospital(tmp_path / "hospital"), MONDAY)
    return SqlHospital(engine, clock=clock)


class TestSqlHospital(HospitalContract):
    pass


def test_a_hold_that_is_not_confirmed_is_given_to_someone_else_after_a_while(
    hospital: SqlHospital, clock: Clock
) -> None:
    slot = hospital.free_slots("cardiology", NINE)[0]
    forgotten = hospital.hold(slot.slot_id, "P1", key="a")
    clock.now += timedelta(minutes=16)
    assert slot in hospital.free_slots("cardiology", NINE)
    hospital.hold(slot.slot_id, "G1", key="b")
    with pytest.raises(SlotTaken):
        hospital.confirm(forgotten.appointment_id)


def test_a_visit_written_within_a_transaction_that_fails_was_never_there(hospital: SqlHospital, engine: Engine) -> None:
    with pytest.raises(RuntimeError), writing(engine) as session:
        number = hospital.create_visit_within(session, visit(), key="s")
        raise RuntimeError
    with pytest.raises(NotFound):
        hospital.visit(number)


def test_the_directory_is_new_a_second_after_it_was_seeded_anew(
    hospital: SqlHospital, engine: Engine, tmp_path: Path
) -> None:
    assert hospital.departments()[0].room == "A203"
    folder = write_hospital(tmp_path / "moved")
    departments = folder / "departments.csv"
    departments.write_text(departments.read_text(encoding="utf-8").replace("A203", "B400"), encoding="utf-8")
    seed(engine, folder, MONDAY)
    sleep(FRESH_SECONDS)
    assert hospital.departments()[0].room == "B400"


def test_a_hospital_never_seeded_says_so(engine: Engine) -> None:
    with pytest.raises(NotFound, match="seeded"):
        SqlHospital(engine).departments()


def test_nobody_holds_two_appointments_at_once(demo_database_url: str) -> None:
    engine = connect(demo_database_url)
    hospital = SqlHospital(engine, clock=lambda: NINE)
    heart = hospital.free_slots("cardiology", NINE)[0]
    ends = heart.starts + timedelta(minutes=heart.minutes)
    elsewhere = hospital.free_slots("dermatology", NINE, limit=200)
    overlapping = next(
        s for s in elsewhere if heart.starts < s.starts + timedelta(minutes=s.minutes) and s.starts < ends
    )
    later = next(slot for slot in elsewhere if slot.starts >= ends)
    held = hospital.hold(heart.slot_id, "P1001", key="a")
    with pytest.raises(AlreadyBooked):
        hospital.hold(overlapping.slot_id, "P1001", key="b")
    assert hospital.hold(later.slot_id, "P1001", key="c").state is AppointmentState.HELD
    hospital.cancel(held.appointment_id)
    assert hospital.hold(overlapping.slot_id, "P1001", key="d").state is AppointmentState.HELD
    engine.dispose()


def test_of_two_kiosks_that_book_one_patient_at_one_time_one_does(demo_database_url: str) -> None:
    engine = connect(demo_database_url)
    hospital = SqlHospital(engine, clock=lambda: NINE)
    starts = hospital.free_slots("cardiology", NINE)[0].starts
    slots = [
        next(slot for slot in hospital.free_slots(one.department_id, NINE, limit=200) if slot.starts == starts)
        for one in hospital.departments()
        if any(slot.starts == starts for slot in hospital.free_slots(one.department_id, NINE, limit=200))
    ]
    assert len(slots) > 2

    def book(slot: Slot) -> bool:
        with suppress(AlreadyBooked):
            hospital.hold(slot.slot_id, "P1001", key=str(slot.slot_id))
            return True
        return False

    with ThreadPoolExecutor(len(slots)) as kiosks:
        assert sum(kiosks.map(book, slots)) == 1
    engine.dispose()
