"""Smoking and drinking, told on whatever page: there, not so, or given up, with how much and for how long."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from frontdesk.models import parsers
from frontdesk.models.facts import Details, Fact, Status, Topic
from frontdesk.models.mentions import mentions
from frontdesk.models.parsers.patterns import Cue, entries
from frontdesk.models.parsers.persons import relatives

AROUND = " \t,.;:!?，。；：！？、…"
_COUNTS = re.compile(
    r"\d|[一二两三四五六七八九十百半几]|\b(?:a|one|two|three|four|five|six|ten|twenty|thirty|forty|few)\b"
)
_ENDS = re.compile(r"[.。!！?？;；]\s*$")


class Habit(NamedTuple):
    named: Cue
    denied: Cue
    over: Cue


def habits_in(clause: str) -> frozenset[str]:
    """Which habits a clause names, whoever's they are."""
    lower = parsers.normalise(clause).lower()
    return frozenset(code for code, habit in _habits().items() if habit.named.search(lower))


def habits_told(said: str, asked: str | None) -> Iterator[Fact]:
    """The patient's own; none where a relative is named or something is asked."""
    clauses = parsers.clauses(said)
    for at, clause in enumerate(clauses):
        lower = parsers.normalise(clause).lower()
        if relatives(lower) or "?" in clause or "？" in clause:
            continue
        for code in sorted(habits_in(clause)):
            habit = _habits()[code]
            denied = habit.denied.search(lower) is not None
            over = habit.over.search(lower) is not None
            words = clause.strip(AROUND) if denied else _with_what_goes_on(clauses, at)
            value = words if _COUNTS.search(words.lower()) and not denied else None
            status = Status.ABSENT if denied and not over else Status.PRESENT
            yield Fact(
                topic=Topic.HABIT,
                code=code,
                status=status,
                past=over,
                quote=clause.strip(AROUND),
                asked=asked,
                details=Details(value=value),
            )


def _with_what_goes_on(clauses: list[str], at: int) -> str:
    """The clause, and the next of its sentence where that only counts on: "have done for thirty years"."""
    goes_on = at + 1 < len(clauses) and not _ENDS.search(clauses[at])
    behind = clauses[at + 1] if goes_on else ""
    counts = _COUNTS.search(behind) and not (mentions(behind) or parsers.all_named(behind) or relatives(behind))
    return f"{clauses[at]}{behind if counts else ''}".strip(AROUND)


@cache
def _habits() -> dict[str, Habit]:
    lists = entries("habits", Path(__file__).parent)
    return {code: Habit(*(Cue(one[name]) for name in Habit._fields)) for code, one in lists.items()}
