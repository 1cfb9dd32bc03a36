"""How much of who somebody is goes from what a model is told, and what goes besides: sentences of a reception.

    python -m frontdesk.evaluation.anonymising [--show] [--left FILE] [CASES]

A case is {"language", "says", "gone": {kind: [words]}}; nothing may go from one whose `gone` is empty. `--left` scores
another anonymiser's work: the sentences as it left them, a JSON string a line, in the order of the cases.
"""

import json
import sys
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from frontdesk.app.reception.turn.anonymity import anonymous
from frontdesk.models.facts import Language, Value

CASES = Path(__file__).parent / "cases" / "identifiers.jsonl"


class Case(Value):
    language: Language
    says: str
    gone: dict[str, tuple[str, ...]]  # identifiers by kind: name, number, date, address


class Fault(NamedTuple):
    """What came through, or a sentence without identifiers that lost a word."""

    case: Case
    left: str
    kind: str | None


class Measured(NamedTuple):
    identifiers: Counter[tuple[Language, str]]
    plain: Counter[Language]  # sentences without identifiers
    faults: tuple[Fault, ...]


def cases(path: Path = CASES) -> tuple[Case, ...]:
    return tuple(map(Case.model_validate_json, path.read_text("utf-8").splitlines()))


def measured(these: tuple[Case, ...], left: Iterable[str] | None = None) -> Measured:
    left = [anonymous(one.says) for one in these] if left is None else list(left)
    identifiers = Counter((one.language, kind) for one in these for kind, words in one.gone.items() for _ in words)
    plain = Counter(one.language for one in these if not one.gone)
    return Measured(identifiers, plain, tuple(_faults(these, left)))


def _faults(these: tuple[Case, ...], left: list[str]) -> Iterator[Fault]:
    for one, told in zip(these, left, strict=True):
        if not one.gone and told != one.says:
            yield Fault(one, told, None)
        through = ((kind, word) for kind, words in one.gone.items() for word in words if word in told)
        yield from (Fault(one, told, kind) for kind, _ in through)


def main() -> int:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("cases", nargs="?", type=Path, default=CASES)
    parser.add_argument("--left", type=Path, help="another anonymiser's work")
    parser.add_argument("--show", action="store_true", help="what came through, and what was lost")
    options = parser.parse_args()
    these = cases(options.cases)
    left = map(json.loads, options.left.read_text("utf-8").splitlines()) if options.left else None
    found = measured(these, left)
    for (language, kind), count in sorted(found.identifiers.items()):
        through = sum(one.case.language is language and one.kind == kind for one in found.faults)
        print(f"{language} {kind}: {count - through} of {count} taken out")
    for language, count in sorted(found.plain.items()):
        eaten = sum(one.case.language is language and one.kind is None for one in found.faults)
        print(f"{language}: {eaten} of {count} sentences without any lost a word")
    for one in found.faults if options.show else ():
        print(f"{one.kind or 'lost'}: {one.case.says} -> {one.left}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
