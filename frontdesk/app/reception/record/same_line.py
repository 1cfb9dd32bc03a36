"""Two lines that are said to be one: "the unnamed one is the infliximab"."""

from typing import NamedTuple

from frontdesk.app.reception.record.clauses import Clause
from frontdesk.app.reception.record.lines_meant import NOT_BORNE, named_lines
from frontdesk.models.facts import Fact, Record, Topic

UNNAMED = "unknown"  # begins the code of what was taken under a name that was not told
OF_MEDICINES = (Topic.MEDICINE, *NOT_BORNE)


class SameLine(NamedTuple):
    unnamed: Fact
    named: Fact  # it stays, and what the other one did is of it

    @property
    def did(self) -> str | None:
        return (self.unnamed.details.character or self.unnamed.quote) if self.named.topic in NOT_BORNE else None


def same_line(record: Record, clause: Clause) -> SameLine | None:
    if not clause.says("same_thing"):
        return None
    lines = [fact for fact in record if fact.topic in OF_MEDICINES]
    unnamed = [fact for fact in lines if fact.code.startswith(UNNAMED)]
    named = [one.fact for one in named_lines(tuple(lines), clause) if not one.fact.code.startswith(UNNAMED)]
    pairs = [SameLine(one, other) for other in named for one in unnamed]
    alike = [pair for pair in pairs if _heading(pair.unnamed) == _heading(pair.named)]
    return next(iter(alike or pairs), None)


def _heading(fact: Fact) -> bool:
    return fact.topic in NOT_BORNE
