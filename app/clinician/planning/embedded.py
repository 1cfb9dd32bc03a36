"""Plans without a language model: for each intent that a question may have, the steps that answer it."""

import re
from collections.abc import Callable, Iterator
from datetime import datetime
from typing import Any

from app.clinician.guidelines import Chapter
from app.clinician.plan import Step
from app.clinician.planning.slots import Slots, of_body, slots, target_unit, to_translate
from models.facts import Value
from models.intents import Intent, intents

MOST = 3  # candidates: Tree of Thought's three strategies
NEXT = re.compile(r"\bnext\b|下一步", re.IGNORECASE)
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
OF_MEDICINES = frozenset({Intent.INTERACTIONS, Intent.DOSE})
UNLIKELY = 0.05  # of its chance, for an intent that speaks of other things than the question names


class Candidate(Value):
    """One plan: what the question is taken for, how likely that is, and its steps."""

    intent: Intent
    chance: float
    steps: tuple[Step, ...]


def candidates(question: str, now: datetime) -> tuple[Candidate, ...]:
    """Up to three plans, the likeliest first; none for a question that is for no task."""
    named = slots(question, now)
    likely = intents(question)
    if likely[0][0] is Intent.OTHER:
        return ()
    weighed = sorted(((intent, chance * _fits(intent, named)) for intent, chance in likely), key=lambda one: -one[1])
    whole = sum(chance for _, chance in weighed)
    found: list[Candidate] = []
    for intent, chance in weighed:
        if len(found) == MOST:
            break
        steps = tuple(PLANS[intent](question, named)) if intent in PLANS else ()
        if steps:
            found.append(Candidate(intent=intent, chance=chance / whole, steps=steps))
    return tuple(found)


def _fits(intent: Intent, named: Slots) -> float:
    """How far what the question names speaks for an intent."""
    if named.report and intent in OF_FIELDS:
        return 1.0 if intent.value == named.report else UNLIKELY
    if (named.tests and intent in OF_FIELDS) or (not named.tests and intent in OF_TESTS):
        return UNLIKELY
    return UNLIKELY if not named.medicines and intent in OF_MEDICINES else 1.0


def last_resort(question: str) -> Step:
    """For what no other task finds."""
    return Step(key="passages", task="passages", inputs={"words": question})


def _step(task: str, /, **inputs: Any) -> Step:
    said = {name: value for name, value in inputs.items() if value not in UNSAID}
    return Step(key=task, task=task, inputs=said)


UNSAID = (None, "", ())


def _values(question: str, named: Slots) -> Iterator[Step]:
    few = named.latest or (None if named.span or named.tests else 1)
    yield _step("values", tests=named.tests, latest=few, **named.span)


def _over_series(task: str) -> Callable[[str, Slots], Iterator[Step]]:
    def steps(question: str, named: Slots) -> Iterator[Step]:
        yield _step("values", tests=named.tests, **named.span)
        yield _step(task, series="$values")

    return steps


def _range(question: str, named: Slots) -> Iterator[Step]:
    if named.tests:
        asked = named.readings[0] if len(named.readings) == 1 and named.readings[0].second is None else None
        value = asked.value if asked else None
        yield _step("ranges", tests=named.tests, value=value, unit=asked.unit if asked else None)


def _compare(question: str, named: Slots) -> Iterator[Step]:
    if named.tests:
        yield from _over_series("trend")(question, named)
    else:
        yield _step("visits", latest=max(2, named.latest or 2), **named.span)


def _overview(question: str, named: Slots) -> Iterator[Step]:
    yield _step("visits", latest=named.latest, **named.span)


def _of_field(task: str, *, newest: bool = False) -> Callable[[str, Slots], Iterator[Step]]:
    """`newest`: the last record alone, where nothing else is asked for."""

    def steps(question: str, named: Slots) -> Iterator[Step]:
        sought = named.about or bool(named.medicines) * question
        alone = 1 if newest and not named.span and not sought else None
        yield _step(task, about=sought, latest=named.latest if not sought and named.latest else alone, **named.span)

    return steps


def _allergies(question: str, named: Slots) -> Iterator[Step]:
    yield _step("allergies", about=question if named.medicines else "")


def _imaging(question: str, named: Slots) -> Iterator[Step]:
    yield _step("imaging", kind=named.imaging, about=named.about, latest=named.latest, **named.span)


def _ecg(question: str, named: Slots) -> Iterator[Step]:
    yield _step("ecg", latest=named.latest, **named.span)


def _interactions(question: str, named: Slots) -> Iterator[Step]:
    yield _step("medicines", names=named.medicines)


def _dose(question: str, named: Slots) -> Iterator[Step]:
    if named.medicines:
        yield _step("dose", names=named.medicines)


def _guideline(question: str, named: Slots) -> Iterator[Step]:
    chapters: tuple[Chapter, ...] = () if NEXT.search(question) else named.chapters
    yield _step("guideline", about=named.about, chapters=tuple(one.value for one in chapters))


def _policy(question: str, named: Slots) -> Iterator[Step]:
    yield _step("policy", question=question)


def _translate(question: str, named: Slots) -> Iterator[Step]:
    text, to = to_translate(question)
    yield _step("translation", text=text, to=to)


def _calculate(question: str, named: Slots) -> Iterator[Step]:
    if named.formula:
        yield _step("calculator", formula=named.formula)


def _convert(question: str, named: Slots) -> Iterator[Step]:
    to = target_unit(question)
    if named.readings and named.readings[0].unit:
        one = named.readings[0]
        yield _step("convert", test=one.test, value=one.value, unit=one.unit, to=to if to != one.unit else "")
    elif body := of_body(question):
        yield _step("convert", value=body[0], unit=body[1], to=to if to != body[1] else "")


def _unexplained(question: str, named: Slots) -> Iterator[Step]:
    yield _step("unexplained", latest=named.latest, **named.span)


def _explain(question: str, named: Slots) -> Iterator[Step]:
    yield _step("explanation")


def _search(question: str, named: Slots) -> Iterator[Step]:
    yield _step("search", request=question)


PLANS: dict[Intent, Callable[[str, Slots], Iterator[Step]]] = {
    Intent.VALUES: _values,
    Intent.TREND: _over_series("trend"),
    Intent.PLOT: _over_series("plot"),
    Intent.STATISTICS: _over_series("statistics"),
    Intent.RANGE: _range,
    Intent.COMPARE: _compare,
    Intent.OVERVIEW: _overview,
    Intent.SYMPTOMS: _of_field("symptoms", newest=True),
    Intent.HISTORY: _of_field("history", newest=True),
    Intent.ALLERGIES: _allergies,
    Intent.SIGNS: _of_field("signs", newest=True),
    Intent.DIAGNOSIS: _of_field("diagnoses"),
    Intent.TREATMENT: _of_field("treatment", newest=True),
    Intent.IMAGING: _imaging,
    Intent.ECG: _ecg,
    Intent.INTERACTIONS: _interactions,
    Intent.DOSE: _dose,
    Intent.GUIDELINE: _guideline,
    Intent.POLICY: _policy,
    Intent.TRANSLATE: _translate,
    Intent.CALCULATE: _calculate,
    Intent.CONVERT: _convert,
    Intent.UNEXPLAINED: _unexplained,
    Intent.EXPLAIN: _explain,
    Intent.SEARCH: _search,
}
