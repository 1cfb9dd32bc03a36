"""Rules are written as combinations of signs with `&`, `|` and `~`, and say which signs made them true."""

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterator
from dataclasses import dataclass


class Expression(ABC):
    """Something about a patient that holds or does not."""

    @abstractmethod
    def because(self, signs: Collection[str]) -> tuple[str, ...] | None:
        """The signs that make it hold, in the order written; None when it does not."""

    def __and__(self, other: "Expression") -> "Expression":
        return All((self, other))

    def __or__(self, other: "Expression") -> "Expression":
        return Any((self, other))

    def __invert__(self) -> "Expression":
        return Not(self)


@dataclass(frozen=True)
class Sign(Expression):
    name: str

    def because(self, signs: Collection[str]) -> tuple[str, ...] | None:
        return (self.name,) if self.name in signs else None


@dataclass(frozen=True)
class All(Expression):
    parts: tuple[Expression, ...]

    def because(self, signs: Collection[str]) -> tuple[str, ...] | None:
        found: list[str] = []
        for part in self.parts:
            reasons = part.because(signs)
            if reasons is None:
                return None
            found += reasons
        return tuple(dict.fromkeys(found))


@dataclass(frozen=True)
class Any(Expression):
    """The first part that holds gives the reasons, so the more telling part is written first."""

    parts: tuple[Expression, ...]

    def because(self, signs: Collection[str]) -> tuple[str, ...] | None:
        return next((reasons for part in self.parts if (reasons := part.because(signs)) is not None), None)


@dataclass(frozen=True)
class Not(Expression):
    part: Expression

    def because(self, signs: Collection[str]) -> tuple[str, ...] | None:
        return () if self.part.because(signs) is None else None


@dataclass(frozen=True)
class AtLeast(Expression):
    number: int
    parts: tuple[Expression, ...]

    def because(self, signs: Collection[str]) -> tuple[str, ...] | None:
        held = [reasons for part in self.parts if (reasons := part.because(signs)) is not None]
        return tuple(name for reasons in held for name in reasons) if len(held) >= self.number else None


def excluded(whole: Expression) -> Iterator[Not]:
    """What must not hold wherever `whole` does, anywhere in it."""
    if isinstance(whole, Not):
        yield whole
    elif isinstance(whole, All | Any | AtLeast):
        for part in whole.parts:
            yield from excluded(part)


def named(whole: Expression) -> frozenset[str]:
    """The signs that speak for `whole`."""
    if isinstance(whole, Sign):
        return frozenset({whole.name})
    if isinstance(whole, All | Any | AtLeast):
        return frozenset().union(*map(named, whole.parts))
    return frozenset()


def any_of(*names: str) -> Expression:
    return Any(tuple(Sign(name) for name in names))


def at_least(number: int, *names: str) -> Expression:
    return AtLeast(number, tuple(Sign(name) for name in names))
