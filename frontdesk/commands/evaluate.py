"""`frontdesk evaluate`: what is measured of the system, by the commands its figures are told with."""

import json
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from enum import StrEnum
from typing import Annotated

import typer

from frontdesk.commands.connected import connected_models
from frontdesk.commands.evaluate_all import all_of_them
from frontdesk.commands.evaluate_cases import register
from frontdesk.commands.evaluate_reception import raters, reception
from frontdesk.evaluation.corruption.cases import Spoilt, talks
from frontdesk.evaluation.corruption.measuring import Measured, Reviewer, measured
from frontdesk.evaluation.corruption.report import summaries, table, told
from frontdesk.evaluation.corruption.reviewers import by_models, embedded
from frontdesk.evaluation.corruption.spoiling import LEVELS

AT_ONCE = 12  # summaries that are talked over by models

evaluate = typer.Typer(add_completion=False, pretty_exceptions_enable=False)


class Half(StrEnum):
    """Which talks: those that may be looked at while a reviewer is mended, those kept back from that, or all."""

    SEEN = "seen"
    KEPT = "kept"
    ALL = "all"


@evaluate.callback()
def _group() -> None:
    """What is measured of the system."""


evaluate.command()(reception)
evaluate.command()(raters)
evaluate.command("all")(all_of_them)
register(evaluate)


@evaluate.command()
def corruption(
    half: Annotated[Half, typer.Option("--half", help="Talks seen while mending, kept back, or all.")] = Half.ALL,
    talk: Annotated[list[str] | None, typer.Option("--talk", help="Only this talk; may be given again.")] = None,
    level: Annotated[list[str] | None, typer.Option("--level", help="Only low, mid, high or 'gone wrong'.")] = None,
    models: Annotated[bool, typer.Option("--models", help="With the models the settings assign.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="F1 from 0 to 1 and each case as JSON.")] = False,
) -> None:
    """Spoil summaries of talks at three levels, have them reviewed, and compare their facts before and after."""
    spoilt = _chosen(half, talk or (), level or ())
    if models:
        with connected_models() as runner:
            done = list(_done(spoilt, by_models(runner), AT_ONCE))
    else:
        done = list(_done(spoilt, embedded(), 1))
    typer.echo(json.dumps(told(done), ensure_ascii=False, indent=1) if as_json else table(done))


def _chosen(half: Half, ids: Sequence[str], levels: Sequence[str]) -> list[Spoilt]:
    """Raises BadParameter where nothing is left. What is mixed in comes from all talks, whichever are chosen."""
    kept = {Half.SEEN: {False}, Half.KEPT: {True}, Half.ALL: {False, True}}[half]
    chosen = [
        one
        for one in summaries(talks())
        if one.talk.kept in kept and (not ids or one.talk.id in ids) and (not levels or one.level in levels)
    ]
    if not chosen:
        raise typer.BadParameter(f"no such summaries; levels are {', '.join(LEVELS)} and 'gone wrong'")
    return chosen


def _done(spoilt: Sequence[Spoilt], review: Reviewer, at_once: int) -> Iterator[Measured]:
    with ThreadPoolExecutor(at_once) as pool:
        for place, one in enumerate(pool.map(lambda each: measured(each, review), spoilt), 1):
            if sys.stderr.isatty():
                sys.stderr.write(f"\r{place} of {len(spoilt)} summaries")
            yield one
