"""What bends the meaning of a stretch of words, and which stretch it bends."""

from enum import StrEnum

from models.facts import Value


class ScopeKind(StrEnum):
    NEGATED = "negated"
    PAST = "past"  # long ago: last year, as a child, history of
    RECOVERED = "recovered"  # there lately, gone now
    HYPOTHETICAL = "hypothetical"
    UNCERTAIN = "uncertain"
    OTHER_PERSON = "other_person"  # somebody who is only mentioned
    IDIOM = "idiom"


class Scope(Value):
    """`text[start:end]` is under `kind`. The cue stands outside it, except for idioms, which are the whole stretch."""

    start: int
    end: int
    kind: ScopeKind
    cue: str

    def covers(self, start: int, end: int) -> bool:
        """Whether words at [start, end) are governed: they begin inside. A cue that is part of them does not count."""
        if self.kind is ScopeKind.IDIOM:
            return self.start < end and start < self.end
        return self.start <= start < self.end
