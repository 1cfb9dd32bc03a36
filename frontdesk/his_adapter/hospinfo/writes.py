"""Instructions to change, delete or create: what is written where. In doubt they are refused, never read widely."""

import re
from collections.abc import Sequence
from datetime import datetime

from frontdesk.his_adapter.hospinfo.assignments import cut
from frontdesk.his_adapter.hospinfo.changes import changes
from frontdesk.his_adapter.hospinfo.conditions import condition_of, recognised, targets
from frontdesk.his_adapter.hospinfo.creation import created
from frontdesk.his_adapter.hospinfo.fields import names_unknown_field
from frontdesk.his_adapter.hospinfo.refusals import No, Reason
from frontdesk.his_adapter.hospinfo.remainder import excepts, one_of_several, says_more, scattered
from frontdesk.his_adapter.hospinfo.script import Kind, Script, script
from frontdesk.his_adapter.hospinfo.values import value, years
from frontdesk.his_adapter.hospinfo.vocabulary import patterns
from frontdesk.his_adapter.hospinfo.when import dated
from frontdesk.his_adapter.operation import NAMING, Column, Condition, HisOperation, Term, Verb, column_of

_ADDS = re.compile(
    r"\b(?:add|adds|append|also (?:note|write|put))\b"
    r"|\b(?:put|record|note|write|enter|log|include) (?:down )?(?:it|that|this) (?:down )?(?:in|on|to|into|under)\b"
    r"|[记写加补填录](?:到|进|入)|补一|加[上一]|添加|增加|补充|追加|补上|再加|还要写",
    re.I,
)


def update(said: Script, now: datetime, known: Sequence[str]) -> HisOperation:
    """`said` has fields as letters. Raises No."""
    found = None if _one("emptied_first").search(said.text) else changes(said, now, known)
    if found is None or not found.changes:
        return _empty(said, now, known)
    new = {change.column: change.new and value(change.column, change.new, now, known) for change in found.changes}
    if len(new) < len(found.changes):  # one field, two values
        raise No(Reason.SEVERAL)
    rest = _without_allergen(found.rest) if Column.DRUG_ALLERGY_HISTORY in new else found.rest
    read = targets(rest, now, known)
    condition = _where(read)
    if set(read.every(Kind.FIELD)) - new.keys() - NAMING:  # of which nothing, or something else, was said
        raise No(Reason.SEVERAL)
    for change in found.changes:
        if change.old:
            condition |= _held(change.column, change.old, now, known)
    adds = _ADDS.search(said.text) is not None and all(new.values()) and not any(c.old for c in found.changes)
    return HisOperation(operation=Verb.UPDATE, condition=condition, column_change=new, adds=adds)


def delete(said: Script, now: datetime, known: Sequence[str]) -> HisOperation:
    """`said` has the names of fields as words: they may be part of a condition. Raises No."""
    read = recognised(_without_reason(said), now, known)
    condition = _where(read)
    if (
        Column.OUTPATIENT_NUMBER not in condition
        and NAMING.isdisjoint(read.every(Kind.FIELD))
        and read.every(Kind.FIELD)
    ):
        raise No(Reason.WHICH_RECORD)  # "with no diagnosis"
    return HisOperation(operation=Verb.DELETE, condition=condition)


def create(said: Script, now: datetime, known: Sequence[str]) -> HisOperation:
    """`said` has fields as letters. Raises No."""
    if len(set(said.every(Kind.PATIENT))) > 1:
        raise No(Reason.SEVERAL)
    filled = created(said, now, known)
    if Column.PATIENT_ID not in filled:
        raise No(Reason.NO_PATIENT)
    if len(filled) == 1 and (says_more(said.text) or not _one("new_one").search(said.text)):
        raise No(Reason.NO_CHANGE)
    return HisOperation(operation=Verb.CREATE, column_change=filled)


def _where(read: Script) -> Condition:
    """The condition of a change, when it says all that `read` says about which records are meant."""
    condition = condition_of(read)
    _check_named(condition)
    if excepts(read.text):
        raise No(Reason.EXCEPTION)
    if scattered(read):
        raise No(Reason.SEVERAL)
    surely = Column.OUTPATIENT_NUMBER in condition
    if not (surely or Column.PATIENT_ID in condition) and _is_family_name(condition[Column.NAME]):
        raise No(Reason.WHICH_RECORD)
    dated_too = any(column_of(key) is Column.VISIT_DATE for key in condition)
    if not surely and (says_more(read.text) or (one_of_several(read.text) and not dated_too)):
        raise No(Reason.WHICH_RECORD)
    return condition


def _is_family_name(name: Term | tuple[Term, ...]) -> bool:
    return not isinstance(name, tuple) and len(str(name).split()) == 1 and (str(name).isascii() or len(str(name)) == 1)


def _check_named(condition: Condition) -> None:
    if not NAMING & condition.keys():
        raise No(Reason.NO_PATIENT)


def _without_allergen(rest: Script) -> Script:
    return cut(rest, [match.span() for match in patterns("remainder", "allergen")[0].finditer(rest.text)])


def _held(column: Column, old: str, now: datetime, known: Sequence[str]) -> Condition:
    if column is Column.VISIT_DATE:
        whens = dated(script(old), now).every(Kind.WHEN)
        return dict(whens[0]) if whens else {}
    if column is Column.AGE:
        return {"age": years(old)}
    return {column.value: value(column, old, now, known)}


def _empty(said: Script, now: datetime, known: Sequence[str]) -> HisOperation:
    """Fields that are to hold nothing; but not part of what one holds."""
    read = targets(said, now, known)
    _check_named(condition_of(read))
    if not _one("emptied").search(said.text):
        raise No(Reason.UNKNOWN_FIELD if _gives_unknown_field(said) else Reason.NO_CHANGE)
    condition = _where(read)
    if says_more(read.text) or NAMING & set(said.every(Kind.FIELD)):  # nobody is to lose a name or an id
        raise No(Reason.NO_CHANGE)
    return HisOperation(
        operation=Verb.UPDATE, condition=condition, column_change=dict.fromkeys(said.every(Kind.FIELD), "")
    )


def _gives_unknown_field(said: Script) -> bool:
    """ "Change the shoe size of P1003 to 42": something is given a value, and it is no field."""
    given = _one("given_value").search(said.text) is not None
    return names_unknown_field(said.text) or (given and not said.every(Kind.FIELD))


def _without_reason(said: Script) -> Script:
    """Beside a record's number: why it goes ("we registered P1003 twice today") names nothing that is to go."""
    reasons = [match.span() for match in _one("reason").finditer(said.text)] if said.every(Kind.RECORD) else []
    return cut(said, reasons)


def _one(name: str) -> re.Pattern[str]:
    return patterns("reading", name)[0]
