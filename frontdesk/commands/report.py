"""`frontdesk report quality`: what doctors had against the summaries, and what was changed in them."""

from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from typing import Annotated

import typer

from frontdesk.app.ledger.quality import Quality, QualityReport
from frontdesk.commands.database import database

report = typer.Typer(add_completion=False, pretty_exceptions_enable=False)


@report.callback()
def _group() -> None:
    """Reports over what was done."""


@report.command()
def quality(
    days: Annotated[int, typer.Option(help="How many days back.", min=1, max=36_500)] = 30,
    as_json: Annotated[bool, typer.Option("--json", help="As JSON.")] = False,
    words: Annotated[bool, typer.Option("--words", help="With what doctors wrote; it may name patients.")] = False,
) -> None:
    """Summaries handed over: how many were disliked and why, what doctors changed, what the review corrected."""
    now = datetime.now()  # noqa: DTZ005 the hospital's local time
    with database() as engine:
        told = Quality(engine, lambda: now).report(now - timedelta(days=days))
    if not words:
        told = told.model_copy(update={"words": ()})
    typer.echo(told.model_dump_json() if as_json else "\n".join(_lines(told)))


def _lines(told: QualityReport) -> Iterator[str]:
    yield f"summaries since {told.since:%Y-%m-%d}: {told.summaries}"
    reasons = {reason.value: often for reason, often in told.reasons.items()}
    yield f"disliked: {told.disliked}{_share(told.disliked, told.summaries)}{_counts(reasons)}"
    if told.sections:
        yield f"  in{_counts(told.sections)}"
    yield f"edited by a person: {told.edited}{_share(told.edited, told.summaries)}{_counts(told.edits)}"
    yield f"reviewed by{_counts(told.reviewed_by)}; corrections before a doctor read them: {told.corrections}"
    yield from (f"  “{words}”" for words in told.words)


def _share(some: int, all_: int) -> str:
    return f" ({some / all_:.0%})" if all_ else ""


def _counts(counts: Mapping[str, int]) -> str:
    return ": " + ", ".join(f"{name} {often}" for name, often in sorted(counts.items())) if counts else ""
