"""What the hospital's guidelines say, its own before general ones."""

from app.clinician.guidelines import Chapter, fitting
from app.clinician.task import Chart, Inputs, Outcome, Task, Unavailable
from models.facts import Value
from models.mentions import mentions


class Advice(Value):
    title: str
    scope: str
    chapter: Chapter
    items: tuple[str, ...]


class GuidelineInputs(Inputs):
    """`about`: the illness or complaint in words; empty for what the last record tells."""

    about: str = ""
    chapter: Chapter | None = None


def _run(inputs: GuidelineInputs, chart: Chart) -> Outcome:
    texts = [inputs.about] if inputs.about else _of_last(chart)
    chosen = next((those for text in texts if (those := fitting(chart.guidelines, _codes(text)))), [])
    if not chosen:
        raise Unavailable("not available: no guideline of the hospital is about that")
    first = chosen[0]
    chapters = [inputs.chapter] if inputs.chapter else [Chapter.ASSESSMENT, Chapter.TREATMENT]
    advice = tuple(
        Advice(
            title=first.title[chart.language],
            scope=first.scope.value,
            chapter=chapter,
            items=first.chapters[chart.language].get(chapter, ()),
        )
        for chapter in chapters
    )
    return Outcome(
        data=advice, sources=(f"{first.scope.value} guideline: {first.title[chart.language]}", *first.sources)
    )


def _of_last(chart: Chart) -> list[str]:
    if not chart.records:
        return []
    last = chart.records[0]
    return [last.preliminary_diagnosis, last.chief_complaint, last.past_history]


def _codes(text: str) -> set[str]:
    return {one.code for one in mentions(text) if not one.denied}


TASK = Task(
    name="guideline",
    description="Assessment, treatment, follow-up or referral of an illness by the hospital's guideline.",
    inputs=GuidelineInputs,
    outputs="list of {title, scope, chapter, items}",
    piped=False,
    run=_run,
)
