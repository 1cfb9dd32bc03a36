"""Visits: the record and summary of one arrival, how the doctor edits and signs them, and what was there before."""

from collections import defaultdict
from collections.abc import Collection, Sequence
from datetime import date, datetime
from itertools import islice
from json import dumps
from typing import Any

from sqlalchemy import exists, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session
from sqlmodel import col

from frontdesk.app.ledger.records import convert
from frontdesk.app.ledger.records.tables import (
    OutpatientRecordRow,
    PreVisitSummaryRow,
    SummaryRevisionRow,
    WrittenVisitRow,
)
from frontdesk.his_adapter.amended import amended
from frontdesk.his_adapter.connecting import kept_number, numbers_of
from frontdesk.his_adapter.errors import NotFound, VersionConflict
from frontdesk.his_adapter.records import (
    AppointmentState,
    OutpatientRecord,
    PreVisitSummary,
    RecordField,
    Review,
    Section,
    Statement,
    SummaryState,
    Visit,
)
from frontdesk.his_adapter.written import rewritten
from frontdesk.his_adapter.written_visit import WrittenVisit, as_fields, as_it_stands
from frontdesk.models.facts import Language

THERE = col(OutpatientRecordRow.deleted_at).is_(None)
SIGNATURE = "signature"  # the statement id under which revisions keep who had signed
WRITTEN = "written"  # and what was written of the visit


def records(session: Session, patient_id: str) -> Sequence[OutpatientRecord]:
    query = (
        select(OutpatientRecordRow)
        .where(col(OutpatientRecordRow.patient_id).in_(numbers_of(session, patient_id)), THERE)
        .order_by(col(OutpatientRecordRow.visit_date).desc(), col(OutpatientRecordRow.outpatient_number).desc())
    )
    return [convert.record(row) for row in session.scalars(query)]


def create(session: Session, visit: Visit, *, key: str) -> int:
    """Writes record and summary once per key; the same key again gives the same number."""
    known = _number(session, key)
    if known is not None:
        return known
    visit = _under_the_kept_number(session, visit)
    booked = visit.appointment
    row = OutpatientRecordRow(
        **visit.record.model_dump(exclude={"outpatient_number"}),
        department_id=visit.department_id,
        day=(booked.slot.starts if booked else visit.record.visit_date).date(),
        **_booked(visit),
        language=visit.summary.language if visit.summary else None,
        key=key,
        state=visit.state,
        signed_by=visit.signed_by,
        version=visit.version,
    )
    try:
        with session.begin_nested():
            session.add(row)
    except IntegrityError:  # the same hand-over, sent twice at once
        known = _number(session, key)
        if known is None:
            raise
        return known
    number = row.outpatient_number
    if visit.summary is not None:
        session.add(PreVisitSummaryRow(outpatient_number=number, body=visit.summary.model_dump(mode="json")))
    return number


def _under_the_kept_number(session: Session, visit: Visit) -> Visit:
    """Whose number was merged while they stood at the kiosk is written under the one that was kept."""
    kept = kept_number(session, visit.record.patient_id)
    if kept == visit.record.patient_id:
        return visit
    booked = visit.appointment.model_copy(update={"patient_id": kept}) if visit.appointment else None
    record = visit.record.model_copy(update={"patient_id": kept})
    return visit.model_copy(update={"record": record, "appointment": booked})


def version_of(session: Session, outpatient_number: int) -> int:
    """0 where there is no such record, deleted or not."""
    version = select(col(OutpatientRecordRow.version)).where(
        col(OutpatientRecordRow.outpatient_number) == outpatient_number
    )
    return session.scalar(version) or 0


def key_of(session: Session, outpatient_number: int) -> str | None:
    """The reception that made a record that is there; None for one that was loaded or deleted."""
    row = session.get(OutpatientRecordRow, outpatient_number)
    return row.key if row is not None and row.deleted_at is None else None


def of_day(session: Session, department_id: str, day: date) -> Sequence[Visit]:
    query = select(OutpatientRecordRow).where(
        col(OutpatientRecordRow.department_id) == department_id, col(OutpatientRecordRow.day) == day, THERE
    )
    return sorted(_whole(session, session.scalars(query).all()), key=_time)


