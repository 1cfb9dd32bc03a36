"""`frontdesk install server` and `frontdesk install kiosk`: systemd's units and all that belongs to them."""

import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Annotated

import typer

from frontdesk.commands.database import refusing
from frontdesk.commands.installing.kiosk import NotSecure
from frontdesk.commands.installing.kiosk import kiosk as kiosk_plan
from frontdesk.commands.installing.plan import REFUSED, Plan, changes, write
from frontdesk.commands.installing.server import server as server_plan

install = typer.Typer(no_args_is_help=True, help="Set up a bare Debian machine; docs/install.md.")

MACHINE = Path("/")

Root = Annotated[
    Path, typer.Option(help="Write into this folder instead, to be copied onto the machine; nothing is run.")
]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Tell what would be written and run, and do nothing.")]


@install.command()
def server(
    port: Annotated[
        int, typer.Option(min=1, max=65535, help="Of 127.0.0.1; a proxy with HTTPS stands before it.")
    ] = 8000,
    program: Annotated[Path | None, typer.Option(help="The frontdesk that runs there; else this one.")] = None,
    root: Root = MACHINE,
    dry_run: DryRun = False,
) -> None:
    """Write the server's user, folders, settings, units and timers; again, after an upgrade, renews what is ours."""
    _installed(server_plan((program or _this()).absolute(), port), root, dry_run)


@install.command()
def kiosk(
    address: Annotated[str, typer.Option("--server", help="https://HOST, as the kiosk reaches the server.")],
    root: Root = MACHINE,
    dry_run: DryRun = False,
) -> None:
    """Write what shows the kiosk over the whole screen of this machine; with --root, for a machine without Python."""
    with refusing(NotSecure):
        plan = kiosk_plan(address)
    _installed(plan, root, dry_run)


def _this() -> Path:
    """As it was called: through a link to the newest version, it is the link that units name."""
    called = Path(shutil.which(sys.argv[0]) or sys.argv[0])
    return called if called.name == "frontdesk" else Path(sys.executable).with_name("frontdesk")


def _installed(plan: Plan, root: Path, dry_run: bool) -> None:
    refused = False
    for file, change in changes(plan, root):
        typer.echo(f"{change:<31}{file.path}", err=change in REFUSED)
        refused = refused or change in REFUSED
    if refused:
        _give_up("nothing was written; move those files away, or put your changes into drop-ins (systemctl edit)")
    if root == MACHINE and not dry_run:
        _refuse_what_lacks(plan)
    if not dry_run:
        with refusing(OSError):
            write(plan, root)
    for command in plan.commands:
        typer.echo(f"{'run' if root == MACHINE and not dry_run else 'to be run there'}: {shlex.join(command)}")
        if root == MACHINE and not dry_run:
            _run(command)
    typer.echo(plan.then)


def _refuse_what_lacks(plan: Plan) -> None:
    if os.geteuid() != 0:
        _give_up("this writes below /etc: run it as root, or with --root FOLDER")
    missing = [name for name in plan.needs if shutil.which(name) is None]
    if missing:
        _give_up(f"not here: {', '.join(missing)}; docs/install.md says which packages to install")


def _run(command: tuple[str, ...]) -> None:
    done = subprocess.run(command, check=False)  # noqa: S603 the words are the plan's
    if done.returncode:
        _give_up(f"{shlex.join(command)} ended with {done.returncode}")


def _give_up(why: str) -> None:
    typer.echo(f"frontdesk: {why}", err=True)
    raise typer.Exit(1)
