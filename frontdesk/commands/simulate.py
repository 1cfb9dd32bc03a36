"""`frontdesk simulate`: conversations made from outpatient records, and receptions of scripted patients."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from frontdesk.app.assignment import any_place
from frontdesk.app.settings import Settings
from frontdesk.commands.journal import set_up_journal
from frontdesk.commands.train import names
from frontdesk.evaluation.simulation.measure import judge
from frontdesk.evaluation.simulation.personas import personas
from frontdesk.evaluation.simulation.play import converse
from frontdesk.evaluation.simulation.report import totals, write
from frontdesk.models.facts import Language
from frontdesk.training.data import BadLines
from frontdesk.training.data_card import write_card
from frontdesk.training.desk import reception
from frontdesk.training.on_ray import WORKERS, on_ray
from frontdesk.training.records import Distrusted, read
from frontdesk.training.simulating import AT_ONCE, Engine, Failed, Job, OtherRun, Outcome, Summary, local, planned
from frontdesk.training.simulating import simulate as run
from frontdesk.training.teacher import PATIENCE, Used

SHOWN = 20  # faults, failures


class Engines(StrEnum):
    LOCAL = "local"
    RAY = "ray"


def simulate(
    records: Annotated[
        Path | None,
        typer.Argument(help="Outpatient records: JSON, JSON lines or CSV, 17 fields.", exists=True, dir_okay=False),
    ] = None,
    out: Annotated[Path, typer.Option(help="Conversations, JSON lines; with --personas a folder.")] = Path(
        "conversations.jsonl"
    ),
    embedded: Annotated[bool, typer.Option("--embedded", help="Patients and nurse without a model.")] = False,
    seed: Annotated[int, typer.Option(help="The same seed gives the same patients.")] = 1,
    follow_ups: Annotated[float, typer.Option(help="Share of the patients who come again.", min=0, max=1)] = 0.25,
    service_flow: Annotated[bool, typer.Option(help="Actions and supervisor; without: the paper's ablation.")] = True,
    rounds: Annotated[int, typer.Option(help="Rounds at most; with --personas receptions of each.", min=1)] = 10,
    engine: Annotated[Engines, typer.Option(help="In this process, or on Ray.")] = Engines.LOCAL,
    in_flight: Annotated[int, typer.Option(help="Calls of the model under way at once.", min=1)] = AT_ONCE,
    workers: Annotated[int, typer.Option(help="Processes on Ray.", min=1)] = WORKERS,
    cluster: Annotated[str, typer.Option(help="Address of a running Ray cluster; empty: one on this machine.")] = "",
    patience: Annotated[float, typer.Option(help="Seconds that one reply may take.")] = PATIENCE,
    price_in: Annotated[float, typer.Option(help="Of a million tokens read.")] = 0.0,
    price_out: Annotated[float, typer.Option(help="Of a million tokens written.")] = 0.0,
    everyone: Annotated[bool, typer.Option("--personas", help="The scripted patients, to read and count.")] = False,
    only: Annotated[str, typer.Option(help="Scripted patients whose name holds this.")] = "",
    everyday: Annotated[
        bool, typer.Option("--everyday", help="Scripted patients who tell stories in half sentences, as people do.")
    ] = False,
    language: Annotated[Language | None, typer.Option(help="Scripted patients of one language.")] = None,
) -> None:
    """Let a patient made from each record meet the nurse; write what was said, and rows to fine-tune on."""
    if everyone:
        _personas(seed, rounds, only, everyday, language, out)
        return
    if records is None:
        typer.echo("name a file of outpatient records, or say --personas", err=True)
        raise typer.Exit(1)
    settings = Settings()
    set_up_journal("error")
    job = Job(
        seed=seed,
        follow_ups=follow_ups,
        flow=service_flow,
        rounds=rounds,
        url="" if embedded else any_place(settings.model_url),
        name="" if embedded else settings.model_name,
        key="" if embedded else settings.model_key.get_secret_value(),
        at_once=in_flight,
        patience=patience,
    )
    try:
        departments = names()
        plans = planned(read(records, departments), departments, job)
        chosen: Engine = local if engine is Engines.LOCAL else on_ray(workers, cluster or None)
        with _progress(len(plans), price_in, price_out) as shown:
            done = run(job, plans, out, chosen, each=shown)
    except Distrusted as refused:
        for fault in refused.faults[:SHOWN]:
            typer.echo(str(fault), err=True)
        typer.echo(f"{records} is refused; nothing was simulated.", err=True)
        raise typer.Exit(1) from None
    except (OtherRun, BadLines, ImportError, OSError) as error:
        typer.echo(f"frontdesk: {error}", err=True)
        raise typer.Exit(1) from None
    _told(done, out, price_in, price_out)
    if done.kept or done.made:
        typer.echo(f"data card: {write_card(out, records.name)}")
    raise typer.Exit(1 if done.failed else 0)


def _told(done: Summary, out: Path, price_in: float, price_out: float) -> None:
    kept = f", {done.kept} were there" if done.kept else ""
    typer.echo(f"{done.made} conversations and {done.rows} rows written to {out}{kept}")
    if done.used.calls:
        cost = done.used.cost(price_in, price_out)
        priced = f", cost {cost:.2f}" if cost else ""
        typer.echo(
            f"{done.used.calls} calls, {done.used.tokens_in} tokens read, {done.used.tokens_out} written{priced}"
        )
    for failure in done.failed[:SHOWN]:
        typer.echo(f"{failure.id}: {failure.why}", err=True)
    if done.failed:
        typer.echo(f"{len(done.failed)} records failed; run again to try these alone.", err=True)


@contextmanager
def _progress(number: int, price_in: float, price_out: float) -> Iterator[Callable[[Outcome], None]]:
    """A bar with rate, time left, tokens and cost; nothing where nobody watches."""
    columns = (
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
        TextColumn("{task.fields[told]}"),
    )
    used = Used()
    with Progress(*columns, console=Console(stderr=True), disable=not sys.stderr.isatty()) as progress:
        task = progress.add_task("simulating", total=number, told="")

        def shown(one: Outcome) -> None:
            nonlocal used
            used = used if isinstance(one, Failed) else used.plus(one.used)
            rate = (progress.tasks[0].completed + 1) / max(progress.tasks[0].elapsed or 0.0, 1e-6)
            cost = used.cost(price_in, price_out)
            priced = f", cost {cost:.2f}" if cost else ""
            tokens = f"{rate * 60:.1f} a minute, {used.tokens_in + used.tokens_out} tokens{priced}"
            progress.update(task, advance=1, told=tokens)

        yield shown


def _personas(seed: int, rounds: int, only: str, everyday: bool, language: Language | None, out: Path) -> None:
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
