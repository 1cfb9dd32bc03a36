"""A value before and after an event: a medicine begun, changed or stopped, an examination, an illness."""

import re
from collections.abc import Iterator, Sequence
from datetime import date

from frontdesk.app.clinician.task import Chart, Inputs, Outcome, Task, Unavailable
from frontdesk.app.clinician.tasks.trend import moved_between
from frontdesk.app.clinician.tasks.values import Measured, measured, standard
from frontdesk.models.facts import Language, Value

ASIDE = re.compile(r"\s+and\s+(?:the|then|what|how|where|first|its?)\b.*$", re.IGNORECASE)  # what else was asked
WORDS = {
    Language.EN: {
        "head": "{called} before and after {on} ({words}): {told}.",
        "before": "last before {value} ({day})",
        "no_before": "no value on record before",
        "after": "first after {value} ({day})",
        "no_after": "no value on record after",
        "highest": "highest after {value} ({day})",
        "lowest": "lowest after {value} ({day})",
        "last": "latest {value} ({day})",
        "moved": "from before to the latest {moved}",
        "gap": "; ",
    },
    Language.ZH: {
        "head": "{called}，{on}（{words}）前后：{told}。",
        "before": "之前最后一次{value}（{day}）",
        "no_before": "之前没有数值记录",
        "after": "之后第一次{value}（{day}）",
        "no_after": "之后没有数值记录",
        "highest": "之后最高{value}（{day}）",
        "lowest": "之后最低{value}（{day}）",
        "last": "最近一次{value}（{day}）",
        "moved": "从之前到最近{moved}",
        "gap": "；",
    },
}


class AroundInputs(Inputs):
    """`on`: the day of the event; what was measured on it was measured before. `words`: the event, as it was asked."""

    tests: tuple[str, ...]
    on: date
    words: str = ""


class Around(Value):
    """`after`: every value since, the earliest first."""

    on: date
    words: str
    called: str
    before: Measured | None
    after: tuple[Measured, ...]


def _run(inputs: AroundInputs, chart: Chart) -> Outcome:
    found = [one for test in inputs.tests if standard(test) for one in _of(test, inputs, chart)]
    if not found:
        raise Unavailable("no value of that is on record", "病历里没有它的数值")
    values = [value for one in found for value in (*([one.before] if one.before else []), *one.after)]
    return Outcome(
        data=tuple(found), sources=tuple(dict.fromkeys(f"record {one.record} ({one.date})" for one in values))
    )


def _of(test: str, inputs: AroundInputs, chart: Chart) -> Iterator[Around]:
    every = measured(standard(test) or test, chart)
    those = [one for one in reversed(every) if one.unit == every[0].unit]
    if those:
        before = [one for one in those if one.date <= inputs.on]
        yield Around(
            on=inputs.on,
            words=inputs.words,
            called=those[0].called,
            before=before[-1] if before else None,
            after=tuple(one for one in those if one.date > inputs.on),
        )


def _told(found: Sequence[Around], chart: Chart) -> Iterator[str]:
    words = WORDS[chart.language]
    for one in found:
        told = words["gap"].join(_parts(one, chart.language))
        yield words["head"].format(called=one.called, on=one.on, words=ASIDE.sub("", one.words), told=told)


def _parts(one: Around, language: Language) -> Iterator[str]:
    words, after = WORDS[language], one.after
    yield _said("before", one.before, language) if one.before else words["no_before"]
    yield _said("after", after[0], language) if after else words["no_after"]
    if len(after) > 1:
        yield _said("highest", max(after, key=lambda value: value.value), language)
        yield _said("lowest", min(after, key=lambda value: value.value), language)
        yield _said("last", after[-1], language)
    if one.before and after:
        yield words["moved"].format(moved=moved_between(one.before, after[-1], language))


def _said(shape: str, one: Measured, language: Language) -> str:
    return WORDS[language][shape].format(value=one.written, day=one.date)


TASK = Task(
    name="around",
    description="A test's last value before the day of an event, the first after it, and its highest and latest since.",
    inputs=AroundInputs,
    outputs="list of {called, on, before, after: list of {date, value, unit}}",
    piped=False,
    run=_run,
    told=_told,
)
