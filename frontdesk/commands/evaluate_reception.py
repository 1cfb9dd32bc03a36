"""`frontdesk evaluate reception`: simulated patients from held-out records meet a nurse, and what came of it."""

import json
import shlex
import sys
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from enum import StrEnum
from importlib.metadata import version
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import Progress

from frontdesk.app.assignment import any_place, readable
from frontdesk.app.settings import Settings
from frontdesk.commands.journal import set_up_journal
from frontdesk.commands.train import names
from frontdesk.evaluation.nurse.beside import beside
from frontdesk.evaluation.nurse.cases import HELD_OUT, Case, read
from frontdesk.evaluation.nurse.figures import Report, Setting, load, report, text
from frontdesk.evaluation.nurse.met import Met
from frontdesk.evaluation.nurse.page import page
from frontdesk.evaluation.nurse.raters import Key, key_beside, rating_page, summed, write
from frontdesk.evaluation.nurse.raters import read as read_ratings
from frontdesk.evaluation.nurse.running import Running, by_embedded, by_model
from frontdesk.models.language.model import Readable
from frontdesk.training.records import Distrusted

SHOWN = 20  # faults
MODEL = "model"


class Patients(StrEnum):
    EMBEDDED = "embedded"
    MODEL = "model"


def reception(
    records: Annotated[
        Path, typer.Option(help="Held-out lines, or a hospital's own 17 fields.", exists=True, dir_okay=False)
    ] = HELD_OUT,
    models: Annotated[bool, typer.Option("--models", help="The nurse is the model of the settings.")] = False,
    baseline: Annotated[bool, typer.Option("--baseline", help="That model with a plain prompt, without ours.")] = False,
    patients: Annotated[Patients, typer.Option(help="Plain code, or the model of the settings.")] = Patients.EMBEDDED,
    judge: Annotated[str, typer.Option(help='Marks 1 to 5: "model", or NAME@URL of another model.')] = "",
    out: Annotated[Path | None, typer.Option(help="The report as a page; its figures as JSON beside it.")] = None,
    compare: Annotated[
        Path | None, typer.Option("--beside", help="JSON of an earlier run: both nurses, patient by patient.")
    ] = None,
    raters: Annotated[Path | None, typer.Option(help="With --beside: a blind page for people who rate both.")] = None,
    only: Annotated[int, typer.Option(help="The first so many records; 0 is all.", min=0)] = 0,
    seed: Annotated[int, typer.Option(help="The same seed gives the same patients.")] = 1,
    rounds: Annotated[int, typer.Option(help="A patient's answers at most.", min=1)] = 10,
    workers: Annotated[int, typer.Option(help="Processes, or receptions at once; 0: as many as fit.", min=0)] = 0,
    price_in: Annotated[float, typer.Option(help="Of a million tokens read.")] = 0.0,
    price_out: Annotated[float, typer.Option(help="Of a million tokens written.")] = 0.0,
    as_json: Annotated[bool, typer.Option("--json", help="The figures as JSON.")] = False,
) -> None:
    """Let patients made from held-out records meet a nurse, and hold what she did against the records."""
    settings = Settings()
    set_up_journal("error")
    try:
        cases = read(records, names())[: only or None]
        earlier = load(compare) if compare else None
        running = Running(
            plain=baseline, budget=settings.model_budget_seconds, seed=seed, rounds=rounds, workers=workers or None
        )
        model = _model(settings) if models or baseline or patients is Patients.MODEL or judge == MODEL else None
        nurse = model if models or baseline else None
        every = list(_shown(_met(cases, running, nurse, model, patients, judge, settings), len(cases)))
    except Distrusted as refused:
        for fault in refused.faults[:SHOWN]:
            typer.echo(str(fault), err=True)
        typer.echo(f"{records} is refused; nobody was received.", err=True)
        raise typer.Exit(1) from None
    except (ImportError, OSError, ValueError) as error:
        typer.echo(f"frontdesk: {error}", err=True)
        raise typer.Exit(1) from None
    called = f"{nurse.name}{', plain prompt' if baseline else ''}" if nurse else "embedded"
    setting = Setting(
        nurse=called,
        patients=patients.value,
        records=records.name,
        seed=seed,
        command=shlex.join(["frontdesk", *sys.argv[1:]]),
        version=version("frontdesk"),
        day=datetime.now(UTC).date(),
        held_out=records == HELD_OUT,
    )
    told = report(setting, every, (price_in, price_out))
    _written(told, out, earlier, raters)
    typer.echo(_figures(told) if as_json else text(told))
    if earlier and not as_json:
        typer.echo("\n".join(beside(told, earlier)))
    raise typer.Exit(1 if told.failed else 0)


def _met(
    cases: tuple[Case, ...],
    running: Running,
    nurse: Readable | None,
    model: Readable | None,
    patients: Patients,
    judge: str,
    settings: Settings,
) -> Iterator[Met]:
    comes = model if patients is Patients.MODEL else None
    marks = model if judge == MODEL else _named(judge, settings) if judge else None
    if nurse is None and comes is None and marks is None:
        return by_embedded(cases, running)
    return by_model(cases, running, nurse=nurse, patient=comes, judge=marks)


def _model(settings: Settings) -> Readable:
    if not settings.model_url:
        raise ValueError("no model is set; set FRONTDESK_MODEL_URL")
    return readable(any_place(settings.model_url), settings.model_name, key=settings.model_key.get_secret_value())


def _named(judge: str, settings: Settings) -> Readable:
    name, at, url = judge.partition("@")
    if not (name and at and url):
        raise ValueError(f"--judge {judge}: neither {MODEL} nor NAME@URL")
    return readable(url.rstrip("/"), name, key=settings.model_key.get_secret_value())


def _shown(met: Iterable[Met], number: int) -> Iterator[Met]:
    """A bar where somebody watches."""
    with Progress(console=Console(stderr=True), disable=not sys.stderr.isatty()) as progress:
        yield from progress.track(met, total=number, description="receptions")


def _figures(told: Report) -> str:
    return json.dumps(told.model_dump(mode="json", exclude={"receptions"}), ensure_ascii=False)


def _written(told: Report, out: Path | None, earlier: Report | None, raters: Path | None) -> None:
    if out:
        out.parent.mkdir(parents=True, exist_ok=True)
        out.write_text(page(told, earlier), encoding="utf-8")
        out.with_suffix(".json").write_text(told.model_dump_json(indent=1), encoding="utf-8")
        typer.echo(f"written: {out} and {out.with_suffix('.json')}", err=True)
    if raters and earlier:
        write(*rating_page(told, earlier), raters)
        typer.echo(f"written: {raters} for the raters, and {key_beside(raters)}, not for them", err=True)


def raters(
    files: Annotated[list[Path], typer.Argument(help="What the raters' pages saved.", exists=True, dir_okay=False)],
    key: Annotated[Path, typer.Option(help="The key beside the page.", exists=True, dir_okay=False)],
) -> None:
    """Sum up what human raters said of two nurses: wins, ties, losses, and how real the patients were."""
    try:
        known = Key.model_validate_json(key.read_text(encoding="utf-8"))
        typer.echo("\n".join(summed(known, [read_ratings(file) for file in files])))
    except (ValueError, KeyError) as error:
        typer.echo(f"frontdesk: {str(error).splitlines()[0]}", err=True)
        raise typer.Exit(1) from None
