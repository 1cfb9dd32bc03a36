import os
import socket
import subprocess
from pathlib import Path

import pytest

from frontdesk.app.ledger.outbox import enqueue
from frontdesk.app.ledger.records.store import hospital_behind
from frontdesk.app.settings import Settings
from frontdesk.commands import serve
from frontdesk.database.engine import connect, writing
from tests.command_line import frontdesk, process
from tests.his_adapter.contract import NINE
from tests.his_adapter.small_hospital import write_hospital
from tests.his_adapter.spoiled import SPOILED


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'new' / 'frontdesk.db'}"


def test_seed_makes_the_database_and_loads_the_folder(url: str, tmp_path: Path) -> None:
    done = process(url, "seed", str(write_hospital(tmp_path / "hospital")))
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("2 departments, 2 physicians, 1 policies, 1 patients, 2 records, ")
    engine = connect(url)
    assert hospital_behind(engine).patients.patient("P1").name == "白样本"
    engine.dispose()


def test_seed_reports_the_bad_rows_and_fails(url: str, tmp_path: Path) -> None:
    folder = write_hospital(tmp_path / "hospital")
    SPOILED["hours that are none"][0](folder)
    done = frontdesk(url, "seed", str(folder))
    assert done.returncode == 1 and done.stdout == ""
    assert done.stderr.startswith("departments.csv:3: hours: bad hours 'whenever'")
    assert "Traceback" not in done.stderr


def test_seed_if_empty_leaves_a_loaded_hospital_alone(url: str, tmp_path: Path) -> None:
    folder = write_hospital(tmp_path / "hospital")
    assert frontdesk(url, "seed", "--if-empty", str(folder)).returncode == 0
    again = frontdesk(url, "seed", "--if-empty", str(tmp_path / "nowhere"))
    assert (again.returncode, again.stdout) == (0, "")


def test_deliver_shows_what_is_left_and_nothing_personal(url: str, tmp_path: Path) -> None:
    frontdesk(url, "seed", str(write_hospital(tmp_path / "hospital")))
    engine = connect(url)
    with writing(engine) as session:
        enqueue(
            session,
            key="s1",
            kind="visit",
            payload={"outpatient_number": 99, "name": "白样本"},
            now=NINE.replace(year=2020),
        )
    engine.dispose()
    done = frontdesk(url, "deliver")
    assert done.returncode == 0, done.stderr
    assert done.stdout == "0 delivered, 1 left\n"
    assert "NotFound" in done.stderr and "白样本" not in done.stderr
    assert frontdesk(url, "deliver", "--again", "1").returncode == 1  # it was not given up


def served(url: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """A server that refuses to start ends by itself."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = str(probe.getsockname()[1])
    os.environ["FRONTDESK_PORT"] = port
    try:
        return process(url, "serve", *arguments)
    finally:
        del os.environ["FRONTDESK_PORT"]


def test_the_demonstration_is_not_served_as_a_real_hospital(demo_sqlite_url: str) -> None:
    done = served(demo_sqlite_url)
    assert done.returncode != 0 and "passwords everybody knows" in done.stderr and "Traceback" not in done.stderr


def test_the_demonstration_does_not_come_into_a_real_hospitals_database(url: str, tmp_path: Path) -> None:
    assert frontdesk(url, "seed", str(write_hospital(tmp_path / "hospital"))).returncode == 0
    done = served(url, "--demo")
    assert done.returncode != 0 and "real hospital's" in done.stderr and "Traceback" not in done.stderr
    assert frontdesk(url, "user", "list").stdout == ""
    assert "real hospital" in frontdesk(url, "seed", "hospital/demo").stderr


def test_a_mistyped_path_makes_no_database(url: str) -> None:
    for command in (("serve",), ("user", "list"), ("audit", "verify"), ("kiosk", "list"), ("deliver",)):
        done = served(url) if command == ("serve",) else frontdesk(url, *command)
        assert done.returncode != 0 and "there is no database" in done.stderr, command
    assert not Path(url.removeprefix("sqlite:///")).exists()


def test_a_system_named_on_the_command_line_is_the_one_that_is_served(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[Settings] = []
    monkeypatch.setattr(serve, "_run", lambda settings, *, demo: seen.append(settings))
    monkeypatch.setattr(serve, "_refuse_a_taken_port", lambda settings: None)
    monkeypatch.setenv("FRONTDESK_HIS", "fhir+https://elsewhere/fhir")
    monkeypatch.setenv("FRONTDESK_DATABASE_URL", "sqlite:////nowhere/new.db")  # which such a system does not need
    serve.serve(his="views+postgresql://me@host/db", his_write="mllp://host:2575", his_folder=Path("there"))
    serve.serve()
    assert [(one.his, one.his_write, one.his_folder) for one in seen] == [
        ("views+postgresql://me@host/db", "mllp://host:2575", Path("there")),
        ("fhir+https://elsewhere/fhir", "", None),
    ]


@pytest.mark.parametrize(
    ("name", "value"), [("PORT", "eighty"), ("DATABASE_URL", "not a url"), ("THREADS", "1"), ("KIOSK_PAIRING", "free")]
)
def test_a_bad_setting_is_named_in_one_line(url: str, name: str, value: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(f"FRONTDESK_{name}", value)
    done = process(value if name == "DATABASE_URL" else url, "serve", "--demo")
    assert done.returncode != 0 and f"FRONTDESK_{name}" in done.stderr and "Traceback" not in done.stderr


AWAY = "postgresql://nobody@127.0.0.1:1/nowhere"


@pytest.mark.parametrize("command", [("kiosk", "list"), ("audit", "verify"), ("serve",)])
def test_a_database_that_does_not_answer_is_told_in_a_line(command: tuple[str, ...]) -> None:
    done = served(AWAY) if command == ("serve",) else frontdesk(AWAY, *command)
    assert done.returncode != 0
    told = [line for line in done.stderr.splitlines() if line.startswith("frontdesk:")]
    assert len(told) == 1 and "the database cannot be used: connection failed" in told[0]
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("name", ["", "   ", "a\nb", "x" * 41])
def test_a_kiosk_has_a_name_that_can_be_read(url: str, tmp_path: Path, name: str) -> None:
    assert frontdesk(url, "seed", str(write_hospital(tmp_path / "hospital"))).returncode == 0
    done = frontdesk(url, "kiosk", "add", name)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("frontdesk: a kiosk's name is")


def test_days_beyond_the_calendar_are_refused(url: str) -> None:
    done = frontdesk(url, "report", "quality", "--days", "99999999999")
    assert done.returncode == 2 and "Traceback" not in done.stderr


def test_the_tables_of_a_day_are_told_on_the_command_line(url: str, tmp_path: Path) -> None:
    frontdesk(url, "seed", str(write_hospital(tmp_path / "hospital")))
    told = frontdesk(url, "report", "day").stdout
    assert "What became of the receptions" in told and "Time to acknowledge an alarm" in told
    sheet = frontdesk(url, "report", "day", "--table", "languages", "--csv", "--language", "zh").stdout
    assert sheet.removeprefix("\ufeff").splitlines()[0].startswith("语言,合计,交给医生")
    wrong = frontdesk(url, "report", "shift", "--shift", "9")
    assert (wrong.returncode, wrong.stderr) == (1, "frontdesk: no shift begins at that time of day\n")
