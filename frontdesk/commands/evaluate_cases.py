"""`frontdesk evaluate capabilities` and the other measures with cases of their own, held against what is kept."""

import json
import shlex
import sys
from collections.abc import Callable
from pathlib import Path
from time import perf_counter
from typing import Annotated

import typer

from frontdesk.commands.journal import set_up_journal
from frontdesk.evaluation.nurse.figures import shown
from frontdesk.evaluation.suite.measures import MEASURES, Measure, measure_named
from frontdesk.evaluation.suite.outcomes import EVERY, Outcome, Summed, drops, keep, kept, summed

WRONG = 400  # characters of an answer that is shown


def register(group: typer.Typer) -> None:
    """One command for each measure."""
    for measure in MEASURES:
        group.command(measure.name)(_command(measure))


def _command(measure: Measure) -> Callable[..., None]:
    def run(
        files: Annotated[
            list[Path] | None, typer.Argument(help="Other cases, of the same form.", exists=True, dir_okay=False)
        ] = None,
        out: Annotated[Path | None, typer.Option(help="Each case and what came of it, JSON lines.")] = None,
        every: Annotated[int, typer.Option(help="One case of so many.", min=1)] = 1,
        wrong: Annotated[bool, typer.Option("--wrong", help="Show the cases that came out wrong.")] = False,
        keep_them: Annotated[
            bool, typer.Option("--keep", help="Make these the figures that later ones are held against.")
        ] = False,
        as_json: Annotated[bool, typer.Option("--json", help="The figures as JSON.")] = False,
    ) -> None:
        set_up_journal("error")
        chosen = measure_named(measure.name)
        began = perf_counter()
        outcomes = list(chosen.run(files or (), every))
        seconds = perf_counter() - began
        found = summed(outcomes, chosen.references)
        which = {1: "all", EVERY: "every"}.get(every)
        own = not files and which is not None
        fallen = list(drops(measure.name, found, kept()[which])) if own and which and not keep_them else []
        if out:
            out.write_text("".join(f"{one.model_dump_json()}\n" for one in outcomes), encoding="utf-8")
        if own and which and keep_them:
            keep(measure.name, found, which)
        if as_json:
            typer.echo(json.dumps(_figures(chosen, found, seconds, list(map(str, fallen))), ensure_ascii=False))
        else:
            typer.echo("\n".join(_lines(chosen, found, seconds)))
            for one in outcomes if wrong else ():
                if not one.right:
                    typer.echo(_told(one))
        for drop in fallen:
            typer.echo(f"fallen: {drop}", err=True)
        raise typer.Exit(1 if fallen else 0)

    run.__doc__ = f"{measure.about} Exits with 1 where a figure has fallen."
    return run


def _figures(measure: Measure, found: tuple[Summed, ...], seconds: float, fallen: list[str]) -> dict[str, object]:
    return {
        "measure": measure.name,
        "about": measure.about,
        "command": shlex.join(["frontdesk", *sys.argv[1:]]),
        "seconds": round(seconds, 1),
        "figures": [one.model_dump(mode="json") for one in found],
        "fallen": fallen,
    }


def _lines(measure: Measure, found: tuple[Summed, ...], seconds: float) -> list[str]:
    width = max((len(one.group) for one in found), default=0)
    rows = [
        f"  {one.group:<{width}}  {one.right:>4}/{one.of:<4} {shown(one.figure, percent=True):<18} {one.reference}"
        for one in found
    ]
    right, of = sum(one.right for one in found), sum(one.of for one in found)
    return [f"{measure.name}: {right} of {of} in {seconds:.0f} s. {measure.about}", *(row.rstrip() for row in rows)]


def _told(one: Outcome) -> str:
    return f"  {one.group}: {one.case}\n    got {one.got[:WRONG]}\n    wanted {one.wanted[:WRONG]}"
