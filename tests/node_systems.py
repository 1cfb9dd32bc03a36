"""Systems that others wrote for Node, started for the tests: Medplum's FHIR router, node-hl7-server's listener."""

import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep

from evaluation.fhir_serving import SYSTEMS
from evaluation.serving import free_port

NODE = SYSTEMS / "node"  # where scripts/systems installs them, with tests/systems/*.mjs
PATIENCE_SECONDS = 60.0


def installed() -> bool:
    return (NODE / "node_modules").is_dir()


@contextmanager
def node_system(script: str, out: Path) -> Iterator[int]:
    """The port on which it listens; what it prints is in `out`."""
    port = free_port()
    with (
        out.open("w") as printed,
        subprocess.Popen(["node", script, str(port)], cwd=NODE, stdout=printed) as system,
    ):
        try:
            _wait_for(port, system)
            yield port
        finally:
            system.terminate()
            system.wait(timeout=20)


def _wait_for(port: int, system: "subprocess.Popen[bytes]") -> None:
    until = monotonic() + PATIENCE_SECONDS
    while monotonic() < until and system.poll() is None:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
            return
        except OSError:
            sleep(0.05)
    raise RuntimeError("the system did not start")
