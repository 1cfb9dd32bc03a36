"""`frontdesk report`: management's tables of a period, and what doctors had against the summaries."""

from collections.abc import Iterator, Mapping
from datetime import date, datetime, time, timedelta
from typing import Annotated

import typer

from frontdesk.app.ledger.quality import Quality, QualityReport
from frontdesk.app.ledger.reports.periods import BadPeriod, Of, Period, Trouble, period_of
from frontdesk.app.ledger.reports.reports import Report, Reports
from frontdesk.app.ledger.reports.table import as_csv, as_lines, word
from frontdesk.app.settings import SHIFT, Settings
from frontdesk.commands.database import database, hospital, refusing
from frontdesk.models.facts import Language

Day = Annotated[datetime | None, typer.Option(formats=["%Y-%m-%d"], help="A day of it; today where none is named.")]
LanguageOfIt = Annotated[Language, typer.Option("--language", help="Of titles and headings.")]
OneTable = Annotated[str, typer.Option("--table", help="Only the table of this key: outcomes, hours, waits, ...")]
AsCsv = Annotated[bool, typer.Option("--csv", help="One table for a spreadsheet, in UTF-8 with a byte order mark.")]
AsJson = Annotated[bool, typer.Option("--json", help="As JSON.")]

report = typer.Typer(add_completion=False, pretty_exceptions_enable=False)


@report.callback()
def _group() -> None:
    """Reports over what was done."""


@report.command("day")
def of_day(
    day: Day = None,
    language: LanguageOfIt = Language.EN,
    table: OneTable = "",
    csv: AsCsv = False,
    json: AsJson = False,
) -> None:
    """The receptions of a day."""
    _told(_period(Of.DAY, day), language, table, csv=csv, as_json=json)


@report.command("week")
def of_week(
    day: Day = None,
    language: LanguageOfIt = Language.EN,
    table: OneTable = "",
    csv: AsCsv = False,
    json: AsJson = False,
) -> None:
    """The receptions of the week that holds a day, from Monday."""
    _told(_period(Of.WEEK, day), language, table, csv=csv, as_json=json)


@report.command("shift")
def of_shift(
    day: Day = None,
    shift: Annotated[str, typer.Option(help="When it begins, as HH:MM; the present one where none is named.")] = "",
    language: LanguageOfIt = Language.EN,
    table: OneTable = "",
    csv: AsCsv = False,
    json: AsJson = False,
) -> None:
    """The receptions of a shift; one past midnight is of the day on which it begins."""
    _told(_period(Of.SHIFT, day, shift=shift), language, table, csv=csv, as_json=json)


@report.command("days")
def of_days(
    day: Annotated[datetime, typer.Option(formats=["%Y-%m-%d"], help="The first day.")],
    until: Annotated[datetime, typer.Option(formats=["%Y-%m-%d"], help="The last day.")],
    language: LanguageOfIt = Language.EN,
    table: OneTable = "",
    csv: AsCsv = False,
    json: AsJson = False,
) -> None:
    """The receptions of a span of days."""
    _told(_period(Of.DAYS, day, until=until.date()), language, table, csv=csv, as_json=json)


def _period(of: Of, day: datetime | None, *, until: date | None = None, shift: str = "") -> Period:
    now = datetime.now()  # noqa: DTZ005 the hospital's local time
    with refusing(BadPeriod):
        if shift and not SHIFT.fullmatch(shift):
            raise BadPeriod(Trouble.NO_SUCH_SHIFT)
        begins = time.fromisoformat(shift) if shift else None
        starts = Settings().shift_starts
        return period_of(of, (day or now).date(), now=now, shifts=starts, until=until, shift=begins)


def _told(period: Period, language: Language, key: str, *, csv: bool, as_json: bool) -> None:
    with database() as engine:
        directory = hospital(engine).directory
        reports = Reports(engine, datetime.now)
        told = reports.report(period, directory.departments())
        reports.looked_at(period, key)
        house = directory.info().name[language]
    wanted = tuple(one for one in told.tables if key in ("", one.key))
    if not wanted or (csv and not key):
        typer.echo(f"frontdesk: --table names one of {', '.join(one.key for one in told.tables)}", err=True)
        raise typer.Exit(1)
    told = told.model_copy(update={"tables": wanted})
    if as_json:
        typer.echo(told.model_dump_json())
    elif csv:
        typer.echo(as_csv(told.tables[0], language), nl=False)
    else:
        typer.echo("\n".join(_whole(told, house, language)))


def _whole(told: Report, house: str, language: Language) -> Iterator[str]:
    period = told.period
    heading = word("periods", period.of)[language]
    yield f"{house}  {heading}  {period.begins:%Y-%m-%d %H:%M} - {period.ends:%Y-%m-%d %H:%M}"
    for table in told.tables:
        yield ""
        yield from as_lines(table, language)


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
