"""Each look of `frontdesk diagnose`, with the fault it is there for provoked; and nothing secret in any of it."""

import json
import os
import socket
import ssl
import struct
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import Thread
from types import SimpleNamespace
from typing import Any, cast

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from sqlalchemy import Engine, select, text
from sqlmodel import SQLModel
from typer.testing import CliRunner

from frontdesk.app.ledger.account_tables import StaffRow
from frontdesk.app.ledger.accounts import Account, Accounts, Role
from frontdesk.app.ledger.audit import Act, Entry, note
from frontdesk.app.ledger.outbox import OutboxRow, State
from frontdesk.app.ledger.records.loading import seed
from frontdesk.app.settings import Settings
from frontdesk.commands.demonstration import PASSWORD
from frontdesk.commands.diagnosis import configuration, kept, looking, machine, outside
from frontdesk.commands.diagnosis.row import Given, Row
from frontdesk.commands.main import frontdesk
from frontdesk.database.engine import connect, reading, writing
from frontdesk.database.standing import Standing, standing
from frontdesk.evaluation.model_server import NAME, serving_model
from frontdesk.his_adapter.tables import built_in
from frontdesk.models.speech.synthesis.voice import NoVoice
from tests.conftest import MONDAY
from tests.databases import PostgresTemplate, SqliteTemplate
from tests.his_adapter.contract import NINE
from tests.his_adapter.small_hospital import write_hospital
from tests.models.language.test_abilities import able

A_DAY = timedelta(days=1)


def given(now: datetime = NINE, environment: dict[str, str] | None = None, ntp: str = "", **told: Any) -> Given:
    settings = Settings(_env_file=None, **told)  # type: ignore[call-arg]
    return Given(settings=settings, environment=environment or {}, now=now, time_server=ntp)


def states(rows: Iterator[Row]) -> dict[str, str]:
    """By part the worst of it."""
    order, found = ["off", "ok", "look", "fault"], dict[str, str]()
    for row in rows:
        assert row.told and (row.state in ("ok", "off") or row.todo), row
        found[row.part] = max(found.get(row.part, "off"), row.state.value, key=order.index)
    return found


# What is set


def test_a_setting_that_cannot_be_read_is_named_and_not_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FRONTDESK_DATABASE_URL", "mysql://lin:hunter2@host/x")
    done = CliRunner().invoke(frontdesk, ["diagnose"])
    assert done.exit_code == 1 and "FRONTDESK_DATABASE_URL" in done.stdout and "hunter2" not in done.stdout


@pytest.mark.parametrize(
    ("told", "environment", "part", "state"),
    [
        ({}, {}, "settings", "ok"),
        ({}, {"FRONTDESK_PROT": "8000"}, "settings", "look"),
        ({"guidelines": "/nowhere"}, {}, "settings", "fault"),
        ({"triage_weights": "/nowhere"}, {}, "settings", "fault"),
        ({"guidelines": Path(__file__).parent}, {}, "settings", "ok"),  # a folder without any
        ({"diagnoses": __file__}, {}, "settings", "fault"),
        ({"triage_weights": __file__}, {}, "settings", "fault"),
        ({"record_systems": __file__}, {}, "settings", "fault"),
        ({"identity_provider": __file__}, {}, "settings", "fault"),
        ({"identity_provider": "/nowhere"}, {}, "settings", "fault"),
        ({"ui_folder": "/nowhere"}, {}, "screens", "fault"),
        ({}, {}, "addresses", "look"),
        ({"host": "0.0.0.0"}, {}, "addresses", "fault"),
        ({"host": "10.0.0.7"}, {}, "addresses", "fault"),
        ({"host": "10.0.0.7", "public_url": "https://kiosk.example"}, {}, "addresses", "look"),
        ({"public_url": "https://kiosk.example", "trusted_proxies": 1}, {}, "addresses", "ok"),
    ],
)
def test_what_is_set(told: dict[str, Any], environment: dict[str, str], part: str, state: str) -> None:
    assert states(configuration.settings(given(environment=environment, **told)))[part] == state


