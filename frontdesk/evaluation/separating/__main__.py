"""Top-1 department on the first words and after asking, on simulated patients: `python -m
frontdesk.evaluation.separating`.

`held_out` as an argument plays those that nothing was tuned on; `-v` names each patient.
"""

import sys
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from frontdesk.app.reception.session.state import State
from frontdesk.evaluation.separating.records import PatientRecord, records
from frontdesk.evaluation.separating.visitor import visit
from frontdesk.evaluation.triage import answer
from frontdesk.models.complaints import without_asides
from frontdesk.models.facts import Language
from frontdesk.models.triage import triage
from frontdesk.models.triage.differential import PAGES as DIFFERENTIAL
from frontdesk.models.triage.hints import hints
from frontdesk.training.desk import reception


class Judged(NamedTuple):
    record: PatientRecord
    first: str  # by the first words alone
    known: str  # by the first words, and who is ill
    state: State

    @property
    def asked(self) -> str:
        """The specialty in the end; how a talk ended that named none."""
        named = self.state.recommended
        return named.specialty if named else "alarm" if self.state.alerts else "nurse"

    def right(self, specialty: str) -> bool:
        return specialty in self.record.right


def judge(given: Sequence[PatientRecord]) -> list[Judged]:
    with reception() as desk:
        return [Judged(one, answer(one.words).specialty, _known(one), visit(desk, one)) for one in given]


def _known(record: PatientRecord) -> str:
    return triage(hints(record.words), person=record.person, text=without_asides(record.words)).specialty


def report(name: str, judged: Sequence[Judged]) -> str:
    def share(specialties: Sequence[str]) -> float:
        return sum(one.right(got) for one, got in zip(judged, specialties, strict=True)) / len(judged)

    first, known = share([one.first for one in judged]), share([one.known for one in judged])
    asked = share([one.asked for one in judged])
    pages = Counter(key for one in judged for key in set(one.state.asked))
    mean = sum(len(set(one.state.asked)) for one in judged) / len(judged)
    separated = [one for one in judged if DIFFERENTIAL[0] in one.state.asked]
    lines = [
        f"{name}: {len(judged)} patients, top-1 on the first words {first:.3f}, knowing who is ill {known:.3f}, "
        f"after asking {asked:.3f} ({100 * (asked - first):+.1f} points)",
        f"  {mean:.1f} pages each; to separate departments {pages[DIFFERENTIAL[0]]} of them, "
        f"right then {sum(one.right(one.asked) for one in separated)}; "
        f"to choose of two departments {pages['choose']}",
    ]
    return "\n".join(lines)


def main(arguments: Sequence[str]) -> int:
    judged = judge(records(next((name for name in arguments if not name.startswith("-")), "records")))
    for language in Language:
        print(report(language.value, [one for one in judged if one.record.language is language]))
    print(report("both", judged))
    if "-v" in arguments:
        for one in judged:
            mark = " " if one.right(one.asked) else "x"
            pages = " ".join(one.state.asked)
            print(f"{mark} {one.record.id} {'/'.join(one.record.right)}: {one.first} > {one.asked}  [{pages}]")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
