"""The recognisers in a process of their own, from the server's event loop: begun anew when it dies or hangs."""

import asyncio
import os
import socket
import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import count
from time import monotonic

from frontdesk.models.facts import Language
from frontdesk.models.speech.recognition.engines import Setup
from frontdesk.models.speech.recognition.messages import HEAD, Frame, Kind, head, of_setup, telling

LOADING = 120.0  # seconds for the models to load
HANGS = 10.0  # seconds without a sign of having taken sound that was sent
FINISHING = 30.0  # seconds for the words once the speech is over
WAITING = 512 * 1024  # bytes that may wait to be taken: 16 s of one stream
BETWEEN = 2.0  # seconds from one beginning of the process to the next


class NotHearing(Exception):
    """No recogniser for this language now, or it broke; the message is for the journal."""


class Apart:
    """Everything but `begin` belongs to one event loop. The process ends with this one, however that ends."""

    def __init__(self, setup: Setup, *, lost: Callable[[], None] = lambda: None) -> None:
        """`lost`: called whenever the process has died or was ended because it hung."""
        self._setup = setup
        self._lost = lost
        self._process: _Process | None = None
        self._begun = -BETWEEN
        self._closed = False
        self._numbers = count(1)

    def begin(self) -> "_Process":
        """Starts the process, so that the models are loaded before the first patient speaks. Raises NotHearing."""
        if monotonic() - self._begun < BETWEEN:
            raise NotHearing("it has just begun, and ended")
        self._begun = monotonic()
        try:
            self._process = _Process(self._setup, self._ended)
        except OSError as error:
            raise NotHearing("no process to be had") from error
        return self._process

    @property
    def pid(self) -> int | None:
        return self._process.pid if self._process else None

    @property
    def hears(self) -> bool:
        """Its models are loaded, and it lives."""
        return self._process is not None and bool(self._process.languages) and not self._process.over

    @property
    def streams(self) -> int:
        """Utterances that it hears now."""
        return len(self._process.streams) if self._process else 0

    async def listen(self, language: Language, tiles: Sequence[str] = ()) -> "Listening":
        """A stream for one utterance, in which these words of the screen may be. Raises NotHearing."""
        process = await self.loaded()
        if language not in process.languages:
            raise NotHearing(process.missing.get(language, "no model"))
        return Listening(process, next(self._numbers), language, tiles)

    async def loaded(self) -> "_Process":
        """Until it hears. Raises NotHearing."""
        process = self._process
        if process is None or process.over:
            process = self.begin()
        await process.ready()
        return process

    def close(self) -> None:
        self._closed = True
        if self._process is not None:
            self._process.kill()

    def _ended(self) -> None:
        """One that was spoken to is begun anew, so that the next patient does not wait for the models."""
        if not self._closed:
            self._lost()
            asyncio.get_running_loop().call_later(BETWEEN, self._begin_again)

    def _begin_again(self) -> None:
        if not self._closed and self._process is not None and self._process.over:
            with suppress(NotHearing):
                self.begin()


class Listening:
    """One utterance. What is told of it comes by `told`, in order."""

    def __init__(self, process: "_Process", number: int, language: Language, tiles: Sequence[str]) -> None:
        self._process, self._number = process, number
        self._sent = self._taken = 0
        self._since = monotonic()  # it last took something, or had nothing to take
        self._finishing = False
        self._told = asyncio.Queue[Frame]()
        process.streams[number] = self._told.put_nowait
        process.send(telling(Kind.OPEN, number, language=language.value, tiles=list(tiles)))

    def hear(self, pcm: bytes) -> None:
        """Raises NotHearing."""
        if self._sent == self._taken:
            self._since = monotonic()
        self._sent += len(pcm)
        self._process.send(Frame(Kind.AUDIO, self._number, pcm))

    def finish(self) -> None:
        """Raises NotHearing."""
        if not self._finishing:
            self._finishing, self._since = True, monotonic()
            self._process.send(Frame(Kind.FINISH, self._number))

    async def told(self, *, seconds: float) -> Frame | None:
        """The next that is told; None when there is none for so long. Raises NotHearing when it died or hangs."""
        try:
            async with asyncio.timeout(seconds):
                frame = await self._told.get()
        except TimeoutError:
            self._look_for_life()
            return None
        if frame.kind is Kind.FAILED:
            raise NotHearing(str(frame.told["why"]))
        if frame.kind is Kind.ACTIVITY:
            self._taken, self._since = int(frame.told["taken"]), monotonic()
        return frame

    def close(self) -> None:
        if self._process.streams.pop(self._number, None) is not None:
            with suppress(NotHearing):
                self._process.send(Frame(Kind.CLOSE, self._number))

    def _look_for_life(self) -> None:
        waits = self._finishing or self._sent > self._taken
        if waits and monotonic() - self._since > (FINISHING if self._finishing else HANGS):
            self._process.kill()
            raise NotHearing("it hangs")


