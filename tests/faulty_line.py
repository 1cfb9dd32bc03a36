"""A network that breaks: passes bytes on to a server, and every so often does something else with an answer."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import cycle
from threading import Event, Lock, Thread

# closes a connection that comes; loses an answer after the server did what was asked; lets half of it through
FAULTS = ("refuse", "lose", "half")


class FaultyLine:
    def __init__(self, port: int) -> None:
        self._there = port
        self._server = socket.create_server(("127.0.0.1", 0))
        self.port = self._server.getsockname()[1]
        self._lock = Lock()
        self._due_now: set[str] = set()
        self._passed = False
        self.done = dict.fromkeys(FAULTS, 0)

    def break_next(self, fault: str) -> None:
        """Only after an answer got through: faults do not gather while nobody asks."""
        with self._lock:
            if self._passed:
                self._due_now.add(fault)
            self._passed = False

    def run(self) -> None:
        with suppress(OSError):
            while True:
                here, _ = self._server.accept()
                if self._due("refuse"):
                    here.close()
                    continue
                there = socket.create_connection(("127.0.0.1", self._there))
                Thread(target=self._asks, args=(here, there), daemon=True).start()
                Thread(target=self._answers, args=(here, there), daemon=True).start()

    def close(self) -> None:
        with suppress(OSError):
            self._server.shutdown(socket.SHUT_RDWR)
        self._server.close()

    def _asks(self, here: socket.socket, there: socket.socket) -> None:
        with suppress(OSError):
            while data := here.recv(65536):
                there.sendall(data)
        _hang_up(there)

    def _answers(self, here: socket.socket, there: socket.socket) -> None:
        with suppress(OSError):
            while data := there.recv(65536):
                if self._due("lose"):
                    break
                if self._due("half"):
                    here.sendall(data[: len(data) // 2])
                    break
                here.sendall(data)
                self._passed = True
        _hang_up(here)
        _hang_up(there)

    def _due(self, fault: str) -> bool:
        with self._lock:
            if fault not in self._due_now:
                return False
            self._due_now.remove(fault)
            self.done[fault] += 1
            return True


@contextmanager
def faulty(port: int, *, every: float) -> Iterator[FaultyLine]:
    """A line to that port with one fault each `every` seconds."""
    line, over = FaultyLine(port), Event()

    def breaks() -> None:
        for fault in cycle(FAULTS):
            if over.wait(every):
                return
            line.break_next(fault)

    Thread(target=line.run, daemon=True).start()
    Thread(target=breaks, daemon=True).start()
    try:
        yield line
    finally:
        over.set()
        line.close()


def _hang_up(line: socket.socket) -> None:
    with suppress(OSError):
        line.shutdown(socket.SHUT_RDWR)
    line.close()
