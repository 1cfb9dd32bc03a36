"""Keeps calls away from a server that has just failed, until a trial shows that it is back."""

from collections.abc import Callable
from threading import Lock
from typing import Protocol

import structlog

from frontdesk.models.capability import Message, Prompt
from frontdesk.models.language.model import OF_THE_SERVER, Fault, LanguageModel, ModelFailed, Piece, Said

FIRST_REST = 5.0  # seconds; doubled at every trial that fails
LONGEST_REST = 60.0
RUNNING = 2  # one 500 may be the request's fault, and our client is begun anew; two running are the server's
AT_ONCE = OF_THE_SERVER - {Fault.SERVER, Fault.CLIENT}
TRIAL = Prompt(version="trial@1", messages=(Message(role="user", content="1"),), tokens=1)

log = structlog.get_logger(__name__)


class Health(Protocol):
    """Whether a model may be asked now, and what became of it."""

    @property
    def closed(self) -> bool: ...

    def trial_due(self) -> bool: ...

    def answered(self) -> None: ...

    def failed(self, failure: ModelFailed) -> None: ...


class Breaker:
    """Closed: calls go through. Open: none does; after a rest one trial at a time may be made."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._lock = Lock()
        self._running = 0
        self._rest = FIRST_REST
        self._until: float | None = None  # open, and no trial before
        self._trying = False

    @property
    def closed(self) -> bool:
        return self._until is None

    def trial_due(self) -> bool:
        """True for the one caller that is to make the trial."""
        with self._lock:
            due = self._until is not None and not self._trying and self._clock() >= self._until
            self._trying = self._trying or due
            return due

    def answered(self) -> None:
        with self._lock:
            self._running, self._rest, self._until, self._trying = 0, FIRST_REST, None, False

    def failed(self, failure: ModelFailed) -> None:
        """Counts only what is the server's fault; a trial that fails rests longer."""
        if failure.fault not in OF_THE_SERVER:
            return
        with self._lock:
            self._running += 1
            if not self._trying and failure.fault not in AT_ONCE and self._running < RUNNING:
                return
            if self._trying:
                self._rest = min(2 * self._rest, LONGEST_REST)
            self._until = self._clock() + (failure.wait if failure.wait is not None else self._rest)
            self._trying = False


def try_once(model: LanguageModel, health: Health, seconds: float) -> None:
    """Asks for one word, for which nobody waits: whether the server is back."""

    def put(said: Said) -> None:
        if isinstance(said, Piece):
            return
        if said is None or said.fault not in OF_THE_SERVER:
            health.answered()
        else:
            health.failed(said)
        log.info("model_tried", model=model.name, server=model.server, outcome=said.fault.value if said else "answered")

    model.begin(TRIAL, seconds=seconds, put=put)
