"""Sentences of the records that speak of something, whatever field they stand in."""

from collections.abc import Iterator
from datetime import date

from frontdesk.app.clinician.searching import best, sentences
from frontdesk.app.clinician.task import Chart, Outcome, Spanned, Task, Unavailable, source_of
from frontdesk.models.facts import Language, Value

MOST = 5
FIELDS = {
    "chief_complaint": {Language.EN: "complaint", Language.ZH: "主诉"},
    "present_illness_history": {Language.EN: "present illness", Language.ZH: "现病史"},
    "past_history": {Language.EN: "history", Language.ZH: "既往史"},
    "drug_allergy_history": {Language.EN: "allergies", Language.ZH: "过敏史"},
    "physical_examination": {Language.EN: "examination", Language.ZH: "查体"},
    "auxiliary_examination": {Language.EN: "tests", Language.ZH: "检查"},
    "preliminary_diagnosis": {Language.EN: "diagnosis", Language.ZH: "诊断"},
    "treatment_opinion": {Language.EN: "treatment", Language.ZH: "处理"},
    "notes": {Language.EN: "advice", Language.ZH: "备注"},
}


class Passage(Value):
    """`field`: where in the record it stands, in the language of the question."""

    date: date
    field: str
    text: str
    record: int


class PassagesInputs(Spanned):
    """`words`: what is looked for, in words of either language."""

    words: str


def _run(inputs: PassagesInputs, chart: Chart) -> Outcome:
    found = [
        (sentence, record, field)
        for record in chart.spanned(inputs)
        for field in FIELDS
        for sentence in sentences(getattr(record, field))
    ]
    chosen = [found[at] for at in best([sentence for sentence, _, _ in found], inputs.words, most=MOST)]
    if not chosen:
        raise Unavailable("no record speaks of that", "病历里没有提到")
    chosen.sort(key=lambda one: one[1].visit_date, reverse=True)
    passages = tuple(
        Passage(
            date=record.visit_date.date(),
            field=FIELDS[field][chart.language],
            text=text,
            record=record.outpatient_number or 0,
        )
        for text, record, field in chosen
    )
    return Outcome(data=passages, sources=tuple(dict.fromkeys(source_of(record) for _, record, _ in chosen)))


def _told(passages: tuple[Passage, ...], chart: Chart) -> Iterator[str]:
    shape = "{} ({}): {}" if chart.language is Language.EN else "{}（{}）：{}"
    yield from (shape.format(one.date, one.field, one.text) for one in passages)


TASK = Task(
    name="passages",
    description="Sentences of the records that speak of anything named; for what no other task looks up.",
    inputs=PassagesInputs,
    outputs="list of {date, field, text, record}, newest first",
    piped=False,
    run=_run,
    told=_told,
)
