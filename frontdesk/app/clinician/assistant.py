"""A doctor's question about one patient, or the clinic: planned, run, answered, and kept to be explained."""

from collections.abc import Callable, Iterator, Sequence
from math import prod
from typing import Any

from frontdesk.app.clinician.answers import (
    answered,
    no_visit_since,
    pictures_of,
    results,
    sources_of,
    tells_nothing,
    unread,
)
from frontdesk.app.clinician.executor import Execution
from frontdesk.app.clinician.plan import BadPlan, Step
from frontdesk.app.clinician.planning.by_model import planned, worded
from frontdesk.app.clinician.planning.consultation import consult
from frontdesk.app.clinician.planning.cues import cued
from frontdesk.app.clinician.planning.embedded import Candidate, candidates, last_resort, named_in, next_steps
from frontdesk.app.clinician.planning.follow_up import resolved
from frontdesk.app.clinician.planning.shorthand import spelled_out
from frontdesk.app.clinician.planning.slots import BY_RULES, Slots
from frontdesk.app.clinician.planning.strangers import strangers
from frontdesk.app.clinician.planning.strangers import told_of as strange
from frontdesk.app.clinician.planning.suggestions import nearest
from frontdesk.app.clinician.planning.wishes import Wish, wishes
from frontdesk.app.clinician.searching import concepts, untold
from frontdesk.app.clinician.subject import nameless as without_name
from frontdesk.app.clinician.subject import told_of, unanswered
from frontdesk.app.clinician.task import Chart
from frontdesk.app.clinician.tasks.explanation import TASK as EXPLANATION
from frontdesk.app.clinician.topics import TopicKind, topics
from frontdesk.app.clinician.trace import Done, Strategy, Trace, Way, is_key
from frontdesk.models.facts import Language
from frontdesk.models.intents import Intent
from frontdesk.models.language.model import ModelFailed
from frontdesk.models.runner import EMBEDDED, Runner

BESIDE_PATIENT = frozenset(
    {"policy", "physicians", "search", "cohort", EXPLANATION.name}
)  # tasks that tell nothing of the patient
WORTH_TRYING = 0.08  # chance of a plan that is tried when those before it found nothing
WHOLE = frozenset(  # tell of all that there is, or of no sentence of the records
    {
        Intent.SUMMARY,
        Intent.SEARCH,
        Intent.POLICY,
        Intent.EXPLAIN,
        Intent.TRANSLATE,
        Intent.CONVERT,
        Intent.CHANGED,
        Intent.PLOT,
        Intent.UNEXPLAINED,
        Intent.GUIDELINE,
        Intent.GUIDELINE_ASSESSMENT,
        Intent.GUIDELINE_TREATMENT,
        Intent.GUIDELINE_FOLLOW_UP,
        Intent.GUIDELINE_REFER,
    }
)
NEVER_QUOTED = frozenset({Intent.SEARCH, Intent.POLICY})  # of other patients, or of none
ROOM = 10  # steps, beside which no more sentences are looked for
SURE = 0.6  # chance from which a question is taken for nothing else
WORDS = {
    Language.EN: {
        "full": "Too much for one question; please ask this by itself: {wish}",
        "taken": "taken for a question of {intent} ({chance:.0%})",
        "besides": "not sure, and something named is not spoken of: sentences of the records that speak of it",
        "resort": "nothing found that way: sentences of the records that speak of it",
        "likeliest": "the likeliest reading of the question ({chance:.0%})",
        "less": "a less likely reading ({chance:.0%})",
        "steps": "{count} steps",
        "straight": "one look-up",
        "other": "another reading of the question",
    },
    Language.ZH: {
        "full": "一次问得太多，请单独再问：{wish}",
        "taken": "理解为{intent}类问题（{chance:.0%}）",
        "besides": "没有把握，而且有提到的内容没有答到：再找病历里提到它的句子",
        "resort": "这样没有找到：改找病历里提到它的句子",
        "likeliest": "最可能的意思（{chance:.0%}）",
        "less": "可能性较小的意思（{chance:.0%}）",
        "steps": "要{count}步",
        "straight": "查一次即可",
        "other": "问题的另一种理解",
    },
}