def of_patient(session: Session, patient_ids: Collection[str], day: date) -> Sequence[Visit]:
    numbers = {number for one in patient_ids for number in numbers_of(session, one)}
    query = select(OutpatientRecordRow).where(
        col(OutpatientRecordRow.patient_id).in_(numbers), col(OutpatientRecordRow.day) == day, THERE
    )
    return sorted(_whole(session, session.scalars(query).all()), key=_time)


def one(session: Session, outpatient_number: int) -> Visit:
    row = session.get(OutpatientRecordRow, outpatient_number, populate_existing=True)
    if row is None or row.deleted_at is not None:
        raise NotFound(f"visit {outpatient_number}")
    return _whole(session, [row])[0]


def edit(
    session: Session, outpatient_number: int, statement_id: str, text: str, *, by: str, at: datetime, version: int
) -> Visit:
    row, summary = _changing(session, outpatient_number, version=version)
    before = next((s for s in summary.statements if s.statement_id == statement_id), None)
    if before is None:
        raise NotFound(f"statement {statement_id} of visit {outpatient_number}")
    after = before.model_copy(update={"text": text, "written": None, "coded": None})
    _write(session, row, [after if s is before else s for s in summary.statements], summary)
    _note(session, row, statement_id, before.text, text, by=by, at=at)
    return one(session, outpatient_number)


def add(
    session: Session, outpatient_number: int, section: Section, text: str, *, by: str, at: datetime, version: int
) -> Visit:
    row, summary = _changing(session, outpatient_number, version=version)
    new = Statement(statement_id=f"d{row.version}", section=section, text=text)
    _write(session, row, [*summary.statements, new], summary)
    _note(session, row, new.statement_id, "", text, by=by, at=at)
    return one(session, outpatient_number)


def write(session: Session, outpatient_number: int, new: WrittenVisit, *, by: str, at: datetime, version: int) -> Visit:
    """Keeps what a doctor wrote, and says it in the record's own fields. Like every change it takes off a signature.

    What changes nothing makes no version. Raises NotFound and VersionConflict.
    """
    before = one(session, outpatient_number)
    language = _language(before)
    stood = as_it_stands(written(session, outpatient_number), before.record, language)
    if new == stood:
        if before.version != version:
            raise VersionConflict(f"visit {outpatient_number} is at version {before.version}, not {version}")
        return before
    row = _there(next_version(session, outpatient_number, version))
    row.state, row.signed_by, row.signed_at, row.physician_signature = SummaryState.OPEN, None, None, ""
    for column, text in as_fields(new, language).items():
        setattr(row, column, text)
    body = new.model_dump(mode="json")
    session.merge(WrittenVisitRow(outpatient_number=outpatient_number, body=body, by=by, at=at))
    _note(session, row, WRITTEN, _as_text(stood, language), _as_text(new, language), by=by, at=at)
    return one(session, outpatient_number)


def written(session: Session, outpatient_number: int) -> WrittenVisit | None:
    row = session.get(WrittenVisitRow, outpatient_number, populate_existing=True)
    return WrittenVisit.model_validate_json(dumps(row.body)) if row else None


def standing(session: Session, outpatient_number: int) -> WrittenVisit:
    """What is written of a visit, as its record says it now. Raises NotFound."""
    visit = one(session, outpatient_number)
    return as_it_stands(written(session, outpatient_number), visit.record, _language(visit))


def _language(visit: Visit) -> Language:
    return visit.summary.language if visit.summary else Language.ZH


def _as_text(visit: WrittenVisit, language: Language) -> str:
    return "\n".join(filter(None, as_fields(visit, language).values()))


