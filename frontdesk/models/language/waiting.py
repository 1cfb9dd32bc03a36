"""Waiting for a reply that comes in pieces: for how long, and what ends it early."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from queue import Empty, SimpleQueue
from threading import Event
from typing import NamedTuple

from frontdesk.models.language.model import Fault, ModelFailed, Piece, Said


class Stop:
    """Ends a call from outside: the patient has spoken again."""

    def __init__(self) -> None:
        self._event = Event()
        self._wake: list[Callable[[], None]] = []

    def __bool__(self) -> bool:
        return self._event.is_set()

    def set(self) -> None:
        self._event.set()
        for wake in tuple(self._wake):
            wake()

    def when(self, wake: Callable[[], None]) -> None:
        self._wake.append(wake)
        if self:
            wake()


class Patience(NamedTuple):
    """Seconds: until the first piece, between two, for the whole reply."""

    first: float
    gap: float
    whole: float
    over: Fault = Fault.TIMEOUT  # what it means that one of them ran out


def arriving(
    said: "SimpleQueue[Said]",
    patience: Patience,
    *,
    clock: Callable[[], float],
    aside: Callable[[], AbstractContextManager[None]],
) -> Iterator[Piece]:
    """The pieces of a reply that begins now, each as it comes; every wait is inside `aside`. Raises ModelFailed."""
    until, wait = clock() + patience.whole, patience.first
    while True:
        try:
            with aside():
                piece = said.get(timeout=max(min(wait, until - clock()), 0.0))
        except Empty:
            raise ModelFailed(patience.over) from None
        if piece is None:
            return
        if isinstance(piece, ModelFailed):
            raise ModelFailed(patience.over) if piece.fault is Fault.TIMEOUT else piece
        if piece.text:
            wait = patience.gap
        yield piece
