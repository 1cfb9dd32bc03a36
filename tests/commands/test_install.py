"""`frontdesk install`: what it writes, what it refuses to touch, and units that systemd itself has looked at."""

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from click.testing import Result
from typer.testing import CliRunner

from frontdesk.app.settings import Settings
from frontdesk.commands import install, serve
from frontdesk.commands.installing.kiosk import NotSecure, kiosk
from frontdesk.commands.installing.server import server
from frontdesk.commands.main import frontdesk
from tests.conftest import not_tested

PROGRAM = "/opt/frontdesk/bin/frontdesk"
EXPOSURE = 1.5  # of 10, by systemd-analyze
SERVER = ("install", "server", "--program", PROGRAM)
KIOSK = ("install", "kiosk", "--server", "https://frontdesk.example:8443/")


def run(*words: str) -> Result:
    return CliRunner().invoke(frontdesk, list(words))


def written(root: Path) -> dict[str, tuple[int, str]]:
    return {
        str(file.relative_to(root)): (file.stat().st_mode & 0o777, file.read_text())
        for file in root.rglob("*")
        if file.is_file()
    }


@pytest.mark.parametrize("words", [SERVER, KIOSK])
def test_a_second_time_changes_nothing_and_the_list_is_one_of_sha256sum(words: tuple[str, ...], tmp_path: Path) -> None:
    assert run(*words, "--root", str(tmp_path)).exit_code == 0
    before = written(tmp_path)
    again = run(*words, "--root", str(tmp_path))
    assert again.exit_code == 0 and "new " not in again.stdout and written(tmp_path) == before
    assert not [name for name, (_, text) in before.items() if re.search("@[a-z]+@", text)], "no place is left open"
    (listed,) = (tmp_path / "etc/frontdesk").glob("*.sha256")
    lines = listed.read_text().replace("  /", f"  {tmp_path}/")
    subprocess.run(["sha256sum", "--check", "--quiet"], input=lines, text=True, check=True)
    assert len(lines.splitlines()) + 1 + ("server" in words) == len(before)  # itself, and the settings


def test_settings_and_programs_have_their_modes_and_settings_are_the_operators(tmp_path: Path) -> None:
    run(*SERVER, "--root", str(tmp_path))
    settings = tmp_path / "etc/frontdesk/frontdesk.env"
    assert settings.stat().st_mode & 0o777 == 0o640
    assert (tmp_path / "usr/local/bin/frontdesk").stat().st_mode & 0o777 == 0o755
    settings.write_text("FRONTDESK_THREADS='64'\n")
    assert run(*SERVER, "--root", str(tmp_path)).exit_code == 0
    assert settings.read_text() == "FRONTDESK_THREADS='64'\n"


def test_an_upgrade_renews_what_was_written_before(tmp_path: Path) -> None:
    run(*SERVER, "--root", str(tmp_path))
    done = run(*SERVER, "--port", "8443", "--root", str(tmp_path))
    assert done.exit_code == 0 and done.stdout.count("renewed") == 1
    assert "127.0.0.1:8443" in (tmp_path / "etc/systemd/system/frontdesk.socket").read_text()


