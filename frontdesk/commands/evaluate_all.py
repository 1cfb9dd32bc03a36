"""`frontdesk evaluate all`: every measure with the embedded nurse, and one front page."""

from pathlib import Path
from typing import Annotated

import typer

from frontdesk.evaluation.suite.front import Part, everything, text


def all_of_them(
    out: Annotated[Path, typer.Option(help="Folder of the front page and of everything behind it.")] = Path(
        "var/evaluation"
    ),
    records: Annotated[
        Path | None, typer.Option(help="A hospital's own records for the receptions.", exists=True, dir_okay=False)
    ] = None,
    only: Annotated[list[str] | None, typer.Option(help="Only this measure; may be given again.")] = None,
) -> None:
    """Run all measures with the embedded nurse; write one front page with every figure and its reference."""

    def told(part: Part) -> None:
        typer.echo(f"{part.name}: {part.fault or 'done'}, {part.seconds:.0f} s", err=True)

    parts = everything(out, records, told, only=only or ())
    typer.echo(text(parts))
    typer.echo(f"written: {out / 'index.html'}", err=True)
    fallen = any(part.fault or (part.name != "reception" and any(r.fine is False for r in part.rows)) for part in parts)
    raise typer.Exit(1 if fallen else 0)
