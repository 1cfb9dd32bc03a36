"""`frontdesk deliver`: sends what waits in the outbox, and shows what could not be delivered."""

from datetime import datetime
from typing import Annotated

import typer

from frontdesk.app.ledger import deliveries
from frontdesk.app.ledger.outbox import AT_ONCE, State, deliver_due
from frontdesk.app.ledger.target import HospitalTarget
from frontdesk.app.settings import Settings
from frontdesk.commands.database import database, hospital
from frontdesk.commands.journal import set_up_journal
from frontdesk.his_adapter.errors import NotFound


def deliver(
    again: Annotated[
        list[int] | None, typer.Option(help="Try this given-up entry anew; may be given more than once.")
    ] = None,
    status: Annotated[bool, typer.Option("--status", help="Only say how it stands; nothing is sent.")] = False,
) -> None:
    """Deliver what is due. Exits with 1 while there are entries that were given up."""
    settings = Settings()
    set_up_journal(settings.log_level)
    now = datetime.now()  # noqa: DTZ005 the hospital's local time
    with database(NotFound) as engine:
        if status:
            typer.echo(_words(deliveries.status(engine)))
        else:
            for outbox_id in again or []:
                deliveries.send_again(engine, outbox_id, now)
            delivered = deliver_due(engine, HospitalTarget(engine, hospital(engine)), now, at_once=AT_ONCE)
        left = deliveries.undelivered(engine)
    if not status:
        typer.echo(f"{delivered} delivered, {len(left)} left")
    for entry in left:
        when = "given up" if entry.state is State.GIVEN_UP else f"next try {entry.next_try:%Y-%m-%d %H:%M:%S}"
        typer.echo(f"{entry.outbox_id}\t{entry.kind}\t{entry.attempts} tries\t{when}\t{entry.last_error}", err=True)
    if any(entry.state is State.GIVEN_UP for entry in left):
        raise typer.Exit(1)


def _words(status: deliveries.Status) -> str:
    last = f", the last {status.last:%Y-%m-%d %H:%M:%S}" if status.last else ""
    since = f", the oldest since {status.since:%Y-%m-%d %H:%M:%S}" if status.since else ""
    return f"{status.delivered} delivered{last}; {status.waiting} wait{since}; {status.given_up} given up"
