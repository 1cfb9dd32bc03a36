"""The language model that plays and teaches: calls bounded over all conversations, counted, and tried again."""

import time
from collections.abc import Callable, Generator
from contextlib import closing
from threading import BoundedSemaphore, Lock
from typing import NamedTuple, TypeVar

from pydantic import BaseModel

from models.capability import Capability, Message, Prompt
from models.language.model import OF_THE_SERVER, WORTH_ANOTHER_TRY, Fault, ModelFailed, Piece, Readable
from training.roles import Asking

A = TypeVar("A", bound=BaseModel)
B = TypeVar("B")

TRIES = 3
REST = 2.0  # seconds before a server that failed is asked again, doubled each time
SECONDS = 600.0  # no single wait for a reply is longer


class Used(NamedTuple):
    """Of all calls so far. `most`: the most that were in flight at once."""

    calls: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    most: int = 0

    def cost(self, per_million_in: float, per_million_out: float) -> float:
        """In the currency of the two prices."""
        return (self.tokens_in * per_million_in + self.tokens_out * per_million_out) / 1e6


class Bounded:
    """A model of which at most `at_once` replies are under way, over all threads. A Readable itself."""

    def __init__(self, model: Readable, at_once: int) -> None:
        self.name, self.server = model.name, model.server
        self._model = model
        self._free = BoundedSemaphore(at_once)
        self._lock = Lock()
        self._used = Used()
        self._in_flight = 0

    @property
    def used(self) -> Used:
        return self._used

    def stream(self, prompt: Prompt, *, seconds: float) -> Generator[Piece, None, None]:
        with self._free:
            self._began()
            tokens_in = tokens_out = 0
            try:
                with closing(self._model.stream(prompt, seconds=seconds)) as pieces:
                    for piece in pieces:
                        tokens_in, tokens_out = tokens_in + piece.tokens_in, tokens_out + piece.tokens_out
                        yield piece
            finally:
                self._ended(tokens_in, tokens_out)

    def _began(self) -> None:
        with self._lock:
            self._in_flight += 1
            self._used = self._used._replace(most=max(self._used.most, self._in_flight))

    def _ended(self, tokens_in: int, tokens_out: int) -> None:
        with self._lock:
            self._in_flight -= 1
            was = self._used
            self._used = Used(was.calls + 1, was.tokens_in + tokens_in, was.tokens_out + tokens_out, was.most)


class Teacher:
    """Answers the parts of `training.roles`."""

    def __init__(self, model: Readable, *, rest: float = REST) -> None:
        self.model = model
        self._rest = rest

    def ask(self, part: Capability[Asking, BaseModel], asking: Asking, kind: type[A]) -> A:
        """The part's answer. Raises ModelFailed once it has failed several times."""
        return self._tried(part.prompt(asking), lambda reply: kind.model_validate(part.read(asking, reply).model_dump()))

    def words(self, part: Capability[Asking, BaseModel], asking: Asking) -> str:
        """The part's plain words, on one line. Raises ModelFailed."""
        return self._tried(part.prompt(asking), _on_one_line)

    def _tried(self, prompt: Prompt, read: Callable[[str], B]) -> B:
        for attempt in range(TRIES):
            try:
                return read(reply_of(self.model, prompt))
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


def reply_of(model: Readable, prompt: Prompt) -> str:
    """The whole reply. Raises ModelFailed, also where it was cut by its length or is empty."""
    reply = ""
    with closing(model.stream(prompt, seconds=SECONDS)) as pieces:
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
    return " ".join(reply.split()).strip("\"“”")
