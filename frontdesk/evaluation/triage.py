"""Measures triage on files of labelled complaints: accuracy, whether the confidence can be believed, and time."""

import json
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import NamedTuple

from frontdesk.models.complaints import without_asides
from frontdesk.models.facts import Value
from frontdesk.models.parsers import person_of
from frontdesk.models.triage import Triage, triage
from frontdesk.models.triage.hints import hints

_BINS = (0.0, 0.2, 0.4, 0.6, 0.8, 0.9, 1.0)


class Case(Value):
    """One line of a file: any of `specialties` is right. Other fields are ignored."""

    id: str
    text: str
    specialties: tuple[str, ...]


class Judged(NamedTuple):
    case: Case
    answer: Triage
    seconds: float

    @property
    def right(self) -> bool:
        return self.answer.specialty in self.case.specialties

    @property
    def near(self) -> bool:
        """Right among the first three."""
        first = [self.answer.specialty, *(code for code, _ in self.answer.alternatives[:2])]
        return any(code in self.case.specialties for code in first)


class Bin(NamedTuple):
    """Of the answers whose confidence lies in one span: how many, how sure on average, how often right."""

    cases: int
    confidence: float
    accuracy: float


def read(path: Path) -> list[Case]:
    rows = (json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip())
    return [Case(id=str(row["id"]), text=row["text"], specialties=tuple(row["specialties"])) for row in rows]


def judge(cases: Sequence[Case]) -> list[Judged]:
    if cases:
        answer(cases[0].text)  # what is loaded on first use is not part of the time
    judged = []
    for case in cases:
        begun = perf_counter()
        found = answer(case.text)
        judged.append(Judged(case, found, perf_counter() - begun))
    return judged


def answer(text: str) -> Triage:
    return triage(hints(text), person=person_of(text), text=without_asides(text))


def accuracy(judged: Sequence[Judged]) -> float:
    return sum(one.right for one in judged) / len(judged) if judged else 0.0


def reliability(judged: Sequence[Judged]) -> Iterator[Bin]:
    """The reliability curve: one bin for each span of confidence that was used."""
    for low, high in pairwise(_BINS):
        inside = [one for one in judged if low < one.answer.confidence <= high]
        if inside:
            yield Bin(len(inside), sum(one.answer.confidence for one in inside) / len(inside), accuracy(inside))


def calibration_error(judged: Sequence[Judged]) -> float:
    """Expected calibration error: the mean distance between confidence and accuracy, weighed by count."""
    return sum(one.cases * abs(one.confidence - one.accuracy) for one in reliability(judged)) / max(len(judged), 1)


def report(name: str, judged: Sequence[Judged]) -> str:
    near = sum(one.near for one in judged) / max(len(judged), 1)
    lines = [
        f"{name}: {len(judged)} cases, top-1 {accuracy(judged):.3f}, top-3 {near:.3f}, "
        f"calibration error {calibration_error(judged):.3f}, "
        f"median {median(one.seconds for one in judged) * 1000:.1f} ms"
    ]
    lines += [f"  sure {b.confidence:4.0%}: right {b.accuracy:4.0%} of {b.cases}" for b in reliability(judged)]
    wrong = Counter(f"{'/'.join(one.case.specialties)} -> {one.answer.specialty}" for one in judged if not one.right)
    lines += [f"  {count:3} {confusion}" for confusion, count in wrong.most_common(12)]
    return "\n".join(lines)


def main(paths: Sequence[str]) -> int:
    if not paths:
        print("usage: python -m frontdesk.evaluation.triage FILE...", file=sys.stderr)
        return 2
    for path in map(Path, paths):
        print(report(path.name, judge(read(path))))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
