"""Answers while they are being said: what the kiosk may show so far, and how a new utterance stops them."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Condition, Lock
from time import monotonic

from frontdesk.models.language.waiting import Stop

PATIENCE = 10.0  # seconds


class Voice:
    """One answer on its way to the screen."""

    def __init__(self, turn_id: str) -> None:
        self.turn_id = turn_id
        self.stop = Stop()
        self._text = ""
        self._heard = False
        self._over = False
        self._news = Condition()

    def show(self, text: str) -> None:
        with self._news:
            self._text = text
            self._news.notify_all()

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

    def wait_until_over(self, seconds: float) -> None:
        with self._news:
            self._news.wait_for(lambda: self._over, timeout=seconds)

    def wait(self, seen: str, *, seconds: float) -> tuple[str, bool]:
        """What is said by now and whether that is all; waits until it is something else than `seen`."""
        with self._news:
            self._news.wait_for(lambda: self._over or self._text != seen, timeout=seconds)
            return self._text, self._over


class Voices:
    """The answers under way in this process, one a session."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._speaking: dict[str, Voice] = {}

    def of(self, session_id: str) -> Voice | None:
        with self._lock:
            return self._speaking.get(session_id)

    def wait_until_silent(self, session_id: str, seconds: float) -> None:
        """Until no answer of this session is under way, or the seconds are over."""
        until = monotonic() + seconds
        while (voice := self.of(session_id)) is not None and (left := until - monotonic()) > 0:
            voice.wait_until_over(left)

    @contextmanager
    def speaking(self, session_id: str, turn_id: str) -> Iterator[Voice]:
        """A voice for this turn; what is still being said to an earlier one stops, once that one is recorded."""
        voice = Voice(turn_id)
        with self._lock:
            earlier = self._speaking.get(session_id)
            self._speaking[session_id] = voice
        if earlier is not None and earlier.turn_id != turn_id:
            earlier.stop.set()
            earlier.wait_until_heard(PATIENCE)
        try:
            yield voice
        finally:
            with self._lock:
                if self._speaking.get(session_id) is voice:
                    del self._speaking[session_id]
            voice.end()
