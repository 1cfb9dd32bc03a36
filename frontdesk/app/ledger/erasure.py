"""What is held about one patient removed, as far as the law lets go of it: previewed first, proven by the trail."""

from collections.abc import Sequence
from datetime import date, datetime
from enum import StrEnum
from json import dumps
from typing import Any

from sqlalchemy import Connection, Engine, delete, func, select, update
from sqlalchemy.orm import Session

from frontdesk.app.ledger.audit import Act, Entry, append, verify
from frontdesk.app.ledger.digests import GONE, RECORDS, SUMMARIES, Cover, gone, of_records
from frontdesk.app.ledger.outbox import State
from frontdesk.app.ledger.personal import OF_RECORDS, TABLES, Subject, subject
from frontdesk.app.ledger.tables import EVENTS, SESSIONS
from frontdesk.database.engine import asking, once_committed, reading, transaction, within
from frontdesk.database.notices import tell
from frontdesk.models.facts import Value

ERASED_TOLD = "erased"  # the kind of notices: a session that is no more
CANCELLED = "cancelled"


class Obstacle(StrEnum):
    """What has to be over before anything is erased."""

    OPEN_SESSION = "open_session"
    PENDING_DELIVERY = "pending_delivery"  # or the hospital's system would keep half of it
    APPOINTMENT_AHEAD = "appointment_ahead"


class KeptRecord(Value):
    """A record that the law does not let go of yet."""

    outpatient_number: int
    until: date


class Plan(Value):
    """What an erasure would do: rows that would go, by table; what stays, and until when; what stands in its way."""

    numbers: tuple[str, ...]
    sessions: tuple[str, ...]
    rows: dict[str, int]
    kept: tuple[KeptRecord, ...]
    obstacles: tuple[Obstacle, ...]

    @property
    def register_stays(self) -> bool:
        """A record that is kept has to say whose it is."""
        return bool(self.kept)


class CannotErase(Exception):
    """Something stands in the way; the message names it."""

    def __init__(self, obstacles: Sequence[Obstacle]) -> None:
        super().__init__(", ".join(obstacles))
        self.obstacles = tuple(obstacles)


def planned(engine: Engine, number: str, *, years: int, now: datetime) -> Plan:
    """Changes nothing. `years`: that records are kept after the last visit; 0: no law asks for it. Raises NotFound."""
    with reading(engine) as session:
        whose = subject(session, number)
        return _planned(session, whose, years=years, now=now)


def erase(engine: Engine, number: str, *, years: int, now: datetime, reason: str, by: str | None = None) -> Plan:
    """Removes what `planned` told, all or nothing; the entry of the trail stands for what is gone.

    `reason`: a code, not words. Raises NotFound and CannotErase.
    """
    with transaction(engine) as connection:
        with within(connection) as session:
            whose = subject(session, number)
            plan = _planned(session, whose, years=years, now=now)
        if plan.obstacles:
            raise CannotErase(plan.obstacles)
        entry = _erase(connection, whose, plan, reason)
        append(connection, entry, at=now, by=by)
        for session_id in whose.sessions:
            tell(connection, ERASED_TOLD, session_id)
        once_committed(connection, lambda: _overwrite(engine))
    return plan


def proven(engine: Engine, plan: Plan) -> int:
    """How many rows are left of those numbers beside what is kept; 0, and the trail is whole. Raises Broken."""
    verify(engine)
    with reading(engine) as session:
        kept = tuple(one.outpatient_number for one in plan.kept)
        left = session.scalar(
            select(func.count())
            .select_from(RECORDS)
            .where(RECORDS.c.patient_id.in_(plan.numbers), RECORDS.c.outpatient_number.not_in(kept))
        )
        there = session.scalar(
            select(func.count()).select_from(SESSIONS).where(SESSIONS.c.patient_id.in_(plan.numbers))
        )
        return (left or 0) + (there or 0)


