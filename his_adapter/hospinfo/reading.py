"""One instruction, in Chinese or English, as one typed operation, or refused with the reason and what would help."""

import re
from collections.abc import Sequence
from datetime import datetime
from enum import StrEnum

from pydantic import ValidationError

from his_adapter.hospinfo.assignments import cut
from his_adapter.hospinfo.calendar import NoSuchDay
from his_adapter.hospinfo.changes import changes
from his_adapter.hospinfo.conditions import condition_of, recognised, targets
from his_adapter.hospinfo.creation import created
from his_adapter.hospinfo.fields import fielded, names_unknown_field
from his_adapter.hospinfo.people import numbered
from his_adapter.hospinfo.script import Kind, Script, script
from his_adapter.hospinfo.spelling import mended
from his_adapter.hospinfo.together import Apart
from his_adapter.hospinfo.values import NotAValue, value
from his_adapter.hospinfo.verbs import verb_of
from his_adapter.hospinfo.vocabulary import patterns, vocabulary
from his_adapter.hospinfo.when import dated
from his_adapter.operation import ALL, NAMING, Column, Condition, HisOperation, Verb, column_of
from models.embedded.understanding import language_of
from models.facts import Language, Value

LONGEST = 2000  # characters; an instruction is a sentence or two


class Reason(StrEnum):
    SEVERAL = "several"
    NO_PATIENT = "no_patient"
    NO_CHANGE = "no_change"
    UNKNOWN_FIELD = "unknown_field"
    BAD_VALUE = "bad_value"
    NOT_UNDERSTOOD = "not_understood"


class Refused(Value):
    """Why there is no operation; `help` says, in the language of the instruction, what would make one."""

    reason: Reason
    help: str


class _No(Exception):
    def __init__(self, reason: Reason) -> None:
        super().__init__(reason)
        self.reason = reason


def parse(instruction: str, *, now: datetime, departments: Sequence[str] = ()) -> HisOperation | Refused:
    """The operation `instruction` asks for, with relative dates resolved against `now`, the hospital's local time.

    `departments` are further names to know, beside those every hospital has. Who asks plays no part here: an operation
    says what is wanted, `access.narrow` says what is allowed.
    """
    try:
        return _operation(instruction, now, departments)
    except _No as no:
        reason = no.reason
    except Apart:
        reason = Reason.SEVERAL
    except (NotAValue, NoSuchDay, ValidationError):
        reason = Reason.BAD_VALUE
    return Refused(reason=reason, help=vocabulary().refusals[reason][language_of(instruction) or Language.EN])


PRACTICE = (  # one of each operation in each language, so that every pattern has been read once
    "查询P1001昨天在内科的就诊记录，60岁以上，有高血压病史",
    "把P1001的备注改为复查",
    "新建P1001病历，主诉头痛",
    "删除门诊号7100001",
    "Show P1001's visits to Cardiology since yesterday, over 60, with a history of asthma",
    "Set the notes of P1001 to 'check again'",
    "Create a record for P1001: chief complaint headache",
    "Delete record 7100001",
)


def warm(now: datetime, departments: Sequence[str] = ()) -> None:
    """Reads words and patterns, which the first instruction would otherwise wait for."""
    for instruction in PRACTICE:
        parse(instruction, now=now, departments=departments)


def _operation(instruction: str, now: datetime, known: Sequence[str]) -> HisOperation:
    said = mended(script(instruction[:LONGEST]))
    said = said.lettered(Kind.QUOTED, _one("quoted"), lambda m: said.written(*m.span(m.lastgroup or 0)))
    plain = numbered(said)
    said = fielded(plain)
    match verb_of(said.text):
        case None:
            raise _No(Reason.SEVERAL)
        case Verb.SELECT:
            return _select(plain, now, known)
        case Verb.CREATE:
            return _create(said, now, known)
        case Verb.UPDATE:
            return _update(said, now, known)
        case Verb.DELETE:
            return _delete(plain, now, known)


