"""The outbox: what has to reach the hospital's system, written with its cause, sent until it has arrived once."""

from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from enum import StrEnum
from random import uniform
from threading import Event
from typing import Any, NamedTuple, Protocol
from weakref import WeakKeyDictionary

import structlog
from pydantic import NaiveDatetime
from sqlalchemy import (
    BigInteger,
    Column,
    ColumnElement,
    Connection,
    Engine,
    Index,
    Integer,
    Select,
    UniqueConstraint,
    and_,
    bindparam,
    select,
    update,
)
from sqlalchemy.orm import Session, aliased
from sqlmodel import Field, SQLModel, col

from frontdesk.database.engine import asking, once_committed, writing
from frontdesk.database.notices import tell
from frontdesk.database.sealed import sealed_json
from frontdesk.his_adapter.errors import HospitalAway, HospitalError, NotSent

log = structlog.get_logger()

ATTEMPTS = 20  # with the pauses below: about two days
REFUSALS = 6  # what was refused is seldom taken later: within minutes a person is told
FIRST_PAUSE = timedelta(seconds=5)
LONGEST_PAUSE = timedelta(hours=6)
OUTBOX_TOLD = "outbox"  # the kind of notices
HOPEFUL = frozenset({NotSent.AWAY, NotSent.FAILED})
AT_ONCE = 4  # entries on their way at the same time, of different subjects
CLAIM = timedelta(minutes=2)  # one try may last this long before another deliverer may try


_written: WeakKeyDictionary[Engine, Event] = WeakKeyDictionary()


class State(StrEnum):
    PENDING = "pending"
    DELIVERED = "delivered"
    GIVEN_UP = "given_up"  # a person has to look


class OutboxRow(SQLModel, table=True):
    __tablename__ = "outbox"
    __table_args__ = (
        UniqueConstraint("key", name="uq_outbox_key"),
        Index("ix_outbox_due", "state", "next_try"),
        Index("ix_outbox_subject", "subject", "state"),
    )

    outbox_id: int = Field(
        default=None,
        sa_column=Column(BigInteger().with_variant(Integer, "sqlite"), primary_key=True, autoincrement=True),
    )
    key: str
    kind: str
    payload: dict[str, Any] = sealed_json("outbox.payload")
    state: str
    attempts: int
    next_try: NaiveDatetime
    last_error: str
    reason: str = ""  # of the last error: see NotSent
    subject: str = ""  # the patient: entries of one go in their order; empty: of nobody
    created: NaiveDatetime
    delivered: NaiveDatetime | None = None


DUE = (
    select(col(OutboxRow.outbox_id))
    .where(col(OutboxRow.state) == State.PENDING, col(OutboxRow.next_try) <= bindparam("now"))
    .limit(bindparam("most"))
)


def _claimable(which: ColumnElement[bool]) -> Select[OutboxRow]:
    """The first of `which` that waits, and that no earlier one of its subject waits before."""
    earlier = aliased(OutboxRow)
    before = select(col(earlier.outbox_id)).where(
        col(earlier.subject) == col(OutboxRow.subject),
        col(earlier.subject) != "",
        col(earlier.state) == State.PENDING,
        col(earlier.outbox_id) < col(OutboxRow.outbox_id),
    )
    return (
        select(OutboxRow)
        .where(col(OutboxRow.state) == State.PENDING, which, ~before.exists())
        .order_by(col(OutboxRow.next_try), col(OutboxRow.outbox_id))
        .limit(1)
        .with_for_update(skip_locked=True)
    )


UNTRIED = col(OutboxRow.attempts) == 0
NEXT_DUE = _claimable(col(OutboxRow.next_try) <= bindparam("now"))
NEW = _claimable(and_(col(OutboxRow.key) == bindparam("key"), UNTRIED))
BEHIND = _claimable(and_(col(OutboxRow.subject) == bindparam("subject"), col(OutboxRow.subject) != "", UNTRIED))


class Target(Protocol):
    """Where entries go. Has to take the same key twice as one: a try may arrive although it seemed to fail.

    Safe to use from several threads.
    """

    def deliver(self, kind: str, payload: dict[str, Any], *, key: str) -> None:
        """Returns when the entry has certainly arrived. Raises when it may not have."""
        ...


def enqueue(
    session: Session,
    *,
    key: str,
    kind: str,
    payload: dict[str, Any],
    now: datetime,
    subject: str = "",
    due: timedelta = timedelta(0),
    wakes: bool = True,
) -> None:
    """Puts an entry into the outbox within the caller's transaction; the same key again changes nothing.

    What waits of one `subject` is sent in its order; of an entry that was given up nothing waits. `due`: how long it
    is left alone first. `wakes`: once it is committed, `written` is set; not for what the caller delivers by itself.
    """
    if known(session, key):
        return
    session.add(
        OutboxRow(
            key=key,
            kind=kind,
            payload=payload,
            state=State.PENDING,
            attempts=0,
            next_try=now + due,
            last_error="",
            subject=subject,
            created=now,
        )
    )
    session.flush()
    if wakes and not due:
        wake(session.connection())


def wake(connection: Connection) -> None:
    """Who delivers looks as soon as the transaction is committed, in whichever process."""
    once_committed(connection, written(connection.engine).set)
    tell(connection, OUTBOX_TOLD)


