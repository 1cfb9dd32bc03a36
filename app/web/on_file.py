"""What the hospital's earlier records hold of a patient, across departments, beside what was said today."""

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime, timedelta

from app.web.schemas import OnFile, OnFileKind
from his_adapter.medical_names import CLAUSE, allergies_in
from his_adapter.records import OutpatientRecord, PreVisitSummary, Section
from models import parsers
from models.allergies import allergens

NONE = frozenset({"无", "none"})  # how a statement says that there is nothing
CURRENT = timedelta(days=365)  # a medicine prescribed within so long may still be taken
SECTIONS = {
    OnFileKind.ALLERGY: Section.ALLERGIES,
    OnFileKind.PROBLEM: Section.PAST_HISTORY,
    OnFileKind.MEDICINE: Section.MEDICINES,
}
Entry = tuple[OnFileKind, str, str]  # what it is, its code (else its words), its words


def on_file(earlier: Sequence[OutpatientRecord], summary: PreVisitSummary | None, *, now: datetime) -> list[OnFile]:
    """Allergies, problems and medicines, each in the words of the newest record that has it, with date and department.

    `contradicts`: today it was said that there is nothing of the kind.
    """
    found: dict[tuple[OnFileKind, str], OnFile] = {}
    denied = _denied(summary)
    for record in sorted(earlier, key=lambda one: one.visit_date, reverse=True):
        for kind, code, words in dict.fromkeys(_entries(record, now)):
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


def _entries(record: OutpatientRecord, now: datetime) -> Iterator[Entry]:
    allergies = record.drug_allergy_history.strip()
    if told := allergies_in(allergies):
        named = allergens("，".join(told))
        yield from ((OnFileKind.ALLERGY, one.code, allergies) for one in named[:1])
        if not named:
            yield OnFileKind.ALLERGY, allergies, allergies
    for text in (record.preliminary_diagnosis, record.past_history):
        yield from _named(OnFileKind.PROBLEM, text, parsers.conditions)
    if now - record.visit_date <= CURRENT:
        yield from _named(OnFileKind.MEDICINE, record.treatment_opinion, parsers.medicines)


def _named(kind: OnFileKind, text: str, read: Callable[[str], Sequence[parsers.Named]]) -> Iterator[Entry]:
    """Each thing that is named, in the clause that names it."""
    clauses = [clause.strip() for clause in CLAUSE.split(text)]
    for one in read(text):
        clause = next((clause for clause in clauses if one.words.lower() in clause.lower()), one.words)
        yield kind, one.code, clause
