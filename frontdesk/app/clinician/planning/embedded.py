"""Plans without a language model: for each intent that a wish may have, the steps that answer it."""

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any, get_args

from frontdesk.app.clinician.departments import unseen_in
from frontdesk.app.clinician.guidelines import Chapter
from frontdesk.app.clinician.plan import Step
from frontdesk.app.clinician.planning.comparing import compares_visits, visits_before
from frontdesk.app.clinician.planning.cues import cued
from frontdesk.app.clinician.planning.events import event_in, without_event
from frontdesk.app.clinician.planning.slots import (
    BY_RULES,
    KIDNEYS,
    Period,
    Slots,
    of_body,
    of_kidneys,
    periods_of,
    slots,
    target_unit,
    to_translate,
    told_in,
)
from frontdesk.app.clinician.planning.wishes import HOW_MUCH, Wish, names_something, thinks_of_giving
from frontdesk.app.clinician.task import Chart
from frontdesk.app.clinician.tasks.calculator import Name as Formula
from frontdesk.app.clinician.tasks.medicine_list import PREVENTS, is_of
from frontdesk.app.clinician.tasks.presence import OF_FAMILY
from frontdesk.app.clinician.tasks.reckoning import Reckoned
from frontdesk.app.clinician.tasks.reckoning import asked_in as reckoned_in
from frontdesk.app.clinician.tasks.reduction import ASKED as OF_REDUCTION
from frontdesk.app.clinician.tasks.reduction import NOT_REDUCED
from frontdesk.app.clinician.tasks.reduction import RULES as REDUCED
from frontdesk.app.clinician.tasks.target import ASKED as OF_TARGET
from frontdesk.app.clinician.tasks.target import asked_of
from frontdesk.app.clinician.tasks.values import standard
from frontdesk.app.clinician.topics import medicines_named, topics
from frontdesk.app.clinician.trace import Done
from frontdesk.models.facts import Value
from frontdesk.models.intents import Intent

