# ruff: noqa: E501
"""One instruction, in Chinese or English, as one typed operation, or refused with the reason and what would help."""

import re
from collections.abc import Sequence
from datetime import datetime
from enum import StrEnum

from pydantic import ValidationError

from his_adapter.hospinfo.ages import aged
from his_adapter.hospinfo.changes import changes, several_targets
from his_adapter.hospinfo.clinical import clinical
from his_adapter.hospinfo.creation import created
from his_adapter.hospinfo.departments import departments as departed
from his_adapter.hospinfo.fields import asked_for, fielded, names_unknown_field
from his_adapter.hospinfo.people import doctors, gendered, named, numbered
from his_adapter.hospinfo.script import Kind, Script, script
from his_adapter.hospinfo.values import NotAValue, value
from his_adapter.hospinfo.verbs import verb_of
from his_adapter.hospinfo.vocabulary import pattern, vocabulary
from his_adapter.hospinfo.when import dated
from his_adapter.operation import ALL, Column, Condition, HisOperation, Term, Verb
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
    except (NotAValue, ValidationError):
        reason = Reason.BAD_VALUE
    return Refused(reason=reason, help=vocabulary().refusals[reason][language_of(instruction) or Language.EN])


QUOTED = r"\"(?P<a>[^\"]+)\"|(?:(?<=[\s:,(=])|(?<=[\u4e00-\u9fff]))'(?P<b>[^\n]+?)'(?=[\s.,;:!?)]|$|[\u4e00-\u9fff])|[「『《](?P<c>[^」』》]+)[」』》]"


def _operation(instruction: str, now: datetime, known: Sequence[str]) -> HisOperation:
    said = script(instruction[:LONGEST])
    said = said.lettered(Kind.QUOTED, pattern(QUOTED), lambda m: said.written(*m.span(m.lastgroup or 0)))
    said = fielded(numbered(said))
    verb = verb_of(said.text)
    match verb:
        case None:
            raise _No(Reason.SEVERAL)
        case Verb.SELECT:
            return _select(said, now, known)
        case Verb.CREATE:
            return _create(said, now, known)
        case Verb.UPDATE:
            return _update(said, now, known)
        case Verb.DELETE:
            return _delete(said, now, known)


SUMMARY = (
    r"\b(?:overview|summar(?:y|ies|i[sz]e[sd]?|i[sz]ing)|recent (?:situation|condition|status|state|health)|recap|brief me|briefing|run ?down|catch me up|big picture|at a glance|general (?:picture|situation|condition|idea)|overall (?:picture|situation|condition|status)|current (?:situation|condition|status)|how (?:is|has|have|are|was|'s) ⟨*⟩ (?:been|doing|getting)|how's|gist|situation)\b"
    r"|总结|概括|概述|概况|综述|汇总|小结|归纳|近况|总览|概览|梳理|(?:最近|近期|近来|目前|整体|大致|总体|大概|总的|基本)的?(?:就诊|健康|身体|病情)?(?:情况|状况|病情)|(?:最近|近来|近期)?(?:情况|状况|身体)?(?:怎么样|怎样|如何|咋样)"
)


SOMETHING = r"⟨record_en⟩|⟨record_zh⟩|⟨people_en⟩|⟨people_zh⟩"


def _select(said: Script, now: datetime, known: Sequence[str]) -> HisOperation:
    summary = pattern(SUMMARY).search(said.text)
    read = _recognised(said, now, known)
    condition = _condition(read)
    columns = tuple(dict.fromkeys(read.every(Kind.FIELD)))
    if not columns and names_unknown_field(read.text):
        raise _No(Reason.UNKNOWN_FIELD)
    about = condition or columns or summary or pattern(SOMETHING).search(read.text)
    if not about:
        raise _No(Reason.NOT_UNDERSTOOD)
    if not condition and pattern(
        r"\b(?:this|that|the) patient(?:'s|\b(?!s))|\b(?:his|her)\b|(?:该|这个|这位|那位)(?:患者|病人)|他的|她的"
    ).search(read.text):
        raise _No(Reason.NO_PATIENT)
    return HisOperation(
        operation=Verb.SELECT, condition=condition, column_output=columns or (ALL,), summary=summary is not None
    )


