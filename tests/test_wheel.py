"""The wheel: everything that is installed lies in one package, and it serves in an environment with nothing else."""

import os
import socket
import subprocess
import sys
import venv
import zipfile
from pathlib import Path
from time import monotonic, sleep
from urllib.request import urlopen

import pytest

from frontdesk.app.settings import PACKAGE
from tests.conftest import ROOT

STARTING = 90.0  # seconds; the demonstration hospital is read and its texts are indexed on the first start


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built from a copy, so that nothing is left in the checkout."""
    work = tmp_path_factory.mktemp("wheel")
    source = work / "source"
    source.mkdir()
    for name in ("pyproject.toml", "README.md", "LICENSE", "NOTICE", "frontdesk"):
        (source / name).symlink_to(ROOT / name)
    _run(sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", str(work), str(source))
    return next(work.glob("*.whl"))


def _run(*command: str) -> None:
    done = subprocess.run(command, capture_output=True, text=True, timeout=280)
    assert done.returncode == 0, done.stderr[-2000:]


def test_it_holds_every_file_of_the_package(wheel: Path) -> None:
    listed = subprocess.run(["git", "ls-files", "frontdesk"], cwd=ROOT, capture_output=True, text=True, check=True)
    built = {str(path.relative_to(ROOT)) for path in (PACKAGE / "screens").rglob("*") if path.is_file()}
    held = set(zipfile.ZipFile(wheel).namelist())
    assert (set(listed.stdout.split()) | built - {"frontdesk/screens/built"}) - held == set()
    assert {name.partition("/")[0] for name in held if ".dist-info/" not in name} == {"frontdesk"}


def test_it_serves_in_a_bare_environment(wheel: Path, tmp_path: Path) -> None:
    """With the locked libraries of a run and none of those for development."""
    venv.create(tmp_path / "bare")
    pip = (sys.executable, "-m", "pip", "--python", str(tmp_path / "bare" / "bin" / "python"))
    install = (*pip, "install", "--quiet", "--no-compile")  # most of it is not imported
    _run(*install, "--require-hashes", "--requirement", str(ROOT / "requirements.lock"))
    _run(*install, "--no-deps", str(wheel))
    _run(*pip, "check")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("FRONTDESK_", "PYTHON"))}
    server = subprocess.Popen(
        [tmp_path / "bare" / "bin" / "frontdesk", "serve", "--demo"],
        cwd=tmp_path,
        env=environment | {"FRONTDESK_PORT": str(port)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        for page, holds in (("", b"/assets/"), ("board", b"/assets/"), ("api/hospital", b'"name"')):
            assert holds in _read(f"http://127.0.0.1:{port}/{page}", server)
    finally:
        server.terminate()
        server.wait(30)


def _read(address: str, server: subprocess.Popen[bytes]) -> bytes:
    deadline = monotonic() + STARTING
    while True:
        try:
            with urlopen(address, timeout=10) as answer:
                return bytes(answer.read())
        except OSError:  # refused, or reset, while it starts
            if monotonic() > deadline or server.poll() is not None:
                raise
            sleep(0.3)
