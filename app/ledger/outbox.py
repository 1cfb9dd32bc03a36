"""The outbox: what has to reach the hospital's system, written with its cause, sent until it has arrived once."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from enum import StrEnum
from random import uniform
from typing import Any, Protocol

import structlog
from pydantic import NaiveDatetime
from sqlalchemy import JSON, BigInteger, Column, Engine, Index, Integer, UniqueConstraint, select, update
from sqlalchemy.orm import Session
from sqlmodel import Field, SQLModel, col

from database.engine import reading, writing
from his_adapter.errors import HospitalAway, NotFound
from models.facts import Value

log = structlog.get_logger()

ATTEMPTS = 20  # with the pauses below: about two days
FIRST_PAUSE = timedelta(seconds=5)
LONGEST_PAUSE = timedelta(hours=6)
CLAIM = timedelta(minutes=2)  # one try may last this long before another deliverer may try


class State(StrEnum):
    PENDING = "pending"
    DELIVERED = "delivered"
    GIVEN_UP = "given_up"  # a person has to look


class OutboxRow(SQLModel, table=True):
    __tablename__ = "outbox"
    __table_args__ = (UniqueConstraint("key", name="uq_outbox_key"), Index("ix_outbox_due", "state", "next_try"))

    outbox_id: int = Field(
        default=None,
        sa_column=Column(BigInteger().with_variant(Integer, "sqlite"), primary_key=True, autoincrement=True),
    )
    key: str
    kind: str
    payload: dict[str, Any] = Field(sa_column=Column(JSON, nullable=False))
    state: str
    attempts: int
    next_try: NaiveDatetime
    last_error: str
    created: NaiveDatetime
    delivered: NaiveDatetime | None = None


class Undelivered(Value):
    """An entry that waits or was given up, for the visible list; holds nothing of its payload."""

    outbox_id: int
    key: str
    kind: str
    state: State
    attempts: int
    next_try: datetime
    last_error: str
    created: datetime


class Target(Protocol):
    """Where entries go. Has to take the same key twice as one: a try may arrive although it seemed to fail."""

    def deliver(self, kind: str, payload: dict[str, Any], *, key: str) -> None:
        """Returns when the entry has certainly arrived. Raises when it may not have."""
        ...


def enqueue(session: Session, *, key: str, kind: str, payload: dict[str, Any], now: datetime) -> None:
    """Puts an entry into the outbox within the caller's transaction; the same key again changes nothing."""
    if session.scalar(select(col(OutboxRow.outbox_id)).where(col(OutboxRow.key) == key)) is not None:
        return
    session.add(
        OutboxRow(
            key=key,
            kind=kind,
            payload=payload,
            state=State.PENDING,
            attempts=0,
            next_try=now,
            last_error="",
            created=now,
        )
    )
    session.flush()


def deliver_now(engine: Engine, target: Target, key: str, now: datetime) -> bool:
    """Tries one entry that was just written; what does not arrive is tried again when it is due."""
    entry = _claim(engine, now, key=key)
    return entry is not None and _try(engine, target, entry, now)


def deliver_due(engine: Engine, target: Target, now: datetime, *, limit: int = 100) -> int:
    """Tries every entry that is due, oldest first; returns how many arrived.

    An entry is claimed before the try and settled after it, with no transaction open in between: a deliverer that
    dies leaves its claim to run out, and the next one sends the same key again.
    """
    arrived = 0
    for _ in range(limit):
        entry = _claim(engine, now)
        if entry is None:
            break
        arrived += _try(engine, target, entry, now)
    return arrived


def undelivered(engine: Engine) -> Sequence[Undelivered]:
    """What has not arrived, given-up entries first."""
    query = select(OutboxRow).where(col(OutboxRow.state) != State.DELIVERED)
    with reading(engine) as session:
        rows = session.scalars(query.order_by(col(OutboxRow.state), col(OutboxRow.outbox_id)))
        return [Undelivered.model_validate(row.model_dump(include=set(Undelivered.model_fields))) for row in rows]


def send_again(engine: Engine, outbox_id: int, now: datetime) -> None:
    """A person has looked at a given-up entry and wants it tried anew."""
    with writing(engine) as session:
        row = session.get(OutboxRow, outbox_id, with_for_update=True)
        if row is None or row.state != State.GIVEN_UP:
            raise NotFound(f"no given-up entry {outbox_id} in the outbox")
        row.state, row.attempts, row.next_try = State.PENDING, 0, now


def _claim(engine: Engine, now: datetime, *, key: str | None = None) -> OutboxRow | None:
    due = (
        select(OutboxRow)
        .where(col(OutboxRow.state) == State.PENDING, col(OutboxRow.next_try) <= now)
        .order_by(col(OutboxRow.next_try), col(OutboxRow.outbox_id))
        .limit(1)
        .with_for_update(skip_locked=True)
    )
    if key is not None:
        due = due.where(col(OutboxRow.key) == key)
    with writing(engine) as session:
        entry = session.scalar(due)
        if entry is not None:
            entry.attempts += 1
            entry.next_try = now + CLAIM
        return entry


def _try(engine: Engine, target: Target, entry: OutboxRow, now: datetime) -> bool:
    try:
        target.deliver(entry.kind, entry.payload, key=entry.key)
    except Exception as error:  # whatever is wrong with one entry must not hold up the others
        after = error.after if isinstance(error, HospitalAway) else 0.0
        _settle(engine, entry, _failed(entry, type(error).__name__, now, not_before=timedelta(seconds=after)))
        return False
    _settle(engine, entry, {"state": State.DELIVERED, "delivered": now, "last_error": ""})
    return True


def _failed(entry: OutboxRow, error: str, now: datetime, *, not_before: timedelta) -> dict[str, Any]:
    """Longer and longer pauses, then the visible list. Only the kind of error is kept: its text may be personal."""
    if entry.attempts >= ATTEMPTS:
        log.error("delivery_given_up", outbox_id=entry.outbox_id, attempts=entry.attempts, error=error)
        return {"state": State.GIVEN_UP, "last_error": error}
    # With jitter: what failed together is not all tried again together.
    pause = min(FIRST_PAUSE * 2 ** (entry.attempts - 1), LONGEST_PAUSE) * uniform(0.75, 1.0)  # noqa: S311
    log.warning("delivery_failed", outbox_id=entry.outbox_id, attempts=entry.attempts, error=error)
    return {"next_try": now + max(pause, min(not_before, LONGEST_PAUSE)), "last_error": error}


def _settle(engine: Engine, entry: OutboxRow, outcome: dict[str, Any]) -> None:
    """Only this try's claim is settled; one that ran out and was tried by another stays as the other leaves it."""
    mine = col(OutboxRow.outbox_id) == entry.outbox_id, col(OutboxRow.attempts) == entry.attempts
    with writing(engine) as session:
        session.execute(update(OutboxRow).where(*mine).values(**outcome))
