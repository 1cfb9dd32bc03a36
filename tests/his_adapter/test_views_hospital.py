import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import date, timedelta
from importlib import import_module
from pathlib import Path
from threading import Event, Thread
from time import monotonic
from typing import Any

import pytest
import typer
from sqlalchemy import URL, String, insert, make_url
from structlog.testing import capture_logs

from frontdesk.commands.his import check
from frontdesk.his_adapter import circuit_breaker
from frontdesk.his_adapter.access import GUEST
from frontdesk.his_adapter.checking import checked
from frontdesk.his_adapter.connecting import UnknownSystem, connect_outside, faults_beside
from frontdesk.his_adapter.errors import HospitalAway, HospitalError, NotFound
from frontdesk.his_adapter.folder.reading import SeedError
from frontdesk.his_adapter.hospital import Feature, Hospital
from frontdesk.his_adapter.records import AppointmentState, SummaryState
from frontdesk.his_adapter.views.address import address_of
from frontdesk.his_adapter.views.database import Database, Source
from frontdesk.his_adapter.views.mapping import read_mapping
from frontdesk.models.facts import Sex
from tests.his_adapter.contract import (
    MONDAY,
    NINE,
    DirectoryContract,
    PatientsContract,
    RecordsContract,
    SchedulingContract,
    found,
    visit,
)
from tests.his_adapter.small_hospital import write_hospital
from tests.his_adapter.test_circuit_breaker import eventually
from tests.his_adapter.views_hospital import FORGET, MAPPING, Template, execute, write_mapping


class Stopping:
    """A line to a database server on which, while `flows` is not set, no byte gets through either way."""

    def __init__(self, there: URL) -> None:
        self.flows = Event()
        self.flows.set()
        self._there = there
        self.server = socket.create_server(("127.0.0.1", 0))
        self.url = there.set(host="127.0.0.1", port=self.server.getsockname()[1], query={"timeout": "1"})

    def run(self) -> None:
        with suppress(OSError):
            while True:
                here, _ = self.server.accept()
                there = self._connected()
                for one, other in ((here, there), (there, here)):
                    Thread(target=self._pass_on, args=(one, other), daemon=True).start()

    def _connected(self) -> socket.socket:
        folder, port = self._there.query.get("host"), self._there.port or 5432
        if not folder:
            return socket.create_connection((self._there.host, port))
        there = socket.socket(socket.AF_UNIX)
        there.connect(f"{folder}/.s.PGSQL.{port}")
        return there

    def _pass_on(self, one: socket.socket, other: socket.socket) -> None:
        with suppress(OSError):
            while data := one.recv(65536):
                self.flows.wait()
                other.sendall(data)
        with suppress(OSError):
            other.shutdown(socket.SHUT_RDWR)


@contextmanager
def stopping(there: URL) -> Iterator[Stopping]:
    line = Stopping(there)
    Thread(target=line.run, daemon=True).start()
    try:
        yield line
    finally:
        line.flows.set()
        with suppress(OSError):
            line.server.shutdown(socket.SHUT_RDWR)
        line.server.close()


@pytest.fixture(scope="module")
def template(postgres_server: str) -> Iterator[Template]:
    template = Template(postgres_server)
    yield template
    template.drop()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_mapping(write_hospital(tmp_path_factory.mktemp("views") / "hospital"))


@pytest.fixture(scope="module")
def shared(template: Template) -> Iterator[str]:
    with template.copy() as url:
        yield url


@pytest.fixture
def url(shared: str) -> str:
    """As it was made; for tests that change no view, table or role."""
    execute(shared, FORGET)
    return shared


@pytest.fixture
def changeable(template: Template) -> Iterator[str]:
    with template.copy() as url:
        yield url


@pytest.fixture
def hospital(url: str, folder: Path) -> Hospital:
    return connect_outside(url, lambda: NINE, folder, read=True)


