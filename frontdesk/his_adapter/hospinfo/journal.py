"""Questions about changes that were made to records, and the wish to take back one's own last change."""

from frontdesk.his_adapter.hospinfo.fields import asked_for, fielded
from frontdesk.his_adapter.hospinfo.open_chart import OpenChart
from frontdesk.his_adapter.hospinfo.people import numbered
from frontdesk.his_adapter.hospinfo.refusals import Reason, Refused, refused
from frontdesk.his_adapter.hospinfo.script import Kind, script
from frontdesk.his_adapter.hospinfo.vocabulary import patterns
from frontdesk.his_adapter.operation import Column, Condition, HisOperation, Verb
from frontdesk.models.facts import Language, Value
from frontdesk.models.parsers import language_of

NO_FIELD = frozenset({Column.VISIT_DATE, Column.OUTPATIENT_NUMBER, Column.PAST_HISTORY})  # "change history", "when"


class UndoLast(Value):
    """One's own last change is to be taken back."""


class ChangesAsked(Value):
    """Who changed what of the records that `operation` selects; of its columns where it names some."""

    operation: HisOperation


def read_journal(instruction: str, about: OpenChart | None = None) -> UndoLast | ChangesAsked | Refused | None:
    """What is asked of changes that were made; None for any other instruction."""
    said = numbered(script(instruction))
    if any(expression.search(said.text) for expression in patterns("journal", "undo")):
        return UndoLast()
    if not any(expression.search(said.text) for expression in patterns("journal", "who_changed")):
        return None
    numbers, patients = tuple(said.every(Kind.RECORD)), tuple(said.every(Kind.PATIENT))
    condition: Condition = {}
    if numbers:
        condition = {Column.OUTPATIENT_NUMBER.value: numbers}
    elif patients:
        condition = {Column.PATIENT_ID.value: patients}
    elif about is None:
        return refused(Reason.NO_PATIENT, language_of(instruction) or Language.EN)
    elif about.outpatient_number is not None:
        condition = {Column.OUTPATIENT_NUMBER.value: about.outpatient_number}
    else:
        condition = {Column.PATIENT_ID.value: about.patient_id}
    fields = set(fielded(asked_for(said)).every(Kind.FIELD)) - NO_FIELD
    columns = tuple(column for column in Column if column in fields)
    asked = HisOperation(operation=Verb.SELECT, condition=condition)
    return ChangesAsked(operation=asked.model_copy(update={"column_output": columns}) if columns else asked)
