"""An HL7 v2 listener that nobody here wrote, started for the tests; what it takes it writes as FHIR into a folder."""

import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep
from typing import NamedTuple

from frontdesk.evaluation.fhir_serving import SYSTEMS
from frontdesk.evaluation.serving import free_port


class Bridge(NamedTuple):
    port: int
    folder: Path  # a bundle of each message


def installed() -> bool:
    return (SYSTEMS / "v2fhir").is_dir()


@contextmanager
def hl7_bridge(folder: Path) -> Iterator[Bridge]:
    port = free_port()
    out = folder / "bundles"
    command = [sys.executable, "-m", "v2fhir", "serve", "--host", "127.0.0.1", "--port", str(port), "--out", str(out)]
    beside = os.environ | {"PYTHONPATH": str(SYSTEMS)}
    with (
        (folder / "log").open("w") as log,
        subprocess.Popen(command, cwd=folder, env=beside, stdout=log, stderr=log) as bridge,
    ):
        try:
            until_listening(port, bridge)
            yield Bridge(port, out)
        finally:
            bridge.terminate()
            bridge.wait(timeout=20)


def until_listening(port: int, system: "subprocess.Popen[bytes]") -> None:
    until = monotonic() + 60
    while monotonic() < until and system.poll() is None:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
            return
        except OSError:
            sleep(0.1)
    raise RuntimeError("what the tests need did not start")