def test_the_list_of_breached_passwords(tmp_path: Path) -> None:
    file = tmp_path / "list.txt"
    file.write_text("0" * 40 + ":1\n" + "F" * 40 + ":1\n", encoding="ascii")
    written = datetime.fromtimestamp(file.stat().st_mtime)
    for now, path, state in (
        (written, None, "off"),
        (written, file, "ok"),
        (written + timedelta(days=400), file, "look"),
        (written, Path(__file__), "fault"),
        (written, tmp_path / "nowhere", "fault"),
    ):
        rows = configuration.breached_passwords(given(now=now, breached_passwords=path))
        assert states(rows) == {"passwords": state}


# The machine


@pytest.mark.parametrize(("free", "state"), [(0.5, "fault"), (3, "look"), (50, "ok")])
def test_a_disk_that_fills(free: float, state: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine.shutil, "disk_usage", lambda place: SimpleNamespace(free=free * machine.GIB))
    assert states(machine.disks(given())) == {"disk": state}


@contextmanager
def time_server(ahead: float) -> Iterator[str]:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as line:
        line.bind(("127.0.0.1", 0))

        def answer() -> None:
            _, client = line.recvfrom(48)
            line.sendto(40 * b"\0" + struct.pack("!II", int(time.time() + ahead) + machine.NTP_EPOCH, 0), client)

        Thread(target=answer, daemon=True).start()
        yield f"127.0.0.1:{line.getsockname()[1]}"


@pytest.mark.parametrize(("ahead", "state"), [(0.5, "ok"), (10, "look"), (-90, "fault")])
def test_a_clock_that_is_off(ahead: float, state: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine, "_is_kept_right", lambda: True)
    with time_server(ahead) as server:
        assert states(machine.clock(given(ntp=server)))["clock"] == state


def test_a_clock_that_nothing_keeps_right_and_a_time_server_that_is_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine, "_is_kept_right", lambda: False)
    monkeypatch.setattr(machine, "PATIENCE", 0.05)
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as silent:
        silent.bind(("127.0.0.1", 0))
        rows = list(machine.clock(given(ntp=f"127.0.0.1:{silent.getsockname()[1]}")))
    assert [row.state for row in rows if row.part == "clock"] == ["look", "look"]