class _Process:
    """One life of it. Raises OSError when it cannot begin."""

    def __init__(self, setup: Setup, ended: Callable[[], None]) -> None:
        self._ended = ended
        ours, theirs = socket.socketpair()
        with theirs:
            command = [sys.executable, "-m", "frontdesk.models.speech.recognition.counterpart", str(theirs.fileno())]
            threads = {"OMP_NUM_THREADS": str(setup.threads)}
            self._popen = subprocess.Popen(  # noqa: S603 the words of the command are ours
                command, pass_fds=[theirs.fileno()], stdin=subprocess.DEVNULL, env=os.environ | threads
            )
        self.pid = self._popen.pid
        self.over = False
        self.languages: frozenset[Language] = frozenset()
        self.missing: dict[str, str] = {}
        self.streams: dict[int, Callable[[Frame], None]] = {}
        self._ours = ours
        self._ours.sendall(of_setup(setup).packed())
        self._writer: asyncio.StreamWriter | None = None
        self._loaded: asyncio.Future[None] | None = None

    async def ready(self) -> None:
        """Until the models are loaded. Raises NotHearing."""
        if self._loaded is None:
            self._loaded = asyncio.get_running_loop().create_future()
            reader, self._writer = await asyncio.open_connection(sock=self._ours)
            self._reading = asyncio.create_task(self._read(reader))
        try:
            async with asyncio.timeout(LOADING):
                await asyncio.shield(self._loaded)
        except TimeoutError:
            self.kill()
            raise NotHearing("the models do not load") from None
        if self.over:
            raise NotHearing("it ended")

    def send(self, frame: Frame) -> None:
        """Never waits. Raises NotHearing when it has ended, or takes nothing."""
        if self.over or self._writer is None:
            raise NotHearing("it ended")
        if self._writer.transport.get_write_buffer_size() > WAITING:
            self.kill()
            raise NotHearing("it takes nothing")
        self._writer.write(frame.packed())

    def kill(self) -> None:
        self._popen.kill()

    async def _read(self, reader: asyncio.StreamReader) -> None:
        with suppress(asyncio.IncompleteReadError, OSError, ValueError):
            while True:
                length, kind, stream = head(await reader.readexactly(HEAD.size))
                self._take(Frame(kind, stream, await reader.readexactly(length)))
        self._end()

    def _take(self, frame: Frame) -> None:
        if frame.kind is Kind.SETUP:
            self.languages = frozenset(map(Language, frame.told["languages"]))
            self.missing = frame.told["missing"]
            if self._loaded is not None and not self._loaded.done():
                self._loaded.set_result(None)
        elif frame.stream in self.streams:
            put = self.streams.pop(frame.stream) if frame.kind in (Kind.FINAL, Kind.FAILED) else None
            (put or self.streams[frame.stream])(frame)

    def _end(self) -> None:
        self.over = True
        self._popen.kill()
        self._popen.wait()
        if self._writer is not None:
            self._writer.close()
        if self._loaded is not None and not self._loaded.done():
            self._loaded.set_result(None)
        for number, put in self.streams.items():
            put(telling(Kind.FAILED, number, why="it ended"))
        self.streams.clear()
        self._ended()
