"""`python -m frontdesk.evaluation.clinician_cases`: the clinician's assistant on 20 case files, after Vaid et al. 2024.

Each case is one patient's record, the demonstration hospital's guidelines, no clinic, and a question. It is asked with
the guidelines and without any (retrieval disabled, in the study). What is counted of an answer is told in
`frontdesk/evaluation/case_files.py`; together, shares are means over the cases, `follows` over those that have a
guideline.
"""

import json
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from statistics import mean
from typing import Annotated, Any

import typer

from frontdesk.app.assignment import assigned
from frontdesk.app.clinician.assistant import ask
from frontdesk.app.clinician.guidelines import Guideline, read
from frontdesk.app.clinician.task import Chart
from frontdesk.app.clinician.trace import Trace, Way
from frontdesk.app.settings import DEMONSTRATION, Settings
from frontdesk.evaluation.case_files import Case, Counted, cases, counted
from frontdesk.models.facts import Value
from frontdesk.models.runner import Runner

GUIDELINES = DEMONSTRATION / "guidelines"
RUNS = {"retrieval": "with guidelines", "none": "without"}


class Pair(Value):
    """One case, asked twice."""

    case: Case
    retrieval: Counted
    none: Counted


def asked(question: str, chart: Chart, way: Way, models: Runner) -> Trace:
    """The one place where the assistant is asked."""
    return ask(question, chart, way, models)


def measured(case: Case, guidelines: Sequence[Guideline], way: Way, models: Runner) -> Pair:
    """With the guidelines and without."""

    def answer(given: Sequence[Guideline]) -> Counted:
        chart = case.chart(given)
        return counted(case, asked(case.question, chart, way, models), chart, guidelines)

    return Pair(case=case, retrieval=answer(guidelines), none=answer(()))


def together(done: Sequence[Counted]) -> dict[str, float | None]:
    """Of null cases: how many there are, are right, and say that there is no guideline."""
    follows = [one.follows for one in done if one.follows is not None]
    return {
        "orders": round(mean(one.orders for one in done), 3),
        "sees": round(mean(one.sees for one in done), 3),
        "retrieved": sum(one.retrieved is True for one in done),
        "with_a_guideline": len(follows),
        "follows": round(mean(follows), 3) if follows else None,
        "null": sum(one.right is not None for one in done),
        "null_right": sum(one.right is True for one in done),
        "null_said": sum(one.says_none is True for one in done),
        "invents": sum(len(one.invents) for one in done),
        "forbidden": sum(len(one.forbidden) for one in done),
    }


def report(way: Way, done: Sequence[Pair]) -> dict[str, Any]:
    runs = {run: [getattr(pair, run) for pair in done] for run in RUNS}
    return {
        "planner": way.value,
        "answered_by": sorted({one.answered_by for those in runs.values() for one in those}),
        "together": {run: together(those) for run, those in runs.items()},
        "cases": {pair.case.id: pair.model_dump(mode="json", include=set(RUNS)) for pair in done},
    }


def table(way: Way, done: Sequence[Pair]) -> Iterator[str]:
    whole = report(way, done)
    yield f"{'case':<28} orders  sees  retrieved  follows  without  invents  forbidden"
    for pair in done:
        one = pair.retrieval
        retrieved = "" if one.retrieved is None else "yes" if one.retrieved else "no"
        figures = f"{one.orders:6.2f} {one.sees:5.2f} {retrieved:>10} {_conformity(one):>8} {_conformity(pair.none):>8}"
        yield f"{pair.case.id:<28} {figures} {len(one.invents):8} {len(one.forbidden):10}"
        yield from (f"    {name}: {', '.join(words)}" for name, words in _words(one) if words)
    yield f"\n{'together':<17} orders  sees  retrieved  follows  null right  said  invents  forbidden"
    for run, sums in whole["together"].items():
        retrieved = f"{sums['retrieved']} of {sums['with_a_guideline']}"
        follows = "-" if sums["follows"] is None else f"{sums['follows']:.2f}"
        shares = f"{sums['orders']:6.2f} {sums['sees']:5.2f} {retrieved:>10} {follows:>8}"
        null = f"{sums['null_right']} of {sums['null']}"
        yield f"{RUNS[run]:<17} {shares} {null:>11} {sums['null_said']:5} {sums['invents']:8} {sums['forbidden']:10}"
    yield f"planned by {way.value}, answered by {', '.join(whole['answered_by'])}"


def _conformity(one: Counted) -> str:
    return f"{one.follows:.2f}" if one.follows is not None else "right" if one.right else "wrong"


def _words(one: Counted) -> Iterator[tuple[str, tuple[str, ...]]]:
    yield "not ordered", one.not_ordered
    yield "left out", one.left_out
    yield "invents", one.invents
    yield "forbidden", one.forbidden


def main(
    planner: Annotated[Way, typer.Option("--planner")] = Way.REACT,
    as_json: Annotated[bool, typer.Option("--json", help="Every figure and answer as JSON.")] = False,
    only: Annotated[str, typer.Option("--case", help="One case, its answer and what to judge it by.")] = "",
    with_models: Annotated[bool, typer.Option("--models", help="With the models that the settings assign.")] = False,
    at_once: Annotated[int, typer.Option("--at-once", min=1, help="Cases that are asked side by side.")] = 1,
) -> None:
    chosen = [one for one in cases() if only in ("", one.id)]
    if not chosen:
        raise typer.BadParameter(f"there is no case {only}")
    guidelines = read(GUIDELINES)
    models = assigned(Settings()) if with_models else Runner({})
    with closing(models), ThreadPoolExecutor(at_once) as pool:
        done = list(pool.map(lambda one: measured(one, guidelines, planner, models), chosen))
    if as_json:
        typer.echo(json.dumps(report(planner, done), ensure_ascii=False))
        return
    typer.echo("\n".join(table(planner, done)))
    if only:
        (pair,) = done
        typer.echo(f"\n{pair.case.question}\n\n{pair.retrieval.answer}\n\nTo judge by: {pair.case.judge}")


if __name__ == "__main__":
    typer.run(main)
