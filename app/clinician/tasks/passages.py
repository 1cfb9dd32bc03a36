"""Sentences of the records that speak of something, whatever field they stand in."""

from collections.abc import Iterator
from datetime import date

from app.clinician.searching import best, sentences
from app.clinician.task import Chart, Outcome, Spanned, Task, Unavailable, source_of
from models.facts import Language, Value

MOST = 5
FIELDS = (
    "chief_complaint",
    "present_illness_history",
    "past_history",
    "drug_allergy_history",
    "physical_examination",
    "auxiliary_examination",
    "preliminary_diagnosis",
    "treatment_opinion",
    "notes",
)


class Passage(Value):
    date: date
    text: str
    record: int


class PassagesInputs(Spanned):
    """`words`: what is looked for, in words of either language."""

    words: str


def _run(inputs: PassagesInputs, chart: Chart) -> Outcome:
    found = [
        (sentence, record)
        for record in chart.spanned(inputs)
        for field in FIELDS
        for sentence in sentences(getattr(record, field))
    ]
    chosen = [found[at] for at in best([sentence for sentence, _ in found], inputs.words, most=MOST)]
    if not chosen:
        raise Unavailable("no record speaks of that", "病历里没有提到")
    chosen.sort(key=lambda one: one[1].visit_date, reverse=True)
    passages = tuple(
        Passage(date=record.visit_date.date(), text=text, record=record.outpatient_number or 0)
        for text, record in chosen
    )
    return Outcome(data=passages, sources=tuple(dict.fromkeys(source_of(record) for _, record in chosen)))


def _told(passages: tuple[Passage, ...], chart: Chart) -> Iterator[str]:
    gap = ": " if chart.language is Language.EN else "："
    yield from (f"{one.date}{gap}{one.text}" for one in passages)


TASK = Task(
    name="passages",
    description="Sentences of the records that speak of anything named; for what no other task looks up.",
    inputs=PassagesInputs,
    outputs="list of {date, text, record}, newest first",
    piped=False,
    run=_run,
    told=_told,
)
