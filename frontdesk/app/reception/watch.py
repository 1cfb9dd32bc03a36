"""Who watches turns from outside, and changes nothing of them."""

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from typing import Protocol


class Watch(Protocol):
    def step(self, name: str, session_id: str) -> AbstractContextManager[None]:
        """Around the whole of a turn (`TURN`), or one step of it."""
        ...

    def carried(self, work: Callable[[], None]) -> Callable[[], None]:
        """`work`, which another thread does, as a part of what is under way here."""
        ...


class Unwatched:
    """Where nobody looks on: simulations."""

    def step(self, name: str, session_id: str) -> AbstractContextManager[None]:
        return nullcontext()

    def carried(self, work: Callable[[], None]) -> Callable[[], None]:
        return work


TURN, LISTEN, CONSULT, LOOK_UP, ANSWER, RECORD = STEPS = ("turn", "listen", "consult", "look_up", "answer", "record")