@pytest.mark.parametrize(("zone", "state"), [("UTC", "look"), ("Asia/Shanghai", "ok")])
def test_a_machine_at_no_hospitals_time(zone: str, state: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", zone)
    time.tzset()
    try:
        assert states(machine.clock(given()))["time zone"] == state
    finally:
        monkeypatch.undo()
        time.tzset()


def test_files_that_others_may_read_or_that_are_not_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(machine.os, "geteuid", lambda: 1000)
    database, token, backups = tmp_path / "f.db", tmp_path / "token", tmp_path / "backups"
    backups.mkdir()
    for file in (database, token, backups / "frontdesk-1.jsonl.gz"):
        file.touch(mode=0o600)
    told = {"database_url": f"sqlite:///{database}", "backup_folder": backups}
    named = {"FRONTDESK_HIS_TOKEN_FILE": str(token)}
    assert states(machine.files(given(environment=named, **told))) == {"files": "ok"}
    for file in (database, token, backups / "frontdesk-1.jsonl.gz"):
        file.chmod(0o644)
        (row,) = machine.files(given(environment=named, **told))
        assert row.state == "fault" and str(tmp_path) not in row.told
        file.chmod(0o600)
    token.unlink()
    assert states(machine.files(given(environment=named, **told))) == {"files": "fault"}
    monkeypatch.setattr(machine.os, "geteuid", lambda: 0)
    assert "root" in [*machine.files(given(**told))][-1].told


@pytest.mark.parametrize(
    ("status", "jobs", "state"),
    [
        ("printer slips is idle.  enabled since today", 0, "ok"),
        ("printer slips disabled since today -", 2, "fault"),
        ("printer slips is idle.  enabled since today", 9, "look"),
        ("", 0, "off"),
    ],
)
def test_a_printer_that_does_not_print(
    status: str, jobs: int, state: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / "lpstat"
    queued = "\n".join(["echo slips-1 somebody 1024 today"] * jobs) or ":"
    program.write_text(f'#!/bin/sh\nif [ "$1" = -p ]; then echo "{status}"; else {queued}\nfi\n')
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    rows = list(machine.printers(given()))
    assert states(iter(rows)) == {"printers": state} and "somebody" not in rows[0].told


# The database and what stands in it


@pytest.fixture
def hospital(sqlite_template: SqliteTemplate, tmp_path: Path) -> Iterator[Engine]:
    """A real one, as small as may be, with an administrator."""
    with sqlite_template.copy(tmp_path) as url:
        engine = connect(url)
        seed(engine, write_hospital(tmp_path / "hospital"), MONDAY)
        Accounts(engine).add(Account(username="chen", name="陈主任", role=Role.ADMIN), "gar-den 47 lamps", now=NINE)
        yield engine
        engine.dispose()


def test_a_database_that_is_not_there_is_not_made(tmp_path: Path) -> None:
    row = kept.reached(Settings(database_url=f"sqlite:///{tmp_path}/none.db"))
    assert row and row.state == "fault" and not (tmp_path / "none.db").exists()


def test_a_database_that_is_away_is_told_without_its_address() -> None:
    row = kept.reached(Settings(database_url="postgresql://lin:hunter2@127.0.0.1:1/health"))
    assert row and row.state == "fault" and not any(word in row.told for word in ("hunter2", "lin", "health"))


def test_a_database_of_another_version_is_told_and_not_touched(hospital: Engine) -> None:
    settings = Settings(database_url=hospital.url.render_as_string(hide_password=False))
    _stands_at(hospital, "0005")
    row = kept.reached(settings)
    assert row and row.state == "look" and "0005" in row.told
    _stands_at(hospital, "9999")
    assert kept.reached(settings) is None, "migrations only add"
    (row,) = kept.database(given(), hospital)
    assert row.state == "look" and "9999" in row.told


def _stands_at(engine: Engine, revision: str) -> None:
    with writing(engine) as session:
        session.execute(text("update alembic_version set version_num = :to"), {"to": revision})


def test_what_a_database_tells_of_itself(
    sqlite_template: SqliteTemplate, postgres_template: PostgresTemplate, tmp_path: Path
) -> None:
    for template in (sqlite_template, postgres_template):
        with template.copy(tmp_path) as url:
            engine = connect(url)
            told = standing(engine)
            assert told.size > 100_000 and told.version.startswith(("SQLite 3", "PostgreSQL 1"))
            assert set(states(kept.database(given(), engine)).values()) == {"ok"}
            engine.dispose()
    assert told.connections and told.most and 0 < told.connections < told.most
    assert told.ahead is not None and abs(told.ahead) < 2


@pytest.mark.parametrize(
    ("in_use", "most", "ahead", "part", "state"),
    [
        (95, 97, 0.0, "connections", "fault"),
        (5, 20, 0.0, "connections", "look"),
        (5, 97, 0.0, "connections", "ok"),
        (5, 97, 5.0, "clock", "look"),
        (5, 97, -70.0, "clock", "fault"),
    ],
)
def test_a_server_of_databases_that_is_full_or_at_another_time(
    in_use: int, most: int, ahead: float, part: str, state: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = Standing(version="PostgreSQL 15", size=1, connections=in_use, most=most, ahead=ahead)
    monkeypatch.setattr(kept, "standing", lambda engine: told)
    monkeypatch.setattr(kept, "revision_of", lambda engine: kept.newest())
    assert states(kept.database(given(), cast(Engine, None)))[part] == state


@pytest.mark.parametrize(("days", "state"), [(None, "fault"), (0.5, "ok"), (2, "look"), (30, "fault")])
def test_a_backup_that_is_late(days: float | None, state: str, hospital: Engine) -> None:
    if days is not None:
        note(hospital, Entry(act=Act.BACKUP, what=("f.jsonl.gz",)), at=NINE - days * A_DAY, by="operator")
    assert states(kept.backups(given(), hospital)) == {"backup": state}


def _written(engine: Engine, *, state: State, created: datetime, delivered: datetime | None = None) -> None:
    told: dict[str, Any] = {"payload": {"name": "白样本"}, "attempts": 1, "next_try": NINE, "last_error": "白样本"}
    with writing(engine) as session:
        session.add(OutboxRow(key="k", kind="visit", state=state, created=created, delivered=delivered, **told))


@pytest.mark.parametrize(("age", "state"), [(1, "ok"), (40, "fault")])
def test_data_that_are_kept_too_long(age: int, state: str, hospital: Engine) -> None:
    assert states(kept.retention(given(), hospital)) == {"retention": "off"}
    _written(hospital, state=State.DELIVERED, created=NINE - age * A_DAY, delivered=NINE - age * A_DAY)
    assert states(kept.retention(given(keep_deliveries_days=30), hospital)) == {"retention": state}


@pytest.mark.parametrize(
    ("kind", "hours", "state"), [(State.GIVEN_UP, 0, "fault"), (State.PENDING, 5, "look"), (State.PENDING, 0, "ok")]
)
def test_deliveries_that_do_not_arrive(kind: State, hours: int, state: str, hospital: Engine) -> None:
    _written(hospital, state=kind, created=NINE - timedelta(hours=hours))
    rows = list(kept.outbox(given(), hospital))
    assert states(iter(rows)) == {"deliveries": state} and "白样本" not in str(rows)


def test_passwords_that_everybody_knows(hospital: Engine) -> None:
    assert states(kept.staff(given(), hospital)) == {"accounts": "ok"}
    Accounts(hospital).invite(Account(username="wu", name="吴护士", role=Role.NURSE), now=NINE)
    assert states(kept.staff(given(NINE + 8 * A_DAY), hospital)) == {"accounts": "look"}
    Accounts(hospital).add(Account(username="nurse", name="林护士", role=Role.NURSE), PASSWORD, now=NINE, weak=True)
    assert states(kept.staff(given(), hospital)) == {"accounts": "fault"}
    Accounts(hospital).disable("nurse", now=NINE)
    assert states(kept.staff(given(), hospital)) == {"accounts": "ok"}


def test_a_hospital_without_anybody_who_administers_or_without_a_hospital(engine: Engine) -> None:
    assert states(kept.staff(given(), engine)) == {"accounts": "look"}
    assert states(kept.hospital(given(), engine)) == {"hospital": "fault"}
    assert states(kept.hospital(given(his="mllp://127.0.0.1:1"), engine)) == {}


# What others do


@contextmanager
def listening() -> Iterator[int]:
    with socket.create_server(("127.0.0.1", 0)) as line:
        yield int(line.getsockname()[1])


def test_a_hospitals_system_that_is_away(tmp_path: Path) -> None:
    folder = write_hospital(tmp_path / "hospital")
    (row,) = outside.hospital_system(given(his="fhir+http://127.0.0.1:1/fhir", his_folder=folder))
    assert (row.part, row.state) == ("hospital system", "fault") and "not answer" in row.told
    (row,) = outside.hospital_system(given(his="fhir+http://127.0.0.1:1/fhir"))
    assert row.state == "fault" and "folder" in row.told
    assert list(outside.hospital_system(given())) == []


def test_a_listener_and_a_feed() -> None:
    with listening() as port:
        there = f"mllp://127.0.0.1:{port}"
        assert states(outside.hospital_system(given(his=there, his_write=there))) == {
            "hospital feed": "ok",
            "hospital listener": "ok",
        }
    assert states(outside.hospital_system(given(his=there, his_write=there))) == {
        "hospital feed": "look",
        "hospital listener": "fault",
    }


def test_a_model_that_is_away_or_not_good_enough(tmp_path: Path) -> None:
    assert states(outside.model(given())) == {"model": "off"}
    assert states(outside.model(given(model_url="http://127.0.0.1:1/v1"))) == {"model": "fault"}
    with serving_model() as server:
        server.reply = able
        rows = list(outside.model(given(model_url=server.url, model_name=NAME, model_for_notes=f"other@{server.url}")))
    assert [row.state for row in rows] == ["look", "look"]  # the scripted one never keeps to a length
    assert "offers it by this name" in rows[1].told and "keeps to the length" in rows[0].told


def test_a_voice_that_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    class Mute:
        def say(self, *_: object) -> None:
            raise NoVoice("hunter2")

        def close(self) -> None: ...

    monkeypatch.setattr(outside, "speaker", lambda settings: Mute())
    assert states(outside.voice(given(speech="off"))) == {"voice": "off"}
    assert states(outside.voice(given())) == {"voice": "look"}, "it is asked for by a touch, and there are captions"
    assert states(outside.voice(given(speech="on"))) == {"voice": "fault"}
    Mute.say = lambda *_: None  # type: ignore[method-assign]
    monkeypatch.setattr(outside, "why_not", lambda chosen: None)
    assert states(outside.voice(given())) == {"voice": "ok"}
    monkeypatch.setattr(outside, "why_not", lambda chosen: "get it with: pip install")
    assert states(outside.voice(given())) == {"voice": "look"}


def test_a_recogniser_that_does_not_load() -> None:
    assert states(outside.hearing(given())) == {"recogniser": "off"}
    named = given(hearing="nowhere:NOTHING", hearing_model_zh="/nowhere")
    assert states(outside.hearing(named)) == {"recogniser": "fault"}


@contextmanager
def tls_server(folder: Path, ends: datetime) -> Iterator[int]:
    """With a certificate for `localhost` of its own authority, `ca.pem`."""
    key, name = ec.generate_private_key(ec.SECP256R1()), x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "kiosk")])
    certificate = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(ends - 400 * A_DAY)
        .not_valid_after(ends)
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
        .sign(key, hashes.SHA256())
    )
    encoded = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    (folder / "ca.pem").write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
    (folder / "key.pem").write_bytes(encoded)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(folder / "ca.pem", folder / "key.pem")
    with socket.create_server(("127.0.0.1", 0)) as line:

        def serve() -> None:
            while True:
                try:
                    context.wrap_socket(line.accept()[0], server_side=True).close()
                except ssl.SSLError:
                    continue
                except OSError:
                    return

        Thread(target=serve, daemon=True).start()
        yield line.getsockname()[1]


