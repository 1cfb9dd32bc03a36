"""What the hospital's rule lets go of: which of it is due, its removal, and that none of it is left.

Records, with the talk that a doctor reads beside them, and the audit trail are never removed here. The trail stays
whole: each removal is an entry that names what it removed.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from enum import StrEnum

from sqlalchemy import ColumnElement, Connection, Engine, Table, and_, delete, func, select
from sqlmodel import SQLModel

from frontdesk.app.ledger.account_tables import SlipRow
from frontdesk.app.ledger.audit import Act, Entry, append
from frontdesk.app.ledger.audit_search import Wanted, search
from frontdesk.app.ledger.digests import gone
from frontdesk.app.ledger.outbox import OutboxRow, State
from frontdesk.app.ledger.questions import ClinicalQuestionRow
from frontdesk.app.ledger.tables import EVENTS, SESSIONS
from frontdesk.database.engine import asking, transaction
from frontdesk.models.facts import Value

AT_ONCE = 200  # removed in one transaction, so that nobody waits long behind it


class Kind(StrEnum):
    SESSIONS = "sessions"  # ended ones, with their events and links to slips
    DELIVERIES = "deliveries"  # what was sent to the hospital's system and has arrived
    QUESTIONS = "questions"  # how a doctor's last question about a patient was answered


class Rule(Value):
    kind: Kind
    days: int  # since it was last touched; 0: until somebody else removes it


class Due(Value):
    """`before` is None where a kind is kept for ever."""

    kind: Kind
    days: int
    before: datetime | None
    rows: int  # that are due


class Removed(Value):
    """What the trail tells of the last removal of a kind."""

    kind: Kind
    at: datetime
    rows: int


def _table(row: type[SQLModel]) -> Table:
    return SQLModel.metadata.tables[str(row.__tablename__)]


SLIPS, OUTBOX, QUESTIONS = _table(SlipRow), _table(OutboxRow), _table(ClinicalQuestionRow)


def due(engine: Engine, rules: Iterable[Rule], now: datetime) -> list[Due]:
    """How much of each kind is older than its rule allows; changes nothing."""
    with asking(engine) as connection:
        return [_due(connection, rule, now) for rule in rules]


def remove(engine: Engine, rules: Sequence[Rule], now: datetime, *, by: str = "system") -> list[Due]:
    """Removes what is due, an entry of the trail for each part of it; returns what it was."""
    removed = []
    for one in due(engine, rules, now):
        rows = 0
        while one.before is not None and (some := _remove_some(engine, one.kind, one.before, now, by)):
            rows += some
        removed.append(one.model_copy(update={"rows": rows}))
    return removed


def last_removed(engine: Engine, *, most: int = 100) -> list[Removed]:
    """The newest removal of each kind, among the last entries of that act; of one that took several, all of it."""
    found: dict[str, Removed] = {}
    for entry in search(engine, Wanted(act=Act.RETENTION), limit=most)[0]:
        kind, _, rows = map(str, entry.about["what"])
        newest = found.setdefault(kind, Removed(kind=Kind(kind), at=entry.at, rows=0))
        if newest.at == entry.at:
            found[kind] = newest.model_copy(update={"rows": newest.rows + int(rows)})
    return list(found.values())


def _due(connection: Connection, rule: Rule, now: datetime) -> Due:
    before = now - timedelta(days=rule.days) if rule.days else None
    table, old, _ = _old(rule.kind, before or now)
    rows = connection.scalar(select(func.count()).select_from(table).where(old)) if before else 0
    return Due(kind=rule.kind, days=rule.days, before=before, rows=rows or 0)


def _old(kind: Kind, before: datetime) -> tuple[Table, ColumnElement[bool], tuple[ColumnElement[object], ...]]:
    """The table of a kind, which of its rows are older, and the columns that name one."""
    match kind:
        case Kind.SESSIONS:
            old = and_(SESSIONS.c.closed, SESSIONS.c.touched < before)
            return SESSIONS, old, (SESSIONS.c.session_id,)
        case Kind.DELIVERIES:
            old = and_(OUTBOX.c.state == State.DELIVERED, OUTBOX.c.delivered < before)
            return OUTBOX, old, (OUTBOX.c.outbox_id,)
        case Kind.QUESTIONS:
            return QUESTIONS, QUESTIONS.c.at < before, (QUESTIONS.c.username, QUESTIONS.c.patient_id)


def _remove_some(engine: Engine, kind: Kind, before: datetime, now: datetime, by: str) -> int:
    table, old, names = _old(kind, before)
    with transaction(engine) as connection:
        those = connection.execute(select(*names).where(old).limit(AT_ONCE)).all()
        if not those:
            return 0
        sessions = [str(row[0]) for row in those] if kind is Kind.SESSIONS else []
        for child in (SLIPS, EVENTS) if sessions else ():
            connection.execute(delete(child).where(child.c.session_id.in_(sessions)))
        for row in those:
            connection.execute(
                delete(table).where(*(column == value for column, value in zip(names, row, strict=True)))
            )
        entry = Entry(
            act=Act.RETENTION,
            what=(kind.value, f"before {before.isoformat(timespec='minutes')}", str(len(those))),
            sessions=tuple(sessions),
            covers=tuple(map(str, gone(sessions))),
        )
        append(connection, entry, at=now, by=by)
    return len(those)
