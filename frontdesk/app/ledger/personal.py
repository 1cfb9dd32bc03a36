"""Everything that is held about one patient: where it stands, and all of it as one document."""

from collections.abc import Iterable
from datetime import date, datetime, time
from typing import Any

from sqlalchemy import Column, ColumnElement, Engine, Select, Table, Text, cast, or_, select
from sqlalchemy.orm import Session
from sqlmodel import SQLModel

from frontdesk.app.ledger.audit import Act, Entry, note
from frontdesk.app.ledger.audit_tables import ENTRIES
from frontdesk.app.ledger.digests import RECORDS, canonical
from frontdesk.app.ledger.tables import EVENTS, SESSIONS
from frontdesk.app.reception.record.summary import guest
from frontdesk.app.reception.session.versions import brought_up
from frontdesk.app.reception.steps.consent_text import lines
from frontdesk.database.engine import reading
from frontdesk.his_adapter.access import GUEST
from frontdesk.his_adapter.connecting import numbers_of
from frontdesk.his_adapter.errors import NotFound
from frontdesk.models.facts import Language, Value

TABLES = SQLModel.metadata.tables
OF_RECORDS = (  # tables whose rows belong to a record, by its number
    *("pre_visit_summary", "written_visit", "visit_draft", "visit_queue"),
    *("summary_revision", "summary_feedback", "record_change_line"),
)
OF_PATIENTS = ("patient", "received_patient", "appointment", "received_appointment", "clinical_question")
AT_ONCE = 500


class Subject(Value):
    """One person: every number, those that stand for sessions as a guest too, and what is theirs."""

    numbers: tuple[str, ...]
    sessions: tuple[str, ...]
    records: tuple[int, ...]

    @property
    def known_as(self) -> tuple[str, ...]:
        return (*self.numbers, *map(guest, self.sessions))

    @property
    def deliveries(self) -> Select[Any]:
        """Of the outbox: under the patient's name, or of their sessions and records."""
        outbox = TABLES["outbox"]
        keys = [outbox.c.key.contains(one, autoescape=True) for one in self.sessions]
        keys += [outbox.c.key.startswith(f"visit:{one}:", autoescape=True) for one in self.records]
        return select(outbox).where(or_(outbox.c.subject.in_(self.known_as), *keys))


def subject(session: Session, number: str) -> Subject:
    """Whom any of their numbers names, a guest's too. Raises NotFound where nothing is held about it.

    A session that was linked to a number by mistake, and taken back, is somebody else's.
    """
    numbers = numbers_of(session, number.strip())
    rows = session.execute(
        select(RECORDS.c.outpatient_number, RECORDS.c.key).where(RECORDS.c.patient_id.in_(numbers))
    ).all()
    keys = [row.key for row in rows if row.key]
    own: list[ColumnElement[bool]] = [SESSIONS.c.patient_id.in_(numbers), SESSIONS.c.session_id.in_(keys)]
    own += [SESSIONS.c.session_id.startswith(one.removeprefix(GUEST)) for one in numbers if one.startswith(GUEST)]
    sessions = session.scalars(select(SESSIONS.c.session_id).where(or_(*own)).order_by(SESSIONS.c.started)).all()
    known = any(
        session.execute(select(TABLES[name].c.patient_id).where(TABLES[name].c.patient_id.in_(numbers))).first()
        for name in OF_PATIENTS
    )
    if not (known or rows or sessions):
        raise NotFound(f"patient {number}")
    return Subject(
        numbers=numbers, sessions=tuple(sessions), records=tuple(sorted(row.outpatient_number for row in rows))
    )


def exported(engine: Engine, number: str, *, now: datetime, by: str | None = None, form: str = "json") -> Any:
    """All of it as JSON can write it; the trail tells who took it out. Raises NotFound."""
    with reading(engine) as session:
        whose = subject(session, number)
        whole: dict[str, Any] = {"exported_at": now.isoformat(timespec="seconds"), "numbers": list(whose.numbers)}
        whole |= {name: _rows(session, name, "patient_id", whose.known_as) for name in OF_PATIENTS}
        whole["sessions"] = [_session(session, one) for one in whose.sessions]
        whole["records"] = [_record(session, one) for one in whose.records]
        whole["changes_of_own_data"] = _rows(session, "patient_change_line", "patient_id", whose.numbers)
        whole["deliveries"] = [_plain(row._mapping) for row in session.execute(whose.deliveries)]
        whole["looked"] = _looked(session, whose)
    entry = Entry(
        act=Act.EXPORT,
        what=("personal", form),
        patients=whose.numbers,
        records=whose.records,
        sessions=whose.sessions,
    )
    note(engine, entry, at=now, by=by)
    return whole


def _session(session: Session, session_id: str) -> dict[str, Any]:
    (row,) = session.execute(select(SESSIONS).where(SESSIONS.c.session_id == session_id))
    events = session.execute(select(EVENTS).where(EVENTS.c.session_id == session_id).order_by(EVENTS.c.sequence))
    told = [{"at": event.at.isoformat(timespec="seconds"), **brought_up(event.body)} for event in events]
    agreed = next((one for one in told if one["kind"] == "consent_given"), None)
    if agreed and agreed.get("language"):
        agreed = agreed | {"words": list(lines(agreed["text"], Language(agreed["language"])))}
    slips = _rows(session, "slip_link", "session_id", (session_id,), without=("token_hash", "opener_hash"))
    return {**_plain(row._mapping), "consent": agreed, "slips": slips, "events": told}


def _record(session: Session, number: int) -> dict[str, Any]:
    (row,) = session.execute(select(RECORDS).where(RECORDS.c.outpatient_number == number))
    beside = {name: _rows(session, name, "outpatient_number", (number,)) for name in OF_RECORDS}
    return {**_plain(row._mapping), **{name: rows for name, rows in beside.items() if rows}}


def _rows(
    session: Session, table: str, column: str, wanted: Iterable[Any], without: Iterable[str] = ()
) -> list[dict[str, Any]]:
    whole: Table = TABLES[table]
    shown: list[Column[Any]] = [one for one in whole.columns if one.name not in without]
    rows = session.execute(select(*shown).where(whole.columns[column].in_(tuple(wanted))))
    return [_plain(row._mapping) for row in rows]


def _looked(session: Session, whose: Subject) -> list[dict[str, Any]]:
    """Who read or wrote any of it, when; of an entry that is of others too, only that."""
    about = cast(ENTRIES.c.about, Text)
    wanted: dict[str, set[Any]] = {"patients": set(whose.known_as)}
    wanted |= {"sessions": set(whose.sessions), "records": set(whose.records)}
    named = [about.contains(canonical(one), autoescape=True) for those in wanted.values() for one in those]
    query = select(ENTRIES).where(or_(*named)).order_by(ENTRIES.c.number).execution_options(yield_per=AT_ONCE)
    return [
        {"at": row.at.isoformat(timespec="seconds"), "by": row.by, "act": row.act, "what": row.about.get("what", [])}
        for row in session.execute(query)
        if any(those & set(row.about.get(name, ())) for name, those in wanted.items())
    ]


def _plain(row: Any) -> dict[str, Any]:
    return {
        name: value.isoformat() if isinstance(value, datetime | date | time) else value for name, value in row.items()
    }