def ask(
    question: str,
    chart: Chart,
    way: Way = Way.REACT,
    runner: Runner | None = None,
    *,
    nameless: Callable[[str], str] = str,
) -> Trace:
    """By the models that are assigned; the embedded way where there are none, and where one fails.

    A question that names another patient than the chart's is not planned: it is said whose page this is.
    `nameless` takes names out of a question beyond those that the chart holds, before a model is told.
    """
    if refusal := unanswered(question, chart):
        by = {"planned_by": EMBEDDED, "answered_by": EMBEDDED}
        return Trace(question=question, language=chart.language, way=way, **by, answer=refusal, answered=False)
    trace = _answered(question, chart, way, runner, nameless)
    told = {one.task for one in results(trace.steps) or trace.steps}
    if told <= BESIDE_PATIENT:
        return trace
    return trace.model_copy(update={"answer": told_of(trace.answer, chart)})


def _answered(question: str, chart: Chart, way: Way, runner: Runner | None, nameless: Callable[[str], str]) -> Trace:
    if runner is None:
        return _embedded(question, chart, way)
    consultation = consult(question, chart, runner, nameless)
    try:
        trace = planned(consultation, way) or _embedded(question, chart, way)
    except ModelFailed:
        return _embedded(question, chart, way)
    return worded(trace, consultation)


def _embedded(question: str, chart: Chart, way: Way) -> Trace:
    """The embedded way: each wish of the question is planned and run, and the answers stand one below the other."""
    told = {"question": question, "language": chart.language, "way": way}
    question = resolved(spelled_out(without_name(question, chart)), chart)
    told |= {"about": question}
    by = {"planned_by": EMBEDDED, "answered_by": EMBEDDED}
    execution, thoughts, found = Execution(chart), list[str](), list[tuple[Candidate, ...]]()
    answers: list[str] = []
    before: tuple[str, ...] = ()
    asked = wishes(question)
    for wish in asked:
        if len(asked) > 1 and _is_no_policy(wish, chart):
            continue
        named = named_in(wish, chart, question, before)
        plans = candidates(wish, named)
        if plans:
            start = len(execution.done)
            try:
                thoughts += _tried(plans, wish, named, way, execution, chart, question)
            except BadPlan:  # more than fits beside the wishes before it
                thoughts.append(WORDS[chart.language]["full"].format(wish=wish.text))
                answers.append(thoughts[-1])
            answers.append(answered(execution.done[start:], chart))
            found.append(plans)
        before = named.tests or before
    if not found and (quoted := _quotes(question, chart)):
        answers, execution = [unread(question, chart, quoted=True), answered(quoted.done, chart)], quoted
    elif not found:
        return Trace(**told, **by, answer=unread(question, chart), answered=False, suggestions=nearest(question, chart))
    done = execution.done
    taken = frozenset(plans[0].intent for plans in found)
    told_of_pair = any(one.inputs.get("one_of_two") for one in done)  # says it by itself
    if (unknown := strangers(question, chart, taken)) and not told_of_pair:
        answers.insert(0, strange(unknown, chart.language))
    if none_since := no_visit_since(question, chart):
        answers.insert(0, none_since)
    return Trace(
        **told,
        **by,
        answer="\n".join(dict.fromkeys(line for text in answers for line in text.splitlines())),
        answered=True,
        suggestions=nearest(question, chart) if _unknown(question) and _finds_nothing(done) else (),
        thoughts=tuple(thoughts),
        strategies=() if way is Way.REACT else _strategies(found, chart.language),
        steps=done,
        sources=sources_of(done),
        pictures=pictures_of(done),
    )


def _is_no_policy(wish: Wish, chart: Chart) -> bool:
    """Whether a wish beside others is taken for one of the hospital's policies by nothing but its likeness to them.

    A doctor who asks about a patient, and how many cigarettes a day, is told of no car park.
    """
    if wish.intent is not Intent.POLICY or cued(wish.text) is not None or BY_RULES.search(wish.text):
        return False
    if chart.clinic is None:
        return True
    return not (chart.clinic.policy(wish.text, chart.language).answered or chart.clinic.physicians(wish.text))


