"""Allergies and problems that the hospital's earlier records hold, across departments, beside what was said today."""

from collections.abc import Callable, Iterator, Sequence

from frontdesk.app.web.schemas import OnFile, OnFileKind
from frontdesk.his_adapter.medical_names import CLAUSE, allergies_in
from frontdesk.his_adapter.records import OutpatientRecord, PreVisitSummary, Section
from frontdesk.models import parsers
from frontdesk.models.allergies import allergens

NONE = frozenset({"无", "none"})  # how a statement says that there is nothing
SECTIONS = {
    OnFileKind.ALLERGY: Section.ALLERGIES,
    OnFileKind.PROBLEM: Section.PAST_HISTORY,
}
Entry = tuple[OnFileKind, str, str]  # what it is, its code (else its words), its words


def on_file(earlier: Sequence[OutpatientRecord], summary: PreVisitSummary | None) -> list[OnFile]:
    """Allergies and problems, each in the words of the newest record that has it, with date and department.

    `contradicts`: today it was said that there is nothing of the kind.
    """
    found: dict[tuple[OnFileKind, str], OnFile] = {}
    denied = _denied(summary)
    for record in sorted(earlier, key=lambda one: one.visit_date, reverse=True):
        for kind, code, words in dict.fromkeys(_entries(record)):
            known = found.get((kind, code))
            if known is not None:
                found[kind, code] = known.model_copy(update={"times": known.times + 1})
                continue
            found[kind, code] = OnFile(
                kind=kind,
                words=words,
                department=record.department,
                date=record.visit_date,
                outpatient_number=record.outpatient_number or 0,
                times=1,
                contradicts=kind in denied,
            )
    return sorted(found.values(), key=lambda one: list(OnFileKind).index(one.kind))


def _denied(summary: PreVisitSummary | None) -> set[OnFileKind]:
    said = {(one.section, one.text.strip().lower()) for one in summary.statements} if summary else set()
    return {kind for kind, section in SECTIONS.items() if any((section, none) in said for none in NONE)}


def _entries(record: OutpatientRecord) -> Iterator[Entry]:
    allergies = record.drug_allergy_history.strip()
    if told := allergies_in(allergies):
        named = allergens("，".join(told))
        yield from ((OnFileKind.ALLERGY, one.code, allergies) for one in named[:1])
        if not named:
            yield OnFileKind.ALLERGY, allergies, allergies
    for text in (record.preliminary_diagnosis, record.past_history):
        yield from _named(OnFileKind.PROBLEM, text, parsers.conditions)


def _named(kind: OnFileKind, text: str, read: Callable[[str], Sequence[parsers.Named]]) -> Iterator[Entry]:
    """Each thing that is named, in the clause that names it."""
    clauses = [clause.strip() for clause in CLAUSE.split(text)]
    for one in read(text):
        clause = next((clause for clause in clauses if one.words.lower() in clause.lower()), one.words)
        yield kind, one.code, clause