MOST = 3  # candidates: Tree of Thought's three strategies
OF_TESTS = frozenset({Intent.VALUES, Intent.TREND, Intent.PLOT, Intent.STATISTICS, Intent.RANGE})
OF_FIELDS = frozenset(
    {
        Intent.OVERVIEW,
        Intent.SYMPTOMS,
        Intent.HISTORY,
        Intent.ALLERGIES,
        Intent.SIGNS,
        Intent.DIAGNOSIS,
        Intent.TREATMENT,
        Intent.IMAGING,
        Intent.ECG,
    }
)
OF_PERSONS = OF_TESTS | {Intent.COMPARE, Intent.CONVERT, Intent.CALCULATE}  # "it" may be a test named before
OF_TOPICS = frozenset(
    {
        Intent.WHY,
        Intent.DONE,
        Intent.PRESENCE,
        Intent.MEDICINE_CHANGES,
        Intent.ADJUST,
        Intent.SIGNED,
        Intent.TREND,
        Intent.INTERACTIONS,
    }
)
OF_MEDICINES = frozenset({Intent.DOSE})
BY_EVENT = OF_TESTS - {Intent.RANGE} | {Intent.COMPARE, Intent.DONE, Intent.CHANGED, Intent.WHY}
ONLY_CALCULATED = frozenset(get_args(Formula)) - {"egfr", "bmi"}  # no record holds them as a value
CHAPTERS = {
    Intent.GUIDELINE_ASSESSMENT: Chapter.ASSESSMENT,
    Intent.GUIDELINE_TREATMENT: Chapter.TREATMENT,
    Intent.GUIDELINE_FOLLOW_UP: Chapter.FOLLOW_UP,
    Intent.GUIDELINE_REFER: Chapter.REFER,
}
BESIDE = ("symptoms", "history", "allergies", "signs", "treatment", "imaging", "ecg")  # what a guideline is held to
OF_KIDNEYS = ("creatinine", "egfr", "potassium")
WEIGHED_BY = ("creatinine", "egfr", "potassium")  # values that most doses hang on
RECENT = 3  # records looked through for it
GUIDELINES = frozenset({Intent.GUIDELINE, *CHAPTERS})
ALSO = 0.15  # chance from which a chapter of a guideline is told beside the likeliest
VAGUE = 0.35  # chance under which a question that names nothing known is not understood
OF_PATIENTS = re.compile(
    r"\b(?:patients?|who|anyone|anybody|of mine|people)\b|病人|患者|[哪几][些个位]人?|谁", re.IGNORECASE
)
EVERY_MEDICINE = re.compile(
    r"(?:什么|哪些|哪几种|几种)药|(?:所有|全部)的?药|用药(?:清单|情况)"
    r"|(?:目前|现在|当前)的?(?:用药|药物)(?=[？?，,。；;]|$)|\b(?:current|all) (?:meds|medicines)\b"
    r"|\b(?:what|which|all|current|other) (?:\w+ )?(?:medicines?|meds|medications?|drugs|tablets)\b",
    re.IGNORECASE,
)
CHANGED = re.compile(
    r"停|换|改|减|不[吃用服]|\b(?:stop\w*|switch\w*|swap\w*|chang\w+|off|discontinu\w+|reduc\w+"
    r"|came off|replac\w+|declin\w+|refus\w+)\b",
    re.IGNORECASE,
)
WHEN_CHANGED = re.compile(  # the day of a change is asked beside the dose
    r"\b(?:when|what day|which (?:day|visit))\b.{0,40}\b(?:cut|reduc\w+|lower\w*|halv\w+|rais\w+|increas\w+|doubl\w+"
    r"|chang\w+|start\w*|begun|stop\w*|up|down)\b|(?:什么时候|何时|哪[天次年]|几时|几号)[^，。？]{0,10}[减降加增调改换停开]"
    r"|[减降加增调改换停]了?[^，。？]{0,8}(?:什么时候|何时|哪[天次年]|几时)",
    re.IGNORECASE,
)
HOW_TAKEN = re.compile(
    r"怎么[吃服用喷吸抹涂打]|[吃服用]法|用法|饭前|饭后|空腹|\b(?:instructions?|directions?)\b"
    r"|\bhow (?:is|are|was|were|does|do|did|should|told)\b.{0,20}\b(?:take\w*|taking|use\w*|it)\b",
    re.IGNORECASE,
)
ALLERGY_TEST = re.compile(
    r"过敏原|变应原|查出|点刺|皮试|\b(?:allergens?|skin prick|patch test|tests?|screen\w*)\b", re.IGNORECASE
)
SINCE_WHEN = re.compile(
    r"\bwhen\b.{0,16}\bdiagnos|\bdiagnosed (?:when|on)\b|\bsince when\b"
    r"|(?:什么时候|何时|哪年|几时)[^，。？]{0,4}(?:确诊|诊断|得|查出|发现)|确诊时间",
    re.IGNORECASE,
)
OF_FIGURES = re.compile(
    r"多少|几(?!次)|\b(?:what|how (?:much|high|low|many)|figures?|values?|numbers?)\b", re.IGNORECASE
)
BY_ITSELF = frozenset({Intent.TREND, Intent.CHANGED, Intent.COMPARE, Intent.PLOT, Intent.STATISTICS})  # tell how far
# Words that ask of an answer, and not of the patient.
OF_ANSWERS = re.compile(
    r"\byou\b|\byour\b|\bbased on\b"
    r"|\b(?:this|that|the|last|previous) (?:answer|number|figure|statement|conclusion|result|value)\b"
    r"|\bsources?\b|\bevidence\b|\breference\b|\bcite\b|\bquote\b|\bexplain\w*|\breasoning\b|\bworking\b|\bsteps\b|\bformula\b"
    r"|\b(?:where|which|what)\b.{0,24}\b(?:from|record|note|document|page|visit|guideline|report)\b"
    r"|\bbehind\b|\bworked out\b|\bjustify\b"
    r"|\bwalk me\b|\bon what grounds\b|\bhow (?:was|is|were) (?:this|that|it)\b|\bhow come you\b|\btrace\b"
    r"|依据|根据|来源|出处|怎么(?:得|算|查|来|知道|看出|判断)|哪(?:里|儿|份|条|次|个病历)|凭什么|上面|上一|刚才|你|您|原文|步骤|公式|解释|过程|引用|证据",
    re.IGNORECASE,
)
OF_NO_DEPARTMENT = GUIDELINES | {
    Intent.SEARCH,
    Intent.POLICY,
    Intent.EXPLAIN,
    Intent.TRANSLATE,
    Intent.SUMMARY,
    Intent.INTERACTIONS,
    Intent.ADJUST,
}
CHECKED = GUIDELINES | {  # against the list already, or of no patient
    Intent.INTERACTIONS,
    Intent.ADJUST,
    Intent.ALLERGIES,
    Intent.SEARCH,
    Intent.POLICY,
    Intent.EXPLAIN,
    Intent.TRANSLATE,
}
NEVER_RECKONED = GUIDELINES | {
    Intent.SEARCH,
    Intent.POLICY,
    Intent.EXPLAIN,
    Intent.TRANSLATE,
    Intent.CONVERT,
    Intent.SUMMARY,
    Intent.PLANS,
}
NEVER = 1e-6
UNLIKELY = 0.02  # of its chance, for an intent that speaks of other things than the wish names