def _planned(session: Session, whose: Subject, *, years: int, now: datetime) -> Plan:
    kept = tuple(_kept(session, whose, years=years, now=now))
    stays = {one.outpatient_number for one in kept}
    goes = [one for one in whose.records if one not in stays]
    deliveries = session.execute(whose.deliveries).all()
    counted = {
        "session": len(whose.sessions),
        "event": _count(session, "event", "session_id", whose.sessions),
        "slip_link": _count(session, "slip_link", "session_id", whose.sessions),
        "outpatient_record": len(goes),
        **{name: _count(session, name, "outpatient_number", goes) for name in OF_RECORDS},
        "outbox": len(deliveries),
        "clinical_question": _count(session, "clinical_question", "patient_id", whose.known_as),
        "appointment": _count(session, "appointment", "patient_id", whose.known_as),
        "received_appointment": _count(session, "received_appointment", "patient_id", whose.known_as),
    }
    counted["talk"] = len(_talks(session.connection(), tuple(stays)))
    counted["visit_draft"] = _count(session, "visit_draft", "outpatient_number", whose.records)
    if not kept:
        counted |= {name: _count(session, name, "patient_id", whose.numbers) for name in REGISTER}
    return Plan(
        numbers=whose.numbers,
        sessions=whose.sessions,
        rows={name: rows for name, rows in counted.items() if rows},
        kept=kept,
        obstacles=tuple(_obstacles(session, whose, deliveries, now)),
    )


REGISTER = ("patient", "received_patient", "merged_patient", "patient_change_line")


def _kept(session: Session, whose: Subject, *, years: int, now: datetime) -> list[KeptRecord]:
    if not years:
        return []
    last = session.scalar(select(func.max(RECORDS.c.visit_date)).where(RECORDS.c.outpatient_number.in_(whose.records)))
    until = _years_after(last.date(), years) if last else now.date()
    return [KeptRecord(outpatient_number=one, until=until) for one in whose.records] if until > now.date() else []


def _years_after(day: date, years: int) -> date:
    try:
        return day.replace(year=day.year + years)
    except ValueError:  # 29 February
        return day.replace(year=day.year + years, month=3, day=1)


def _obstacles(session: Session, whose: Subject, deliveries: Sequence[Any], now: datetime) -> list[Obstacle]:
    found = []
    is_open = SESSIONS.c.session_id.in_(whose.sessions), SESSIONS.c.closed.is_(False)
    if session.execute(select(SESSIONS.c.session_id).where(*is_open)).first():
        found.append(Obstacle.OPEN_SESSION)
    if any(row.state == State.PENDING for row in deliveries):
        found.append(Obstacle.PENDING_DELIVERY)
    booked = TABLES["appointment"]
    ahead = booked.c.patient_id.in_(whose.known_as), booked.c.day >= now.date(), booked.c.state != CANCELLED
    if session.execute(select(booked.c.appointment_id).where(*ahead)).first():
        found.append(Obstacle.APPOINTMENT_AHEAD)
    return found


def _erase(connection: Connection, whose: Subject, plan: Plan, reason: str) -> Entry:
    stays = [one.outpatient_number for one in plan.kept]
    goes = [one for one in whose.records if one not in stays]
    booked = TABLES["appointment"]
    times = list(connection.scalars(select(booked.c.appointment_id).where(booked.c.patient_id.in_(whose.known_as))))
    acts = _acts(connection, whose, goes, register=not stays)
    _previews(connection, whose)
    connection.execute(
        delete(TABLES["outbox"]).where(
            TABLES["outbox"].c.outbox_id.in_([row.outbox_id for row in connection.execute(whose.deliveries)])
        )
    )
    _remove(connection, "slip_link", "session_id", whose.sessions)
    connection.execute(delete(EVENTS).where(EVENTS.c.session_id.in_(whose.sessions)))
    connection.execute(delete(SESSIONS).where(SESSIONS.c.session_id.in_(whose.sessions)))
    _remove(connection, "visit_draft", "outpatient_number", whose.records)
    for name in (*OF_RECORDS, "outpatient_record"):
        _remove(connection, name, "outpatient_number", goes)
    for name in ("clinical_question", "appointment", "received_appointment"):
        _remove(connection, name, "patient_id", whose.known_as)
    if not stays:
        for name in REGISTER:
            _remove(connection, name, "patient_id", whose.numbers)
    _lonely(connection, acts)
    _without_talk(connection, stays)
    covers = [*gone(whose.sessions), *(Cover(f"record:{one}", GONE) for one in goes)]
    covers += [Cover(f"booking:{one}", GONE) for one in times]
    if not stays:
        covers += [Cover(f"{kind}:{one}", GONE) for kind in ("patient", "merged") for one in whose.numbers]
    covers += of_records(connection, stays)
    return Entry(
        act=Act.ERASE,
        what=(reason, *(f"{name} {rows}" for name, rows in plan.rows.items()), f"kept {len(stays)}"),
        patients=whose.numbers,
        records=whose.records,
        sessions=whose.sessions,
        covers=tuple(map(str, covers)),
    )


