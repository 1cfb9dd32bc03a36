"""gunicorn's worker with uvicorn's loop: it reads requests and writes answers, and neither may take long.

Several of them are started anew one after the other, each only once the one before answers.
"""

import asyncio
import signal
import sys
import time
from typing import Any

from gunicorn.arbiter import Arbiter
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn_worker import UvicornWorker

STOPPING_SECONDS = 1  # for answers under way
STARTING_SECONDS = 180  # that a worker may take before it answers
SWITCH_SECONDS = 0.001  # threads wait for the database in turn: one that has its answer does not wait long to go on
HEAD = 32 * 1024  # bytes of a request's head; a longer one is cut off


class Limited(HttpToolsProtocol):
    """Ends connections that do not send a whole request, or do not take an answer, within `seconds`.

    uvicorn has a limit for connections at rest only, and answers requests that are sent in a row one after the other:
    no browser does that, and of all but the last it would not notice that the other end is gone.
    """

    seconds: float

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        transport.set_write_buffer_limits(high=0)  # one byte that is not taken is told to pause_writing
        self._head: int | None = None  # bytes that have come of a head
        self._reading = self._limit()
        self._writing: asyncio.TimerHandle | None = None

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self._head is not None:
            self._head += len(data)
            if self._head > HEAD:
                self.transport.abort()

    def on_message_begin(self) -> None:
        if self.cycle is not None and not self.cycle.response_complete:
            self.transport.abort()
            raise ValueError("a request before the answer to the one before")  # ends what the parser does
        super().on_message_begin()
        self._reading.cancel()
        self._reading, self._head = self._limit(), 0

    def on_headers_complete(self) -> None:
        self._head = None
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        super().on_message_complete()
        self._reading.cancel()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._writing = self._limit()

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._writing is not None:
            self._writing.cancel()

    def timeout_keep_alive_handler(self) -> None:
        self.transport.abort()  # a close would wait until the other end takes what is left

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._reading.cancel()

    def _limit(self) -> asyncio.TimerHandle:
        return self.loop.call_later(self.seconds, self.transport.abort)


def worker(seconds: float) -> type[UvicornWorker]:
    """For gunicorn. `seconds`: that a whole request, or the taking of an answer, may last."""

    class Protocol(Limited):
        pass

    class Worker(UvicornWorker):  # type: ignore[misc]
        def run(self) -> None:
            sys.setswitchinterval(SWITCH_SECONDS)
            super().run()

        CONFIG_KWARGS: dict[str, Any] = {
            "loop": "asyncio",
            "http": Protocol,
            "ws": "websockets-sansio",
            "ws_max_size": 64 * 1024,  # bytes of a message
            "ws_per_message_deflate": False,  # sound does not get smaller
            "lifespan": "off",
            "proxy_headers": False,  # what is believed of them is a setting of ours
            "server_header": False,
            "access_log": False,  # the journal tells it
            "timeout_graceful_shutdown": STOPPING_SECONDS,
        }

    Protocol.seconds = seconds
    return Worker


class Rolling(Arbiter):  # type: ignore[misc]
    """On HUP every worker is replaced; gunicorn alone would end all of them before a new one answers."""

    def __init__(self, app: Any) -> None:
        super().__init__(app)
        self._old: list[int] = []  # workers that are to be replaced
        self._ending: int | None = None
        self._new: tuple[int, float, float] | None = None  # a worker, its first sign of life, and until when it has

    def reload(self) -> None:
        self._old = sorted(self.WORKERS, key=lambda pid: self.WORKERS[pid].age)

    def manage_workers(self) -> None:
        """Every second, and after each signal."""
        if self._ending in self.WORKERS:
            return
        self._ending = None
        if self._new is not None:
            self._see_to_the_new()
        elif self._old and len(self.WORKERS) >= self.num_workers:
            pid = self.spawn_worker()
            self._new = pid, self.WORKERS[pid].tmp.last_update(), time.monotonic() + STARTING_SECONDS
        else:
            super().manage_workers()

    def _see_to_the_new(self) -> None:
        pid, begun, until = self._new or (0, 0.0, 0.0)
        if pid in self.WORKERS and self.WORKERS[pid].tmp.last_update() != begun:  # its loop runs
            self._new, self._ending = None, self._oldest()
        elif pid not in self.WORKERS or time.monotonic() > until:
            self.log.error("a new worker does not answer: the old ones stay")
            self._new, self._ending, self._old = None, pid, []
        if self._ending is not None:
            self.kill_worker(self._ending, signal.SIGTERM)

    def _oldest(self) -> int | None:
        while self._old:
            pid = self._old.pop(0)
            if pid in self.WORKERS:  # it may have died by itself
                return pid
        return None
