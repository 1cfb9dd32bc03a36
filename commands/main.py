"""The one command, `frontdesk`; each of its parts is loaded only when it is asked for."""

from importlib import import_module
from typing import Any

import click
import typer

# Name: where its function or group of functions is, and what it does.
COMMANDS = {
    "serve": ("commands.serve:serve", "Serve the kiosk, the board and the worklist."),
    "seed": ("commands.seed:seed", "Load a hospital's folder, or report every bad row and load nothing."),
    "user": ("commands.user:user", "Staff accounts."),
    "kiosk": ("commands.kiosk:kiosk", "Kiosk devices and their pairing codes."),
    "deliver": ("commands.deliver:deliver", "Send what waits in the outbox, and list what could not be sent."),
    "triage": ("commands.triage:triage", "Complaints to departments, JSON lines to JSON lines."),
    "extract": ("commands.extract:extract", "Dialogues to records, JSON lines to JSON lines."),
    "openapi": ("commands.openapi:openapi", "Print the OpenAPI document."),
}


class Commands(click.Group):
    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        place, _ = COMMANDS[cmd_name]
        module, _, name = place.partition(":")
        return _command(getattr(import_module(module), name))

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, summary) for name, (_, summary) in COMMANDS.items()])


def _command(part: Any) -> click.Command:
    if isinstance(part, typer.Typer):
        return typer.main.get_command(part)
    single = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
    single.command()(part)
    return typer.main.get_command(single)


def run() -> None:
    Commands(name="frontdesk", help="An outpatient reception kiosk joined to the hospital's information system.")()
