from concurrent.futures import ThreadPoolExecutor
from datetime import date

import pytest
from sqlalchemy import Engine
from sqlmodel import col, select

from frontdesk.database.engine import connect, reading, writing
from frontdesk.his_adapter.sql.tables import PatientRow


def _patient(number: int) -> PatientRow:
    return PatientRow(patient_id=f"P{number}", name="", sex="male", birth_date=date(2000, 1, 1), phone="0")


def test_writers_that_read_before_they_write_queue_and_none_fails(engine: Engine) -> None:
    with writing(engine) as session:
        session.add(_patient(1))

    def count_up(_: int) -> None:
        with writing(engine) as session:
            row = session.get_one(PatientRow, "P1", with_for_update=True)
            row.phone = str(int(row.phone) + 1)

    with ThreadPoolExecutor(16) as writers:
        list(writers.map(count_up, range(64)))
    with reading(engine) as session:
        assert session.get_one(PatientRow, "P1").phone == "64"


def test_writers_of_two_processes_queue_too(database_url: str) -> None:
    engines = [connect(database_url), connect(database_url)]  # two engines share nothing but the database

    def add(number: int) -> None:
        with writing(engines[number % 2]) as session:
            session.add(_patient(number))

    with ThreadPoolExecutor(8) as writers:
        list(writers.map(add, range(40)))
    with reading(engines[0]) as session:
        assert len(session.scalars(select(col(PatientRow.patient_id))).all()) == 40
    for engine in engines:
        engine.dispose()


def test_a_block_that_raises_leaves_nothing_behind(engine: Engine) -> None:
    with pytest.raises(RuntimeError), writing(engine) as session:
        session.add(_patient(1))
        session.flush()
        raise RuntimeError
    with reading(engine) as session:
        assert session.get(PatientRow, "P1") is None


def test_readers_are_not_held_up_by_a_writer(engine: Engine) -> None:
    with writing(engine) as session:
        session.add(_patient(1))
        session.flush()
        with reading(engine) as other:
            assert other.get(PatientRow, "P1") is None
