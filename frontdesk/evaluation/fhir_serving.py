"""A FHIR R4 server that nobody here wrote, in a process of its own: for measuring, and for the tests."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep

import httpx

from frontdesk.evaluation.serving import free_port

SYSTEMS = Path(__file__).parents[2] / ".systems"  # where scripts/systems installs them
SETTINGS = """
base_url: {base}
data_dir: {folder}
log_inbound: false
simulator: {{enabled: false}}
"""
PATIENCE_SECONDS = 120.0


def installed() -> bool:
    return (SYSTEMS / "sekmet").is_dir()


@contextmanager
def fhir_server(folder: Path, more: str = "") -> Iterator[str]:
    """The address of one that keeps its data in `folder`, which goes with it; `more`: lines of its settings."""
    port = free_port()
    base = f"http://127.0.0.1:{port}/fhir"
    (folder / "settings.yaml").write_text(SETTINGS.format(base=base, folder=folder) + more)
    serve = ["serve", "-c", "settings.yaml", "--host", "127.0.0.1", "--port", str(port)]
    there = os.environ | {"PYTHONPATH": str(SYSTEMS)}
    with (
        (folder / "log").open("w") as log,
        subprocess.Popen(  # noqa: S603 what scripts/systems installed
            [sys.executable, "-m", "sekmet.cli", *serve], cwd=folder, env=there, stdout=log, stderr=log
        ) as server,
    ):
        try:
            _wait_for(f"{base}/metadata", server)
            yield base
        finally:
            server.terminate()
            server.wait(timeout=20)
            shutil.rmtree(folder, ignore_errors=True)


def _wait_for(url: str, server: "subprocess.Popen[bytes]") -> None:
    until = monotonic() + PATIENCE_SECONDS
    while monotonic() < until and server.poll() is None:
        try:
            if httpx.get(url, timeout=5).status_code == 200:
                return
        except httpx.HTTPError:
            sleep(0.2)
    raise RuntimeError("the FHIR server did not start")
