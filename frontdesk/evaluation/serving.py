"""A real `frontdesk serve` in a process of its own, for measuring and for killing."""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException
from pathlib import Path

import psutil

from frontdesk.database.keys import use

PATIENCE_SECONDS = 60.0


@dataclass(frozen=True)
class Server:
    host: str
    port: int
    process: subprocess.Popen[bytes]
    seconds_to_answer: float

    def wait_until_warm(self, log: Path, *, many: int = 1) -> None:
        """Until `many` workers have loaded the models, as they have long before a hospital's first patient."""
        until = time.monotonic() + PATIENCE_SECONDS
        while log.read_text().count('"event": "warm"') < many and time.monotonic() < until:
            time.sleep(0.1)

    def workers(self) -> list[psutil.Process]:
        """Those that answer, the oldest first."""
        children = psutil.Process(self.process.pid).children()
        return sorted(children, key=lambda process: process.create_time())

    def wait_for_workers(self, many: int, *, but: Collection[int] = ()) -> None:
        """Until there are so many, not counting those with a number in `but`."""
        until = time.monotonic() + PATIENCE_SECONDS
        while sum(one.pid not in but for one in self.workers()) != many:
            if time.monotonic() > until:
                raise RuntimeError(f"{len(self.workers())} workers after {PATIENCE_SECONDS} seconds")
            time.sleep(0.05)

    def processes(self) -> list[psutil.Process]:
        """gunicorn's parent and its workers, with what they started."""
        parent = psutil.Process(self.process.pid)
        return [parent, *parent.children(recursive=True)]

    def kill(self) -> None:
        """Gone at once, as in a power cut: the worker too, which would notice its parent's death only later."""
        for process in self.processes():
            process.kill()
        self.process.wait()


@contextmanager
def serving(database_url: str, log: Path, **more: str) -> Iterator[Server]:
    """Serves the demonstration over `database_url` on a free port until the end of the block."""
    port = free_port()
    keys = use(Path(os.environ.get("FRONTDESK_KEYS_FILE") or log.with_name("keys")))  # of whoever reads it here, too
    given = {"FRONTDESK_DATABASE_URL": database_url, "FRONTDESK_PORT": str(port), "FRONTDESK_LOG_LEVEL": "info"}
    given["FRONTDESK_KEYS_FILE"] = str(keys.path)
    given |= {f"FRONTDESK_{name.upper()}": value for name, value in more.items()}
    command = [str(Path(sys.executable).with_name("frontdesk")), "serve", "--demo"]
    began = time.perf_counter()
    with log.open("ab") as output:
        process = subprocess.Popen(command, env=os.environ | given, stdout=output, stderr=output)  # noqa: S603 ours
    try:
        _wait(port, process, log)
        yield Server("127.0.0.1", port, process, time.perf_counter() - began)
    finally:
        process.terminate()
        process.wait(timeout=20)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _wait(port: int, process: subprocess.Popen[bytes], log: Path) -> None:
    until = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < until:
        if process.poll() is not None:
            raise RuntimeError(f"the server ended with {process.returncode}: {log.read_text()[-2000:]}")
        try:
            connection = HTTPConnection("127.0.0.1", port, timeout=5)
            connection.request("GET", "/status")
            if connection.getresponse().status == 200:
                return
        except (OSError, HTTPException):
            time.sleep(0.05)
    raise RuntimeError(f"no answer within {PATIENCE_SECONDS} seconds: {log.read_text()[-2000:]}")
