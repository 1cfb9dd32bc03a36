"""What the hospital's guidelines say, its own before general ones, beside what the records already hold of it."""

from collections.abc import Iterable, Iterator, Sequence

from app.clinician.guidelines import Chapter, Guideline, fitting
from app.clinician.searching import concepts, kinds
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
    """`about`: the illness or complaint in words; empty, or without a guideline, it is what this patient comes with.

    `chapters`: initial assessment and treatment where none is named. `mentioning`: only what speaks of these words,
    from all chapters of all guidelines about this patient.
    """

    about: str = ""
    chapters: tuple[Chapter, ...] = ()
    mentioning: str = ""


USUAL = (Chapter.ASSESSMENT, Chapter.TREATMENT)
NONE = ("no guideline of the hospital is about that", "本院没有这方面的指南")


def _run(inputs: GuidelineInputs, chart: Chart) -> Outcome:
    texts = [*([inputs.about] if inputs.about else []), *_of_patient(chart)]
    each = [those for text in texts if (those := fitting(chart.guidelines, concepts(text)))]
    if not each:
        raise Unavailable(*NONE)
    if inputs.mentioning:
        return _mentioning(inputs.mentioning, {one.id: one for those in each for one in those}.values(), chart)
    chosen = each[0][0]
    advice = (_advice(chosen, chapter, chart) for chapter in inputs.chapters or USUAL)
    return Outcome(data=tuple(advice), sources=_sources([chosen], chart))


def _mentioning(words: str, guidelines: Iterable[Guideline], chart: Chart) -> Outcome:
    said = kinds(words)
    found: list[tuple[Guideline, Advice]] = []
    for one in guidelines:
        for chapter in Chapter:
            advice = _advice(one, chapter, chart)
            items = tuple(item for item in advice.items if said & kinds(item.text))
            found += [(one, advice.model_copy(update={"items": items}))] if items else []
    if not found:
        raise Unavailable("no guideline about this patient speaks of that", "与这位患者有关的指南里没有提到")
    behind = {one.id: one for one, _ in found}
    return Outcome(data=tuple(advice for _, advice in found), sources=_sources(list(behind.values()), chart))


def _advice(guideline: Guideline, chapter: Chapter, chart: Chart) -> Advice:
    latest = _latest(chart)
    return Advice(
        title=guideline.title[chart.language],
        scope=guideline.scope.value,
        chapter=chapter,
        items=tuple(
            Item(text=text, held=_held(text, latest)) for text in guideline.chapters[chart.language].get(chapter, ())
        ),
    )


def _sources(guidelines: Sequence[Guideline], chart: Chart) -> tuple[str, ...]:
    named = (f"{one.scope.value} guideline: {one.title[chart.language]}" for one in guidelines)
    return (*named, *dict.fromkeys(source for one in guidelines for source in one.sources))


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
