"""Sentences of the records that speak of something, whatever field they stand in."""

from collections.abc import Iterator, Sequence
from datetime import date

from frontdesk.app.clinician.quoting import FIELDS
from frontdesk.app.clinician.searching import best, speaking
from frontdesk.app.clinician.task import Chart, Outcome, Spanned, Task, Unavailable, source_of
from frontdesk.app.clinician.topics import UNKNOWN, topics
from frontdesk.his_adapter.chart.lines import sentences
from frontdesk.models.facts import Language, Value

MOST, BESIDE = 5, 4  # sentences, alone and beside another answer
QUOTES = {
    Language.EN: "Quoted from the records, sentences that speak of it:",
    Language.ZH: "以下是病历原文里提到它的句子：",
}


class Passage(Value):
    """`field`: where in the record it stands, in the language of the question."""

    date: date
    field: str
    text: str
    record: int


class PassagesInputs(Spanned):
    """`words`: what is looked for, in words of either language.

    `beside`: another answer tells the rest; only sentences that plainly speak of these words are wanted.
    """

    words: str
    beside: bool = False


def _run(inputs: PassagesInputs, chart: Chart) -> Outcome:
    found = [
        (sentence, record, field)
        for record in chart.spanned(inputs)
        for field in FIELDS
        for sentence in sentences(getattr(record, field))
    ]
    lines = [sentence for sentence, _, _ in found]
    places = speaking(lines, inputs.words, most=BESIDE) if inputs.beside else best(lines, inputs.words, most=MOST)
    chosen = [found[at] for at in places]
    if not chosen:
        raise _nothing(inputs.words)
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


def _nothing(words: str) -> Unavailable:
    asked = topics(words)
    if any(one.known for one in asked):
        return Unavailable("no record speaks of that", "病历里没有提到")
    said = (UNKNOWN[language].rstrip(".。") for language in (Language.EN, Language.ZH))
    en, zh = (text.format(asked="; ".join(one.words for one in asked) or words) for text in said)
    return Unavailable(en, zh)


def without_known(passages: Sequence[Passage], answer: str) -> tuple[Passage, ...]:
    """Those whose sentence the answer does not quote already."""
    return tuple(one for one in passages if one.text.rstrip(".") not in answer)


def _told(passages: tuple[Passage, ...], chart: Chart) -> Iterator[str]:
    shape = "{} ({}): “{}”" if chart.language is Language.EN else "{}（{}）：“{}”"
    yield QUOTES[chart.language]
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
