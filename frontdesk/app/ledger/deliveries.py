"""What people see of the outbox: what waits, what was given up and why; and trying it anew."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import Engine, func, or_, select
from sqlmodel import col

from frontdesk.app.ledger.audit import Act, Entry, append
from frontdesk.app.ledger.outbox import OutboxRow, State, wake
from frontdesk.database.engine import reading, transaction, within
from frontdesk.his_adapter.errors import NotFound, NotSent
from frontdesk.models.facts import Value


class Undelivered(Value):
    """An entry that waits or was given up; of its payload only the number of the record."""

    outbox_id: int
    key: str
    kind: str
    state: State
    attempts: int
    next_try: datetime
    last_error: str
    reason: NotSent | None
    subject: str
    created: datetime
    number: int | None = None  # of the record


class Status(Value):
    """`since`: when the oldest of those that wait was written."""

    delivered: int
    last: datetime | None
    waiting: int
    since: datetime | None
    given_up: int


def undelivered(engine: Engine) -> Sequence[Undelivered]:
    """What has not arrived, given-up entries first."""
    query = select(OutboxRow).where(col(OutboxRow.state) != State.DELIVERED)
    with reading(engine) as session:
        rows = session.scalars(query.order_by(col(OutboxRow.state), col(OutboxRow.outbox_id)))
        return [_of(row) for row in rows]


def given_up(engine: Engine, *, limit: int) -> Sequence[Undelivered]:
    """The newest first."""
    query = select(OutboxRow).where(col(OutboxRow.state) == State.GIVEN_UP)
    with reading(engine) as session:
        rows = session.scalars(query.order_by(col(OutboxRow.outbox_id).desc()).limit(limit))
        return [_of(row) for row in rows]


def status(engine: Engine) -> Status:
    asked = select(
        col(OutboxRow.state), func.count(), func.min(col(OutboxRow.created)), func.max(col(OutboxRow.delivered))
    )
    with reading(engine) as session:
        rows = session.execute(asked.group_by(col(OutboxRow.state)))
        told = {state: (many, first, last) for state, many, first, last in rows}
    nothing = 0, None, None
    delivered, waiting = told.get(State.DELIVERED, nothing), told.get(State.PENDING, nothing)
    return Status(
        delivered=delivered[0],
        last=delivered[2],
        waiting=waiting[0],
        since=waiting[1],
        given_up=told.get(State.GIVEN_UP, nothing)[0],
    )


class Backlog(Value):
    """What ought to have been sent by now, since when the oldest of it waits, and what was given up."""

    waiting: int
    since: datetime | None
    given_up: int


def backlog(engine: Engine, now: datetime) -> Backlog:
    """Without what is to be sent at a later time, and was not tried yet."""
    due = or_(col(OutboxRow.attempts) > 0, col(OutboxRow.next_try) <= now)
    asked = (
        select(col(OutboxRow.state), func.count(), func.min(col(OutboxRow.created)))
        .where(col(OutboxRow.state).in_((State.PENDING, State.GIVEN_UP)), due)
        .group_by(col(OutboxRow.state))
    )
    with reading(engine) as session:
        told = {state: (many, first) for state, many, first in session.execute(asked)}
    waiting, since = told.get(State.PENDING, (0, None))
    return Backlog(waiting=waiting, since=since, given_up=told.get(State.GIVEN_UP, (0, None))[0])


def waiting_since(engine: Engine) -> tuple[int, datetime | None]:
    """How many entries were tried and wait, and since when the oldest of them."""
    asked = select(func.count(), func.min(col(OutboxRow.created))).where(
        col(OutboxRow.state) == State.PENDING, col(OutboxRow.last_error) != ""
    )
    with reading(engine) as session:
        many, first = session.execute(asked).one()
        return many, first


def send_again(engine: Engine, outbox_id: int, now: datetime) -> None:
    """A person has looked at a given-up entry and wants it tried anew; who, stands in the trail. Raises NotFound."""
    with transaction(engine) as connection:
        with within(connection) as session:
            row = session.get(OutboxRow, outbox_id, with_for_update=True)
            if row is None or row.state != State.GIVEN_UP:
                raise NotFound(f"no given-up entry {outbox_id} in the outbox")
            row.state, row.attempts, row.next_try = State.PENDING, 0, now
            entry = _of(row)
        wake(connection)
        append(
            connection,
            Entry(
                act=Act.SEND_AGAIN,
                what=(entry.kind,),
                patients=(entry.subject,) if entry.subject else (),
                records=(entry.number,) if entry.number is not None else (),
            ),
            at=now,
        )


def _of(row: OutboxRow) -> Undelivered:
    told = row.model_dump(include=set(Undelivered.model_fields)) | {"reason": row.reason or None}
    return Undelivered.model_validate(told | {"number": row.payload.get("outpatient_number")})
