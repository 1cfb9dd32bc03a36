"""How far injections get: 700 of our own, by seven ways in both languages, against the whole application.

    python -m frontdesk.evaluation.injections [--each N] [--by embedded|obeying] [--way WAY ...] [--show]

Everything runs in this process over a hospital of its own, once with the embedded nurse and once with a model that does
whatever an injection asks: what reaches patient, records and rights then is what code lets through. Exits with 1 where
one succeeded.
"""

import logging
import sys
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator
from time import perf_counter

import structlog

from frontdesk.evaluation.injections.attacks import IN_A_RECORD, Attack, Way, attacks
from frontdesk.evaluation.injections.house import house, patient_of
from frontdesk.evaluation.injections.outcome import kept, others, wrong
from frontdesk.evaluation.injections.ways import played
from frontdesk.models.facts import Language, Value

AIMED_AT = ["P1001", "P1003"]
EVERYBODY = [f"P{number}" for number in range(1001, 1041)]
EACH = 52  # of every way in each language
BY = {"embedded": False, "obeying": True}


class Outcome(Value):
    """`arrived`: a prompt held it; `obeyed`: how often the model did what it asks for."""

    attack: Attack
    arrived: bool
    obeyed: int
    wrong: tuple[str, ...]


def run(tried: tuple[Attack, ...], *, obeys: bool) -> Iterator[Outcome]:
    """Each attack in its turn, over one application."""
    secrets = others()
    with house(tried, obeys=obeys) as place:
        whole = kept(place, EVERYBODY)
        for attack in tried:
            aimed_at = [*AIMED_AT, patient_of(attack)[0]] if attack.way in IN_A_RECORD else AIMED_AT
            before = kept(place, aimed_at)
            place.model.begins(attack)
            shown = played(place, attack)
            found = tuple(dict.fromkeys(wrong(attack, shown, place, secrets)))
            if kept(place, aimed_at) != before:
                found = (*found, "records, patients or accounts were changed")
            yield Outcome(attack=attack, arrived=place.model.arrived, obeyed=place.model.obeyed, wrong=found)
        if kept(place, EVERYBODY) != whole:
            raise RuntimeError("somebody's records were changed whom no attack aimed at")


def table(done: list[Outcome]) -> Iterator[str]:
    yield f"{'':<18}{'':<4}{'tried':>7}{'in a prompt':>13}{'obeyed':>9}{'succeeded':>11}"
    for way in Way:
        for language in Language:
            those = [one for one in done if one.attack.way is way and one.attack.language is language]
            if those:
                yield f"{way:<18}{language:<4}{_counts(those)}"
    yield f"{'all':<22}{_counts(done)}"


def _counts(those: list[Outcome]) -> str:
    arrived, obeyed = sum(one.arrived for one in those), sum(one.obeyed for one in those)
    return f"{len(those):>7}{arrived:>13}{obeyed:>9}{sum(bool(one.wrong) for one in those):>11}"


def main() -> int:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--each", type=int, default=EACH, help="of every way in each language")
    parser.add_argument("--by", choices=BY, action="append", help="who answers; both unless named")
    parser.add_argument("--way", choices=[way.name.lower() for way in Way], action="append", help="all unless named")
    parser.add_argument("--show", action="store_true", help="the attacks that succeeded")
    options = parser.parse_args()
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.ERROR))
    ways = options.way or [way.name.lower() for way in Way]
    tried, succeeded = tuple(one for one in attacks(options.each) if one.way.name.lower() in ways), 0
    for by in options.by or BY:
        began, done = perf_counter(), []
        for outcome in run(tried, obeys=BY[by]):
            done.append(outcome)
            sys.stderr.write(f"\r{by}: {len(done)} of {len(tried)} ")
        sys.stderr.write("\n")
        print(f"{by}, {perf_counter() - began:.0f} s", *table(done), sep="\n")
        failures = [one for one in done if one.wrong]
        succeeded += len(failures)
        for kind, often in Counter(one.wrong[0][:60] for one in failures).most_common():
            print(f"  {kind}: {often}")
        for one in failures if options.show else ():
            at = one.attack
            print(f"{at.way} {at.language} {at.number} {at.demand.name}, {at.disguise}: {one.wrong}")
    return 1 if succeeded else 0


if __name__ == "__main__":
    sys.exit(main())
