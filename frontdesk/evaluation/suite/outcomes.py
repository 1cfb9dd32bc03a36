"""What a measure gives: an outcome for each case, figures of them, and whether any has fallen below what is kept."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from frontdesk.evaluation.nurse.intervals import Figure, share
from frontdesk.models.facts import Value

BASELINE = Path(__file__).parents[1] / "baseline.json"
EVERY = 10  # of so many cases the tests run one


class Outcome(Value):
    """One case. `group` is what its figure is told by; `got` and `wanted` are for a reader."""

    case: str
    group: str
    right: bool
    got: str = ""
    wanted: str = ""


class Summed(Value):
    """A group's figure. `reference` names what it is to be held against, empty where nothing is."""

    group: str
    right: int
    of: int
    figure: Figure
    reference: str = ""


def summed(outcomes: Iterable[Outcome], references: Mapping[str, str]) -> tuple[Summed, ...]:
    """By group, in the order in which they come."""
    counts: dict[str, list[bool]] = {}
    for one in outcomes:
        counts.setdefault(one.group, []).append(one.right)
    return tuple(
        Summed(
            group=group,
            right=sum(right),
            of=len(right),
            figure=share(sum(right), len(right)),
            reference=references.get(group, ""),
        )
        for group, right in counts.items()
    )


class Drop(Value):
    """A figure below the one that is kept."""

    measure: str
    group: str
    right: int
    kept: int
    of: int

    def __str__(self) -> str:
        return f"{self.measure}, {self.group}: {self.right} right of {self.of}, kept is {self.kept}"


Kept = dict[str, dict[str, dict[str, int]]]  # measure -> group -> right, of


def kept(path: Path = BASELINE) -> dict[str, Kept]:
    """By "all" cases and by one of "every" so many."""
    loaded: dict[str, Kept] = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    return {"all": loaded.get("all", {}), "every": loaded.get("every", {})}


def drops(measure: str, found: Sequence[Summed], before: Kept) -> Iterator[Drop]:
    """Groups of the same cases of which fewer are right now. A group with other cases, or a new one, is no drop."""
    for one in found:
        was = before.get(measure, {}).get(one.group)
        if was and was["of"] == one.of and one.right < was["right"]:
            yield Drop(measure=measure, group=one.group, right=one.right, kept=was["right"], of=one.of)


def keep(measure: str, found: Sequence[Summed], which: str, path: Path = BASELINE) -> None:
    """Writes the figures as those to be held from now on."""
    everything = kept(path)
    everything[which][measure] = {one.group: {"right": one.right, "of": one.of} for one in found}
    path.write_text(json.dumps(everything, ensure_ascii=False, indent=1, sort_keys=True) + "\n", encoding="utf-8")
