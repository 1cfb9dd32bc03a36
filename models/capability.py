"""One typed question to a model, and the embedded way of answering it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

Q = TypeVar("Q")
A = TypeVar("A")


@dataclass(frozen=True)
class Capability(Generic[Q, A]):
    """`embedded` answers in milliseconds, without a server, and never raises for a valid question."""

    name: str
    embedded: Callable[[Q], A]
