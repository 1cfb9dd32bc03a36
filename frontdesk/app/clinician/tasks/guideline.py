"""What the hospital's guidelines say, its own before general ones, beside what the records already hold of it."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any

from frontdesk.app.clinician.guidelines import Chapter, Guideline, fitting
from frontdesk.app.clinician.searching import kinds
from frontdesk.app.clinician.task import Chart, Inputs, Outcome, Task, Unavailable
from frontdesk.app.clinician.tasks.reports import ECG
from frontdesk.app.clinician.warned import alone
from frontdesk.his_adapter.chart.lines import sentences
from frontdesk.his_adapter.records import Section
from frontdesk.models.facts import Language, Value
from frontdesk.models.knowledge.load import knowledge
from frontdesk.models.mentions import mentions
from frontdesk.models.parsers.writing import read
from frontdesk.models.specialists.labs_vitals.catalogue import find
from frontdesk.models.specialists.labs_vitals.readings import hear
from frontdesk.models.specialists.labs_vitals.told import PRESSURE
from frontdesk.models.specialists.medication.mentions import mentions as medicines_in
from frontdesk.models.specialists.medication.spoken import hear as hear_situation

WORDS = {
    Language.EN: {
        "head": "{title} ({scope}, {chapter}):",
        "institution": "our own",
        "general": "general",
        "assessment": "initial assessment",
        "treatment": "initial treatment",
        "follow_up": "follow-up",
        "refer": "refer or admit",
        "held": " [on record: {said}]",
        "missing": " [not on record: {said}]",
        "against": " [caution: {said}]",
        "gap": "; ",
    },
    Language.ZH: {
        "head": "{title}（{scope}，{chapter}）：",
        "institution": "本院",
        "general": "通用",
        "assessment": "初步评估",
        "treatment": "初步治疗",
        "follow_up": "随访",
        "refer": "转诊或住院",
        "held": "【已有：{said}】",
        "missing": "【没有记录：{said}】",
        "against": "【注意：{said}】",
        "gap": "；",
    },
}


ECG_CALLED = {Language.EN: "ECG", Language.ZH: "心电图"}


class Item(Value):
    """One sentence of a guideline, and how this patient stands to it.

    `held`: what is on record of it. `missing`: tests that it names and no value is on record of, where values were
    looked up. `against`: rules of the formulary against medicines that it names.
    """

    text: str
    held: tuple[str, ...]
    missing: tuple[str, ...]
    against: tuple[str, ...]


class Advice(Value):
    title: str
    scope: str
    chapter: Chapter
    items: tuple[Item, ...]


class GuidelineInputs(Inputs):
    """`about`: the illness or complaint in words; empty, or without a guideline, it is what this patient comes with.

    `chapters` are told whole. `mentioning`: beside them whatever speaks of these words, from all guidelines about this
    patient. Without either, initial assessment and treatment. The others are keys of earlier results: what is on record
    stands beside the sentences that speak of it.
    """

    about: str = ""
    chapters: tuple[Chapter, ...] = ()
    mentioning: str = ""
    only_mentioning: bool = False  # not available, rather than other sentences, where none speaks of it
    values: Any = None
    symptoms: Any = None
    history: Any = None
    allergies: Any = None
    signs: Any = None
    treatment: Any = None
    imaging: Any = None
    ecg: Any = None


OF_TESTS = (Chapter.ASSESSMENT, Chapter.FOLLOW_UP)
FINDINGS = {  # what an abnormal value is called among the findings that guidelines are about
    (PRESSURE, "high"): "high_blood_pressure_reading",
    ("glucose", "high"): "high_sugar_reading",
    ("hemoglobin a1c", "high"): "high_sugar_reading",
    ("uric acid", "high"): "high_uric_acid",
    ("hemoglobin", "low"): "anaemia_result",
}
USUAL = (Chapter.ASSESSMENT, Chapter.TREATMENT)


def _run(inputs: GuidelineInputs, chart: Chart) -> Outcome:
    fit = _fitting(inputs, chart)
    if not fit:
        raise Unavailable("no guideline of the hospital is about that", "本院没有这方面的指南")
    whole = [(fit[0], _advice(fit[0], chapter, inputs, chart)) for chapter in inputs.chapters]
    told = [*whole, *_mentioning(inputs, fit, chart)]
    if not told and inputs.only_mentioning:
        raise Unavailable("no guideline about this patient speaks of that", "与这位患者有关的指南里没有提到")
    told = told or [(fit[0], _advice(fit[0], chapter, inputs, chart)) for chapter in USUAL]
    behind = {one.id: one for one, _ in told}
    return Outcome(data=tuple(advice for _, advice in told), sources=_sources(list(behind.values()), chart))


def _fitting(inputs: GuidelineInputs, chart: Chart) -> list[Guideline]:
    """Those about the illness asked about; else about what the patient comes with, what is asked about going first.

    Where only sentences on something are wanted, those about every illness on record. What is denied chooses none.
    Words of the present illness and the history choose only where neither complaint nor diagnosis is written.
    """
    had = _codes(*(one.preliminary_diagnosis for one in chart.records))
    if inputs.only_mentioning:
        every = had | _codes(inputs.mentioning, *_complaints(chart), *(one.past_history for one in chart.records))
        return fitting(chart.guidelines, every, chart.patient.sex)
    asked = _codes(inputs.about)
    if named := asked & knowledge().conditions.keys():
        return fitting(chart.guidelines, named, chart.patient.sex)
    asked |= {code for (test, _), code in FINDINGS.items() if test in _tests(f"{inputs.about} {inputs.mentioning}")}
    comes_with = _codes(*_complaints(chart)) | _of_values(inputs)
    if not comes_with and chart.records and not any(_complaints(chart)):
        last = chart.records[0]
        comes_with = _codes(last.present_illness_history, last.past_history)
    found = fitting(chart.guidelines, comes_with | asked, chart.patient.sex)
    return sorted(found, key=lambda one: -one.fits(asked)) or fitting(chart.guidelines, had, chart.patient.sex)


def _codes(*texts: str) -> set[str]:
    return {one.code for text in texts for one in mentions(text) if not one.denied}


def _complaints(chart: Chart) -> list[str]:
    """Today's complaint, and the last record's diagnosis and complaint."""
    today = chart.previsit.statements if chart.previsit else ()
    texts = [one.text for one in today if one.section in (Section.COMPLAINT, Section.POSITIVES)]
    last = chart.records[:1]
    return texts + [text for one in last for text in (one.preliminary_diagnosis, one.chief_complaint)]


def _of_values(inputs: GuidelineInputs) -> set[str]:
    """Findings that the newest values come to."""
    newest = {name: values[-1] for name, values in (inputs.values or {}).items() if values}
    verdicts = {(name, (one.verdict or "").removeprefix("critical_")) for name, one in newest.items()}
    return {code for key, code in FINDINGS.items() if key in verdicts}


def _mentioning(
    inputs: GuidelineInputs, guidelines: Iterable[Guideline], chart: Chart
) -> Iterator[tuple[Guideline, Advice]]:
    """Chapters that are not told whole, cut down to the sentences that share something with what is mentioned."""
    for place, one in enumerate(guidelines):
        said = kinds(inputs.mentioning) - {*one.conditions, *one.findings}  # what all of it is about picks no sentence
        for chapter in Chapter:
            if said and not (place == 0 and chapter in inputs.chapters):
                advice = _advice(one, chapter, inputs, chart)
                items = tuple(item for item in advice.items if said & kinds(item.text))
                yield from [(one, advice.model_copy(update={"items": items}))] if items else []


def _advice(guideline: Guideline, chapter: Chapter, inputs: GuidelineInputs, chart: Chart) -> Advice:
    own = {*guideline.conditions, *guideline.findings}  # what all of it is about tells no sentence from another
    return Advice(
        title=guideline.title[chart.language],
        scope=guideline.scope.value,
        chapter=chapter,
        items=tuple(
            Item(
                text=text,
                held=(*_values(text, inputs), *_sentences(text, own, inputs)),
                missing=tuple(_missing(text, inputs, chart)) if chapter in OF_TESTS else (),
                against=tuple(_against(text, chart)),
            )
            for text in guideline.chapters[chart.language].get(chapter, ())
        ),
    )


def _sources(guidelines: Sequence[Guideline], chart: Chart) -> tuple[str, ...]:
    named = (f"{one.scope.value} guideline: {one.title[chart.language]}" for one in guidelines)
    return (*named, *dict.fromkeys(source for one in guidelines for source in one.sources))


def _tests(text: str) -> list[str]:
    heard = hear(text)
    return list(dict.fromkeys([*heard.asked, *(one.test for one in heard.readings)]))


def _values(text: str, inputs: GuidelineInputs) -> Iterator[str]:
    found = inputs.values or {}
    newest = (found[name][-1] for name in _tests(text) if found.get(name))
    yield from (f"{one.called} {one.written} {one.date}" for one in newest)
    if inputs.ecg and ECG.search(text):
        yield f"{inputs.ecg[0].date} {inputs.ecg[0].text}"


def _missing(text: str, inputs: GuidelineInputs, chart: Chart) -> Iterator[str]:
    if inputs.values is not None:
        unheld = (find(name) for name in _tests(text) if not inputs.values.get(name))
        yield from (test.called(chart.language) for test in unheld if test)
    if inputs.values is not None and not inputs.ecg and ECG.search(text):
        yield ECG_CALLED[chart.language]


def _sentences(text: str, own: Collection[str], inputs: GuidelineInputs) -> Iterator[str]:
    """The newest sentence on record that shares most with `text`, where any shares something."""
    spoken = kinds(text) - set(own)
    looked_up = (inputs.symptoms, inputs.history, inputs.signs, inputs.treatment, inputs.imaging)
    entries = [entry for found in looked_up for entry in found or ()]
    shared = [
        (len(both), entry.date, sentence)
        for entry in entries
        for sentence in sentences(entry.text)
        if (both := spoken & kinds(sentence) - set(own))
    ]
    if shared:
        _, day, sentence = max(shared)
        yield f"{day} {sentence}"


def _against(text: str, chart: Chart) -> Iterator[str]:
    """Rules against the medicines that a sentence names by name, for this patient."""
    named = dict.fromkeys(code for one in medicines_in(read(text)) if one.named for code in one.named.codes)
    situation = hear_situation("", chart.patient).situation if named else None
    warned = (alone(code, situation, chart.language) for code in named) if situation else ()
    yield from (one.told(chart.language) for one in warned if one)


def _told(advice: tuple[Advice, ...], chart: Chart) -> Iterator[str]:
    """What is on record is told once, beside the first sentence that speaks of it."""
    words = WORDS[chart.language]
    before: set[str] = set()
    for one in advice:
        yield words["head"].format(title=one.title, scope=words[one.scope], chapter=words[one.chapter.value])
        for item in one.items:
            beside = {"held": item.held, "missing": item.missing, "against": item.against}
            new = {name: [text for text in said if text not in before] for name, said in beside.items()}
            before.update(*new.values())
            told = (words[name].format(said=words["gap"].join(said)) for name, said in new.items() if said)
            yield f"- {item.text}{''.join(told)}"


TASK = Task(
    name="guideline",
    description="Assessment, treatment, follow-up or referral of an illness by the hospital's guideline.",
    inputs=GuidelineInputs,
    outputs="list of {title, scope, chapter, items: list of {text, held, missing, against}}",
    piped=False,
    run=_run,
    told=_told,
)