@pytest.mark.parametrize(("days", "state"), [(300, "ok"), (20, "look"), (3, "fault"), (-2, "fault")])
def test_a_certificate_that_ends(days: int, state: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with tls_server(tmp_path, datetime.now(UTC) + days * A_DAY) as port:
        monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "ca.pem"))
        named = {"public_url": f"https://localhost:{port}", "his": f"fhir+https://localhost:{port}/fhir"}
        (tmp_path / "systems.yaml").write_text(
            f"cds_hooks: [{{iss: him, jwks: 'https://localhost:{port}/keys'}}]\n"
            f"smart: [{{iss: 'https://localhost:{port}', client_id: us, patients: p}}]\n"
        )
        more = {"model_url": f"https://localhost:{port}/v1", "record_systems": tmp_path / "systems.yaml"}
        rows = list(outside.certificates(given(**named, **more)))
    assert [row.state for row in rows] == [state] * 5


def test_where_nobody_speaks_tls_it_is_told() -> None:
    assert states(outside.certificates(given(public_url="https://127.0.0.1:1"))) == {"certificate": "look"}


def test_a_certificate_that_nobody_trusts(tmp_path: Path) -> None:
    with tls_server(tmp_path, datetime.now(UTC) + 300 * A_DAY) as port:
        (row,) = outside.certificates(given(public_url=f"https://localhost:{port}"))
    assert row.state == "fault" and "self-signed" in row.told