def _recognised(said: Script, now: datetime, known: Sequence[str]) -> Script:
    """Everything that can be a condition or a field asked for as letters."""
    read = departed(aged(dated(said, now)), known)
    return clinical(named(doctors(asked_for(gendered(read)))))


def _condition(read: Script) -> Condition:
    condition: dict[str, list[Term]] = {}
    fixed: Condition = {}
    for kind, column in (
        (Kind.PATIENT, Column.PATIENT_ID), (Kind.RECORD, Column.OUTPATIENT_NUMBER), (Kind.PERSON, Column.NAME),
        (Kind.GENDER, Column.GENDER), (Kind.DEPARTMENT, Column.DEPARTMENT), (Kind.DOCTOR, Column.PHYSICIAN_SIGNATURE),
    ):  # fmt: skip
        for meant in read.every(kind):
            condition.setdefault(column, []).append(meant)
    for column, words in read.every(Kind.CLINICAL):
        condition.setdefault(column, []).extend(_alternatives(words))
    for bounded in (*read.every(Kind.AGE), *read.every(Kind.WHEN)):
        fixed.update(bounded)
    single = {key: tuple(dict.fromkeys(terms)) for key, terms in condition.items()}
    return {**{key: terms[0] if len(terms) == 1 else terms for key, terms in single.items()}, **fixed}


def _alternatives(words: str) -> list[str]:
    return [part.strip() for part in re.split(r",? or |或者?是?|、", words) if part.strip()]


def _update(said: Script, now: datetime, known: Sequence[str]) -> HisOperation:
    found = changes(said, now, known)
    if not found.changes:
        if _emptied(said):
            return _empty(said, now, known)
        raise _No(Reason.UNKNOWN_FIELD if names_unknown_field(said.text) else Reason.NO_CHANGE)
    if several_targets(found):
        raise _No(Reason.SEVERAL)
    condition = _condition(_targets(found.rest, now, known))
    for change in found.changes:
        if change.old:
            condition |= _held(change.column, change.old, now, known)
    _check_target(condition)
    new = {change.column: value(change.column, change.new, now, known) for change in found.changes}
    return HisOperation(operation=Verb.UPDATE, condition=condition, column_change=new)


def _held(column: Column, old: str, now: datetime, known: Sequence[str]) -> Condition:
    if column is Column.VISIT_DATE:
        whens = dated(script(old), now).every(Kind.WHEN)
        return dict(whens[0]) if whens else {}
    if column is Column.AGE and (digits := re.search(r"\d+", old)):
        return {"age": int(digits[0])}
    return {column.value: value(column, old, now, known)}


def _targets(rest: Script, now: datetime, known: Sequence[str]) -> Script:
    return named(departed(dated(rest, now), known))


def _emptied(said: Script) -> bool:
    return pattern(r"⟨delete_en⟩|⟨delete_zh⟩|\bblank\b|\bempty\b|置空").search(said.text) is not None


def _empty(said: Script, now: datetime, known: Sequence[str]) -> HisOperation:
    condition = _condition(_targets(said, now, known))
    _check_target(condition)
    return HisOperation(
        operation=Verb.UPDATE, condition=condition, column_change=dict.fromkeys(said.every(Kind.FIELD), "")
    )


def _delete(said: Script, now: datetime, known: Sequence[str]) -> HisOperation:
    condition = _condition(_recognised(said, now, known))
    _check_target(condition)
    return HisOperation(operation=Verb.DELETE, condition=condition)


def _check_target(condition: Condition) -> None:
    if not {Column.PATIENT_ID, Column.OUTPATIENT_NUMBER, Column.NAME} & set(condition):
        raise _No(Reason.NO_PATIENT)


def _create(said: Script, now: datetime, known: Sequence[str]) -> HisOperation:
    filled = created(said, now, known)
    if Column.PATIENT_ID not in filled:
        raise _No(Reason.NO_PATIENT)
    return HisOperation(operation=Verb.CREATE, column_change=filled)