class Candidate(Value):
    """One plan: what the wish is taken for, how likely that is, and its steps."""

    intent: Intent
    chance: float
    steps: tuple[Step, ...]


def candidates(wish: Wish, named: Slots) -> tuple[Candidate, ...]:
    """Up to three plans, the likeliest first; none for a wish that is for no task, or for words that nothing knows."""
    if named.unseen and wish.intent not in OF_NO_DEPARTMENT:
        return (Candidate(intent=wish.intent, chance=1.0, steps=tuple(_elsewhere(wish.intent, named))),)
    lost = named.unknown and (wish.chance < VAGUE or _is_of_nothing(wish.intent, named))
    if wish.intent is Intent.OTHER or lost:
        quotes = Candidate(intent=wish.intent, chance=wish.chance, steps=(last_resort(wish.whole),))
        return (quotes,) if named.spoken_of else ()
    weighed = sorted(
        ((intent, chance * _fits(intent, named)) for intent, chance in wish.intents), key=lambda one: -one[1]
    )
    whole = sum(chance for _, chance in weighed)
    found: list[Candidate] = []
    for intent, chance in weighed:
        if len(found) == MOST:
            break
        steps = (*_around(intent, named), *PLANS[intent](named), *_beside(intent, named)) if intent in PLANS else ()
        if steps:
            found.append(Candidate(intent=intent, chance=chance / whole, steps=steps))
    return tuple(found)


def _is_of_nothing(intent: Intent, named: Slots) -> bool:
    """Whether something is asked of words that no list knows and no record has: an abbreviation taken for a test."""
    if named.spoken_of:
        return False
    return intent is Intent.PRESENCE or (
        intent in OF_TESTS and bool(topics(named.subject)) and not (named.tests or named.results or named.formula)
    )


def _elsewhere(intent: Intent, named: Slots) -> Iterator[Step]:
    """Of departments whose records the doctor may not see."""
    if intent is Intent.WHY:
        yield from _why(named)
    for code in named.unseen:
        yield _step("elsewhere", f"elsewhere_{code}", department=code, about=named.question)


def _around(intent: Intent, named: Slots) -> Iterator[Step]:
    """Of a value that is dated by an event, what it was before and after."""
    if named.event_on and named.tests and intent in BY_EVENT:
        yield _step("around", tests=named.tests, on=named.event_on, words=named.event_words)


def _beside(intent: Intent, named: Slots) -> Iterator[Step]:
    """What the question asks for beside what it is taken for: whether a value is at its target, arithmetic."""
    aimed = [one for one in named.tests or asked_of(named.question) if standard(one)]
    if aimed and intent not in GUIDELINES | {Intent.SEARCH, Intent.POLICY} and OF_TARGET.search(named.question):
        yield _step("target", tests=tuple(aimed))
    if intent not in CHECKED and named.medicines and thinks_of_giving(named.question):
        yield _step("medicines", names=named.medicines)
        yield _step("allergies")
        yield _step("values", "values_beside", tests=WEIGHED_BY, latest=1)
    yield from _reckoned(intent, named)