def test_units_name_the_program_as_it_was_called(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A link to the newest version stays one."""
    (tmp_path / "new").mkdir()
    (tmp_path / "new/frontdesk").touch(mode=0o755)
    (tmp_path / "link").symlink_to(tmp_path / "new")
    monkeypatch.setattr("sys.argv", [str(tmp_path / "link/frontdesk")])
    run("install", "server", "--root", str(tmp_path))
    unit = (tmp_path / "etc/systemd/system/frontdesk.service").read_text()
    assert f"ExecStart={tmp_path}/link/frontdesk serve" in unit


@pytest.mark.parametrize("theirs", ["before", "after"])
def test_what_somebody_else_wrote_is_never_overwritten(theirs: str, tmp_path: Path) -> None:
    unit = tmp_path / "etc/systemd/system/frontdesk.service"
    if theirs == "after":
        run(*SERVER, "--root", str(tmp_path))
    unit.parent.mkdir(parents=True, exist_ok=True)
    unit.write_text("[Service]\nExecStart=/their/own\n")
    before = written(tmp_path)
    done = run(*SERVER, "--port", "8443", "--root", str(tmp_path))
    assert done.exit_code == 1 and "REFUSED" in done.output and "frontdesk.service" in done.output
    assert written(tmp_path) == before, "and nothing else is written either"


@pytest.mark.parametrize("words", [SERVER, KIOSK])
def test_a_dry_run_does_nothing(words: tuple[str, ...], tmp_path: Path) -> None:
    done = run(*words, "--dry-run", "--root", str(tmp_path))
    assert done.exit_code == 0 and "systemctl enable" in done.stdout and list(tmp_path.iterdir()) == []


def test_on_the_machine_itself_users_come_before_folders_and_both_before_units(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ran: list[str] = []
    monkeypatch.setattr(install, "MACHINE", tmp_path)
    monkeypatch.setattr(install.os, "geteuid", lambda: 0)
    monkeypatch.setattr(install.shutil, "which", lambda name: name)

    def note(words: tuple[str, ...], check: bool) -> subprocess.CompletedProcess[str]:
        assert (tmp_path / "etc/systemd/system/frontdesk.socket").exists()
        ran.append(" ".join(words[:2]))
        return subprocess.CompletedProcess(words, 0)

    monkeypatch.setattr(install.subprocess, "run", note)
    assert run(*SERVER, "--root", str(tmp_path)).exit_code == 0
    sysusers = "systemd-sysusers /etc/sysusers.d/frontdesk.conf"
    assert ran == [sysusers, "systemd-tmpfiles --create", "systemctl daemon-reload", "systemctl enable"]


def test_on_the_machine_itself_what_lacks_is_told_before_anything_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(install, "MACHINE", tmp_path)
    monkeypatch.setattr(install.os, "geteuid", lambda: 0)
    monkeypatch.setattr(install.shutil, "which", lambda name: None if name == "cage" else name)
    done = run(*KIOSK, "--root", str(tmp_path))
    assert done.exit_code == 1 and "cage" in done.output and list(tmp_path.iterdir()) == []
    monkeypatch.setattr(install.os, "geteuid", lambda: 1000)
    assert "root" in run(*SERVER, "--root", str(tmp_path)).output and list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "address", ["http://frontdesk.example", "frontdesk.example", "https://h/x", "https://me@h", "https://h/'$(reboot)"]
)
def test_an_address_without_a_microphone_or_with_more_than_a_host_is_refused(address: str, tmp_path: Path) -> None:
    with pytest.raises(NotSecure):
        kiosk(address)
    assert run("install", "kiosk", "--server", address, "--root", str(tmp_path)).exit_code == 1


def test_a_kiosk_shows_one_address_and_hears_there_alone() -> None:
    (told,) = (json.loads(one.text) for one in kiosk("https://h:8443/").files if one.path.suffix == ".json")
    assert told["URLAllowlist"] == told["AudioCaptureAllowedUrls"] == ["https://h:8443"]
    assert "*" in told["URLBlocklist"] and "https://h:8443/admin" in told["URLBlocklist"]
    assert told["AudioCaptureAllowed"] is False and told["VideoCaptureAllowed"] is False


@pytest.fixture(scope="module")
def units(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Both written into one folder, with programs that the units name."""
    if shutil.which("systemd-analyze") is None:
        not_tested("systemd's units: systemd-analyze is not installed (apt-get install systemd)")
    root = tmp_path_factory.mktemp("machine")
    for words in (SERVER, KIOSK):
        assert run(*words, "--root", str(root)).exit_code == 0
    for program in (PROGRAM, "/bin/sh", "/usr/bin/cage", "/usr/bin/systemctl"):
        path = root / program.removeprefix("/")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch(mode=0o755)
    return root


def test_systemd_finds_nothing_wrong_with_the_units(units: Path) -> None:
    files = sorted(str(one) for one in (units / "etc/systemd/system").iterdir())
    assert len(files) == 9
    done = subprocess.run(
        ["systemd-analyze", "verify", f"--root={units}", "--man=no", "--recursive-errors=no", *files],
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("service", ["frontdesk", "frontdesk-backup", "frontdesk-retention"])
def test_the_servers_units_are_shut_in(service: str, units: Path) -> None:
    done = subprocess.run(
        ["systemd-analyze", "security", "--offline=true", f"--root={units}", "--no-pager", f"{service}.service"],
        capture_output=True,
        text=True,
    )
    told = re.search(r"Overall exposure level for .*: ([\d.]+)", done.stdout)
    assert told and float(told[1]) <= EXPOSURE, done.stdout + done.stderr


def test_a_socket_of_systemd_is_no_port_that_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[Settings] = []
    monkeypatch.setattr(serve, "_run", lambda settings, *, demo: seen.append(settings))
    monkeypatch.setattr(serve, "_refuse_a_taken_port", lambda settings: pytest.fail("systemd listens there for us"))
    monkeypatch.setenv("LISTEN_FDS", "1")
    serve.serve(demo=True)
    assert len(seen) == 1


def test_every_unit_of_the_server_runs_the_program_it_was_told() -> None:
    starts = [
        line.partition("=")[2].split()[0]
        for file in server(Path("/x/frontdesk"), 8000).files
        for line in file.text.splitlines()
        if line.startswith("ExecStart=")
    ]
    assert starts == ["/x/frontdesk"] * 3
