"""`frontdesk retention [--remove]`: what was kept for as long as the settings say, and that nothing older is left."""

from datetime import datetime
from typing import Annotated

import typer

from frontdesk.app.ledger.audit import Broken, verify
from frontdesk.app.ledger.retention import Due, due
from frontdesk.app.ledger.retention import remove as remove_due
from frontdesk.app.retention_rules import rules_of
from frontdesk.app.settings import Settings
from frontdesk.commands.database import database


def retention(
    remove: Annotated[bool, typer.Option("--remove", help="Remove it, and verify the audit trail.")] = False,
) -> None:
    """Tell what is due, kind by kind; with --remove, remove it and prove that none of it is left."""
    rules, now = rules_of(Settings()), datetime.now()  # noqa: DTZ005
    with database(Broken) as engine:
        for one in remove_due(engine, rules, now, by="operator") if remove else due(engine, rules, now):
            typer.echo(_line(one, "removed" if remove else "due"))
        if remove:
            left = sum(one.rows for one in due(engine, rules, now))
            number, head = verify(engine)
            typer.echo(f"left of what was due: {left}; the audit trail is whole: {number} entries, {number}:{head}")


def _line(one: Due, what: str) -> str:
    if one.before is None:
        return f"{one.kind:<12}kept for ever"
    return f"{one.kind:<12}{one.days} days, before {one.before:%Y-%m-%d %H:%M}: {one.rows} {what}"
