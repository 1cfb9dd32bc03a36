"""Conditions over what holds of a patient, combined with `&`, `|` and `~`; they say which codes made them true."""

from abc import ABC, abstractmethod
from collections.abc import Collection
from dataclasses import dataclass


class Condition(ABC):
    """Something about a patient that holds or does not."""

    @abstractmethod
    def because(self, codes: Collection[str]) -> tuple[str, ...] | None:
        """The codes that make it hold, in the order written; None when it does not."""

    @property
    @abstractmethod
    def named(self) -> frozenset[str]:
        """Every code it looks at."""

    def __and__(self, other: "Condition") -> "Condition":
        return All((self, other))

    def __or__(self, other: "Condition") -> "Condition":
        return Any((self, other))

    def __invert__(self) -> "Condition":
        return Not(self)


@dataclass(frozen=True)
class Has(Condition):
    code: str

    def because(self, codes: Collection[str]) -> tuple[str, ...] | None:
        return (self.code,) if self.code in codes else None

    @property
    def named(self) -> frozenset[str]:
        return frozenset({self.code})


@dataclass(frozen=True)
class _Parts(Condition):
    parts: tuple[Condition, ...]

    @property
    def named(self) -> frozenset[str]:
        return frozenset().union(*(part.named for part in self.parts))


@dataclass(frozen=True)
class All(_Parts):
    def because(self, codes: Collection[str]) -> tuple[str, ...] | None:
        found: list[str] = []
        for part in self.parts:
            reasons = part.because(codes)
            if reasons is None:
                return None
            found += reasons
        return tuple(dict.fromkeys(found))


@dataclass(frozen=True)
class Any(_Parts):
    """The first part that holds gives the reasons, so the more telling part is written first."""

    def because(self, codes: Collection[str]) -> tuple[str, ...] | None:
        return next((reasons for part in self.parts if (reasons := part.because(codes)) is not None), None)


@dataclass(frozen=True)
class Not(Condition):
    part: Condition

    def because(self, codes: Collection[str]) -> tuple[str, ...] | None:
        return () if self.part.because(codes) is None else None

    @property
    def named(self) -> frozenset[str]:
        return self.part.named


@dataclass(frozen=True)
class Two(_Parts):
    """At least two of the parts."""

    def because(self, codes: Collection[str]) -> tuple[str, ...] | None:
        held = [reasons for part in self.parts if (reasons := part.because(codes)) is not None]
        return tuple(code for reasons in held for code in reasons) if len(held) > 1 else None


def any_of(*codes: str) -> Condition:
    return Any(tuple(map(Has, codes)))


def two_of(*codes: str) -> Condition:
    return Two(tuple(map(Has, codes)))
