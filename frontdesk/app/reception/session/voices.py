"""Answers while they are being said: what the kiosk may show so far, and how a new utterance stops them."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from threading import Condition, Lock
from time import monotonic
from typing import Protocol

from frontdesk.models.language.waiting import Stop

PATIENCE = 10.0  # seconds
FORGOTTEN = 15.0  # seconds without a word from another process: it is dead


class Elsewhere(Protocol):
    """The other processes that answer the same sessions."""

    def turn(self, session_id: str, turn_id: str) -> AbstractContextManager[None]:
        """In this block no other process answers the session; one that answers another turn is stopped first.

        After `PATIENCE` it is not waited for any longer: what it records meanwhile is OutOfOrder here.
        """
        ...

    def wait_until_silent(self, session_id: str, seconds: float) -> None: ...

    def stop(self, session_id: str, turn_id: str) -> None:
        """Whatever is being said to another turn than `turn_id` stops."""
        ...

    def show(self, session_id: str, turn_id: str, text: str, *, over: bool) -> None:
        """What is said so far."""
        ...


class Nowhere:
    """There is no other process."""

    def turn(self, session_id: str, turn_id: str) -> AbstractContextManager[None]:
        return nullcontext()

    def wait_until_silent(self, session_id: str, seconds: float) -> None:
        """Nobody speaks."""

    def stop(self, session_id: str, turn_id: str) -> None:
        """Nobody speaks."""

    def show(self, session_id: str, turn_id: str, text: str, *, over: bool) -> None:
        """Nobody is there to see it."""


class Voice:
    """One answer on its way to the screen. `shown` is called with what is said so far, and with the end of it."""

    def __init__(self, turn_id: str, shown: Callable[[str, bool], None] = lambda text, over: None) -> None:
        self.turn_id = turn_id
        self.stop = Stop()
        self.last = monotonic()  # something was said
        self._shown = shown
        self._text = ""
        self._heard = False
        self._over = False
        self._news = Condition()

    def show(self, text: str) -> None:
        with self._news:
            self._text = text
            self.last = monotonic()
            self._news.notify_all()
        self._shown(text, False)

    def heard(self) -> None:
        """The utterance it answers is recorded."""
        with self._news:
            self._heard = True
            self._news.notify_all()

    def wait_until_heard(self, seconds: float) -> None:
        with self._news:
            self._news.wait_for(lambda: self._heard or self._over, timeout=seconds)

    def end(self) -> None:
        with self._news:
            self._over = True
            self._news.notify_all()
        if self._text:
            self._shown(self._text, True)

    def wait_until_over(self, seconds: float) -> None:
        with self._news:
            self._news.wait_for(lambda: self._over, timeout=seconds)

    def wait(self, seen: str, *, seconds: float) -> tuple[str, bool]:
        """What is said by now and whether that is all; waits until it is something else than `seen`."""
        with self._news:
            self._news.wait_for(lambda: self._over or self._text != seen, timeout=seconds)
            return self._text, self._over


class Voices:
    """The answers under way, one a session: in this process, and as far as they are told in others."""

    def __init__(self, elsewhere: Elsewhere | None = None, begins: Callable[[str], None] = lambda _: None) -> None:
        """`begins`: told the session in which another process begins to speak."""
        self._elsewhere = elsewhere or Nowhere()
        self._begins = begins
        self._lock = Lock()
        self._speaking: dict[str, Voice] = {}
        self._told: dict[str, Voice] = {}  # of other processes

    def of(self, session_id: str) -> Voice | None:
        with self._lock:
            here = self._speaking.get(session_id)
            told = self._told.get(session_id)
            if told is not None and monotonic() - told.last > FORGOTTEN:
                del self._told[session_id]
                told = None
        return here or told

    def wait_until_silent(self, session_id: str, seconds: float) -> None:
        """Until no answer of this session is under way, or the seconds are over."""
        until = monotonic() + seconds
        while (voice := self._here(session_id)) is not None and (left := until - monotonic()) > 0:
            voice.wait_until_over(left)
        self._elsewhere.wait_until_silent(session_id, max(until - monotonic(), 0.0))

    @contextmanager
    def speaking(self, session_id: str, turn_id: str) -> Iterator[Voice]:
        """A voice for this turn; what is still being said to an earlier one stops, once that one is recorded."""
        voice = Voice(turn_id, lambda text, over: self._elsewhere.show(session_id, turn_id, text, over=over))
        with self._lock:
            earlier = self._speaking.get(session_id)
            self._speaking[session_id] = voice
        if earlier is not None and earlier.turn_id != turn_id:
            earlier.stop.set()
            earlier.wait_until_heard(PATIENCE)
        try:
            with self._elsewhere.turn(session_id, turn_id):
                yield voice
        finally:
            with self._lock:
                if self._speaking.get(session_id) is voice:
                    del self._speaking[session_id]
            voice.end()

    def stop(self, session_id: str) -> None:
        """What is being said stops: a person speaks."""
        self.stopped(session_id, "")
        self._elsewhere.stop(session_id, "")

    def stopped(self, session_id: str, turn_id: str) -> None:
        """Another process answers `turn_id`: what is being said here to another turn stops."""
        voice = self._here(session_id)
        if voice is not None and voice.turn_id != turn_id:
            voice.stop.set()

    def told(self, session_id: str, turn_id: str, text: str, *, over: bool) -> None:
        """What another process says to a turn, so far."""
        with self._lock:
            self._told = {of: one for of, one in self._told.items() if monotonic() - one.last <= FORGOTTEN}
            voice = self._told.get(session_id)
            if begins := voice is None or voice.turn_id != turn_id:
                voice = self._told[session_id] = Voice(turn_id)
            if over:
                del self._told[session_id]
        voice.show(text)
        if begins:
            self._begins(session_id)
        if over:
            voice.end()

    def _here(self, session_id: str) -> Voice | None:
        with self._lock:
            return self._speaking.get(session_id)
