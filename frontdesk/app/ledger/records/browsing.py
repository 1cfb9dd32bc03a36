"""A page of a table of records: sorted, counted and cut in the database, or here where people sort otherwise."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from frontdesk.app.ledger.records.search import NEWEST, NUMBER, fitting, meant
from frontdesk.app.ledger.records.tables import OutpatientRecordRow
from frontdesk.his_adapter.access import Narrowed
from frontdesk.his_adapter.matching import tests
from frontdesk.his_adapter.operation import TEXTS, Column
from frontdesk.his_adapter.ordering import AS_PEOPLE_DO, Ordering, in_order, key_of
from frontdesk.his_adapter.records import Department

SORTED_HERE = AS_PEOPLE_DO | TEXTS  # those are sealed


def page(
    session: Session,
    narrowed: Narrowed,
    departments: Sequence[Department],
    order: Ordering,
    *,
    start: int,
    limit: int,
) -> tuple[list[OutpatientRecordRow], int]:
    """At most `limit` records from the place `start` on, and how many there are."""
    clauses = tuple(meant(session, narrowed, departments))
    by: Any = getattr(OutpatientRecordRow, order.column)
    if order.column in SORTED_HERE or tests(narrowed.operation.condition):
        numbers = _sorted_here(session, clauses, narrowed, order)
        rows = session.scalars(select(OutpatientRecordRow).where(NUMBER.in_(numbers[start : start + limit])))
        at = {number: place for place, number in enumerate(numbers)}
        return sorted(rows, key=lambda row: at[row.outpatient_number]), len(numbers)
    total = session.scalar(select(func.count()).select_from(OutpatientRecordRow).where(*clauses)) or 0
    is_text = order.column not in (Column.OUTPATIENT_NUMBER, Column.VISIT_DATE)
    sorted_by = func.lower(by) if is_text else by
    query = select(OutpatientRecordRow).where(*clauses)
    if is_text:
        query = query.order_by(by == "")
    query = query.order_by(sorted_by.desc() if order.descending else sorted_by, *NEWEST)
    return list(session.scalars(query.offset(start).limit(limit))), total


def _sorted_here(session: Session, clauses: tuple[Any, ...], narrowed: Narrowed, order: Ordering) -> list[int]:
    """Numbers of all that fit."""
    by: Any = getattr(OutpatientRecordRow, order.column)
    those = (tuple(row) for row in fitting(session, clauses, narrowed, by))
    keyed = ((key_of(order.column, value), number) for number, value, *_ in those)
    return in_order(keyed, descending=order.descending)