# The whole


@pytest.fixture
def alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(outside, "LOOKS", (outside.hospital_system, outside.model, outside.certificates))
    monkeypatch.setattr(looking, "ELSEWHERE", (*outside.LOOKS, machine.printers))
    return tmp_path


def test_a_bare_machine_is_told_what_to_do_first(alone: Path) -> None:
    done = CliRunner().invoke(frontdesk, ["diagnose"])
    assert done.exit_code == 1 and "frontdesk seed FOLDER" in done.stdout and "Traceback" not in done.stdout
    assert not (alone / "var").exists(), "nothing was made"


def test_the_demonstration_has_no_fault_and_is_called_one(alone: Path, demo_sqlite_url: str) -> None:
    engine = connect(demo_sqlite_url)
    account = Account(username="nurse", name="林护士", role=Role.NURSE)
    Accounts(engine).add(account, PASSWORD, now=NINE, weak=True)
    engine.dispose()
    done = CliRunner().invoke(frontdesk, ["diagnose", "--json"], env={"FRONTDESK_DATABASE_URL": demo_sqlite_url})
    told = json.loads(done.stdout)
    by_part = {row["part"]: row for row in told["rows"]}
    assert by_part["accounts"]["state"] == by_part["hospital"]["state"] == "look"
    assert [row for row in told["rows"] if row["state"] == "fault"] == [] and done.exit_code == 0


