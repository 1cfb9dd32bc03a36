"""A patient's chart for the tasks, from the records that a doctor may see."""

from collections.abc import Collection, Sequence
from datetime import date, datetime

from frontdesk.app.clinician.guidelines import Guideline
from frontdesk.app.clinician.task import Chart, Clinic
from frontdesk.his_adapter.chart import ChartIndex
from frontdesk.his_adapter.history import NOTHING, ClinicalHistory, HistoryKind
from frontdesk.his_adapter.matching import years_of
from frontdesk.his_adapter.medicines import medicines_of, words_of
from frontdesk.his_adapter.records import OutpatientRecord, PreVisitSummary
from frontdesk.models.facts import Language, Sex
from frontdesk.models.knowledge.load import knowledge
from frontdesk.models.mentions import mentions
from frontdesk.models.specialists.case import Patient
from frontdesk.models.specialists.medication.listing import ListedMedicine

SEXES = {"女": Sex.FEMALE, "female": Sex.FEMALE, "男": Sex.MALE, "male": Sex.MALE}


def chart_of(
    records: Sequence[OutpatientRecord],
    guidelines: Sequence[Guideline],
    language: Language,
    *,
    now: datetime,
    previsit: PreVisitSummary | None = None,
    clinic: Clinic | None = None,
    medicines: tuple[ListedMedicine, ...] | None = None,
    visits: Collection[int] = (),
    hidden: Collection[int] = (),
    elsewhere: Sequence[tuple[str, date]] = (),
    history: ClinicalHistory = NOTHING,
) -> Chart:
    """`records` of one patient, the newest first, at least one. `medicines`: the list as the page has it.

    `visits`: the numbers of all the patient's records, whoever may see them; `hidden`: those this doctor may not,
    and `elsewhere` their departments and days.
    `history`: what the hospital's own system keeps besides.
    """
    newest = records[0]
    seen = frozenset(one.outpatient_number or 0 for one in records)
    index = ChartIndex(records)
    kept = (one.code for text in words_of(history, HistoryKind.CONDITION) for one in mentions(text) if not one.denied)
    told = (*(one.code for one in index.problems), *kept)
    illnesses = dict.fromkeys(code for code in told if code in knowledge().conditions)
    allergies = dict.fromkeys((*index.allergic_to, *words_of(history, HistoryKind.ALLERGY)))
    listed = medicines
    if listed is None:
        listed = medicines_of(previsit, records, today=now.date(), history=history)
    return Chart(
        patient_id=newest.patient_id,
        patient=Patient(
            age=years_of(newest.age),
            sex=SEXES.get(newest.gender.lower()),
            conditions=tuple(knowledge().conditions[code].en for code in illnesses),
            allergies=tuple(allergies),
        ),
        records=records,
        index=index,
        guidelines=guidelines,
        language=language,
        now=now,
        previsit=previsit,
        clinic=clinic,
        medicines=listed,
        visits=frozenset(visits) | seen,
        hidden=frozenset(hidden),
        elsewhere=tuple(elsewhere),
        history=history,
    )