def _quotes(question: str, chart: Chart) -> Execution | None:
    """Sentences that come near a question which is taken for no task; None where there are none."""
    execution = Execution(chart)
    return execution if results(execution.run([last_resort(question)])) else None


def _finds_nothing(done: Sequence[Done]) -> bool:
    """Whether all that was looked up came back with that nothing is on record."""
    found = [one.result for one in results(done)]
    return all(tells_nothing(one) for one in found)


def _unknown(question: str) -> bool:
    return not any(one.known for one in topics(question))


def _tried(
    plans: Sequence[Candidate],
    wish: Wish,
    named: Slots,
    way: Way,
    execution: Execution,
    chart: Chart,
    question: str,
) -> Iterator[str]:
    """Runs one plan after the other until one finds something; says what was thought of each."""
    words = WORDS[chart.language]
    likely = [one for one in plans if one.chance >= WORTH_TRYING]
    for one in likely if way is Way.REACT and likely else plans[:1]:
        at = len(execution.done)
        done = execution.run([_as(step, at, at) for step in one.steps])
        if more := next_steps(one, named, done, question):
            done += execution.run([_as(step, len(execution.done), at) for step in more])
        yield words["taken"].format(intent=one.intent.value, chance=one.chance)
        if results(done):
            if one.intent not in WHOLE and not _is_sum(done):
                told = answered(done, chart)
                unsure = _finds_nothing(done) or (one.chance < SURE and not concepts(wish.text) <= concepts(told))
                rest = wish.whole if unsure else untold(wish.whole, told)
                rest = "" if _is_done(one, wish) else rest
                if rest and len(execution.done) < ROOM:
                    execution.add(_as(last_resort(rest, beside=not unsure), len(execution.done), at))
                if unsure:
                    yield words["besides"]
            return
        named_test = any(step.task == "values" and step.error is not None for step in done[:2])
        if one.chance >= SURE or named_test:  # what it asks for is not there: nothing else would answer
            break
    if plans[0].intent in NEVER_QUOTED:
        return
    execution.run([_as(last_resort(wish.whole), len(execution.done), 0)])
    yield words["resort"]


def _is_done(plan: Candidate, wish: Wish) -> bool:
    """Whether tests or examinations that lists know were asked for: what they look for is no second question."""
    kinds = {one.kind for one in topics(wish.text)}
    return plan.intent is Intent.DONE and bool(kinds & {TopicKind.EXAMINATION, TopicKind.TEST})


def _is_sum(done: Sequence[Done]) -> bool:
    """Whether a formula answered: it tells what it was calculated from, and nothing else was asked."""
    return {one.task for one in results(done)} == {"calculator"}


def _as(step: Step, at: int, plan: int) -> Step:
    """With keys of its own, as many steps were run `at` it, and before its `plan`: another may have used the same."""
    inputs = {name: f"{text}_{plan}" if is_key(text) and plan else text for name, text in step.inputs.items()}
    return step.model_copy(update={"key": f"{step.key}_{at}" if at else step.key, "inputs": inputs})


def _strategies(found: Sequence[Sequence[Candidate]], language: Language) -> tuple[Strategy, ...]:
    """Up to three ways to take the whole question: each wish at its likeliest, then the next reading of the wishes."""
    words = WORDS[language]
    ways = []
    for at in range(max(map(len, found))):
        taken = [plans[min(at, len(plans) - 1)] for plans in found]
        steps = tuple(step.task for one in taken for step in one.steps)
        chance = prod(one.chance for one in taken)
        pros = words["likeliest" if not at else "straight" if len(steps) == 1 else "other"].format(chance=chance)
        cons = words["steps" if not at else "less"].format(count=len(steps), chance=chance)
        ways.append(Strategy(steps=steps, pros=pros, cons=cons, chosen=not at))
    return tuple(ways)


def told(trace: Trace) -> dict[str, Any]:
    """As `frontdesk clinician --json` prints it."""
    whole = trace.model_dump(mode="json")
    steps = [{name: step[name] for name in ("task", "inputs", "result", "error")} for step in whole["steps"]]
    return {
        "answer": trace.answer,
        "steps": steps,
        "sources": whole["sources"],
        "pictures": whole["pictures"],
        "suggestions": whole["suggestions"],
    }