class TestDirectory(DirectoryContract):
    pass


class TestPatients(PatientsContract):
    pass


class TestScheduling(SchedulingContract):
    pass


class TestRecords(RecordsContract):
    pass


def test_what_views_cannot_do_is_said(hospital: Hospital) -> None:
    assert hospital.supports == set(Feature) - {
        Feature.CLINICAL_HISTORY,
        Feature.REFERENCES,
        Feature.REGISTRATION,
        Feature.SLOTS,
        Feature.QUEUE,
    }


def test_padded_and_coded_columns_are_read(hospital: Hospital) -> None:
    bare = hospital.patients.patient("P2")
    assert (bare.name, bare.sex, bare.birth_date, bare.phone) == ("李丁", Sex.FEMALE, None, "")
    assert [one.sex for one in hospital.patients.named(["ann sample"])] == [None]


def test_duty_of_one_day_is_that_days(hospital: Hospital) -> None:
    assert [one.physician_id for one in hospital.directory.on_duty("general-practice", date(2026, 11, 25))] == ["D2"]
    assert hospital.directory.on_duty("cardiology", MONDAY + timedelta(days=7)) == []


def test_a_merged_patient_is_the_one_that_stands(hospital: Hospital) -> None:
    assert hospital.patients.patient("OLD1").patient_id == "P1"
    for number in ("X1", "D1", ""):  # merged in a circle, of two people, of nobody
        with pytest.raises(NotFound):
            hospital.patients.patient(number)


def test_what_a_patient_has_booked_is_read(hospital: Hospital) -> None:
    """Not what was cancelled, is over, or has a state that nobody mapped."""
    (booked,) = hospital.scheduling.appointments("P1", NINE)
    assert (booked.appointment_id, booked.state, booked.queue_number) == ("7", AppointmentState.CONFIRMED, "12")
    assert (booked.slot.department_id, booked.slot.starts) == ("cardiology", NINE.replace(hour=14))


def test_records_are_asked_for_by_patient_and_by_day(hospital: Hospital) -> None:
    assert [one.chief_complaint for one in found(hospital, {"patient_id": "P1"})] == ["胸痛"]
    assert [one.outpatient_number for one in found(hospital, {"visit_date__gte": "2026-03-02T10:44:00"})] == [1]
    assert found(hospital, {"visit_date__gte": "2026-03-02T10:45:00"}) == []


def test_a_guest_has_no_number_in_the_inbox(hospital: Hospital) -> None:
    one = visit()
    guest = one.record.model_copy(update={"patient_id": f"{GUEST}1", "name": ""})
    hospital.records.create(one.model_copy(update={"record": guest}), key="guest")
    assert found(hospital, {"patient_id": f"{GUEST}1"}) == []


def test_what_the_table_cannot_hold_is_refused_and_not_cut(hospital: Hospital) -> None:
    one = visit()
    long = one.record.model_copy(update={"chief_complaint": "痛" * 2001})
    with pytest.raises(HospitalError) as refused:
        hospital.records.create(one.model_copy(update={"record": long}), key="long")
    assert "痛" not in str(refused.value)
    with pytest.raises(NotFound):
        hospital.records.history("long")


def test_a_right_that_was_taken_is_an_error_and_no_empty_answer(changeable: str, folder: Path) -> None:
    execute(
        changeable,
        'create role reader login; grant usage on schema "门诊" to reader; grant select on "门诊"."病人视图" to reader',
    )
    try:
        reader = connect_outside(changeable.replace("postgres@", "reader@"), lambda: NINE, folder)
        assert reader.patients.patient("P1").name == "白样本"
        with pytest.raises(HospitalError):
            found(reader, {"patient_id": "P1"})
        with pytest.raises(HospitalError):
            reader.records.create(visit(), key="k")
    finally:
        execute(changeable, "drop owned by reader; drop role reader")


