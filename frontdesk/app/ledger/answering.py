"""Which process answers a session, where several share a database: locks order them, notices tell what they say."""

import json
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Lock
from time import monotonic, sleep

from sqlalchemy import Engine
from sqlalchemy.exc import OperationalError

from frontdesk.app.reception.session.voices import PATIENCE, Voices
from frontdesk.database.engine import transaction
from frontdesk.database.locks import Locks
from frontdesk.database.notices import LONGEST, Notices, tell

STOP, WORDS = "stop", "words"  # kinds of notices
LOOK_SECONDS = 0.02  # between looks whether a session is free
WORDS_SECONDS = 0.1  # between two notices of what is being said
LONGEST_WORDS = LONGEST // 8  # characters, however they are written


class Answering:
    """Implements `Elsewhere` of `frontdesk.app.reception.session.voices` and of `notes` beside it.

    The locks spare work and keep the order of what is said; that a turn is heard once is held by the event table.
    """

    def __init__(self, engine: Engine, locks: Locks) -> None:
        self._engine = engine
        self._locks = locks
        self._lock = Lock()
        self._turns: Counter[str] = Counter()  # of each session that this process holds
        self._shown: dict[str, float] = {}  # when, by session

    def hears(self, notices: Notices, voices: Voices) -> None:
        """From now on `voices` know what other processes say and ask."""

        def stopped(notice: str) -> None:
            session_id, _, turn_id = notice.partition(" ")
            voices.stopped(session_id, turn_id)

        def told(notice: str) -> None:
            said = json.loads(notice)
            voices.told(said["session_id"], said["turn_id"], said["text"], over=said["over"])

        notices.hear(STOP, stopped)
        notices.hear(WORDS, told)

    @contextmanager
    def turn(self, session_id: str, turn_id: str) -> Iterator[None]:
        held = self._begun(session_id, turn_id)
        try:
            yield
        finally:
            if held:
                self._ended(session_id)

    def wait_until_silent(self, session_id: str, seconds: float) -> None:
        until = monotonic() + seconds
        while not self._holds(session_id):
            if monotonic() >= until:
                return
            sleep(LOOK_SECONDS)
        self._ended(session_id)

    def stop(self, session_id: str, turn_id: str) -> None:
        self._tell(STOP, f"{session_id} {turn_id}")

    def show(self, session_id: str, turn_id: str, text: str, *, over: bool) -> None:
        now = monotonic()
        if not over and now - self._shown.get(session_id, 0.0) < WORDS_SECONDS:
            return
        self._shown[session_id] = now
        if over:
            self._shown.pop(session_id, None)
        said = {"session_id": session_id, "turn_id": turn_id, "text": text[:LONGEST_WORDS], "over": over}
        self._tell(WORDS, json.dumps(said, ensure_ascii=False))

    def noting(self, session_id: str) -> bool:
        return self._locks.take(_notes_of(session_id))

    def noted(self, session_id: str) -> None:
        self._locks.release(_notes_of(session_id))

    def wait_until_noted(self, session_id: str, seconds: float) -> None:
        until = monotonic() + seconds
        while not self._locks.take(_notes_of(session_id)):
            if monotonic() >= until:
                return
            sleep(LOOK_SECONDS)
        self._locks.release(_notes_of(session_id))

    def _begun(self, session_id: str, turn_id: str) -> bool:
        until, asked = monotonic() + PATIENCE, False
        while not self._holds(session_id):
            if not asked:
                asked = True
                self.stop(session_id, turn_id)
            if monotonic() >= until:
                return False
            sleep(LOOK_SECONDS)
        return True

    def _holds(self, session_id: str) -> bool:
        """Once more, where this process has it."""
        with self._lock:
            if self._turns[session_id] or self._locks.take(_of(session_id)):
                self._turns[session_id] += 1
                return True
            del self._turns[session_id]
            return False

    def _ended(self, session_id: str) -> None:
        with self._lock:
            self._turns[session_id] -= 1
            if not self._turns[session_id]:
                del self._turns[session_id]
                self._locks.release(_of(session_id))

    def _tell(self, kind: str, notice: str) -> None:
        with suppress(OperationalError), transaction(self._engine) as connection:
            tell(connection, kind, notice)


def _of(session_id: str) -> str:
    return f"session:{session_id}"


def _notes_of(session_id: str) -> str:
    return f"notes:{session_id}"
