"""Who is alarmed about, and who is shown the page of danger signs, in other people's words.

    python -m frontdesk.evaluation.danger FOLDER [--show]

FOLDER holds sets for measuring that are no part of the project (`danger_zh_notes.jsonl` and the like); beside them our
own `cases/danger_en_lay.jsonl`. Thresholds are set on the first half of each set, every other row from the first; the
second half is reported. `--show` prints the emergencies of the second half with what is asked next, to be read by eye.
"""

import json
import sys
from argparse import ArgumentParser
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from frontdesk.app.reception.record.offers import asked_next
from frontdesk.models import parsers
from frontdesk.models.facts import Language
from frontdesk.models.red_flags import BY_SIGN, check

OURS = Path(__file__).parent / "cases" / "danger_en_lay.jsonl"
Row = dict[str, Any]


class Group(NamedTuple):
    """A line of the table: the rows of some files that are, or are not, emergencies."""

    name: str
    files: tuple[str, ...]
    emergency: bool


GROUPS = (
    Group("English emergencies, told by a clinician", ("urgency_en.jsonl",), emergency=True),
    Group("English emergencies, our own lay words", (str(OURS),), emergency=True),
    Group("Chinese notes, emergencies", ("danger_zh_notes.jsonl",), emergency=True),
    Group("English complaints", ("triage_en.jsonl", "urgency_en.jsonl"), emergency=False),
    Group("Chinese complaints", ("triage_zh.jsonl",), emergency=False),
    Group("Chinese notes, no emergencies", ("danger_zh_notes.jsonl",), emergency=False),
    Group("worries", ("worries_en.jsonl",), emergency=False),
)


class Outcome(NamedTuple):
    text: str
    alarmed: bool
    asked: tuple[str, ...]  # the danger signs on the next page, where nothing alarms
    fits: bool  # one of them is of a rule that the row names; without rules of its own, any


def outcome(row: Row) -> Outcome:
    text, language = parsers.normalise(row["text"]), Language(row["language"])
    person = parsers.person_of(row["text"])
    alarmed = bool(check(text, language=language, person=person))
    asked = () if alarmed else asked_next(row["text"], person)
    rules = set(row.get("rules") or ())
    fits = bool(rules & {BY_SIGN[code].slug for code in asked}) if rules else bool(asked)
    return Outcome(row["text"], alarmed, asked, fits)


def rows(folder: Path, group: Group) -> list[Row]:
    read = (json.loads(line) for name in group.files for line in (folder / name).read_text("utf-8").splitlines())
    return [row for row in read if _is_emergency(row) is group.emergency]


def _is_emergency(row: Row) -> bool | None:
    """None where whoever read it could not say."""
    if "urgency" in row:
        return bool(row["urgency"] == "emergency")
    return row.get("danger", row.get("emergency", False))


def share(found: Iterable[Outcome], holds: Callable[[Outcome], bool]) -> str:
    told = [holds(one) for one in found]
    return f"{sum(told) / len(told):.3f}" if told else "-"


def lines(folder: Path, *, show: bool) -> Iterator[str]:
    yield f"{'':42}{'set on':>22}{'reported':>30}"
    yield f"{'':42}{'alarmed   page/tile':>22}{'texts   alarmed   page/tile':>30}"
    for group in GROUPS:
        found = [outcome(row) for row in rows(folder, group)]
        second = found[1::2]
        reached: Callable[[Outcome], bool] = lambda one: one.alarmed or one.fits  # noqa: E731
        shown: Callable[[Outcome], bool] = lambda one: bool(one.asked)  # noqa: E731
        beside = reached if group.emergency else shown
        figures = [(share(half, lambda one: one.alarmed), share(half, beside)) for half in (found[::2], second)]
        (alarmed, paged), (then, there) = figures
        yield f"{group.name:42}{alarmed:>10}{paged:>12}{len(second):>10}{then:>9}{there:>11}"
        if show and group.emergency:
            yield from (f"    {'ALARM' if one.alarmed else ', '.join(one.asked)}: {one.text[:160]}" for one in second)


def main() -> int:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--show", action="store_true", help="the emergencies, with what is asked next")
    options = parser.parse_args()
    for line in lines(options.folder, show=options.show):
        print(line)
    return 0


if __name__ == "__main__":
    sys.exit(main())
