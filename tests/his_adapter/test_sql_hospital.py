from datetime import datetime, timedelta
from pathlib import Path
from time import sleep

import pytest
from sqlalchemy import Engine

from his_adapter.errors import NotFound, SlotTaken
from his_adapter.sql.directory import FRESH_SECONDS
from his_adapter.sql.engine import writing
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