def _reckoned(intent: Intent, named: Slots) -> Iterator[Step]:
    """The arithmetic that the question asks for beside it."""
    kinds = () if intent in NEVER_RECKONED else reckoned_in(named.question)
    for kind in kinds:
        if (
            kind is Reckoned.TIME_SINCE and Reckoned.COURSE_END in kinds
        ):  # how long it is meant for, not how long it was
            continue
        if kind is Reckoned.DIFFERENCE and intent in BY_ITSELF:
            continue
        if kind is Reckoned.DAILY_DOSE and named.habits and not named.medicine_topics:  # cigarettes a day
            continue
        yield _step("reckoning", f"reckoning_{kind}", kind=kind, about=named.question, tests=named.tests, **named.span)


def named_in(wish: Wish, chart: Chart, question: str, tests_before: Sequence[str] = ()) -> Slots:
    """`tests_before`: tests that the wish before it names, for "and its range?". Values may be told anywhere."""
    chapters = tuple(CHAPTERS[one] for one, chance in wish.intents if one in CHAPTERS and chance >= ALSO)
    of_it = wish.intent in OF_TOPICS or (wish.intent is Intent.MEDICINES_NOW and HOW_MUCH.search(wish.text))
    text = question if of_it and not names_something(wish.text) else wish.whole
    named = slots(text, chart).model_copy(
        update={
            "told": told_in(question, chart),
            "chapters": chapters,
            "kidneys": of_kidneys(question),
            "by_rules": bool(BY_RULES.search(question)),
            "unseen": tuple(
                one.code for one in unseen_in(wish.text if names_something(wish.text) else question, chart)
            ),
        }
    )
    if wish.intent is Intent.INTERACTIONS:  # every medicine of the question is checked, whichever clause names it
        every = slots(question, chart)
        named = named.model_copy(
            update={one: getattr(every, one) for one in ("medicines", "named_medicines", "classes", "paired")}
        )
    if named.event_on is None and (event := event_in(question, chart)):
        named = named.model_copy(update={"event_on": event.on, "event_words": event.words.strip()})
    if wish.intent is Intent.PRESENCE and not named.medicine_topics:
        taken, told = [one.holds for one in chart.medicines], without_event(question)
        beside = " ".join(one.words for one in medicines_named(told) if any(is_of(one, holds) for holds in taken))
        named = named.model_copy(update={"beside_medicine": beside})
    dated = named.periods or named.newest or wish.text == question
    if not dated and (whole := periods_of(question, chart)):
        named = named.model_copy(update={"periods": whole})  # what one clause dates holds for the others
    if named.tests or not tests_before or wish.intent not in OF_PERSONS:
        return named
    return named.model_copy(update={"tests": tuple(tests_before)})


def _fits(intent: Intent, named: Slots) -> float:
    """How far what the wish names speaks for an intent."""
    if intent in GUIDELINES and not named.of_guideline:
        return UNLIKELY
    if named.formula in ONLY_CALCULATED:
        return 1.0 if intent is Intent.CALCULATE else NEVER
    if intent is Intent.EXPLAIN and not (named.answered_before and OF_ANSWERS.search(named.question)):
        return UNLIKELY
    if named.report and intent in OF_FIELDS:
        return 1.0 if intent.value == named.report else UNLIKELY
    if intent is Intent.CONVERT and not (named.readings or target_unit(named.question)):
        return UNLIKELY
    if intent is Intent.INTERACTIONS and not (named.medicines or named.classes) and not _asks_what_goes(named):
        return UNLIKELY
    measured = bool(named.tests or named.results)
    if (measured and intent in OF_FIELDS) or (not (measured or named.uncharted) and intent in OF_TESTS):
        return UNLIKELY
    if named.medicines and not named.on_record and intent in OF_FIELDS - {Intent.ALLERGIES} | {Intent.UNEXPLAINED}:
        return UNLIKELY
    return UNLIKELY if not named.medicines and intent in OF_MEDICINES else 1.0


def _asks_what_goes(named: Slots) -> bool:
    """Whether the words themselves ask what speaks against medicines, though none is named."""
    cue = cued(named.question)
    return (cue is not None and cue.intent is Intent.INTERACTIONS) or thinks_of_giving(named.question)


