"""What the hospital's guidelines say, its own before general ones, beside what the records already hold of it."""

from collections.abc import Iterator

from app.clinician.guidelines import Chapter, fitting
from app.clinician.searching import concepts
from app.clinician.task import Chart, Inputs, Outcome, Task, Unavailable
from app.clinician.tasks.values import TASK as VALUES
from app.clinician.tasks.values import Measured, ValuesInputs
from his_adapter.records import Section
from models.facts import Language, Value
from models.specialists.labs_vitals.readings import hear

WORDS = {
    Language.EN: {
        "head": "{title} ({scope}, {chapter}):",
        "institution": "our own",
        "general": "general",
        "assessment": "initial assessment",
        "treatment": "initial treatment",
        "follow_up": "follow-up",
        "refer": "refer or admit",
        "held": " [on record: {held}]",
        "gap": ", ",
    },
    Language.ZH: {
        "head": "{title}（{scope}，{chapter}）：",
        "institution": "本院",
        "general": "通用",
        "assessment": "初步评估",
        "treatment": "初步治疗",
        "follow_up": "随访",
        "refer": "转诊或住院",
        "held": "【已有：{held}】",
        "gap": "，",
    },
}


class Item(Value):
    """`held`: the newest values on record of the tests it names."""

    text: str
    held: tuple[str, ...]


class Advice(Value):
    title: str
    scope: str
    chapter: Chapter
    items: tuple[Item, ...]


class GuidelineInputs(Inputs):
    """`about`: the illness or complaint in words; empty for what this patient comes with."""

    about: str = ""
    chapters: tuple[Chapter, ...] = (Chapter.ASSESSMENT, Chapter.TREATMENT)


def _run(inputs: GuidelineInputs, chart: Chart) -> Outcome:
    texts = [inputs.about] if inputs.about else _of_patient(chart)
    chosen = next((those for text in texts if (those := fitting(chart.guidelines, concepts(text)))), [])
    if not chosen:
        raise Unavailable("no guideline of the hospital is about that", "本院没有这方面的指南")
    first = chosen[0]
    written = first.chapters[chart.language]
    latest = _latest(chart)
    advice = tuple(
        Advice(
            title=first.title[chart.language],
            scope=first.scope.value,
            chapter=chapter,
            items=tuple(Item(text=text, held=_held(text, latest)) for text in written.get(chapter, ())),
        )
        for chapter in inputs.chapters
    )
    source = f"{first.scope.value} guideline: {first.title[chart.language]}"
    return Outcome(data=advice, sources=(source, *first.sources))


def _of_patient(chart: Chart) -> list[str]:
    """What the patient comes with: today's complaint, the last record's diagnosis, its complaint, the history."""
    today = chart.previsit.statements if chart.previsit else ()
    texts = [one.text for one in today if one.section in (Section.COMPLAINT, Section.POSITIVES)]
    if chart.records:
        last = chart.records[0]
        texts += [last.preliminary_diagnosis, last.chief_complaint, last.present_illness_history, last.past_history]
    return texts


def _latest(chart: Chart) -> dict[str, Measured]:
    try:
        found = VALUES.run(ValuesInputs(latest=1), chart).data
    except Unavailable:
        return {}
    return {test: values[-1] for test, values in found.items()}


def _held(text: str, latest: dict[str, Measured]) -> tuple[str, ...]:
    heard = hear(text)
    named = dict.fromkeys([*heard.asked, *(one.test for one in heard.readings)])
    values = (latest[name] for name in named if name in latest)
    return tuple(f"{one.called} {one.written} {one.date}" for one in values)


def _told(advice: tuple[Advice, ...], chart: Chart) -> Iterator[str]:
    words = WORDS[chart.language]
    for one in advice:
        yield words["head"].format(title=one.title, scope=words[one.scope], chapter=words[one.chapter.value])
        for item in one.items:
            held = words["held"].format(held=words["gap"].join(item.held)) if item.held else ""
            yield f"- {item.text}{held}"


TASK = Task(
    name="guideline",
    description="Assessment, treatment, follow-up or referral of an illness by the hospital's guideline.",
    inputs=GuidelineInputs,
    outputs="list of {title, scope, chapter, items: list of {text, held}}",
    piped=False,
    run=_run,
    told=_told,
)
