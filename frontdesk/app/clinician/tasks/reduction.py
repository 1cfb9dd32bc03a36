"""When a medicine is given in a smaller dose: each condition of its rule beside what is on record."""

import re
from collections.abc import Iterator

from frontdesk.app.clinician.task import Chart, Inputs, Outcome, Task, Unavailable
from frontdesk.app.clinician.tasks.values import measured
from frontdesk.models.facts import Language, Value
from frontdesk.models.knowledge.formulary import plain_name
from frontdesk.models.specialists.labs_vitals.catalogue import find

ASKED = re.compile(
    r"减[量半到为]|小剂量|低剂量|降量|\b(?:reduc\w+|lower\w*|halv\w+|half|cut|small\w*|full)\b", re.IGNORECASE
)
NOT_REDUCED = re.compile(
    r"[没未不]有?(?:减|降)|\b(?:not|never|n't|no) (?:\w+ )?(?:reduc\w+|lower\w*|halv\w+|cut|half)"
    r"|n't .{0,24}\b(?:reduc|lower|halv|cut)",
    re.IGNORECASE,
)
WORDS = {
    Language.EN: {
        "rule": "{medicine}, the smaller dose of {dose} from {least} of these on ({source}): {conditions}. {count}",
        "age": "age {limit:g} or more",
        "at_most": "{called} at most {limit:g} {unit}",
        "at_least": "{called} {limit:g} {unit} or more",
        "years": "{value:g} years",
        "value": "{value} ({on})",
        "met": "{condition}: {told}, met",
        "unmet": "{condition}: {told}, not met",
        "unknown": "{condition}: not on record",
        "only": "Only {met} met.",
        "enough": "{met} met.",
        "open": "{met} met, {unknown} not on record.",
        "gap": "; ",
    },
    Language.ZH: {
        "rule": "{medicine}符合下列至少{least}条才减为{dose}（{source}）：{conditions}。{count}",
        "age": "年龄{limit:g}岁及以上",
        "at_most": "{called}不超过{limit:g} {unit}",
        "at_least": "{called}不低于{limit:g} {unit}",
        "years": "{value:g}岁",
        "value": "{value}（{on}）",
        "met": "{condition}：{told}，符合",
        "unmet": "{condition}：{told}，不符合",
        "unknown": "{condition}：没有记录",
        "only": "只符合{met}条。",
        "enough": "符合{met}条。",
        "open": "符合{met}条，{unknown}条没有记录。",
        "gap": "；",
    },
}


class Rule(Value):
    """`limits`: age or a test of the catalogue, its limit in the test's own unit, and whether it is the least."""

    dose: str
    least: int
    limits: tuple[tuple[str, float, bool], ...]
    source: str


RULES = {  # in non-valvular atrial fibrillation
    "apixaban": Rule(
        dose="2.5 mg × 2",
        least=2,
        limits=(("age", 80, True), ("body weight", 60, False), ("creatinine", 133, True)),
        source="FDA label apixaban, section 2.1; EMA SmPC Eliquis, section 4.2",
    ),
}


class ReductionInputs(Inputs):
    """`names`: codes of medicines."""

    names: tuple[str, ...]


class Condition(Value):
    """`met` None: nothing on record tells it."""

    name: str
    told: str
    met: bool | None


class Reduction(Value):
    medicine: str
    rule: Rule
    conditions: tuple[Condition, ...]


def _run(inputs: ReductionInputs, chart: Chart) -> Outcome:
    """Raises Unavailable where no rule is kept of these medicines."""
    ours = [one for one in inputs.names if one in RULES]
    if not ours:
        raise Unavailable("no rule for a smaller dose of that is kept here", "这里没有它减量的规定")
    found = tuple(
        Reduction(
            medicine=plain_name(one, chart.language),
            rule=RULES[one],
            conditions=tuple(_condition(*limit, chart) for limit in RULES[one].limits),
        )
        for one in ours
    )
    return Outcome(data=found, sources=tuple(one.rule.source for one in found))


def _condition(name: str, limit: float, least: bool, chart: Chart) -> Condition:
    words = WORDS[chart.language]
    if name == "age":
        age = chart.patient.age
        told = "" if age is None else words["years"].format(value=age)
        return Condition(name=words["age"].format(limit=limit), told=told, met=None if age is None else age >= limit)
    test, newest = find(name), next(iter(measured(name, chart)), None)
    if test is None:
        raise Unavailable(f"there is no test {name}", f"没有这项检查：{name}")
    shape = words["at_least" if least else "at_most"]
    called = shape.format(called=test.called(chart.language), limit=limit, unit=test.unit)
    if newest is None:
        return Condition(name=called, told="", met=None)
    value = test.in_own_unit(newest.value, newest.unit)
    told = words["value"].format(value=newest.written, on=newest.date)
    return Condition(name=called, told=told, met=value >= limit if least else value <= limit)


def _told(found: tuple[Reduction, ...], chart: Chart) -> Iterator[str]:
    words = WORDS[chart.language]
    for one in found:
        met = sum(condition.met is True for condition in one.conditions)
        unknown = sum(condition.met is None for condition in one.conditions)
        enough = met >= one.rule.least
        shape = "enough" if enough else "open" if met + unknown >= one.rule.least else "only"
        states = {True: "met", False: "unmet", None: "unknown"}
        yield words["rule"].format(
            medicine=one.medicine,
            dose=one.rule.dose,
            least=one.rule.least,
            source=one.rule.source,
            conditions=words["gap"].join(
                words[states[condition.met]].format(condition=condition.name, told=condition.told)
                for condition in one.conditions
            ),
            count=words[shape].format(met=met, unknown=unknown),
        )


TASK = Task(
    name="reduction",
    description="Whether the conditions for a smaller dose of a medicine are met: each beside what is on record.",
    inputs=ReductionInputs,
    outputs="list of {medicine, rule, conditions: list of {name, told, met}}",
    piped=False,
    run=_run,
    told=_told,
)