def next_steps(plan: Candidate, named: Slots, done: Sequence[Done], question: str) -> tuple[Step, ...]:
    """What the observations of a plan call for.

    A value that is not on record, or not any more, may be calculated. A policy that one clause does not find, the
    whole `question` may; "our rule" on a test or medicine may be a guideline's; who sees what is in the directory.
    """
    newest = [values[-1:] for one in done if one.task == "values" for values in (one.result or {"": ()}).values()]
    calculated = any(one.task == "calculator" for one in done)
    if plan.intent in OF_TESTS and named.formula and not calculated and any(not one or one[0].last for one in newest):
        return (_calculator(named),)
    if plan.intent is Intent.SEARCH and done[0].task == "cohort" and done[0].error:
        return (_records(named),)
    if plan.intent is Intent.POLICY and not (done[0].result and done[0].result.sure):
        return tuple(_beside_policy(named, question, found=done[0].error is None))
    return ()


def _beside_policy(named: Slots, question: str, *, found: bool) -> Iterator[Step]:
    if not found and question != named.question:
        yield _step("policy", question=question)
    yield _step("physicians", words=question)
    if _names_something(named):
        yield _step("guideline", mentioning=named.question, only_mentioning=True)


def _names_something(named: Slots) -> bool:
    return bool(named.tests or named.medicines)


def _calculator(named: Slots) -> Step:
    given = tuple({"test": one.test, "value": one.value, "unit": one.unit or ""} for one in named.told)
    dated = named.span if named.formula in ("bmi", "body_surface") else {}
    before = named.before_pregnancy or None
    return _step(
        "calculator", formula=named.formula, given=given, per_kg=named.per_kg, before_pregnancy=before, **dated
    )


def last_resort(question: str, *, beside: bool = False) -> Step:
    """For what no other task finds, or what the answer `beside` it does not speak of."""
    inputs = {"words": question} | ({"beside": True} if beside else {})
    return Step(key="passages", task="passages", inputs=inputs)


UNSAID = (None, "", ())


def _step(task: str, key: str = "", /, **inputs: Any) -> Step:
    said = {name: value for name, value in inputs.items() if value not in UNSAID}
    return Step(key=key or task, task=task, inputs=said)


def _background(task: str, **inputs: Any) -> Step:
    return _step(task, **inputs).model_copy(update={"background": True})


def _in_each(task: str, named: Slots, **inputs: Any) -> Iterator[Step]:
    """A step for each period that is named, and one for the newest where that is named besides."""
    periods = named.periods or (Period(),)
    if named.newest and all(one.until for one in named.periods) and named.periods:
        yield _step(task, f"{task}_newest", **{**inputs, "latest": 1})
    for at, period in enumerate(periods):
        yield _step(task, f"{task}_{at}" if at else task, **inputs, **period.span)


def _values(named: Slots) -> Iterator[Step]:
    """Of what formulas give, the formula first: its figures may be newer than the last value written."""
    if named.formula == "bmi" and len(named.periods) < 2 and (named.latest in (None, 1)):
        yield _calculator(named)
    if named.tests and (named.after or named.points or ((named.moved or named.against_last) and not named.periods)):
        yield from _over_series("trend")(named)
        return
    few = named.latest or (None if named.periods or named.tests or named.results else 1)
    if named.tests or not (named.results or named.uncharted):
        yield from _in_each("values", named, tests=named.tests, latest=few)
    if named.results or (named.any_results and not named.tests):
        yield from _in_each("results", named, names=named.results, latest=few)
    yield from _as_written(named)


def _over_series(*tasks: str) -> Callable[[Slots], Iterator[Step]]:
    def steps(named: Slots) -> Iterator[Step]:
        if named.tests or not (named.results or named.uncharted):
            yield _step("values", tests=named.tests, **named.span)
            two = named.against_last or None
            yield from (_step(task, series="$values", last_two=two if task == "trend" else None) for task in tasks)
        if named.results:
            yield _step("results", names=named.results, **named.span)
        yield from _as_written(named)

    return steps


def _as_written(named: Slots) -> Iterator[Step]:
    """Of what the catalogue holds no values of, the clauses too: a scan, a power of ten, "below 20"."""
    words = [*named.uncharted, *(name for name in named.tests if not standard(name))]
    for at, one in enumerate(dict.fromkeys(words)):
        yield _step("as_written", f"as_written_{at}", about=one, **named.span)


def _range(named: Slots) -> Iterator[Step]:
    if named.tests:
        asked = named.readings[0] if len(named.readings) == 1 and named.readings[0].second is None else None
        value = asked.value if asked else None
        yield _step("ranges", tests=named.tests, value=value, unit=asked.unit if asked else None)
        if named.newest and asked is None:
            yield _step("values", tests=named.tests, latest=1)


