"""How the guard does on lines written for it: those that must pass, and those that must not.

    python -m frontdesk.evaluation.guard [FILE ...] [--show]

A case is a line of JSON: `language`, `patient` (what was said so far), `present` and `denied` (names of statements),
`not_allergic` and `stopped` (medicines whose allergy is denied, and that are taken no more),
`known` (what the nurse was given of the hospital), `decision`, `line`, and `stop`, the kind of fault or null.
"""

import json
import re
import sys
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from frontdesk.app.reception.guard.faults import Ground
from frontdesk.app.reception.guard.guarded import Guarded
from frontdesk.models import parsers
from frontdesk.models.facts import Fact, Language, Status, Topic
from frontdesk.models.mentions import mentions

CASES = Path(__file__).parent / "cases"
DEPARTMENT = re.compile(
    r"(?:[A-Z][\w'’&-]*(?: and)? ){1,4}(?:Clinic|Department|Centre|Center|Unit|Desk)"
    r"|[\u4e00-\u9fff]{1,6}?科(?![室目学])"
)
FILES = tuple(CASES / f"guard_{lot}{kind}.jsonl" for lot in ("", "capable_", "kept_") for kind in ("pass", "stop"))


def cases(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


def ground_of(case: dict[str, Any]) -> Ground:
    """What the case's nurse knows."""
    told = "\n".join(case["patient"])
    sent = case["decision"].partition("SEND ")[2]
    departments = case.get("departments") or DEPARTMENT.findall(case["known"])
    return Ground(
        language=Language(case["language"]),
        facts=f"{told}\n{case['known']}\n{sent}",
        told=told,
        departments=tuple(departments),
        record=(
            *_stated(case["present"], Status.PRESENT),
            *_stated(case["denied"], Status.ABSENT),
            *_of_medicines(case.get("not_allergic", []), Topic.ALLERGY, Status.ABSENT),
            *_of_medicines(case.get("stopped", []), Topic.MEDICINE, Status.PRESENT),
        ),
    )


def _stated(names: list[str], status: Status) -> Iterator[Fact]:
    for name in names:
        for mention in mentions(name):
            yield Fact(topic=mention.topic, code=mention.code, status=status, quote=name)
        for medicine in parsers.medicines(name):
            yield Fact(topic=Topic.MEDICINE, code=medicine.code, status=status, quote=name)


def _of_medicines(names: list[str], topic: Topic, status: Status) -> Iterator[Fact]:
    """Allergies that are denied, medicines that are taken no more."""
    for medicine in (one for name in names for one in parsers.medicines(name)):
        yield Fact(topic=topic, code=medicine.code, status=status, quote=medicine.words, past=topic is Topic.MEDICINE)


def guarded(case: dict[str, Any]) -> Guarded:
    """The case's line through the guard."""
    reply = Guarded(ground_of(case))
    reply.feed(case["line"])
    reply.end()
    return reply


def right(case: dict[str, Any]) -> bool:
    """A line that must pass is said as it was written; of one that must not, something is cut."""
    return bool(guarded(case).faults) is (case["stop"] is not None)


def main() -> int:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--show", action="store_true", help="the lines that came out wrong")
    options = parser.parse_args()
    counts: Counter[tuple[str, str, bool]] = Counter()
    for path in options.files or FILES:
        for case in cases(path):
            fine = right(case)
            counts[case["language"], case["stop"] or "passes", fine] += 1
            if options.show and not fine:
                faults = ", ".join(guarded(case).faults)
                print(f"{case['id']} {case['stop'] or 'pass'} [{faults}] {case['line']}")
    for language, kind in sorted({(language, kind) for language, kind, _ in counts}):
        good, bad = counts[language, kind, True], counts[language, kind, False]
        print(f"{language} {kind:16} {good} of {good + bad}")
    for passes in (True, False):
        picked = {key: often for key, often in counts.items() if (key[1] == "passes") is passes}
        right_ones = sum(often for key, often in picked.items() if key[2])
        print(f"{'passed' if passes else 'stopped'} {right_ones} of {sum(picked.values())}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