def _select(said: Script, now: datetime, known: Sequence[str]) -> HisOperation:
    summary = next((match for p in patterns("reading", "summary") if (match := p.search(said.text))), None)
    read = recognised(said, now, known)
    condition, columns = condition_of(read), tuple(dict.fromkeys(read.every(Kind.FIELD)))
    if Column.PATIENT_ID in condition and _one("yes_or_no").search(said.text):  # "has P1002 ever had asthma?"
        asked = [column for column, _ in read.every(Kind.CLINICAL)]
        condition = {key: terms for key, terms in condition.items() if key not in asked}
        columns = tuple(dict.fromkeys([*columns, *asked]))
    if not columns and names_unknown_field(read.text):
        raise _No(Reason.UNKNOWN_FIELD)
    beyond_dates = {key for key in condition if column_of(key) is not Column.VISIT_DATE}
    about = beyond_dates or columns or summary or _one("records_or_people").search(read.text)
    if not about:
        raise _No(Reason.NOT_UNDERSTOOD)
    if not condition and _one("somebody_unnamed").search(read.text):
        raise _No(Reason.NO_PATIENT)
    return HisOperation(
        operation=Verb.SELECT, condition=condition, column_output=columns or (ALL,), summary=summary is not None
    )


def _update(said: Script, now: datetime, known: Sequence[str]) -> HisOperation:
    found = changes(said, now, known)
    if not found.changes:
        if _one("emptied").search(said.text):
            return _empty(said, now, known)
        _check_target(condition_of(targets(said, now, known)))
        raise _No(Reason.UNKNOWN_FIELD if names_unknown_field(said.text) else Reason.NO_CHANGE)
    new = {change.column: value(change.column, change.new, now, known) for change in found.changes}
    if len(new) < len(found.changes):  # one field, two values
        raise _No(Reason.SEVERAL)
    condition = condition_of(targets(found.rest, now, known))
    for change in found.changes:
        if change.old:
            condition |= _held(change.column, change.old, now, known)
    _check_target(condition)
    return HisOperation(operation=Verb.UPDATE, condition=condition, column_change=new)


def _held(column: Column, old: str, now: datetime, known: Sequence[str]) -> Condition:
    if column is Column.VISIT_DATE:
        whens = dated(script(old), now).every(Kind.WHEN)
        return dict(whens[0]) if whens else {}
    if column is Column.AGE and (digits := re.search(r"\d+", old)):
        return {"age": int(digits[0])}
    return {column.value: value(column, old, now, known)}


def _empty(said: Script, now: datetime, known: Sequence[str]) -> HisOperation:
    condition = condition_of(targets(said, now, known))
    _check_target(condition)
    return HisOperation(
        operation=Verb.UPDATE, condition=condition, column_change=dict.fromkeys(said.every(Kind.FIELD), "")
    )


def _delete(said: Script, now: datetime, known: Sequence[str]) -> HisOperation:
    condition = condition_of(recognised(_without_reason(said), now, known))
    _check_target(condition)
    return HisOperation(operation=Verb.DELETE, condition=condition)


def _without_reason(said: Script) -> Script:
    """Beside a record's number: why it goes ("we registered P1003 twice today") names nothing that is to go."""
    reasons = [match.span() for match in _one("reason").finditer(said.text)] if said.every(Kind.RECORD) else []
    return cut(said, reasons)


def _check_target(condition: Condition) -> None:
    if not NAMING & condition.keys():
        raise _No(Reason.NO_PATIENT)


def _create(said: Script, now: datetime, known: Sequence[str]) -> HisOperation:
    filled = created(said, now, known)
    if Column.PATIENT_ID not in filled:
        raise _No(Reason.NO_PATIENT)
    return HisOperation(operation=Verb.CREATE, column_change=filled)


def _one(name: str) -> re.Pattern[str]:
    return patterns("reading", name)[0]