def _compare(named: Slots) -> Iterator[Step]:
    if compares_visits(named.question) and all(one.since and one.until for one in named.periods):
        times = tuple(one.span for one in named.periods)
        inputs = {"before": visits_before(named.question) or None, "tests": _held_together(named), "about": named.about}
        yield _step("compared", times=times, **inputs)
        yield from _as_written(named.model_copy(update={"periods": (), "tests": ()}))
    elif named.tests:
        two = len(named.periods) > 1 or (named.newest and named.periods)
        yield from _values(named) if two else _over_series("trend")(named)
    else:
        yield from _in_each("visits", named, latest=None if named.periods else max(2, named.latest or 2))


def _held_together(named: Slots) -> tuple[str, ...]:
    """The tests that visits are compared by; of kidneys in general those that tell of them."""
    known = tuple(one for one in named.tests if standard(one) or not KIDNEYS.search(one))
    return tuple(dict.fromkeys((*known, *OF_KIDNEYS))) if named.kidneys else known


def _overview(named: Slots) -> Iterator[Step]:
    yield from _in_each("visits", named, latest=named.latest)


def _treatment(named: Slots) -> Iterator[Step]:
    """What was advised stands in the field; what is taken, on the list; what was given for an episode, at its visit."""
    cue = cued(named.question)
    if cue is not None and cue.intent is Intent.TREATMENT:
        yield _step("treatment", of=named.question, latest=1, **named.span)
        return
    if named.advice or named.periods or named.newest:
        yield from _of_field("treatment", newest=True)(named)
    if not named.advice:
        yield from _medicines_now(named)


def _told_of(task: str, *, newest: bool = False) -> Callable[[Slots], Iterator[Step]]:
    """The field; of something that is named, whether it is so at all."""

    def steps(named: Slots) -> Iterator[Step]:
        if named.course and (named.about or named.spoken_of):
            yield _step("as_written", about=named.subject, anywhere=True)
        elif named.about or named.habits:
            yield from _presence(named)
        else:
            yield from _of_field(task, newest=newest)(named)

    return steps


def _of_field(task: str, *, newest: bool = False) -> Callable[[Slots], Iterator[Step]]:
    """`newest`: the last record alone, where nothing else is asked for."""

    def steps(named: Slots) -> Iterator[Step]:
        sought = named.about or bool(named.medicines) * named.question
        alone = 1 if newest and not named.periods and not sought else None
        yield _step(task, about=sought, latest=named.latest if not sought and named.latest else alone, **named.span)

    return steps


def _allergies(named: Slots) -> Iterator[Step]:
    """Of relatives it is no field of its own."""
    if named.about and OF_FAMILY.search(named.question):
        yield from _presence(named)
        return
    yield _step("allergies")
    yield _step("reactions")
    if ALLERGY_TEST.search(named.question):
        yield _step("as_written", about=named.question, **named.span)
    if named.medicines:
        yield _step("medicines", names=named.medicines)


def _imaging(named: Slots) -> Iterator[Step]:
    yield _step("imaging", kind=named.imaging, about=named.about, latest=named.latest, **named.span)


def _ecg(named: Slots) -> Iterator[Step]:
    yield _step("ecg", latest=named.latest, **named.span)


def _interactions(named: Slots) -> Iterator[Step]:
    """Whether something may be given or done: rules, allergies, values, and what the guideline says of it.

    Where no test is named, the values are those that most doses hang on.
    """
    alone = named.paired and len({*named.named_medicines, *named.classes}) == 1
    yield _step("medicines", names=named.medicines, classes=named.classes, one_of_two=alone or None)
    yield _step("allergies")
    if named.medicines:
        yield _step("diagnoses", latest=1)
    yield _step("values", tests=named.tests or WEIGHED_BY, latest=1)
    if named.formula == "egfr":
        yield _calculator(named)
    if named.kidneys:
        yield _step("calculator", formula="creatinine_clearance").model_copy(update={"key": "clearance"})
    if named.medicines:
        yield _step("passages", words=named.question)
    yield from _by_rules(named)


