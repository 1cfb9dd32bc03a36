"""What goes wrong while kiosks are served: workers killed, PostgreSQL restarted, the line to it cut."""

import asyncio
import random
import shlex
import subprocess
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from threading import Event, Thread
from typing import NamedTuple
from urllib.parse import urlsplit

import psutil

from frontdesk.evaluation.serving import Server, free_port

RESTARTS_AT = (0.25, 0.75)  # of the whole
CUT_AT = 0.5
LOOK_SECONDS = 0.2


class Faults(NamedTuple):
    kill_every: float = 0.0  # seconds between two workers that are killed; 0: none is
    restart: str = ""  # command that restarts PostgreSQL, run twice
    cut_seconds: float = 0.0  # for how long nothing passes between the workers and PostgreSQL


@dataclass
class Happened:
    """The faults that came about, as seen from outside."""

    killed: list[int] = field(default_factory=list)  # process numbers
    restarted: int = 0
    held: int = 0  # bytes that waited while the line was cut


class Relay:
    """Stands between the workers and PostgreSQL, and lets nothing pass while it is cut: the worst of networks, since
    both sides believe that they are connected.
    """

    def __init__(self, database_url: str) -> None:
        address = urlsplit(database_url)
        self._behind = address.hostname or "127.0.0.1", address.port or 5432
        self._port = free_port()
        user, at, _ = address.netloc.rpartition("@")
        self.url = address._replace(netloc=f"{user}{at}127.0.0.1:{self._port}").geturl()
        self.held = 0
        self._loop = asyncio.new_event_loop()
        self._passing = asyncio.Event()
        self._passing.set()
        self._ready = Event()

    def start(self) -> None:
        Thread(target=self._run, name="relay", daemon=True).start()
        self._ready.wait()

    def cut(self, seconds: float, stop: Event) -> None:
        self._loop.call_soon_threadsafe(self._passing.clear)
        stop.wait(seconds)
        self._loop.call_soon_threadsafe(self._passing.set)

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        self._loop.run_until_complete(asyncio.start_server(self._connected, "127.0.0.1", self._port))
        self._ready.set()
        self._loop.run_forever()

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            await self._passing.wait()
            to_reader, to_writer = await asyncio.open_connection(*self._behind)
        except OSError:
            writer.close()
            return
        await asyncio.gather(self._pump(reader, to_writer), self._pump(to_reader, writer))

    async def _pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while data := await reader.read(2**16):
                self.held += 0 if self._passing.is_set() else len(data)
                await self._passing.wait()
                writer.write(data)
                await writer.drain()
        with suppress(OSError):
            writer.close()


def kill_now_and_then(server: Server, every: float, stop: Event, happened: Happened) -> None:
    while not stop.wait(every):
        workers = server.workers()
        if len(workers) > 1:
            victim = random.choice(workers)
            with suppress(psutil.Error):
                victim.kill()
                happened.killed.append(victim.pid)


def strike(faults: Faults, relay: Relay | None, progress: Callable[[], float], stop: Event, happened: Happened) -> None:
    """Restarts PostgreSQL and cuts the line to it once `progress`, from 0 to 1, has come so far."""
    plan = [(share, "restart") for share in RESTARTS_AT if faults.restart]
    plan += [(CUT_AT, "cut")] if faults.cut_seconds and relay else []
    for share, what in sorted(plan):
        while progress() < share:
            if stop.wait(LOOK_SECONDS):
                return
        if what == "cut" and relay:
            relay.cut(faults.cut_seconds, stop)
            happened.held = relay.held
        else:
            done = subprocess.run(shlex.split(faults.restart), check=False, capture_output=True)  # noqa: S603 ours
            happened.restarted += done.returncode == 0
