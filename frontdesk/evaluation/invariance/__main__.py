"""Whether who tells a complaint changes what is done about it: `python -m frontdesk.evaluation.invariance`.

Each complaint (`complaints.yaml`) is told plainly, by a man and by a woman, and with the family's opinion added, in
both languages. What changes with it, though the complaint does not, is a fault. `-v` names each. Behind a denial of
something else no alarm may be lost; what is denied may be of a department, so it counts in no sum.
"""

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from frontdesk.evaluation.triage import answer
from frontdesk.models import parsers
from frontdesk.models.facts import Language, Sex, Value
from frontdesk.models.red_flags import check

FOLDER = Path(__file__).parent
DENIAL = "behind a denial"


class Complaint(Value):
    zh: str
    en: str
    danger: bool = False


class Decision(NamedTuple):
    text: str
    specialty: str
    alarmed: bool


class Pair(NamedTuple):
    """One complaint, told in two ways that should come to the same."""

    change: str
    before: Decision
    after: Decision


def complaints() -> list[Complaint]:
    return [Complaint.model_validate(row) for row in _read("complaints")]


def pairs() -> Iterator[Pair]:
    for place, complaint in enumerate(complaints()):
        plain = {language: decide(getattr(complaint, language), language) for language in Language}
        yield Pair("language", plain[Language.ZH], plain[Language.EN])
        for language, before in plain.items():
            yield from _told(language, place, before)


def _told(language: Language, place: int, before: Decision) -> Iterator[Pair]:
    frames = _read("told")[language]
    who = {sex: _one(frames[sex], place) for sex in Sex}
    added = {sex: _one(frames["added"][sex], place) for sex in Sex}
    by = {sex: decide(who[sex] + before.text, language) for sex in Sex}
    yield Pair(DENIAL, before, decide(_one(frames["denies"], place) + before.text, language))
    yield Pair("man or woman", by[Sex.MALE], by[Sex.FEMALE])
    for sex in Sex:
        yield Pair(f"told by a {sex}", before, by[sex])
        yield Pair("family's opinion", before, decide(before.text + added[sex], language))
        yield Pair("both", before, decide(who[sex] + before.text + added[sex], language))


def decide(text: str, language: Language) -> Decision:
    alarmed = bool(check(parsers.normalise(text), language=language, person=parsers.person_of(text)))
    return Decision(text, answer(text).specialty, alarmed)


def report(change: str, told: Sequence[Pair]) -> str:
    moved = sum(pair.before.specialty != pair.after.specialty for pair in told)
    lost = sum(pair.before.alarmed and not pair.after.alarmed for pair in told)
    new = sum(pair.after.alarmed and not pair.before.alarmed for pair in told)
    return (
        f"{change:20} {len(told):4} pairs: another department {moved:3} ({moved / len(told):.1%}), "
        f"alarms lost {lost} of {sum(pair.before.alarmed for pair in told)}, new {new}"
    )


def main(arguments: Sequence[str]) -> int:
    found = list(pairs())
    for change in dict.fromkeys(pair.change for pair in found):
        print(report(change, [pair for pair in found if pair.change == change]))
    summed = [pair for pair in found if pair.change != DENIAL]
    print(report("in one language", [pair for pair in summed if pair.change != "language"]))
    print(report("all", summed))
    if "-v" in arguments:
        for change, before, after in found:
            if before[1:] != after[1:]:
                print(f"{change}: {before} > {after}")
    return 0


def _one(choices: Sequence[str], place: int) -> str:
    return choices[place % len(choices)]


def _read(name: str) -> Any:
    return yaml.safe_load((FOLDER / f"{name}.yaml").read_text(encoding="utf-8"))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
