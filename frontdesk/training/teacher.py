"""The language model that plays and teaches: calls bounded over all conversations, counted, and tried again."""

import time
from collections.abc import Callable, Generator
from contextlib import closing
from threading import BoundedSemaphore, Lock
from typing import NamedTuple, TypeVar

from frontdesk.models.capability import Capability, Message, Prompt
from frontdesk.models.language.model import OF_THE_SERVER, WORTH_ANOTHER_TRY, Fault, ModelFailed, Piece, Readable
from frontdesk.training.roles import Asking

A = TypeVar("A")
B = TypeVar("B")

TRIES = 3
REST = 2.0  # seconds before a server that failed is asked again, doubled each time
PATIENCE = 600.0  # no single wait for a reply is longer


class Used(NamedTuple):
    """Of the calls of one conversation, or of many."""

    calls: int = 0
    tokens_in: int = 0
    tokens_out: int = 0

    def plus(self, other: "Used") -> "Used":
        return Used(*(one + more for one, more in zip(self, other, strict=True)))

    def cost(self, per_million_in: float, per_million_out: float) -> float:
        """In the currency of the two prices."""
        return (self.tokens_in * per_million_in + self.tokens_out * per_million_out) / 1e6


class InFlight:
    """Bounds the calls under way over all threads. `most`: the most there were at once."""

    def __init__(self, at_once: int) -> None:
        self.most = 0
        self._free = BoundedSemaphore(at_once)
        self._lock = Lock()
        self._now = 0

    def __enter__(self) -> None:
        self._free.acquire()
        with self._lock:
            self._now += 1
            self.most = max(self.most, self._now)

    def __exit__(self, *_: object) -> None:
        with self._lock:
            self._now -= 1
        self._free.release()


class Counted:
    """A Readable whose calls are bounded by `in_flight` and counted."""

    def __init__(self, model: Readable, in_flight: InFlight) -> None:
        self.name, self.server = model.name, model.server
        self.used = Used()
        self._model = model
        self._in_flight = in_flight
        self._lock = Lock()

    def stream(self, prompt: Prompt, *, seconds: float) -> Generator[Piece, None, None]:
        counted = Used(calls=1)
        try:
            with self._in_flight, closing(self._model.stream(prompt, seconds=seconds)) as pieces:
                for piece in pieces:
                    counted = counted.plus(Used(0, piece.tokens_in, piece.tokens_out))
                    yield piece
        finally:
            with self._lock:
                self.used = self.used.plus(counted)


class Teacher:
    """Answers the parts of `frontdesk.training.roles`."""

    def __init__(self, model: Readable, *, seconds: float = PATIENCE, rest: float = REST) -> None:
        self.model = model
        self.seconds = seconds
        self._rest = rest

    def ask(self, part: Capability[Asking, A], asking: Asking) -> A:
        """The part's answer. Raises ModelFailed once it has failed several times."""
        return self._tried(part.prompt(asking), lambda reply: part.read(asking, reply))

    def words(self, part: Capability[Asking, str], asking: Asking) -> str:
        """The part's plain words, on one line. Raises ModelFailed."""
        return self._tried(part.prompt(asking), _on_one_line)

    def _tried(self, prompt: Prompt, read: Callable[[str], B]) -> B:
        for attempt in range(TRIES):
            try:
                return read(reply_of(self.model, prompt, self.seconds))
            except ModelFailed as failure:
                again = failure.fault in WORTH_ANOTHER_TRY | OF_THE_SERVER
                if attempt == TRIES - 1 or not again:
                    raise
                if failure.fault in OF_THE_SERVER:
                    time.sleep(failure.wait or self._rest * 2**attempt)
            except ValueError as error:
                if attempt == TRIES - 1:
                    raise ModelFailed(Fault.INVALID) from error
        raise AssertionError("the last try returns or raises")


def reply_of(model: Readable, prompt: Prompt, seconds: float = PATIENCE) -> str:
    """The whole reply. Raises ModelFailed, also where it was cut by its length or is empty."""
    reply = ""
    with closing(model.stream(prompt, seconds=seconds)) as pieces:
        for piece in pieces:
            reply += piece.text
            if piece.cut:
                raise ModelFailed(Fault.CUT)
    if not reply.strip():
        raise ModelFailed(Fault.EMPTY)
    return reply


class Exchange(NamedTuple):
    """One prompt as the reception sent it, and the whole reply."""

    kind: str  # capability: "nurse" or "notes"
    prompt: Prompt
    reply: str


class Tutored:
    """A Readable that speaks as the nurse of one reception: with `guidance` behind her prompt, which is not kept.

    `exchanges` of the turn under way; whoever drives the reception takes them.
    """

    def __init__(self, model: Readable) -> None:
        self.name, self.server = model.name, model.server
        self.guidance = ""
        self._model = model
        self._lock = Lock()
        self._exchanges: list[Exchange] = []

    def taken(self) -> tuple[Exchange, ...]:
        """The exchanges since this was last called."""
        with self._lock:
            exchanges, self._exchanges = tuple(self._exchanges), []
        return exchanges

    def stream(self, prompt: Prompt, *, seconds: float) -> Generator[Piece, None, None]:
        kind, reply = prompt.version.partition(".")[0], ""
        sent = _with(prompt, self.guidance) if kind == "nurse" and self.guidance else prompt
        with closing(self._model.stream(sent, seconds=seconds)) as pieces:
            for piece in pieces:
                reply += piece.text
                yield piece
        with self._lock:
            self._exchanges.append(Exchange(kind, prompt, reply))


def _with(prompt: Prompt, guidance: str) -> Prompt:
    last = prompt.messages[-1]
    more = Message(role=last.role, content=f"{last.content}\n\n{guidance}")
    return prompt.model_copy(update={"messages": (*prompt.messages[:-1], more)})


def _on_one_line(reply: str) -> str:
    return " ".join(reply.split()).strip('"“”')
