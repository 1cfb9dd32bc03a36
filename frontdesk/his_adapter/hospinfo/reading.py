"""One instruction, in Chinese or English, as one typed operation, or refused with the reason and what would help."""

import re
from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from pydantic import ValidationError

from frontdesk.his_adapter.hospinfo.assignments import cut
from frontdesk.his_adapter.hospinfo.calendar import NoSuchDay
from frontdesk.his_adapter.hospinfo.conditions import condition_of, recognised
from frontdesk.his_adapter.hospinfo.corrections import corrected
from frontdesk.his_adapter.hospinfo.fields import fielded, names_unknown_field
from frontdesk.his_adapter.hospinfo.measured import is_measured
from frontdesk.his_adapter.hospinfo.orders import is_no_order
from frontdesk.his_adapter.hospinfo.people import numbered
from frontdesk.his_adapter.hospinfo.refusals import No, Reason, Refused, refused
from frontdesk.his_adapter.hospinfo.remainder import excepts
from frontdesk.his_adapter.hospinfo.script import Kind, Script, script
from frontdesk.his_adapter.hospinfo.spelling import mended
from frontdesk.his_adapter.hospinfo.together import Apart
from frontdesk.his_adapter.hospinfo.unread import unread
from frontdesk.his_adapter.hospinfo.values import NotAValue
from frontdesk.his_adapter.hospinfo.verbs import verb_of
from frontdesk.his_adapter.hospinfo.vocabulary import patterns
from frontdesk.his_adapter.hospinfo.writes import create, delete, update
from frontdesk.his_adapter.operation import ALL, Column, HisOperation, Verb, column_of
from frontdesk.models.facts import Language
from frontdesk.models.parsers import language_of

EXACTLY = frozenset({Column.PATIENT_ID.value, Column.OUTPATIENT_NUMBER.value})
LONGEST = 2000  # characters; an instruction is a sentence or two


class Read(NamedTuple):
    """`unread` are words of an instruction to show that play no part in the operation."""

    operation: HisOperation
    unread: tuple[str, ...] = ()


def parse(instruction: str, *, now: datetime, departments: Sequence[str] = ()) -> HisOperation | Refused:
    """The operation `instruction` asks for, with relative dates resolved against `now`, the hospital's local time.

    `departments` are further names to know, beside those every hospital has. Who asks plays no part here: an operation
    says what is wanted, `access.narrow` says what is allowed.
    """
    read = read_words(instruction, now=now, departments=departments)
    return read if isinstance(read, Refused) else read.operation


def read_words(instruction: str, *, now: datetime, departments: Sequence[str] = ()) -> Read | Refused:
    """As `parse`, with the words that play no part."""
    words: tuple[str, ...] = ()
    try:
        return _operation(instruction, now, departments)
    except No as no:
        reason, words = no.reason, no.words
    except Apart:
        reason = Reason.SEVERAL
    except (NotAValue, NoSuchDay, ValidationError):
        reason = Reason.BAD_VALUE
    return refused(reason, language_of(instruction) or Language.EN, words)


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


def _operation(instruction: str, now: datetime, known: Sequence[str]) -> Read:
    said = mended(script(instruction[:LONGEST]))
    said = said.lettered(Kind.QUOTED, _one("quoted"), lambda m: said.written(*m.span(m.lastgroup or 0)))
    plain = corrected(numbered(said))
    said = fielded(plain)
    if is_no_order(said.text):
        raise No(Reason.NO_ORDER)
    match verb_of(said.text):
        case None:
            raise No(Reason.SEVERAL)
        case Verb.SELECT:
            return _select(plain, now, known)
        case Verb.CREATE:
            return Read(create(said, now, known))
        case Verb.UPDATE:
            return Read(update(said, now, known))
        case Verb.DELETE:
            return Read(delete(plain, now, known))


def _select(said: Script, now: datetime, known: Sequence[str]) -> Read:
    read = recognised(said, now, known)
    wanted = cut(read, [match.span() for match in _one("unwanted").finditer(read.text)])
    read = wanted if wanted.every(Kind.FIELD) else read
    rest = unread(read)
    if is_measured(read, rest.words):
        raise No(Reason.MEASURED)
    condition, columns = condition_of(read, rest.told), tuple(dict.fromkeys(read.every(Kind.FIELD)))
    if Column.PATIENT_ID in condition and _one("yes_or_no").search(said.text):  # "has P1002 ever had asthma?"
        asked = [column for column, _ in read.every(Kind.CLINICAL)]
        condition = {key: terms for key, terms in condition.items() if key not in asked}
        columns = tuple(dict.fromkeys([*columns, *asked]))
    plainly = _finds("summary", said.text)
    summary = plainly or (not columns and _finds("summary_of_all", said.text))
    if not columns and names_unknown_field(read.text):
        raise No(Reason.UNKNOWN_FIELD)
    beyond_dates = {key for key in condition if column_of(key) is not Column.VISIT_DATE}
    about = beyond_dates or columns or plainly or _one("records_or_people").search(said.text)
    if not about or (rest.words and not (columns or _one("asks").search(read.text))):
        raise No(Reason.NOT_UNDERSTOOD, rest.words)
    if _one("part_of_time").search(read.text) or any(
        _one("time_unread").search(words) for words in rest.lost
    ):  # the rest of a time of which a part was read
        raise No(Reason.BAD_VALUE, rest.lost)
    if excepts(read.text):
        raise No(Reason.EXCEPTION)
    lost = tuple(words for words in rest.lost if not (columns and names_unknown_field(words)))
    if lost and EXACTLY.isdisjoint(condition):  # a condition more, an unknown name: not everybody's
        raise No(Reason.NOT_UNDERSTOOD, lost)
    if not condition and _one("somebody_unnamed").search(read.text):
        raise No(Reason.NO_PATIENT)
    shown = HisOperation(operation=Verb.SELECT, condition=condition, column_output=columns or (ALL,), summary=summary)
    return Read(shown, rest.words)


def _finds(name: str, text: str) -> bool:
    return any(expression.search(text) for expression in patterns("reading", name))


def _one(name: str) -> re.Pattern[str]:
    return patterns("reading", name)[0]
