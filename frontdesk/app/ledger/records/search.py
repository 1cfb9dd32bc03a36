"""Finds outpatient records by the condition of a narrowed operation; deleted ones are not there."""

import unicodedata
from collections.abc import Iterator, Sequence
from datetime import datetime
from itertools import islice
from typing import Any

from sqlalchemy import ColumnElement, Row, Select, false, func, or_, select
from sqlalchemy.orm import Session
from sqlmodel import col

from frontdesk.app.ledger.records.tables import OutpatientRecordRow
from frontdesk.app.ledger.records.visits import THERE
from frontdesk.his_adapter.access import Narrowed, Rows
from frontdesk.his_adapter.connecting import numbers_of
from frontdesk.his_adapter.matching import GENDERS, PINYIN, spans, tests
from frontdesk.his_adapter.operation import TEXTS, Column, Condition, Term, column_of
from frontdesk.his_adapter.records import Department
from frontdesk.models.parsers.sounds import pinyin

Clause = ColumnElement[bool]
NUMBER = col(OutpatientRecordRow.outpatient_number)
NEWEST = (col(OutpatientRecordRow.visit_date).desc(), NUMBER.desc())


def find(
    session: Session, narrowed: Narrowed, departments: Sequence[Department], *, limit: int
) -> list[OutpatientRecordRow]:
    """At most `limit` records, newest first."""
    clauses = tuple(meant(session, narrowed, departments))
    query = select(OutpatientRecordRow).order_by(*NEWEST).execution_options(populate_existing=True)
    if not tests(narrowed.operation.condition):
        return list(session.scalars(query.where(*clauses).limit(limit)))
    numbers = list(islice((row[0] for row in fitting(session, clauses, narrowed)), limit))
    return list(session.scalars(query.where(NUMBER.in_(numbers))))


def fitting(session: Session, clauses: Sequence[Clause], narrowed: Narrowed, *more: Any) -> Iterator[Row[Any]]:
    """Numbers, and `more` columns, of the records that fit the `clauses` and what no database compares, newest first.

    What is told in sentences is sealed: it is opened here, record by record.
    """
    wanted = tests(narrowed.operation.condition)
    asked = [getattr(OutpatientRecordRow, column) for column, _ in wanted]
    query: Select[Any] = select(NUMBER, *more, *asked).where(*clauses).order_by(*NEWEST)
    for row in session.execute(query.execution_options(yield_per=500)):
        told = row[1 + len(more) :]
        if all(fits(text) for (_, fits), text in zip(wanted, told, strict=True)):
            yield row


def meant(session: Session, narrowed: Narrowed, departments: Sequence[Department]) -> Iterator[Clause]:
    """What holds of the records that a narrowed operation means; conditions on other columns are for `fitting`."""
    yield THERE
    yield from within(session, narrowed.rows)
    yield from _clauses(session, narrowed.operation.condition, departments)


def within(session: Session, rows: Rows) -> Iterator[Clause]:
    """What a principal is limited to, compared exactly; a number that was merged means the one that was kept."""
    if rows.patient_id is not None:
        yield col(OutpatientRecordRow.patient_id).in_(numbers_of(session, rows.patient_id))
    if rows.department_id is not None:
        yield col(OutpatientRecordRow.department_id) == rows.department_id


def _clauses(session: Session, condition: Condition, departments: Sequence[Department]) -> Iterator[Clause]:
    for key, wanted in condition.items():
        column, bound = column_of(key), key.partition("__")[2]
        terms = wanted if isinstance(wanted, tuple) else (wanted,)
        if column is Column.VISIT_DATE:
            yield _dated(bound, [datetime.fromisoformat(str(term)) for term in terms])
        elif column is not Column.AGE and column not in TEXTS:
            yield or_(false(), *(_has(session, column, term, departments) for term in terms))


def _dated(bound: str, moments: Sequence[datetime]) -> Clause:
    visited = col(OutpatientRecordRow.visit_date)
    return or_(*((visited >= start) & (visited < end) for start, end in spans(bound, moments)))


def _has(session: Session, column: Column, term: Term, departments: Sequence[Department]) -> Clause:
    if column is Column.OUTPATIENT_NUMBER:
        return col(OutpatientRecordRow.outpatient_number) == int(term)
    held: Any = getattr(OutpatientRecordRow, column)
    text = unicodedata.normalize("NFKC", str(term)).strip()
    if column is Column.PATIENT_ID:
        return func.upper(held).in_([one.upper() for one in numbers_of(session, text)])
    if column is Column.GENDER:
        same = next((words for words in GENDERS if text.lower() in words), {text.lower()})
        return func.lower(held).in_(sorted(same))
    if column is Column.NAME and PINYIN.fullmatch(text):
        return or_(_contains(held, text), held.in_(_sounding(session, text)))
    contains = _contains(held, text)
    if column is Column.DEPARTMENT:
        named = [d.department_id for d in departments if any(text.lower() in n.lower() for n in d.name.values())]
        return or_(contains, col(OutpatientRecordRow.department_id).in_(named))
    return contains


def _contains(held: Any, text: str) -> Clause:
    found: Clause = func.lower(held).contains(text.lower(), autoescape=True)
    return found


def _sounding(session: Session, text: str) -> list[str]:
    """The names in Chinese that `text` writes in Latin letters, the family name first or last."""
    first, *rest = text.lower().split()
    wanted = {"".join([first, *rest]), "".join([*rest, first])}
    names = session.scalars(select(col(OutpatientRecordRow.name)).distinct())
    return [name for name in names if not name.isascii() and "".join(pinyin(name)) in wanted]
