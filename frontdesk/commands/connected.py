"""The connected model of a batch command: its calls, and a word about those that failed."""

from collections.abc import Iterator
from contextlib import contextmanager

import typer

from frontdesk.app.assignment import assigned
from frontdesk.app.settings import Settings
from frontdesk.commands.journal import set_up_journal
from frontdesk.models.runner import Runner

WELL = frozenset({"answered", "left"})


@contextmanager
def connected_models() -> Iterator[Runner]:
    """The models the settings assign; at the end one line on standard error where calls failed."""
    set_up_journal("warning")
    models = assigned(Settings())
    try:
        yield models
    finally:
        models.close()
        failed = {outcome: often for (_, outcome), often in models.outcomes.items() if outcome not in WELL}
        if failed:
            told = ", ".join(f"{outcome} {often}" for outcome, often in sorted(failed.items()))
            typer.echo(f"model calls that failed, answered the embedded way: {told}", err=True)