def _rows(engine: Engine, of: type[SQLModel]) -> list[Any]:
    with reading(engine) as session:
        return list(session.scalars(select(of)))


def test_nothing_of_it_is_secret_or_personal(alone: Path, hospital: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    set_to = {
        "DATABASE_URL": hospital.url.render_as_string(hide_password=False),
        "HIS": "gnuhealth+https://secretlogin@127.0.0.1:1/secretname?x=hunter2",
        "HIS_TOKEN": "hunter2",
        "HIS_PASSWORD": "hunter2",
        "MODEL_URL": "http://user:hunter2@127.0.0.1:1/v1?api_key=hunter2",
        "MODEL_KEY": "hunter2",
        "PUBLIC_URL": "https://user:hunter2@127.0.0.1:1",
        "HUNTERS": "hunter2",
    }
    for name, value in set_to.items():
        monkeypatch.setenv(f"FRONTDESK_{name}", value)
    _written(hospital, state=State.GIVEN_UP, created=NINE)
    done = CliRunner().invoke(frontdesk, ["diagnose"])
    people = [word for row in _rows(hospital, built_in.PatientRow) for word in (row.patient_id, row.name)]
    people += [word for row in _rows(hospital, StaffRow) for word in (row.username, row.name)]
    assert people and done.exit_code == 1 and "FRONTDESK_HUNTERS" in done.stdout
    assert [word for word in (*people, "hunter2", "secretlogin", "secretname") if word in done.stdout] == []


def test_a_look_that_fails_hides_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_: Given) -> Iterator[Row]:
        raise RuntimeError("hunter2")
        yield

    looks: tuple[Callable[[Given], Iterator[Row]], ...] = (broken, machine.clock)
    rows = list(looking._looked(looks, given()))
    assert rows[0].state == "fault" and "RuntimeError" in rows[0].told and "hunter2" not in rows[0].told
    assert len(rows) > 1
