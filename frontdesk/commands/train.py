"""`frontdesk train`: what a hospital can make better with its own records."""

import os
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import suppress
from html import escape
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Any

import typer

from frontdesk.app.settings import Settings
from frontdesk.commands.database import database, hospital
from frontdesk.his_adapter.errors import NotFound
from frontdesk.models.facts import Language
from frontdesk.models.triage.learning import store
from frontdesk.models.triage.retraining import Retrained, Seen, retrained
from frontdesk.training import learnable
from frontdesk.training.card import WARNING, Run
from frontdesk.training.data import BadLines, rows_beside
from frontdesk.training.recipe import presets, recipe
from frontdesk.training.records import Distrusted, Fault, faults_of, rows, standard_names
from frontdesk.training.tokens import Unlearnable

LEAST = 100  # visits; fewer say nothing
_SHOWN = 20  # faults
_SAME = 0.2  # share of visits with one and the same complaint from which the file is not believed

GENERAL = 0.29  # share of general-domain talk: 1,000 of 3,400 samples in PIORS, section 4.4

train = typer.Typer(
    no_args_is_help=True, help="Train the embedded nurse, or a language model, on this hospital's data."
)


@train.callback()
def _group() -> None:
    """Train the embedded nurse, or a language model, on this hospital's data."""


@train.command()
def triage(
    records: Annotated[
        Path, typer.Argument(help="Outpatient records: JSON, JSON lines or CSV, 17 fields.", exists=True)
    ],
    output: Annotated[Path, typer.Option(help="Where the weights go.")] = Path("var/triage.npz"),
) -> None:
    """Retrain triage; reports accuracy on patients kept apart and draws the confusions beside the weights."""
    try:
        visits = trusted(rows(records), names())
    except Distrusted as refused:
        for fault in refused.faults[:_SHOWN]:
            typer.echo(str(fault), err=True)
        more = len(refused.faults) - _SHOWN
        typer.echo(f"{f'and {more} more; ' if more > 0 else ''}{records} is refused; nothing was trained.", err=True)
        raise typer.Exit(1) from None
    result = retrained(visits)
    typer.echo(report(result))
    output.parent.mkdir(parents=True, exist_ok=True)
    picture = output.with_suffix(".svg")
    picture.write_text(drawn(result.confusion), encoding="utf-8")
    if result.after < result.before:
        typer.echo(f"Worse than before: no weights written. The confusions are in {picture}.", err=True)
        raise typer.Exit(1)
    store(result.weights, output)
    typer.echo(f"Written: {output} and {picture}")


@train.command()
def nurse(
    conversations: Annotated[
        Path,
        typer.Argument(help="From `frontdesk simulate`; the rows beside it are learnt.", exists=True, dir_okay=False),
    ],
    base: Annotated[str, typer.Option(help="Checkpoint's folder, or its name on a model hub.")] = "",
    out: Annotated[Path | None, typer.Option(help="Folder for the nurse; a broken-off run goes on.")] = None,
    plain: Annotated[bool, typer.Option("--plain", help="Learn the conversations themselves, as PIORS did.")] = False,
    preset: Annotated[str, typer.Option(help=f"One of {', '.join(presets())}.")] = "paper",
    change: Annotated[list[str] | None, typer.Option("--set", help="NAME=VALUE in place of the preset's.")] = None,
    mix: Annotated[
        Path | None, typer.Option(help="General-domain chat, JSON lines.", exists=True, dir_okay=False)
    ] = None,
    mix_share: Annotated[float, typer.Option(help="Its share of all examples.", min=0.01, max=0.9)] = GENERAL,
    check: Annotated[bool, typer.Option("--check", help="Look at the data only.")] = False,
) -> None:
    """Fine-tune a language model into a nurse; wants `pip install 'frontdesk[finetune]'` and, in earnest, a GPU."""
    try:
        settings = recipe(preset, change or ())
        data = learnable.plain(conversations) if plain else learnable.rows(conversations)
        general = learnable.general(mix) if mix else ()
    except BadLines as refused:
        _tell_faults(refused)
        raise typer.Exit(1) from None
    except (OSError, ValueError) as error:
        raise _refused(str(error)) from None
    first = os.environ.get("RANK", "0") == "0"  # of the processes that accelerate started, one for each GPU
    tell = typer.echo if first else _nothing
    tell(", ".join(f"{count} {kind}" for kind, count in sorted(data.kinds.items())))
    if data.prompts and first:
        typer.echo(f"Rows of prompts that are not today's: {', '.join(sorted(data.prompts))}", err=True)
    others = learnable.drawn(general, beside=len(data.examples), share=mix_share, seed=settings.seed)
    if mix:
        tell(f"{len(others)} of {len(general)} general-domain talks")
    if check:
        return
    if not base or out is None:
        raise _refused("name the model to start from (--base) and a folder for the nurse (--out)")
    if find_spec("trl") is None:
        raise _refused("fine-tuning needs libraries that are not installed: pip install 'frontdesk[finetune]'")
    if settings.four_bit and find_spec("bitsandbytes") is None:
        raise _refused("weights of four bits need a library that is not installed: pip install 'frontdesk[qlora]'")
    from frontdesk.training.finetune import NotTrained, finetune  # torch and TRL take seconds to load

    learnt = conversations if plain else rows_beside(conversations)
    run = Run(
        base=base,
        recipe=settings,
        kind="plain conversations" if plain else "rows",
        sources={learnt.name: len(data.examples), **({mix.name: len(others)} if mix else {})},
        kinds=data.kinds,
        mix_share=mix_share if mix else 0.0,
    )
    try:
        finetune(data.examples, run, out=out, tell=tell, others=others)
    except (NotTrained, Unlearnable) as error:
        raise _refused(str(error)) from None
    tell(f"Written: {out}, with its card {out / 'README.md'}. {WARNING}")