def written(engine: Engine) -> Event:
    """Set when an entry was written; who delivers clears it and looks."""
    return _written.setdefault(engine, Event())


def known(session: Session, key: str) -> bool:
    """Whether there ever was such an entry."""
    return session.scalar(select(col(OutboxRow.outbox_id)).where(col(OutboxRow.key) == key)) is not None


def needless(session: Session, key: str, now: datetime) -> None:
    """Nothing is left to be done for the entry."""
    left = {"state": State.DELIVERED, "delivered": now}
    session.execute(update(OutboxRow).where(col(OutboxRow.key) == key).values(**left))


def deliver_now(engine: Engine, target: Target, key: str, now: datetime) -> bool:
    """Tries one entry that was just written; what does not arrive is tried again when it is due.

    What was written behind it meanwhile, of the same subject, found it in the way: that is tried next, here.
    """
    entry = _next(engine, now, NEW, {"key": key})
    if entry is None:
        return False
    first = tried = _try(target, entry, now)
    while waiting := _next(engine, now, BEHIND, {"subject": entry.subject}, after=tried):
        tried = _try(target, waiting, now)
    return first.arrived


def deliver_due(engine: Engine, target: Target, now: datetime, *, limit: int = 100, at_once: int = 1) -> int:
    """Tries every entry that is due, oldest first, up to `at_once` of them at a time; returns how many arrived.

    `limit`: how often one is looked for, also where only what waits behind another of its subject is found.

    An entry is claimed before the try and settled after it, with no transaction open in between: a deliverer that
    dies leaves its claim to run out, and the next one sends the same key again.
    """
    deliverers = min(_due(engine, now, most=at_once), limit)
    if deliverers == 0:
        return 0
    turns = iter(range(limit))

    def deliver(_: int) -> int:
        arrived, tried = 0, None
        for _ in turns:
            entry = _next(engine, now, NEXT_DUE, {"now": now}, after=tried)
            if entry is None:
                return arrived
            tried = _try(target, entry, now)
            arrived += tried.arrived
        if tried is not None:
            with writing(engine) as session:
                _settle(session, tried)
        return arrived

    if deliverers == 1:
        return deliver(0)
    with ThreadPoolExecutor(deliverers, thread_name_prefix="deliver") as pool:
        return sum(pool.map(deliver, range(deliverers)))


def _due(engine: Engine, now: datetime, *, most: int) -> int:
    """How many are due, up to `most`. Asked often, and mostly for nothing: writers need not queue for that."""
    with asking(engine) as connection:
        return len(connection.execute(DUE, {"now": now, "most": most}).all())


class Tried(NamedTuple):
    """What became of one try of an entry."""

    entry: OutboxRow
    outcome: dict[str, Any]  # what changes in its row

    @property
    def arrived(self) -> bool:
        return self.outcome.get("state") is State.DELIVERED


def _next(
    engine: Engine,
    now: datetime,
    which: Select[OutboxRow],
    given: dict[str, Any],
    *,
    after: Tried | None = None,
) -> OutboxRow | None:
    """Claims the next entry, in the transaction that settles the one before it: a disk is waited for once an entry."""
    with writing(engine) as session:
        if after is not None:
            _settle(session, after)
        entry = session.scalar(which, given)
        if entry is not None:
            entry.attempts += 1
            entry.next_try = now + CLAIM
        return entry


def _try(target: Target, entry: OutboxRow, now: datetime) -> Tried:
    try:
        target.deliver(entry.kind, entry.payload, key=entry.key)
    except Exception as error:  # whatever is wrong with one entry must not hold up the others
        return Tried(entry, _failed(entry, error, now))
    return Tried(entry, {"state": State.DELIVERED, "delivered": now, "last_error": "", "reason": ""})


def _failed(entry: OutboxRow, error: Exception, now: datetime) -> dict[str, Any]:
    """Longer and longer pauses, then the visible list. Only the kind of error is kept: its text may be personal."""
    kind, reason = type(error).__name__, error.reason if isinstance(error, HospitalError) else NotSent.FAILED
    told = {"last_error": kind, "reason": reason.value}
    if entry.attempts >= (ATTEMPTS if reason in HOPEFUL else REFUSALS):
        log.error("delivery_given_up", outbox_id=entry.outbox_id, attempts=entry.attempts, error=kind)
        return {"state": State.GIVEN_UP, **told}
    # With jitter: what failed together is not all tried again together.
    pause = min(FIRST_PAUSE * 2 ** (entry.attempts - 1), LONGEST_PAUSE) * uniform(0.75, 1.0)  # noqa: S311
    log.warning("delivery_failed", outbox_id=entry.outbox_id, attempts=entry.attempts, error=kind)
    after = timedelta(seconds=error.after if isinstance(error, HospitalAway) else 0.0)
    return {"next_try": now + max(pause, min(after, LONGEST_PAUSE)), **told}


def _settle(session: Session, tried: Tried) -> None:
    """Only this try's claim is settled; one that ran out and was tried by another stays as the other leaves it."""
    entry, outcome = tried
    mine = col(OutboxRow.outbox_id) == entry.outbox_id, col(OutboxRow.attempts) == entry.attempts
    session.execute(update(OutboxRow).where(*mine).values(**outcome))
