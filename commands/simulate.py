"""`frontdesk simulate`: whole receptions with simulated patients, to be read and counted."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from evaluation.simulation.measure import judge
from evaluation.simulation.personas import personas
from evaluation.simulation.play import converse, reception
from evaluation.simulation.report import totals, write
from models.facts import Language


def simulate(
    embedded: Annotated[
        bool, typer.Option("--embedded", help="With the embedded nurse and scripted patients.")
    ] = False,
    seed: Annotated[int, typer.Option(help="The same seed gives the same conversations.")] = 1,
    rounds: Annotated[int, typer.Option(help="Receptions of each patient, each with the next seed.", min=1)] = 1,
    only: Annotated[str, typer.Option(help="Patients whose name holds this.")] = "",
    everyday: Annotated[
        bool, typer.Option("--everyday", help="Patients who tell stories in half sentences, as people do.")
    ] = False,
    language: Annotated[Language | None, typer.Option(help="Patients of one language.")] = None,
    out: Annotated[Path, typer.Option(help="Folder for the conversations and the table.")] = Path("simulated"),
) -> None:
    """Let simulated patients of every temper talk to the nurse; write what was said, and count it."""
    if not embedded:
        typer.echo("say --embedded: scripted patients are the only ones there are", err=True)
        raise typer.Exit(1)
    everyone = personas("everyday" if everyday else "personas")
    chosen = [one for one in everyone if only in one.id and language in (None, one.language)]
    if not chosen:
        typer.echo(f"nobody is called {only}", err=True)
        raise typer.Exit(1)
    judged = []
    with reception() as desk:
        desk.warm()
        for number, (persona, turn) in enumerate(((p, r) for r in range(rounds) for p in chosen), 1):
            judged.append(judge(converse(desk, persona, seed=seed + turn)))
            if sys.stderr.isatty():
                sys.stderr.write(f"\r{number} receptions")
    write(out, judged)
    typer.echo("\n".join([*totals(judged), f"written to {out}"]))
