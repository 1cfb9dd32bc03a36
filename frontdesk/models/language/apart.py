"""A model's client in a process of its own: Python does one thing at a time here, and a turn's own work comes first."""

import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from itertools import count
from multiprocessing.connection import Connection
from socket import SO_SNDTIMEO, SOL_SOCKET, socketpair
from struct import pack
from threading import Event, Lock, Thread
from typing import NamedTuple

from frontdesk.models.capability import Prompt
from frontdesk.models.language.in_threads import CALLS
from frontdesk.models.language.model import Fault, Leave, ModelFailed, Piece, Put, Said

BEGINNING = 30.0  # seconds for the first process to load the client: no patient's call waits for that
SENDING = 1  # seconds a message may take; a process that reads nothing any more is ended


class Place(NamedTuple):
    """Whom the process is to speak to: the first thing it is told. The key stands in no command line."""

    url: str
    name: str
    key: str
    calls: int


class Ask(NamedTuple):
    number: int
    prompt: Prompt
    seconds: float


class Unwanted(NamedTuple):
    """Nobody waits for the rest of this reply."""

    number: int


Answers = Sequence[tuple[int, Said]]  # what came of which calls


class Apart:
    """One model of one server, `url` ending in /v1.

    The process is there when this is made. It ends with this one, however that ends, or by `close`; when it died by
    itself, the calls under way are broken and the next one begins it anew.
    """

    def __init__(self, url: str, name: str, *, key: str = "", calls: int = CALLS) -> None:
        self.name = name
        self.server = url.rstrip("/")
        self._place = Place(self.server, name, key, calls)
        self._lock = Lock()
        self._process = _Process(self._place)
        self._process.ready.wait(BEGINNING)

    @property
    def pid(self) -> int:
        """Of the process."""
        return self._process.pid

    def begin(self, prompt: Prompt, *, seconds: float, put: Put) -> Leave:
        try:
            with self._lock:
                if self._process.over:
                    self._process = _Process(self._place)
            return self._process.ask(prompt, seconds, put)
        except OSError:  # no process to be had
            put(ModelFailed(Fault.CLIENT))
            return lambda: None

    def close(self) -> None:
        self._process.end()


class _Process:
    """One life of it, and a thread that listens to it. Raises OSError when it cannot begin."""

    def __init__(self, place: Place) -> None:
        ours, theirs = socketpair()
        with ours, theirs:
            ours.setsockopt(SOL_SOCKET, SO_SNDTIMEO, pack("ll", SENDING, 0))
            command = [sys.executable, "-m", "frontdesk.models.language.counterpart", str(theirs.fileno())]
            self._popen = subprocess.Popen(  # noqa: S603 the words of the command are ours
                command, pass_fds=[theirs.fileno()], stdin=subprocess.DEVNULL
            )
            self._connection = Connection(ours.detach())
        self.pid = self._popen.pid
        self.over = False
        self.ready = Event()
        self._numbers = count()
        self._asked: dict[int, Put] = {}
        self._lock = Lock()  # of what is asked, and of the end
        self._sending = Lock()
        self._listening = Thread(target=self._listen, name=f"model-{self.pid}", daemon=True)
        self._listening.start()
        self._send(place)

    def ask(self, prompt: Prompt, seconds: float, put: Put) -> Leave:
        """Raises OSError when it has ended."""
        number = next(self._numbers)
        with self._lock:
            if self.over:
                raise ConnectionError
            self._asked[number] = put
        self._send(Ask(number, prompt, seconds))
        return lambda: self._leave(number)

    def end(self) -> None:
        self._popen.kill()
        self._listening.join()

    def _leave(self, number: int) -> None:
        if number in self._asked:
            self._send(Unwanted(number))

    def _send(self, message: Place | Ask | Unwanted) -> None:
        try:
            with self._sending:
                self._connection.send(message)
        except OSError:  # it is gone or hears nothing; with its end every call under way is told
            self._popen.kill()

    def _listen(self) -> None:
        with suppress(EOFError, OSError):
            while True:
                answers: Answers = self._connection.recv()  # the first ones are none: it has loaded its client
                self.ready.set()
                for number, said in answers:
                    put = self._asked[number] if isinstance(said, Piece) else self._asked.pop(number)
                    put(said)
        with self._lock:
            self.over = True
        self.ready.set()
        for put in self._asked.values():
            put(ModelFailed(Fault.CLIENT))
        self._popen.kill()
        self._popen.wait()
        with self._sending:
            self._connection.close()
