"""The summary's statements as the fields of the outpatient record say them, so that both tell the same."""

from collections import defaultdict
from collections.abc import Mapping, Sequence

from frontdesk.his_adapter.records import RecordField, Section, Statement
from frontdesk.models.facts import Language

GAP = {Language.ZH: "；", Language.EN: "; "}
FIELDS = {
    Section.COMPLAINT: RecordField.COMPLAINT,
    Section.PAST_HISTORY: RecordField.PAST,
    Section.FAMILY: RecordField.PAST,
    Section.MEDICINES: RecordField.PAST,
    Section.ALLERGIES: RecordField.ALLERGIES,
    Section.INTOLERANCES: RecordField.PAST,
    Section.ROUTING: RecordField.NOTES,
    Section.NOTES: RecordField.NOTES,
}  # all others: the present illness


def field_of(statement: Statement) -> RecordField:
    return statement.field or FIELDS.get(statement.section, RecordField.PRESENT)


def written(statements: Sequence[Statement], language: Language) -> dict[RecordField, str]:
    """Every field's text: what is stated in the order of the page, then the patient's words as words."""
    texts: defaultdict[RecordField, dict[str, None]] = defaultdict(dict)
    for statement in sorted(statements, key=lambda one: one.section is Section.WORDS):
        if text := _text(statement):
            texts[field_of(statement)][text] = None
    return {field: GAP[language].join(texts[field]) for field in RecordField}


def rewritten(
    record: Mapping[str, str], before: Sequence[Statement], after: Sequence[Statement], language: Language
) -> dict[RecordField, str]:
    """The fields that change with the statements of a summary.

    A field that somebody has changed apart from the summary keeps what it says, and what is new comes behind it.
    """
    was, now = written(before, language), written(after, language)
    known = set(before)
    new = [one for one in after if one not in known]
    return {
        field: now[field] if record[field] == was[field] else _behind(record[field], field, new, language)
        for field in RecordField
        if was[field] != now[field]
    }


def _behind(text: str, field: RecordField, new: Sequence[Statement], language: Language) -> str:
    added = (_text(one) for one in new if field_of(one) is field)
    return GAP[language].join((*filter(None, (text,)), *(one for one in added if one and one not in text)))


def _text(statement: Statement) -> str:
    return statement.text if statement.written is None else statement.written
