"""`frontdesk evaluate`: what is measured of the system, by the commands its figures are told with."""

import json
import sys
from concurrent.futures import ThreadPoolExecutor
from typing import Annotated

import typer

from app.reception.record.reviewing import in_code
from commands.connected import connected_models
from evaluation.corruption import LEVELS, Corrected, corrected, report, table, talks
from models.review import DECIDER, RESEARCHER, Draft, Reviewed, review
from models.runner import Runner

AT_ONCE = 12  # summaries that are talked over by models

evaluate = typer.Typer(add_completion=False, pretty_exceptions_enable=False)


@evaluate.callback()
def _group() -> None:
    """What is measured of the system."""


@evaluate.command()
def corruption(
    number: Annotated[
        int, typer.Option("--talks", help="How many talks, each corrupted at three levels.", min=1)
    ] = 120,
    models: Annotated[bool, typer.Option("--models", help="With the models the settings assign.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="F1 from 0 to 1 as JSON.")] = False,
) -> None:
    """Corrupt true summaries at three levels, have them reviewed, and compare their concepts before and after."""
    if models:
        with connected_models() as runner:
            done = _done(number, runner)
    else:
        done = _done(number, None)
    told = report(done)
    typer.echo(json.dumps(told, ensure_ascii=False) if as_json else table(told))


def _done(number: int, runner: Runner | None) -> list[Corrected]:
    tasks = [(talk, level) for talk in talks(number) for level in LEVELS]
    with ThreadPoolExecutor(AT_ONCE if runner else 1) as at_once:
        running = [at_once.submit(corrected, *task, lambda draft: _reviewed(draft, runner)) for task in tasks]
        return [_told(place, one.result()) for place, one in enumerate(running, 1)]


def _told(place: int, done: Corrected) -> Corrected:
    if sys.stderr.isatty():
        sys.stderr.write(f"\r{place} summaries")
    return done


def _reviewed(draft: Draft, runner: Runner | None) -> Reviewed:
    """A model knows the talk alone. Raises ModelFailed where it does not answer."""
    if runner is None:
        return in_code(draft)
    alone = draft.model_copy(update={"known": ()})
    return review(
        alone,
        lambda asked: runner.attempt(RESEARCHER, asked, beside=True).answer,
        lambda put: runner.attempt(DECIDER, put, beside=True).answer,
    )
