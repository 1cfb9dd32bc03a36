"""A patient's one list of medicines, from talk and records, and what speaks against them: every screen reads it."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import date

from his_adapter.matching import years_of
from his_adapter.medical_names import allergies_in
from his_adapter.records import OutpatientRecord, PreVisitSummary, Section
from models.mentions import mentions
from models.specialists.case import Patient
from models.specialists.medication.cautions import Caution, cautions
from models.specialists.medication.listing import ListedMedicine, of_words, whole
from models.specialists.medication.prescribed import Note, prescribed
from models.specialists.medication.situation import Situation, situation

NONE = frozenset({"无", "none"})  # how a statement says that there is nothing
SAID_TODAY = (Section.COMPLAINT, Section.POSITIVES, Section.WORDS, Section.STORY)


def on_record(records: Iterable[OutpatientRecord], *, today: date) -> tuple[ListedMedicine, ...]:
    """What the hospital's records leave the patient on."""
    notes = [
        Note(one.visit_date.date(), one.department, one.treatment_opinion, one.past_history, one.outpatient_number)
        for one in records
        if one.treatment_opinion or one.past_history
    ]
    return prescribed(notes, today=today)


def told_in(summary: PreVisitSummary | None) -> tuple[ListedMedicine, ...]:
    """What was told at reception, and what staff have added to its medicines since."""
    if summary is None:
        return ()
    known = {code for entry in summary.medicines for code in entry.holds}
    added = (
        entry
        for text in _texts(summary, (Section.MEDICINES,))
        for entry in of_words(text)
        if known.isdisjoint(entry.holds)
    )
    return (*summary.medicines, *added)


def medicines_of(
    summary: PreVisitSummary | None, records: Sequence[OutpatientRecord], *, today: date
) -> tuple[ListedMedicine, ...]:
    """The one list of a visit: what was told today, then what every record of the patient holds."""
    return whole(told_in(summary), on_record(records, today=today))


def cautions_of(
    entries: Sequence[ListedMedicine], summary: PreVisitSummary | None, records: Sequence[OutpatientRecord]
) -> tuple[Caution, ...]:
    """What speaks against the medicines of the list, the gravest first."""
    told = _texts(summary, SAID_TODAY) if summary else ()
    return cautions(entries, _about(summary, records), told)


def _about(summary: PreVisitSummary | None, records: Sequence[OutpatientRecord]) -> Situation:
    texts = [text for one in records for text in (one.preliminary_diagnosis, one.past_history)]
    texts += _texts(summary, (Section.PAST_HISTORY,)) if summary else ()
    allergies = [clause for one in records for clause in allergies_in(one.drug_allergy_history)]
    allergies += _texts(summary, (Section.ALLERGIES,)) if summary else ()
    patient = Patient(
        age=next((years for one in records if (years := years_of(one.age)) is not None), None),
        conditions=tuple(dict.fromkeys(_ills(texts))),
        allergies=tuple(dict.fromkeys(allergies)),
    )
    return situation("", patient)


def _ills(texts: Iterable[str]) -> Iterator[str]:
    for text in texts:
        yield from (one.words for one in mentions(text) if not one.denied)


def _texts(summary: PreVisitSummary, sections: Iterable[Section]) -> tuple[str, ...]:
    return tuple(one.text for one in summary.statements if one.section in sections and one.text not in NONE)
