"""What the condition of an operation means for a record, wherever the record is kept."""

import re
import unicodedata
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta

from frontdesk.his_adapter.access import Narrowed
from frontdesk.his_adapter.medical_names import same_in
from frontdesk.his_adapter.operation import TEXTS, Column, Condition, Term, column_of
from frontdesk.his_adapter.records import Department, OutpatientRecord
from frontdesk.models.parsers.sounds import pinyin

EARLIEST, LATEST = datetime.min, datetime.max  # noqa: DTZ901 - a record is dated by the hospital's own clock
MINUTE = timedelta(minutes=1)  # "until 23:59" means the whole of that minute
GENDERS = (frozenset({"男", "男性", "male", "m"}), frozenset({"女", "女性", "female", "f"}))
AGE = re.compile(r"(\d+(?:\.\d+)?)\s*(years?|岁|个?月|months?|周|weeks?|天|days?|[ym])?", re.IGNORECASE)
PINYIN = re.compile(r"[A-Za-z]+(?: [A-Za-z]+){1,2}")
PER_YEAR = {"m": 12.0, "月": 12.0, "w": 52.18, "周": 52.18, "d": 365.25, "天": 365.25}


def matches(record: OutpatientRecord, narrowed: Narrowed, departments: Sequence[Department]) -> bool:
    """Whether a narrowed SELECT means this record; for what a hospital's system cannot filter itself."""
    rows, condition = narrowed.rows, narrowed.operation.condition
    if rows.patient_id is not None and record.patient_id != rows.patient_id:
        return False
    if rows.department_id is not None and _department_id(record, departments) != rows.department_id:
        return False
    if not all(fits(years_of(record.age)) for fits in ages(condition)):
        return False
    return all(_holds(record, key, wanted, departments) for key, wanted in condition.items())


def _department_id(record: OutpatientRecord, departments: Sequence[Department]) -> str | None:
    found = department_of(record.department, departments)
    return found.department_id if found else None


def _holds(
    record: OutpatientRecord, key: str, wanted: Term | tuple[Term, ...], departments: Sequence[Department]
) -> bool:
    column, bound = column_of(key), key.partition("__")[2]
    terms = wanted if isinstance(wanted, tuple) else (wanted,)
    if column is Column.AGE:
        return True
    if column is Column.VISIT_DATE:
        return _dated(record.visit_date, bound, [datetime.fromisoformat(str(term)) for term in terms])
    return any(_has(record, column, term, departments) for term in terms)


def _dated(visited: datetime, bound: str, moments: Sequence[datetime]) -> bool:
    return any(start <= visited < end for start, end in spans(bound, moments))


def spans(bound: str, moments: Sequence[datetime]) -> list[tuple[datetime, datetime]]:
    """The times that a condition on a date means: from, and up to, which is no part of it; any one of them."""
    first, last = moments[0], moments[-1]
    match bound:
        case "gt":
            return [(first + MINUTE, LATEST)]
        case "gte":
            return [(first, LATEST)]
        case "lt":
            return [(EARLIEST, first)]
        case "lte":
            return [(EARLIEST, first + MINUTE)]
        case "range":
            return [(first, last + MINUTE)]
        case _:
            return [(moment, moment + MINUTE) for moment in moments]


def _has(record: OutpatientRecord, column: Column, term: Term, departments: Sequence[Department]) -> bool:
    if column is Column.OUTPATIENT_NUMBER:
        return record.outpatient_number == int(term)
    text = _term(term).lower()
    held = str(getattr(record, column)).lower()
    if column is Column.PATIENT_ID:
        return held == text
    if column is Column.GENDER:
        return held in next((words for words in GENDERS if text in words), {text})
    if column is Column.NAME and PINYIN.fullmatch(text):
        return text in held or _sounds(held, text)
    if column in TEXTS:
        return any(name.lower() in held for name in same_in(text))
    if column is Column.DEPARTMENT:
        mine = _department_id(record, departments)
        named = {d.department_id for d in departments if any(text in n.lower() for n in d.name.values())}
        return text in held or mine in named
    return text in held


def _term(term: Term) -> str:
    return unicodedata.normalize("NFKC", str(term)).strip()


def _sounds(name: str, text: str) -> bool:
    first, *rest = text.split()
    return not name.isascii() and "".join(pinyin(name)) in {"".join([first, *rest]), "".join([*rest, first])}


def one_term(condition: Condition, column: Column) -> str | None:
    """The one value that a condition asks of a column."""
    term = condition.get(column)
    return str(term) if term is not None and not isinstance(term, tuple) else None


def earliest(condition: Condition) -> datetime | None:
    """The earliest moment that a condition on the date allows, with a minute to spare."""
    for key, term in condition.items():
        if column_of(key) is Column.VISIT_DATE and not key.endswith(("__lt", "__lte")):
            moments = term if isinstance(term, tuple) else (term,)
            return min(datetime.fromisoformat(str(one)) for one in moments) - MINUTE
    return None


def sex_of(gender: str) -> str:
    """ "male" or "female", however a record says it; empty where it says neither."""
    told = gender.strip().lower()
    return next((sex for sex, words in zip(("male", "female"), GENDERS, strict=True) if told in words), "")


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


def ages(condition: Condition) -> list[Callable[[float | None], bool]]:
    """What the condition asks of an age in years."""
    return [
        _aged(
            key.partition("__")[2],
            [years_of(str(term)) for term in (wanted if isinstance(wanted, tuple) else (wanted,))],
        )
        for key, wanted in condition.items()
        if column_of(key) is Column.AGE
    ]


def tests(condition: Condition) -> list[tuple[Column, Callable[[str], bool]]]:
    """What the condition asks of columns that no database compares: ages, and what is told in sentences."""
    return [(Column.AGE, _of_age(fits)) for fits in ages(condition)] + [
        (column_of(key), _naming(wanted if isinstance(wanted, tuple) else (wanted,)))
        for key, wanted in condition.items()
        if column_of(key) in TEXTS
    ]


def _of_age(fits: Callable[[float | None], bool]) -> Callable[[str], bool]:
    return lambda text: fits(years_of(text))


def _naming(terms: Sequence[Term]) -> Callable[[str], bool]:
    """Whether a text has one of the terms, under any of its names."""
    names = [name.lower() for term in terms for name in same_in(_term(term))]
    return lambda text: any(name in text.lower() for name in names)


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
