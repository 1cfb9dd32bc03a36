"""Systems that others wrote for Node, started for the tests: Medplum's FHIR router, node-hl7-server's listener."""

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from frontdesk.evaluation.fhir_serving import SYSTEMS
from frontdesk.evaluation.serving import free_port
from tests.hl7_bridge import until_listening

NODE = SYSTEMS / "node"  # where scripts/systems installs them, with tests/systems/*.mjs


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
            until_listening(port, system)
            yield port
        finally:
            system.terminate()
            system.wait(timeout=20)