def _by_rules(named: Slots) -> Iterator[Step]:
    """What a guideline says of it, where a guideline is asked for."""
    if named.by_rules:
        yield _step("guideline", mentioning=named.question, only_mentioning=True)


def _dose(named: Slots) -> Iterator[Step]:
    if named.medicines:
        yield _step("medicine_list", about=named.question)
        yield _step("dose", names=named.medicines)
        yield _step("treatment", about=named.question)


def _guideline(*chapters: Chapter) -> Callable[[Slots], Iterator[Step]]:
    """What is on record is looked up first, and stands beside each sentence that speaks of it."""

    def steps(named: Slots) -> Iterator[Step]:
        yield _background("values", latest=1)
        for task in BESIDE:
            yield _background(task, latest=RECENT)
        keys = {task: f"${task}" for task in ("values", *BESIDE)}
        told = tuple(dict.fromkeys([*chapters, *named.chapters]))
        mentioning = named.question if _names_something(named) else ""
        yield _step("guideline", about=named.about, chapters=told, mentioning=mentioning, **keys)

    return steps


def _policy(named: Slots) -> Iterator[Step]:
    yield _step("policy", question=named.question)


def _translate(named: Slots) -> Iterator[Step]:
    text, to = to_translate(named.question)
    yield _step("translation", text=text, to=to)


def _calculate(named: Slots) -> Iterator[Step]:
    if named.formula:
        yield _calculator(named)
    elif named.medicine_topics and Reckoned.PER_KG in reckoned_in(named.question):
        yield _step("medicine_list", about=named.question)
    elif named.medicine_topics:
        yield _step("weight_dose", about=named.question)
        yield _step("medicines", names=named.medicines)
    elif named.tests:
        yield from _over_series("trend")(named)


def _convert(named: Slots) -> Iterator[Step]:
    to = target_unit(named.question)
    if named.readings and named.readings[0].unit:
        one = named.readings[0]
        yield _step("convert", test=one.test, value=one.value, unit=one.unit, to=to if to != one.unit else "")
    elif body := of_body(named.question):
        yield _step("convert", value=body[0], unit=body[1], to=to if to != body[1] else "")
    elif named.tests:
        yield _step("convert", test=named.tests[0], to=to)


def _unexplained(named: Slots) -> Iterator[Step]:
    yield _step("unexplained", latest=named.latest, **named.span)


def _explain(named: Slots) -> Iterator[Step]:
    yield _step("explanation")


def _search(named: Slots) -> Iterator[Step]:
    """By what the index holds of each patient; times, ages and sexes through the search of records."""
    by_index = named.medicine_topics or named.limit or (named.about and not named.periods)
    if not by_index and (named.periods or not OF_PATIENTS.search(named.question)):
        yield _records(named)
    else:
        yield _step("cohort", request=named.question)


def _records(named: Slots) -> Step:
    return _step("search", request=named.question, medicines=named.medicines)


def _medicines_now(named: Slots) -> Iterator[Step]:
    """Of what is named alone; the whole list too where that is asked for beside it."""
    if named.medicine_topics and EVERY_MEDICINE.search(named.question):
        yield _step("medicine_list", "medicine_list_whole")
    of_some = named.medicine_topics or PREVENTS.search(named.question)
    yield _step("medicine_list", about=named.question if of_some else "")
    if named.medicine_topics and (named.advice or HOW_TAKEN.search(named.question)):
        yield _step("treatment", about=named.question, latest=1)
    if named.medicine_topics and WHEN_CHANGED.search(named.question):
        yield _step("medicine_history", about=named.question)


def _medicine_changes(named: Slots) -> Iterator[Step]:
    """Of what was ended or changed the reason too: whoever asks when mostly asks why."""
    if named.medicine_topics:
        yield _step("medicine_history", about=named.question, courses=named.courses, **named.span)
        if CHANGED.search(named.question):
            yield _step("reason", about=named.question, **named.span)


def _adjust(named: Slots) -> Iterator[Step]:
    """What it hangs on: the dose now, what was changed of it, how the last visit was, and what speaks against it.

    Of what is on no record, whether it may be given.
    """
    if named.medicines and not named.on_record:
        yield from _interactions(named)
        return
    yield from _reduction(named)
    yield _step("medicine_list", about=named.question)
    yield _step("medicine_history", about=named.question)
    yield _step("visits", latest=1)
    yield _step("medicines", names=named.medicines)