def unreviewed(session: Session, *, by: str, since: datetime, limit: int) -> list[tuple[int, str]]:
    """Numbers and receptions of summaries that `by` has reviewed last and nobody has touched, the oldest first.

    One that was amended as its talk went on is among them.
    """
    rows = session.execute(
        select(OutpatientRecordRow, PreVisitSummaryRow)
        .join(
            PreVisitSummaryRow,
            col(PreVisitSummaryRow.outpatient_number) == col(OutpatientRecordRow.outpatient_number),
        )
        .where(
            ~exists().where(col(SummaryRevisionRow.outpatient_number) == col(OutpatientRecordRow.outpatient_number)),
            col(OutpatientRecordRow.state) == SummaryState.OPEN,
            col(OutpatientRecordRow.key).is_not(None),
            col(OutpatientRecordRow.visit_date) >= since,
            THERE,
        )
        .order_by(col(OutpatientRecordRow.outpatient_number))
    )
    left = (
        (row.outpatient_number, row.key)
        for row, summary in rows
        if row.key and (summary.body.get("review") or {}).get("by") == by
    )
    return list(islice(left, limit))


def review(session: Session, outpatient_number: int, after: PreVisitSummary, *, version: int) -> Visit:
    """Puts a reviewed summary in the place of that `version`. Raises VersionConflict when it was changed since."""
    row = session.get(OutpatientRecordRow, outpatient_number, populate_existing=True)
    summary = session.get(PreVisitSummaryRow, outpatient_number)
    if row is None or summary is None:
        raise NotFound(f"summary of visit {outpatient_number}")
    before = PreVisitSummary.model_validate(summary.body)
    if before.statements == after.statements:
        if row.version != version:
            raise VersionConflict(f"visit {outpatient_number} is at version {row.version}, not {version}")
        summary.body = after.model_dump(mode="json")
        session.flush()
        return one(session, outpatient_number)
    row = _there(next_version(session, outpatient_number, version))
    _write(session, row, list(after.statements), before)
    summary.body = after.model_dump(mode="json")
    session.flush()
    return one(session, outpatient_number)


def amend(session: Session, outpatient_number: int, before: Visit, now: Visit) -> Visit | None:
    """Lets record and page follow a talk that goes on: from what was made of it `before` to what is made of it `now`.

    What somebody has changed since stays. None where nothing follows. Like every change it takes off a signature;
    of a signed page the bare conversation is left as it was signed.
    """
    before, now = _under_the_kept_number(session, before), _under_the_kept_number(session, now)
    row = session.get(OutpatientRecordRow, outpatient_number, populate_existing=True, with_for_update=True)
    summary = session.get(PreVisitSummaryRow, outpatient_number)
    if row is None or row.deleted_at is not None or summary is None or now.summary is None or before.summary is None:
        return None
    page = PreVisitSummary.model_validate(summary.body)
    revisions = one(session, outpatient_number).revisions
    statements = amended(page.statements, before.summary.statements, now.summary.statements, revisions)
    moved = {name: value for name, value in _placed(now).items() if value != _placed(before)[name]}
    follows = page.model_copy(update={"conversation": now.summary.conversation})
    if statements == page.statements and not moved and page.level == now.summary.level:
        if row.state == SummaryState.SIGNED or follows == page:
            return None
        summary.body = follows.model_dump(mode="json")
        session.flush()
        return one(session, outpatient_number)
    _changing(session, outpatient_number, version=row.version)
    for name, value in moved.items():
        setattr(row, name, value)
    _write(session, row, list(statements), page)
    review = _review_of(page, statements, now.summary)
    follows = follows.model_copy(update={"statements": statements, "level": now.summary.level, "review": review})
    summary.body = follows.model_dump(mode="json")
    session.flush()
    return one(session, outpatient_number)


def _review_of(page: PreVisitSummary, statements: Sequence[Statement], now: PreVisitSummary) -> Review | None:
    """The review of what is made of the talk now, where the page is just that; else the one there was, marked."""
    if [(one.section, one.text) for one in statements] == [(one.section, one.text) for one in now.statements]:
        return now.review
    return page.review.model_copy(update={"amended": True}) if page.review else None


def _placed(visit: Visit) -> dict[str, object]:
    """Whose record it is, and where and when they are seen."""
    record, booked = visit.record, visit.appointment
    return {
        **record.model_dump(include={"patient_id", "name", "gender", "age", "department"}),
        "department_id": visit.department_id,
        "day": (booked.slot.starts if booked else record.visit_date).date(),
        **_booked(visit),
    }


def _booked(visit: Visit) -> dict[str, Any]:
    booked = visit.appointment
    return {
        "appointment_id": booked.appointment_id if booked else None,
        "appointment": booked.model_dump(mode="json") if booked else None,
    }


