"""A patient's one list of medicines, from talk and records, and what speaks against them: every screen reads it."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import date

from frontdesk.his_adapter.chart import ChartIndex
from frontdesk.his_adapter.history import NOTHING, ClinicalHistory, HistoryEntry, HistoryKind
from frontdesk.his_adapter.matching import years_of
from frontdesk.his_adapter.records import OutpatientRecord, PreVisitSummary, Section
from frontdesk.models.mentions import mentions
from frontdesk.models.specialists.case import Patient
from frontdesk.models.specialists.medication.cautions import Caution, cautions
from frontdesk.models.specialists.medication.listing import ListedMedicine, Standing, of_words, whole
from frontdesk.models.specialists.medication.situation import Situation, situation

NONE = frozenset({"无", "none"})  # how a statement says that there is nothing
OVER = frozenset({"completed", "stopped", "ended", "inactive"})  # how a system says that a medicine is no more taken
THEIRS = "HIS"  # the source of a line whose system names nobody
SAID_TODAY = (Section.COMPLAINT, Section.POSITIVES, Section.WORDS, Section.STORY)


def on_record(records: Iterable[OutpatientRecord], *, today: date) -> tuple[ListedMedicine, ...]:
    """What the hospital's records leave the patient on."""
    return ChartIndex(tuple(records)).prescribed(today)


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


def kept_there(history: ClinicalHistory) -> Iterator[ListedMedicine]:
    """The medicines that the hospital's system keeps a list of; of a name that the formulary does not know, none."""
    for entry in history.of(HistoryKind.MEDICINE):
        for one in of_words(f"{entry.words} {entry.value}".strip()):
            on = entry.date.date() if entry.date else None
            yield one.model_copy(
                update={"standing": _standing(entry), "source": entry.source or THEIRS, "on": on, "dose": entry.value}
            )


def _standing(entry: HistoryEntry) -> Standing:
    if entry.against:
        return Standing.AVOIDED
    return Standing.STOPPED if entry.status in OVER else Standing.TAKEN if entry.told else Standing.RUNNING


def medicines_of(
    summary: PreVisitSummary | None,
    records: Sequence[OutpatientRecord],
    *,
    today: date,
    history: ClinicalHistory = NOTHING,
) -> tuple[ListedMedicine, ...]:
    """The one list of a visit: what was told today, then what every record of the patient and their system hold.

    With a summary the first record is the visit's own: its history is what was told, and nobody prescribed it.
    """
    if summary is not None:
        records = [
            one.model_copy(update={"past_history": "", "present_illness_history": ""}) for one in records[:1]
        ] + list(records[1:])
    return whole(told_in(summary), (*on_record(records, today=today), *kept_there(history)))


def cautions_of(
    entries: Sequence[ListedMedicine],
    summary: PreVisitSummary | None,
    records: Sequence[OutpatientRecord],
    history: ClinicalHistory = NOTHING,
) -> tuple[Caution, ...]:
    """What speaks against the medicines of the list, the gravest first."""
    told = _texts(summary, SAID_TODAY) if summary else ()
    return cautions(entries, _about(summary, records, history), told)


def cautions_by_history(
    history: ClinicalHistory, summary: PreVisitSummary | None, records: Sequence[OutpatientRecord], *, today: date
) -> tuple[Caution, ...]:
    """What only shows beside what the hospital's system keeps: its allergies, illnesses and medicines."""
    without = cautions_of(medicines_of(summary, records, today=today), summary, records)
    entries = medicines_of(summary, records, today=today, history=history)
    return tuple(one for one in cautions_of(entries, summary, records, history) if one not in without)


def _about(summary: PreVisitSummary | None, records: Sequence[OutpatientRecord], history: ClinicalHistory) -> Situation:
    index = ChartIndex(records)
    texts = [*_texts(summary, (Section.PAST_HISTORY,))] if summary else []
    allergies = list(index.allergic_to)
    allergies += _texts(summary, (Section.ALLERGIES,)) if summary else ()
    texts += words_of(history, HistoryKind.CONDITION)
    allergies += words_of(history, HistoryKind.ALLERGY)
    patient = Patient(
        age=next((years for one in records if (years := years_of(one.age)) is not None), None),
        conditions=tuple(dict.fromkeys((*index.ills, *_ills(texts)))),
        allergies=tuple(dict.fromkeys(allergies)),
    )
    return situation("", patient)


def words_of(history: ClinicalHistory, kind: HistoryKind) -> tuple[str, ...]:
    """Of its entries of one kind, without what the system says is not so."""
    return tuple(one.words for one in history.of(kind) if not one.against)


def _ills(texts: Iterable[str]) -> Iterator[str]:
    for text in texts:
        yield from (one.words for one in mentions(text) if not one.denied)


def _texts(summary: PreVisitSummary, sections: Iterable[Section]) -> tuple[str, ...]:
    return tuple(one.text for one in summary.statements if one.section in sections and one.text not in NONE)
