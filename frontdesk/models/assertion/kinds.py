"""How a thing mentioned in a text is asserted, and over which stretch of it."""

from enum import StrEnum

from frontdesk.models.facts import Value


class Assertion(StrEnum):
    """The classes of the i2b2 2010 assertion task, with what is over, past and figurative apart.

    What stands under none of them is present.
    """

    ABSENT = "absent"
    PAST = "past"  # long ago: last year, as a child, history of
    RESOLVED = "resolved"  # there lately, gone now
    CONDITIONAL = "conditional"  # supposed, asked about, heard of, dreamt
    POSSIBLE = "possible"
    SOMEBODY_ELSES = "somebody_elses"  # of somebody who is only mentioned
    FIGURATIVE = "figurative"


class Scope(Value):
    """`text[start:end]` is under `kind`. The cue stands outside it, except for idioms, which are the whole stretch."""

    start: int
    end: int
    kind: Assertion
    cue: str

    def covers(self, start: int, end: int) -> bool:
        """Whether words at [start, end) are governed: they begin inside. A cue that is part of them does not count."""
        if self.kind is Assertion.FIGURATIVE:
            return self.start < end and start < self.end
        return self.start <= start < self.end
