"""Measures how well emergencies are told from ordinary talk by the words alone: what alarms, what is only suspected.

    python -m frontdesk.evaluation.red_flags FILE [FILE ...]

FILE is JSON lines with `text`, `language`, `danger` (or `urgency`: emergency, non_emergency, self_care), `rules`, those
that fit best, and `kind` of text where they are known. An emergency is caught where something alarms or one of its
rules is suspected; without rules of its own, where anything is. Of our own cases,
frontdesk/evaluation/cases/danger_*.jsonl, only `a` is read when a fault is mended; nothing of the others is read or
learnt from, and of them only totals are looked at.
"""

import json
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from frontdesk.models import parsers
from frontdesk.models.facts import Language
from frontdesk.models.red_flags import check, suspected
from frontdesk.models.red_flags.classifier import chances


class Outcome(NamedTuple):
    kind: str
    danger: bool
    alarmed: bool
    suspected: bool  # one of its rules, or any
    chance: float  # of any emergency

    @property
    def caught(self) -> bool:
        return self.alarmed or self.suspected


def outcomes(path: Path) -> Iterator[Outcome]:
    yield from (outcome for _, outcome in told(path))


def told(path: Path, *, every: int = 1) -> Iterator[tuple[str, Outcome]]:
    """One text of `every` so many, and what came of it."""
    for line in path.read_text("utf-8").splitlines()[::every]:
        row = json.loads(line)
        text, language = parsers.normalise(row["text"]), Language(row.get("language", "en"))
        rules = suspected(text, language=language)
        yield (
            row["text"],
            Outcome(
                kind=row.get("kind") or row.get("urgency", ""),
                danger=row["danger"] if "danger" in row else row["urgency"] == "emergency",
                alarmed=bool(check(text, language=language)),
                suspected=bool(set(rules) & set(row.get("rules") or rules)),
                chance=sum(chances(text).values()),
            ),
        )


def area_under_curve(found: Iterable[Outcome]) -> float:
    """The chance that an emergency is given a higher chance than an ordinary text."""
    found = tuple(found)
    high = [one.chance for one in found if one.danger]
    low = [one.chance for one in found if not one.danger]
    if not high or not low:
        return float("nan")
    return sum((one > other) + 0.5 * (one == other) for one in high for other in low) / len(high) / len(low)


def lines(found: tuple[Outcome, ...]) -> Iterator[str]:
    """Shares of emergencies and of ordinary texts, of all and by kind."""
    groups: dict[tuple[bool, str], list[Outcome]] = defaultdict(list)
    for one in found:
        groups[one.danger, "all"].append(one)
        groups[one.danger, one.kind].append(one)
    for (danger, kind), those in sorted(groups.items(), key=lambda group: (not group[0][0], group[0][1])):
        shares = {
            name: sum(getattr(one, name) for one in those) / len(those) for name in ("alarmed", "suspected", "caught")
        }
        figures = "  ".join(f"{name} {share:.3f}" for name, share in shares.items())
        yield f"  {'emergency' if danger else 'ordinary':9}  {kind:14} {len(those):4}  {figures}"


if __name__ == "__main__":
    for name in sys.argv[1:]:
        measured = tuple(outcomes(Path(name)))
        print(f"{name}: {len(measured)} texts, area under the curve {area_under_curve(measured):.3f}")
        print("\n".join(lines(measured)))