def _nothing(_: str) -> None:
    """What the first process says is not said again."""


def _refused(reason: str) -> typer.Exit:
    typer.echo(f"frontdesk: {reason}", err=True)
    return typer.Exit(1)


def _tell_faults(refused: BadLines) -> None:
    for fault in refused.faults[:_SHOWN]:
        typer.echo(fault, err=True)
    more = len(refused.faults) - _SHOWN
    typer.echo(f"{f'and {more} more; ' if more > 0 else ''}{refused.path} is refused; nothing was trained.", err=True)


def names() -> dict[str, str]:
    """What a department may be called, and the specialty it stands for: the directory's names, then the standard's."""
    found = standard_names()
    url = Settings().database_url
    if url.startswith("sqlite") and not Path(url.removeprefix("sqlite:///")).is_file():
        return found
    with database() as engine, suppress(NotFound):  # nothing was seeded yet: the standard's names alone
        for department in hospital(engine).directory.departments():
            for name in (department.department_id, *(department.name[language] for language in Language)):
                found[name] = department.specialties[0]
    return found


def trusted(records: Iterator[Mapping[str, Any]], departments: Mapping[str, str]) -> list[Seen]:
    """The visits to learn from. Raises Distrusted with every fault."""
    faults: list[Fault] = []
    visits: list[Seen] = []
    numbers: dict[str, int] = {}
    for row, record in enumerate(records, start=1):
        reasons = list(faults_of(record, departments, numbers, row))
        faults += [Fault(row, reason) for reason in reasons]
        if not reasons:
            text = f"{record['chief_complaint']} {record.get('present_illness_history') or ''}".strip()
            visits.append(Seen(str(record["patient_id"]), text, departments[str(record["department"]).strip()]))
    faults += [Fault(0, reason) for reason in _doubts(visits)]
    if faults:
        raise Distrusted(faults)
    return visits


def _doubts(visits: list[Seen]) -> Iterator[str]:
    if len(visits) < LEAST:
        yield f"{len(visits)} sound records are too few; {LEAST} are the least"
    for text, count in Counter(visit.text for visit in visits).most_common(1):
        if count > max(2, _SAME * len(visits)):
            yield f"{count} of {len(visits)} records have the same complaint: {text[:30]}"
    if len({visit.specialty for visit in visits}) == 1:
        yield "all records are of one specialty"


def report(result: Retrained) -> str:
    lines = [
        f"{result.learnt} visits learnt, {result.held_out} of other patients kept apart",
        f"right by the words alone: {result.before:.1%} before, {result.after:.1%} now",
    ]
    ranked = sorted(result.by_specialty.items(), key=lambda item: -item[1][0])
    lines += [f"  {code:<22}{share:7.1%} of {count}" for code, (count, share) in ranked]
    return "\n".join(lines)


def drawn(confusion: Counter[tuple[str, str]]) -> str:
    """A square for each pair of specialties, the darker the oftener: row where they were seen, column the answer."""
    codes = sorted({code for pair in confusion for code in pair})
    size, edge = 22, 170
    side = edge + size * len(codes) + 10
    totals = Counter[str]()
    for (meant, _), count in confusion.items():
        totals[meant] += count
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {side} {side}" font-family="sans-serif" font-size="12">'
    ]
    for place, code in enumerate(codes):
        at = edge + size * place
        parts.append(f'<text x="{edge - 6}" y="{at + 15}" text-anchor="end">{escape(code)}</text>')
        parts.append(f'<text transform="translate({at + 15},{edge - 6}) rotate(-90)">{escape(code)}</text>')
    for (meant, got), count in confusion.items():
        x, y = edge + size * codes.index(got), edge + size * codes.index(meant)
        colour = "#0B5563" if meant == got else "#7F1D1D"
        parts.append(
            f'<rect x="{x}" y="{y}" width="{size - 1}" height="{size - 1}" fill="{colour}" '
            f'fill-opacity="{count / totals[meant]:.2f}"><title>{meant}: {got}, {count}</title></rect>'
        )
    return "\n".join([*parts, "</svg>"])