def test_a_statement_that_takes_too_long_is_given_up_and_nobody_waits_for_the_next(
    changeable: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(circuit_breaker, "EVERY", 0.5)
    execute(
        changeable,
        'create or replace view "门诊"."病人视图" as select * from "门诊"."病人" where pg_sleep(9) is not null',
    )
    slow = connect_outside(f"{changeable}&timeout=0.2", lambda: NINE, folder)
    with pytest.raises(HospitalAway):
        slow.patients.patient("P1")
    with pytest.raises(HospitalAway, match="a moment ago"):
        slow.patients.patient("P1")
    execute(changeable, 'create or replace view "门诊"."病人视图" as select * from "门诊"."病人"')
    assert eventually(lambda: slow.patients.patient("P1")).name == "白样本"


def test_a_database_that_falls_silent_is_given_up_and_nobody_waits_for_the_next(
    url: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a connection that was kept: no word of the server ends it."""
    monkeypatch.setattr(circuit_breaker, "EVERY", 0.2)
    with stopping(make_url(url)) as line:
        there = connect_outside(line.url.render_as_string(hide_password=False), lambda: NINE, folder)
        assert there.patients.patient("P1").name == "白样本"
        line.flows.clear()
        began = monotonic()
        with pytest.raises(HospitalAway):
            there.patients.patient("P1")
        assert monotonic() - began < 6
        began = monotonic()
        with pytest.raises(HospitalAway, match="a moment ago"):
            there.patients.patient("P1")
        assert monotonic() - began < 0.5
        line.flows.set()
        assert eventually(lambda: there.patients.patient("P1")).name == "白样本"


def test_a_database_that_is_away_is_not_waited_for_twice(folder: Path) -> None:
    away = connect_outside("views+postgresql://nobody@127.0.0.1:1/nowhere", lambda: NINE, folder)
    assert [one.department_id for one in away.directory.departments()] == ["cardiology", "general-practice"]
    for _ in range(2):
        with pytest.raises(HospitalAway):
            away.patients.patient("P1")


def test_a_check_of_a_database_that_is_away_blames_no_key_of_the_mapping(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(typer.Exit), capture_logs():
        check("views+postgresql://nobody@127.0.0.1:1/nowhere", folder=folder)
    assert capsys.readouterr().out == "FAULT the system does not answer: OperationalError\n"


def test_a_check_reads_a_record_back_word_by_word(url: str, hospital: Hospital, folder: Path) -> None:
    assert [*faults_beside(url, folder)] == ["views.yaml:30: appointments.codes.state: there are rows with ?"]
    lines = list(checked(hospital, writes_for="P1", now=NINE))
    assert [one.text for one in lines if one.fault] == []
    assert {"every word survived", "one key, one record"} <= {one.text for one in lines}


def test_signing_and_amending_again_are_versions_of_their_own(hospital: Hospital) -> None:
    record_id = hospital.records.create(visit(), key="v")
    for version in (2, 3):
        signed = visit().model_copy(update={"state": SummaryState.SIGNED, "signed_by": "林和", "version": version})
        hospital.records.sign(record_id, signed)
        hospital.records.sign(record_id, signed)
    assert [one.signed for one in hospital.records.history(record_id)] == [False, True, True]


SPOILED = {
    "a column that is none": ("姓名, sex", "姓名, sxe: 名, sex", ":3: patients.columns.sxe: is none of ours"),
    "one that is missing": ("appointment_id:", "slot_id:", "appointments.columns: appointment_id is missing"),
    "a code that means nothing": ("{Y: confirmed,", "{Y: come,", "appointments.codes.state.Y: come is none of"),
    "a part that is none": ("duty:", "shifts:", ":16: shifts: Extra inputs"),
    "a key twice": ("patient_id: 病人号, name", "name: 名, patient_id: 病人号, name", "name: is there twice"),
    "no YAML": ("patients:", "patients: [", "not YAML"),
    "codes of no column": ("formats: {birth_date", "formats: {birthday", "patients.formats.birthday: is no column"),
    "two codes to write": ("{1: create, 2: amend", "{1: create, 2: create", "inbox.codes.kind: two codes"),
}


@pytest.mark.parametrize("spoiled", SPOILED)
def test_a_bad_mapping_is_named_by_line_and_key(spoiled: str, tmp_path: Path) -> None:
    before, after, told = SPOILED[spoiled]
    assert before in MAPPING
    folder = write_mapping(write_hospital(tmp_path / "hospital"), MAPPING.replace(before, after, 1))
    with pytest.raises(SeedError) as refused:
        connect_outside("views+postgresql://somebody@127.0.0.1:1/nowhere", lambda: NINE, folder)
    assert str(refused.value).startswith("views.yaml:") and told in str(refused.value)


def test_what_only_the_database_shows_is_named_too(changeable: str, tmp_path: Path) -> None:
    wrong = MAPPING.replace("电话", "手机").replace("门诊.排班", "门诊.值班").replace("停用", "停止")
    folder = write_mapping(write_hospital(tmp_path / "hospital"), wrong)
    execute(
        changeable,
        'alter table "接口"."预问诊收件" drop constraint "预问诊收件_幂等键_key", alter "病人号" set not null, '
        'alter "主诉" type varchar(100)',
    )
    faults = "\n".join(faults_beside(changeable, folder))
    for told in (
        "views.yaml:3: patients.columns.phone: 门诊.病人视图 has no column 手机",
        "views.yaml:17: duty.view: there is no view or table 门诊.值班",
        "departments.where.停止: 门诊.科室 has no column 停止",
        "inbox.columns.key: is not unique by itself",
        "inbox.columns.patient_id: takes no NULL",
        "inbox.columns.chief_complaint: holds 100 characters",
    ):
        assert told in faults


@pytest.mark.parametrize(
    ("url", "told"),
    [
        ("views+postgresql://me:secret@host/db", "FRONTDESK_HIS_PASSWORD"),
        ("views+mysql://me@host/db", "pip install 'frontdesk[mysql]'"),
        ("views+postgresql://me@host/db?timeout=soon", "timeout"),
        ("views+sqlite:///file", "no hospital's system"),
    ],
)
def test_an_address_that_cannot_be_is_told_without_its_secret(url: str, told: str, folder: Path) -> None:
    with pytest.raises(UnknownSystem) as refused:
        connect_outside(url, lambda: NINE, folder)
    assert told in str(refused.value) and "secret@" not in str(refused.value)


def test_the_password_comes_from_a_file(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "password").write_text("open sesame\n")
    monkeypatch.setenv("FRONTDESK_HIS_PASSWORD_FILE", str(tmp_path / "password"))
    address = address_of("views+postgresql://me@host/db")
    assert address.password.get_secret_value() == "open sesame"
    assert "sesame" not in repr(address)


@pytest.mark.parametrize("kind", ["mysql", "mssql", "oracle", "postgresql"])
def test_statements_can_be_told_to_every_kind_of_database(kind: str, folder: Path) -> None:
    """The databases themselves are not here; their dialects write what would be sent."""
    told = import_module(f"sqlalchemy.dialects.{kind}")
    source = Source(Columns(), read_mapping(folder / "views.yaml").mapping.patients)
    chosen = source.select().where(source.is_("patient_id", "P1")).order_by(source.column("name").desc()).limit(5)
    for statement in (chosen, insert(source.table).values({"病人号": "P1"})):
        written = str(statement.compile(dialect=told.dialect()))
        assert "病人号" in written and "P1" not in written


class Columns(Database):
    def __init__(self) -> None:
        pass

    def columns(self, view: str) -> dict[str, Any]:
        return dict.fromkeys(("病人号", "姓名", "性别", "出生日期", "电话", "合并至"), String(20))
