"""The one command, `frontdesk`; each of its parts is loaded only when it is asked for."""

import sys
from importlib import import_module
from typing import Any, cast

import typer
from pydantic import ValidationError
from typer.core import TyperCommand, TyperGroup

# Name: where its function, or its group of functions, is; and what it does.
COMMANDS = {
    "serve": ("serve:serve", "Serve the kiosk, the board and the worklist."),
    "install": ("install:install", "Set up a bare Debian machine with systemd: server, kiosk."),
    "diagnose": ("diagnose:diagnose", "Look at everything: settings, database, disk, model; what to do about each."),
    "seed": ("seed:seed", "Load a hospital's folder, or report every bad row and load nothing."),
    "his": ("his:his", "The hospital's system: check (what it can do, what is lost, a round trip)."),
    "user": ("user:user", "Staff accounts: add, list, disable, enable, password, second-factor."),
    "kiosk": ("kiosk:kiosk", "Kiosk devices: add (prints a pairing code), list, disable."),
    "audit": ("audit:audit", "The audit trail: verify it whole, or list who read and wrote what."),
    "backup": ("backup:backup", "Write the whole database into one file, also while the server runs."),
    "restore": ("backup:restore", "Read such a file into an empty database."),
    "retention": ("retention:retention", "What was kept long enough: how much is due, or remove it and prove it."),
    "keys": ("keys:keys", "Keys of what is sealed in the database: show, add, use, reseal, drop."),
    "patient": ("patient:patient", "One patient: show what is held, export it, erase it."),
    "deliver": ("deliver:deliver", "Send what waits in the outbox, and list what could not be sent."),
    "triage": ("triage:triage", "Complaints to departments, JSON lines in and out."),
    "train": ("train:train", "Retrain triage on the hospital's own records."),
    "extract": ("extract:extract", "Dialogues to records, JSON lines in and out."),
    "hospinfo": ("hospinfo:hospinfo", "Instructions to typed operations, JSON lines in and out."),
    "ask": ("ask:ask", "Visitors' questions to answers from the hospital's texts, JSON lines in and out."),
    "check": ("check:check", "What the specialists find in utterances, JSON lines in and out."),
    "simulate": ("simulate:simulate", "Receptions with simulated patients, to be read and counted."),
    "evaluate": ("evaluate:evaluate", "What is measured: corruption (how a summary's review puts it right)."),
    "clinician": ("clinician:clinician", "A doctor's question about a patient, answered from the records."),
    "report": ("report:report", "Reports: quality (what doctors had against the summaries)."),
    "read": ("read:read_words", "What replies mean on the page they were given to, JSON lines in and out."),
    "model": ("model:model", "The language model: check (what a server can do), serve (a checkpoint)."),
    "speech": ("speech:speech", "The kiosk's voice: check (what can speak), warm (the fixed phrases)."),
    "monitoring": ("monitoring:monitoring", "Write alert rules and a dashboard for Prometheus and Grafana."),
    "openapi": ("openapi:openapi", "Print the OpenAPI document."),
}


class Commands(TyperGroup):
    def list_commands(self, ctx: Any) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> TyperCommand | TyperGroup | None:
        place, summary = COMMANDS.get(cmd_name, ("", ""))
        if not place:
            return None
        module, _, name = place.partition(":")
        return _command(getattr(import_module(f"frontdesk.commands.{module}"), name), summary)

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """The list alone: loading every command to describe it would take seconds."""
        width = max(map(len, COMMANDS)) + 2
        lines = [f"  {name:<{width}}{summary}" for name, (_, summary) in COMMANDS.items()]
        formatter.write("\n".join(["Usage: frontdesk COMMAND [--help] ...", "", *lines, ""]))


def _command(part: Any, summary: str) -> TyperCommand | TyperGroup:
    if isinstance(part, typer.Typer):
        return cast(TyperGroup, typer.main.get_command(part))
    single = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
    single.command(short_help=summary)(part)
    return cast(TyperCommand, typer.main.get_command(single))


frontdesk = typer.Typer(cls=Commands, add_completion=False, pretty_exceptions_enable=False)


@frontdesk.callback()
def _group() -> None:
    """An outpatient reception kiosk joined to the hospital's information system."""


def run() -> None:
    try:
        frontdesk(sys.argv[1:] or ["--help"])
    except ValidationError as error:
        if error.title != "Settings":
            raise
        faults = (f"FRONTDESK_{str(fault['loc'][0]).upper()}: {fault['msg']}" for fault in error.errors())
        sys.exit(f"frontdesk: {'; '.join(faults)}")