def sign(session: Session, outpatient_number: int, *, by: str, at: datetime, version: int) -> Visit:
    row = _there(next_version(session, outpatient_number, version))
    _note(session, row, SIGNATURE, row.signed_by or "", by, by=by, at=at)
    row.state, row.signed_by, row.signed_at, row.physician_signature = SummaryState.SIGNED, by, at, by
    session.flush()
    return one(session, outpatient_number)


def _changing(session: Session, outpatient_number: int, *, version: int) -> tuple[OutpatientRecordRow, PreVisitSummary]:
    """The record at its next version, and its summary. A signature covers what was signed: a change takes it off."""
    row = _there(next_version(session, outpatient_number, version))
    summary = session.get(PreVisitSummaryRow, outpatient_number)
    if summary is None:
        raise NotFound(f"summary of visit {outpatient_number}")
    row.state, row.signed_by, row.signed_at, row.physician_signature = SummaryState.OPEN, None, None, ""
    return row, PreVisitSummary.model_validate(summary.body)


def _there(row: OutpatientRecordRow) -> OutpatientRecordRow:
    if row.deleted_at is not None:
        raise NotFound(f"visit {row.outpatient_number}")
    return row


def next_version(session: Session, outpatient_number: int, version: int) -> OutpatientRecordRow:
    """Only one of two changes made on the same version gets through, whatever the database."""
    raised = (
        update(OutpatientRecordRow)
        .where(
            col(OutpatientRecordRow.outpatient_number) == outpatient_number, col(OutpatientRecordRow.version) == version
        )
        .values(version=version + 1)
        .returning(col(OutpatientRecordRow.outpatient_number))
    )
    won = session.scalar(raised) is not None
    row = session.get(OutpatientRecordRow, outpatient_number, populate_existing=True)
    if row is None:
        raise NotFound(f"visit {outpatient_number}")
    if not won:
        raise VersionConflict(f"visit {outpatient_number} is at version {row.version}, not {version}")
    return row


def _write(session: Session, row: OutpatientRecordRow, statements: list[Statement], old: PreVisitSummary) -> None:
    """The summary, and the fields of the record that say the same."""
    record = {field.value: getattr(row, field) for field in RecordField}
    for field, text in rewritten(record, old.statements, statements, old.language).items():
        setattr(row, field, text)
    summary = session.get_one(PreVisitSummaryRow, row.outpatient_number)
    summary.body = old.model_copy(update={"statements": tuple(statements)}).model_dump(mode="json")


def _note(
    session: Session, row: OutpatientRecordRow, statement_id: str, before: str, after: str, *, by: str, at: datetime
) -> None:
    session.add(
        SummaryRevisionRow(
            outpatient_number=row.outpatient_number,
            version=row.version,
            statement_id=statement_id,
            before=before,
            after=after,
            by=by,
            at=at,
        )
    )
    session.flush()


def _whole(session: Session, rows: Sequence[OutpatientRecordRow]) -> list[Visit]:
    numbers = [row.outpatient_number for row in rows]
    summaries = select(PreVisitSummaryRow).where(col(PreVisitSummaryRow.outpatient_number).in_(numbers))
    changes = select(SummaryRevisionRow).where(col(SummaryRevisionRow.outpatient_number).in_(numbers))
    summary = {those.outpatient_number: those for those in session.scalars(summaries)}
    revisions: dict[int, list[SummaryRevisionRow]] = defaultdict(list)
    for change in session.scalars(changes.order_by(col(SummaryRevisionRow.version))):
        revisions[change.outpatient_number].append(change)
    return [
        convert.visit(
            row,
            summary.get(row.outpatient_number),
            revisions[row.outpatient_number],
        )
        for row in rows
    ]


def _number(session: Session, key: str) -> int | None:
    return session.scalar(select(col(OutpatientRecordRow.outpatient_number)).where(col(OutpatientRecordRow.key) == key))


def _time(visit: Visit) -> datetime:
    booked = visit.appointment
    live = booked is not None and booked.state is not AppointmentState.CANCELLED
    return booked.slot.starts if booked and live else visit.record.visit_date