def _reduction(named: Slots) -> Iterator[Step]:
    """Of a medicine that has a rule for its smaller dose what of it is met, where a smaller dose is asked about."""
    ours = tuple(one for one in named.named_medicines if one in REDUCED)
    if ours and OF_REDUCTION.search(named.question):
        yield _step("reduction", names=ours)


def _why(named: Slots) -> Iterator[Step]:
    reduced = list(_reduction(named))
    yield from reduced
    if not (reduced and NOT_REDUCED.search(named.question)):
        yield _step("reason", about=named.question, **named.span)
    yield from _by_rules(named)


def _done(named: Slots) -> Iterator[Step]:
    """Of what no list knows the sentences too; of a value "since the start of it" how it moved."""
    if named.points and named.tests and OF_FIGURES.search(named.question):
        yield from _over_series("trend")(named)
        return
    until = named.span.get("until") if not named.after else None
    if (
        named.medicine_topics and named.tests and named.event_on is None
    ):  # "what did we do with it, and was it rechecked"
        yield _step("medicine_history", about=named.question, **named.span)
    yield _step("done", about=named.subject, after=named.after or named.span.get("since"), until=until)
    if named.unknown and not named.tests:
        yield last_resort(named.subject)
    cue = cued(named.subject)
    if named.after and named.tests and (cue is None or cue.weak):
        yield from _over_series("trend")(named)


def _plans(named: Slots) -> Iterator[Step]:
    yield _step("plans")


def _presence(named: Slots) -> Iterator[Step]:
    yield _step("presence", about=named.subject, **named.span)
    if named.beside_medicine:  # "I see metformin. Is she diabetic?": what it was begun for
        yield _step("reason", about=named.beside_medicine)


def _changed(named: Slots) -> Iterator[Step]:
    """Of what is named its own values first."""
    if named.tests:
        yield from _over_series("trend")(named)
    yield _step("changes")


def _summary(named: Slots) -> Iterator[Step]:
    dated = SINCE_WHEN.search(named.question) is not None
    yield _step("summary", to=to_translate(named.question)[1], dated=dated or None)


def _signed(named: Slots) -> Iterator[Step]:
    if named.medicine_topics:
        yield _step("medicine_history", about=named.question)
    yield _step("signed", about=named.question, latest=named.latest, **named.span)


PLANS: dict[Intent, Callable[[Slots], Iterator[Step]]] = {
    Intent.VALUES: _values,
    Intent.TREND: _over_series("trend"),
    Intent.PLOT: _over_series("trend", "plot"),
    Intent.STATISTICS: _over_series("statistics"),
    Intent.RANGE: _range,
    Intent.COMPARE: _compare,
    Intent.OVERVIEW: _overview,
    Intent.SYMPTOMS: _told_of("symptoms", newest=True),
    Intent.HISTORY: _told_of("history"),
    Intent.ALLERGIES: _allergies,
    Intent.SIGNS: _of_field("signs", newest=True),
    Intent.DIAGNOSIS: _of_field("diagnoses"),
    Intent.TREATMENT: _treatment,
    Intent.IMAGING: _imaging,
    Intent.ECG: _ecg,
    Intent.INTERACTIONS: _interactions,
    Intent.DOSE: _dose,
    Intent.GUIDELINE: _guideline(),
    **{intent: _guideline(chapter) for intent, chapter in CHAPTERS.items()},
    Intent.POLICY: _policy,
    Intent.TRANSLATE: _translate,
    Intent.CALCULATE: _calculate,
    Intent.CONVERT: _convert,
    Intent.UNEXPLAINED: _unexplained,
    Intent.EXPLAIN: _explain,
    Intent.SEARCH: _search,
    Intent.MEDICINES_NOW: _medicines_now,
    Intent.MEDICINE_CHANGES: _medicine_changes,
    Intent.ADJUST: _adjust,
    Intent.WHY: _why,
    Intent.DONE: _done,
    Intent.PLANS: _plans,
    Intent.PRESENCE: _presence,
    Intent.CHANGED: _changed,
    Intent.SUMMARY: _summary,
    Intent.SIGNED: _signed,
}
