"""Finds outpatient records by the condition of a narrowed operation; deleted ones are not there."""

import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, false, func, or_, select
from sqlalchemy.orm import Session
from sqlmodel import col

from his_adapter.access import Narrowed, Rows
from his_adapter.medical_names import same_in
from his_adapter.operation import Column, Condition, Term, column_of
from his_adapter.records import Department
from his_adapter.sql.tables import OutpatientRecordRow
from his_adapter.sql.visits import THERE
from models.parsers.sounds import pinyin

Clause = ColumnElement[bool]

MINUTE = timedelta(minutes=1)  # "until 23:59" means the whole of that minute
GENDERS = (frozenset({"男", "男性", "male", "m"}), frozenset({"女", "女性", "female", "f"}))
AGE = re.compile(r"(\d+(?:\.\d+)?)\s*(years?|岁|个?月|months?|周|weeks?|天|days?|[ym])?", re.IGNORECASE)
PINYIN = re.compile(r"[A-Za-z]+(?: [A-Za-z]+){1,2}")
MEDICAL = frozenset(  # fields searched for every name of a finding, illness or medicine, in both languages
    {
        Column.CHIEF_COMPLAINT,
        Column.PRESENT_ILLNESS_HISTORY,
        Column.PAST_HISTORY,
        Column.DRUG_ALLERGY_HISTORY,
        Column.PHYSICAL_EXAMINATION,
        Column.AUXILIARY_EXAMINATION,
        Column.PRELIMINARY_DIAGNOSIS,
        Column.TREATMENT_OPINION,
        Column.NOTES,
    }
)
PER_YEAR = {"m": 12.0, "月": 12.0, "w": 52.18, "周": 52.18, "d": 365.25, "天": 365.25}


def find(
    session: Session, narrowed: Narrowed, departments: Sequence[Department], *, limit: int
) -> list[OutpatientRecordRow]:
    """At most `limit` records, newest first."""
    condition = narrowed.operation.condition
    query = (
        select(OutpatientRecordRow)
        .where(THERE, *within(narrowed.rows), *_clauses(session, condition, departments))
        .order_by(col(OutpatientRecordRow.visit_date).desc(), col(OutpatientRecordRow.outpatient_number).desc())
        .execution_options(populate_existing=True)
    )
    wanted = _ages(condition)
    if not wanted:
        return list(session.scalars(query.limit(limit)))
    found: list[OutpatientRecordRow] = []
    for row in session.scalars(query.execution_options(yield_per=500)):
        if all(fits(years_of(row.age)) for fits in wanted):
            found.append(row)
        if len(found) == limit:
            break
    return found


def within(rows: Rows) -> Iterator[Clause]:
    """What a principal is limited to, compared exactly."""
    if rows.patient_id is not None:
        yield col(OutpatientRecordRow.patient_id) == rows.patient_id
    if rows.department_id is not None:
        yield col(OutpatientRecordRow.department_id) == rows.department_id


def department_of(name: str, departments: Sequence[Department]) -> Department | None:
    """The department of this whole name or id, in any language."""
    wanted = _plain(name)
    return next(
        (d for d in departments if wanted in {_plain(d.department_id), *map(_plain, d.name.values())}),
        None,
    )


def years_of(age: str) -> float | None:
    """ "49 years", "2个月", "3 weeks" in years; None when it says no age."""
    told = AGE.search(unicodedata.normalize("NFKC", age))
    if told is None:
        return None
    unit = (told[2] or "").lower().removeprefix("个")[:1]
    return float(told[1]) / PER_YEAR.get(unit, 1.0)


def _clauses(session: Session, condition: Condition, departments: Sequence[Department]) -> Iterator[Clause]:
    for key, wanted in condition.items():
        column, bound = column_of(key), key.partition("__")[2]
        terms = wanted if isinstance(wanted, tuple) else (wanted,)
        if column is Column.VISIT_DATE:
            yield _dated(bound, [datetime.fromisoformat(str(term)) for term in terms])
        elif column is not Column.AGE:
            yield or_(false(), *(_has(session, column, term, departments) for term in terms))


def _dated(bound: str, moments: Sequence[datetime]) -> Clause:
    visited, first, last = col(OutpatientRecordRow.visit_date), moments[0], moments[-1]
    match bound:
        case "gt":
            return visited >= first + MINUTE
        case "gte":
            return visited >= first
        case "lt":
            return visited < first
        case "lte":
            return visited < first + MINUTE
        case "range":
            return (visited >= first) & (visited < last + MINUTE)
        case _:
            return or_(*((visited >= moment) & (visited < moment + MINUTE) for moment in moments))


def _has(session: Session, column: Column, term: Term, departments: Sequence[Department]) -> Clause:
    if column is Column.OUTPATIENT_NUMBER:
        return col(OutpatientRecordRow.outpatient_number) == int(term)
    held: Any = getattr(OutpatientRecordRow, column)
    text = unicodedata.normalize("NFKC", str(term)).strip()
    if column is Column.PATIENT_ID:
        return func.upper(held) == text.upper()
    if column is Column.GENDER:
        same = next((words for words in GENDERS if text.lower() in words), {text.lower()})
        return func.lower(held).in_(sorted(same))
    if column is Column.NAME and PINYIN.fullmatch(text):
        return or_(_contains(held, text), held.in_(_sounding(session, text)))
    if column in MEDICAL:
        return or_(*(_contains(held, name) for name in same_in(text)))
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


def _ages(condition: Condition) -> list[Callable[[float | None], bool]]:
    return [
        _aged(
            key.partition("__")[2],
            [years_of(str(term)) for term in (wanted if isinstance(wanted, tuple) else (wanted,))],
        )
        for key, wanted in condition.items()
        if column_of(key) is Column.AGE
    ]


def _aged(bound: str, years: Sequence[float | None]) -> Callable[[float | None], bool]:
    """Whether an age in years is meant; somebody of 65 and a half is not over 65."""
    first, last = (years[0] or 0.0), (years[-1] or 0.0)

    def fits(age: float | None) -> bool:
        if age is None:
            return False
        match bound:
            case "gt":
                return age > first
            case "gte":
                return age >= first
            case "lt":
                return age < first
            case "lte":
                return age <= last
            case "range":
                return first <= age <= last
            case _:
                return age in years

    return fits


def _plain(name: str) -> str:
    return unicodedata.normalize("NFKC", name).casefold().replace(" ", "")