def _remove(connection: Connection, name: str, column: str, those: Sequence[Any]) -> None:
    table = TABLES[name]
    connection.execute(delete(table).where(table.columns[column].in_(those)))


def _acts(connection: Connection, whose: Subject, goes: Sequence[int], *, register: bool) -> list[str]:
    """Acts of staff that touched what goes."""
    lines, own = TABLES["record_change_line"], TABLES["patient_change_line"]
    acts = list(connection.scalars(select(lines.c.change_id).where(lines.c.outpatient_number.in_(goes))))
    if register:
        acts += connection.scalars(select(own.c.change_id).where(own.c.patient_id.in_(whose.numbers)))
    return acts


def _lonely(connection: Connection, acts: Sequence[str]) -> None:
    """Acts that touched nothing else are gone with it; what took such an act back touched nothing else either."""
    changes = TABLES["record_change"]
    used = [select(TABLES[name].c.change_id) for name in ("record_change_line", "patient_change_line")]
    left = [changes.c.change_id.in_(acts), *(changes.c.change_id.not_in(one) for one in used)]
    those = list(connection.scalars(select(changes.c.change_id).where(*left)))
    connection.execute(update(changes).where(changes.c.undoes.in_(those)).values(undoes=None))
    connection.execute(delete(changes).where(changes.c.change_id.in_(those)))


def _previews(connection: Connection, whose: Subject) -> None:
    """They end within a day, and are few: each is opened to see whom it is about."""
    previews = TABLES["change_preview"]
    named = [*map(str, whose.records), *(f'"{one}"' for one in whose.known_as)]
    for row in connection.execute(select(previews)).all():
        told = dumps([row.operation, row.planned], ensure_ascii=False)
        if any(one in told for one in named):
            connection.execute(delete(previews).where(previews.c.token_hash == row.token_hash))


def _without_talk(connection: Connection, stays: Sequence[int]) -> None:
    """The law asks for the record, not for every word it was made from."""
    for number, body in _talks(connection, stays):
        whose = update(SUMMARIES).where(SUMMARIES.c.outpatient_number == number)
        connection.execute(whose, {"body": body | {"conversation": []}})


def _talks(connection: Connection, stays: Sequence[int]) -> list[tuple[int, dict[str, Any]]]:
    """Summaries with the talk beside them, of these records."""
    rows = connection.execute(select(SUMMARIES).where(SUMMARIES.c.outpatient_number.in_(stays)))
    return [(row.outpatient_number, row.body) for row in rows if row.body.get("conversation")]


def _count(session: Session, name: str, column: str, those: Sequence[Any]) -> int:
    table = TABLES[name]
    query = select(func.count()).select_from(table).where(table.columns[column].in_(those))
    return session.scalar(query) or 0


def _overwrite(engine: Engine) -> None:
    """Nothing of it is left in SQLite's log of writes; pages that became free were overwritten (`secure_delete`)."""
    if engine.dialect.name == "sqlite":
        with asking(engine) as connection:
            connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
