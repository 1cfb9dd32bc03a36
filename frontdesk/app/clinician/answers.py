"""The answer in words, from what was gathered and nothing else."""

from collections.abc import Iterator, Sequence
from typing import Any

from frontdesk.app.clinician.planning.events import taken_since
from frontdesk.app.clinician.task import Chart
from frontdesk.app.clinician.tasks import tasks
from frontdesk.app.clinician.tasks.done import Done as DoneOf
from frontdesk.app.clinician.tasks.medicine_list import Courses, Listed
from frontdesk.app.clinician.tasks.passages import without_known
from frontdesk.app.clinician.tasks.presence import Presence
from frontdesk.app.clinician.tasks.reason import Reason
from frontdesk.app.clinician.topics import topics
from frontdesk.app.clinician.trace import Done, Picture, needs
from frontdesk.models.facts import Language

LAST_RESORT = "passages"
# That nothing was found is told even where other steps found something.
NOT_KEPT_SILENT = frozenset({"medicines", "dose", "values", "guideline", "compared"})
WORDS = {
    Language.EN: {
        "not_understood": "I did not understand this question.",
        "only_quoted": "I am not sure what this asks, so here is only what the records come nearest to it with.",
        "not_on_record": "Looked for in the records that you may see, by words and meaning: nothing on {words}.",
        "unknown": (
            "I look things up and change nothing. You can ask about this patient's values and how they moved,"
            " visits, history, medicines, imaging and ECG, what is not explained, our guidelines and policies."
        ),
        "no_visit_since": (
            "No visit since {on} ({words}) is among the records that you may see: nothing later is on record."
        ),
        "nothing": "Not available: {errors}.",
        "gap": "; ",
    },
    Language.ZH: {
        "not_understood": "没有听懂这个问题。",
        "only_quoted": "没有把握听懂这个问题，只列出病历里最接近的句子。",
        "not_on_record": "仍按字面和意思找过：您能看到的病历里没有找到提到{words}的句子。",
        "unknown": (
            "这里只查，不改。可以问这位患者的化验、生命体征及其变化、历次就诊、病史、用药、影像和心电图、"
            "还有什么没解释，以及本院的指南和规定。"
        ),
        "no_visit_since": "{on}（{words}）之后，您能看到的病历里没有就诊，之后的情况没有记录。",
        "nothing": "没有：{errors}。",
        "gap": "；",
    },
}


def unread(question: str, chart: Chart, *, quoted: bool = False) -> str:
    """That the question was not understood, what of its words no record speaks of, and what can be asked.

    `quoted`: sentences that come near it follow.
    """
    words = WORDS[chart.language]
    if quoted:
        return words["only_quoted"]
    about = [one.called(chart.language) for one in topics(question)]
    spoken = [words["not_on_record"].format(words=words["gap"].join(about))] if about else []
    return "\n".join([words["not_understood"], *spoken, words["unknown"]])


def answered(done: Sequence[Done], chart: Chart) -> str:
    """What the last steps found; before what was only looked for as a last resort, or alone, what is not there."""
    found = results(done)
    lines = dict.fromkeys(line for one in found if one.task != LAST_RESORT for line in _told(one, chart))
    for one in (one for one in found if one.task == LAST_RESORT):
        quotes = without_known(one.result, "\n".join(lines))
        lines |= dict.fromkeys(tasks()[one.task].told(quotes, chart) if quotes else ())
    lines |= dict.fromkeys(_no_series(done, chart))
    done = [one for one in done if not (one.background and one.error)]
    told_anyway = [one for one in done if one.task in NOT_KEPT_SILENT and not one.inputs.get("only_mentioning")]
    missing = _missing(told_anyway if any(one.task != LAST_RESORT for one in found) else done, chart)
    if found and found[0].task == "medicines":
        return "\n".join([*lines, *missing])  # what speaks against a medicine stands first
    return "\n".join([*missing, *lines])


def _no_series(done: Sequence[Done], chart: Chart) -> Iterator[str]:
    """Of the tests whose course was asked for, those without two values: the one there is, or that there is none."""
    trends = [one for one in done if one.task == "trend" and one.error is None]
    for step in (one for one in done if one.task == "values" and one.error is None):
        used = [one for one in trends if step.key in needs(one.inputs)]
        if used:
            moved = {one.test for trend in used for one in trend.result}
            rest = {test: values for test, values in step.result.items() if test not in moved}
            yield from tasks()["values"].told(rest, chart)


def no_visit_since(question: str, chart: Chart) -> str:
    """That nobody saw the patient since the medicine that the question dates by was begun or changed; else empty."""
    event = taken_since(question, chart)
    if event is None or any(one.visit_date.date() > event.on for one in chart.records):
        return ""
    return WORDS[chart.language]["no_visit_since"].format(on=event.on, words=event.words)


def tells_nothing(result: Any) -> bool:
    """Whether a result only says that nothing of what was asked is on record."""
    match result:
        case Presence():
            return not any(held.said or held.today for held in result.topics)
        case Reason():
            return not (result.events or result.says or result.series or result.allergies or result.rules)
        case (DoneOf(), *_):
            return not any(one.done or one.values or one.plans or one.not_done or one.told for one in result)
        case Listed():
            return bool(result.missing) and not result.lines and not result.said
        case Courses():
            return not (result.changes or result.said or result.now)
    return False


def _told(one: Done, chart: Chart) -> Iterator[str]:
    return tasks()[one.task].told(one.result, chart)


def _missing(done: Sequence[Done], chart: Chart) -> Iterator[str]:
    words = WORDS[chart.language]
    errors = dict.fromkeys(one.error for one in done if one.error and not _needs_missing(one, done))
    if errors:
        yield words["nothing"].format(errors=words["gap"].join(errors))


def results(done: Sequence[Done]) -> list[Done]:
    """Results that no later result was made of, and that were not looked up for a later step alone."""
    found = [one for one in done if one.error is None and not one.background]
    used = {key for one in found for key in needs(one.inputs)}
    return [one for one in found if one.key not in used]


def _needs_missing(one: Done, done: Sequence[Done]) -> bool:
    """Whether it failed for want of an earlier step's result: that step has told why."""
    return any(other.error for other in done if other.key in needs(one.inputs))


def sources_of(done: Sequence[Done]) -> tuple[str, ...]:
    """Sources of the results and of those they were made of."""
    return tuple(dict.fromkeys(source for one in results(done) for source in _behind(one, done)))


def _behind(one: Done, done: Sequence[Done]) -> tuple[str, ...]:
    made_of = (other for other in done if other.key in needs(one.inputs))
    return (*(source for other in made_of for source in other.sources), *one.sources)


def pictures_of(done: Sequence[Done]) -> tuple[Picture, ...]:
    return tuple(
        one for step in done if isinstance(step.result, tuple) for one in step.result if isinstance(one, Picture)
    )
