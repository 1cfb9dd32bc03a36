"""`frontdesk diagnose`: the whole installation looked at, in a table that may be sent to the support."""

import json
import sys
import textwrap
from datetime import datetime
from importlib.metadata import version
from typing import Annotated

import typer

from frontdesk.commands.diagnosis.looking import diagnosis
from frontdesk.commands.diagnosis.row import Row, State
from frontdesk.commands.journal import set_up_journal

WIDTH = 110
MARKS = {State.OK: "ok", State.OFF: "--", State.LOOK: "LOOK", State.FAULT: "FAULT"}


def diagnose(
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object, with every row.")] = False,
    ntp: Annotated[str, typer.Option(metavar="HOST", help="Hold the clock against this NTP server.")] = "",
) -> None:
    """Look at everything and change nothing. Exits with 1 where something is at fault; no secret or person is named."""
    set_up_journal("error")
    now, rows = datetime.now(), []  # noqa: DTZ005 the hospital's local time
    for row in diagnosis(now, ntp):
        rows.append(row)
        if not as_json:
            typer.echo(_line(row))
            sys.stdout.flush()  # some looks take seconds
    counted = {state.value: sum(row.state is state for row in rows) for state in State}
    if as_json:
        told = {"version": version("frontdesk"), "at": now.isoformat(timespec="seconds"), "counted": counted}
        typer.echo(json.dumps(told | {"rows": [row.model_dump() for row in rows]}, ensure_ascii=False, indent=1))
    else:
        typer.echo(
            f"\nfrontdesk {version('frontdesk')}: {', '.join(f'{many} {state}' for state, many in counted.items())}"
        )
    raise typer.Exit(1 if counted[State.FAULT] else 0)


def _line(row: Row) -> str:
    head = f"{MARKS[row.state]:<7}{row.part:<18}"
    told = textwrap.wrap(row.told, WIDTH - len(head))
    todo = textwrap.wrap(f"→ {row.todo}", WIDTH - len(head)) if row.todo else []
    return "\n".join([head + (told or [""])[0], *(" " * len(head) + more for more in (*told[1:], *todo))])
