"""Whether the newest value of a test is where it should be: by targets on record, guidelines, and doctors' words."""

import re
from collections.abc import Iterator, Sequence

from frontdesk.app.clinician.guidelines import Guideline, Scope, fitting
from frontdesk.app.clinician.quoting import quoted
from frontdesk.app.clinician.task import Chart, Inputs, Outcome, Task, Unavailable
from frontdesk.app.clinician.tasks.values import Measured, called_in, measured
from frontdesk.app.clinician.topics import TopicKind, named, topics
from frontdesk.his_adapter.chart import Line
from frontdesk.his_adapter.chart.lines import ORDERED, clauses
from frontdesk.models.facts import Language, Value
from frontdesk.models.specialists.labs_vitals.catalogue import find
from frontdesk.models.specialists.labs_vitals.told import PRESSURE

FLAGS = re.IGNORECASE
ASKED = re.compile(
    r"\b(?:goal|target)s?\b|达标|目标|控制(?:得|的)?(?:怎么样|如何|好|住|到位|理想|满意)|\b(?:well|poorly"
    r"|adequately) controlled\b"
    r"|\bunder control\b",
    FLAGS,
)
AIMED = re.compile(r"目标|控制在|维持在|保持在|\btargets?\b|\bgoals?\b|\baim\w*|\bkeep\b", FLAGS)
BELOW = re.compile(
    r"(?:<|≤|低于|小于|不超过|\bbelow\b|\bunder\b|\bless than\b)\s*(?P<at>\d+(?:\.\d+)?)(?:\s*/\s*(?P<second>\d+))?"
    r"|(?P<before>\d+(?:\.\d+)?)\s*\S{0,8}?以下",
    FLAGS,
)
BETWEEN = re.compile(r"(?P<low>\d+(?:\.\d+)?)\s*(?:-|–|~|～|到|至|to)\s*(?P<high>\d+(?:\.\d+)?)", FLAGS)
JUDGED = re.compile(
    r"达标|过量|控制(?:良好|可|好转|不佳|欠佳|差)|未控制|\b(?:at|above|below|near) target\b|\bwell controlled\b"
    r"|\bgood control\b"
    r"|\bnot controlled\b|\bpartly controlled\b|\b(?:under|over)treated\b",
    FLAGS,
)
# What a doctor calls the illness that a test is aimed at, where the test itself is not named.
ILLNESS = {
    PRESSURE: re.compile(r"血压|blood pressure|hypertension", FLAGS),
    "hemoglobin a1c": re.compile(r"血糖|糖尿病|diabetes|glucose|glyc", FLAGS),
    "glucose": re.compile(r"血糖|糖尿病|diabetes|glucose", FLAGS),
    "inr": re.compile(r"抗凝|华法林|anticoag|warfarin|\binr\b", FLAGS),
    "ldl cholesterol": re.compile(r"血脂|低密度|lipid|cholesterol|\bldl\b", FLAGS),
    "uric acid": re.compile(r"尿酸|痛风|urate|uric|gout", FLAGS),
    "tsh": re.compile(r"甲功|甲状腺|graves|thyroid", FLAGS),
}
OF_CONDITION = {
    "hypertension": PRESSURE,
    "diabetes": "hemoglobin a1c",
    "type_2_diabetes": "hemoglobin a1c",
    "type_1_diabetes": "hemoglobin a1c",
    "gout": "uric acid",
    "high_cholesterol": "ldl cholesterol",
    "hypothyroidism": "tsh",
}
WORDS = {
    Language.EN: {
        "met": "{value} ({on}): at target, {bound} ({source})",
        "missed": "{value} ({on}): not at target, {bound} ({source})",
        "below": "below {at}",
        "between": "{low} to {high}",
        "on_record": "on record {quote}",
        "guideline": "{scope}, {title}: “{text}”",
        "own": "the hospital's guideline",
        "general": "a general guideline",
        "judged": "Judged by a doctor: {quote}",
        "judged_before": "Judged by a doctor before the newest value: {quote}",
        "none": "{called}: no target is on record, and no guideline here names one for this patient",
        "no_value": "{called}: no value on record, so whether it is at target is not known",
    },
    Language.ZH: {
        "met": "{value}（{on}）：达标，目标{bound}（{source}）",
        "missed": "{value}（{on}）：未达标，目标{bound}（{source}）",
        "below": "低于{at}",
        "between": "{low}到{high}",
        "on_record": "病历写着 {quote}",
        "guideline": "{scope}，{title}：“{text}”",
        "own": "本院指南",
        "general": "通用指南",
        "judged": "医生判断：{quote}",
        "judged_before": "最新数值之前医生的判断：{quote}",
        "none": "{called}：病历里没有写目标，这里的指南也没有适合这位患者的目标",
        "no_value": "{called}：病历里没有数值，不知道是否达标",
    },
}


class TargetInputs(Inputs):
    """`tests`: names of the catalogue."""

    tests: tuple[str, ...]


class Aim(Value):
    """A bound in the value's unit, and the sentence that sets it. `second`: of the diastolic pressure."""

    low: float | None
    high: float
    second: float | None
    source: str
    line: Line | None = None


class Held(Value):
    """The newest value of one test against each bound; `judged`: what a doctor wrote of it, the newest."""

    test: str
    newest: Measured | None
    aims: tuple[Aim, ...]
    judged: Line | None


def asked_of(question: str) -> tuple[str, ...]:
    """Tests that the illnesses named in a question are judged by."""
    found = (one.code for one in topics(question) if one.kind is TopicKind.FINDING)
    return tuple(dict.fromkeys(OF_CONDITION[code] for code in found if code in OF_CONDITION))


def _run(inputs: TargetInputs, chart: Chart) -> Outcome:
    held = tuple(_held(test, chart) for test in inputs.tests)
    if not held:
        raise Unavailable("no test is named that could be at a target", "没有提到要看哪项检查是否达标")
    lines = [aim.line for one in held for aim in one.aims if aim.line] + [one.judged for one in held if one.judged]
    return Outcome(data=held, sources=tuple(f"record {one.record} ({one.on}, {one.department})" for one in lines))


def _held(test: str, chart: Chart) -> Held:
    those = measured(test, chart)
    newest = those[0] if those else None
    aims = [*_on_record(test, chart)][:1] + [*_of_guidelines(test, chart)][:2]
    return Held(test=test, newest=newest, aims=tuple(aims), judged=_judgement(test, chart))


def _on_record(test: str, chart: Chart) -> Iterator[Aim]:
    """The newest order that names a target for it."""
    for line in chart.index.lines:
        for clause in clauses(line.text) if line.field in ORDERED else ():
            if AIMED.search(clause) and _names(clause, test) and (bound := _bound(clause)):
                quote = quoted(line, chart.language, text=clause)
                source = WORDS[chart.language]["on_record"].format(quote=quote)
                yield Aim(low=bound[0], high=bound[1], second=bound[2], source=source, line=line)


def _of_guidelines(test: str, chart: Chart) -> Iterator[Aim]:
    codes = {one.code for one in chart.index.problems}
    for guideline in fitting(chart.guidelines, codes, chart.patient.sex):
        for chapter in guideline.chapters.get(chart.language, {}).values():
            for text in chapter:
                part = next((one for one in _parts(text) if _names(one, test) and _bound(one)), None)
                if AIMED.search(text) and part and (bound := _bound(part)):
                    source = _cited(guideline, text, chart.language)
                    yield Aim(low=bound[0], high=bound[1], second=bound[2], source=source)


def _parts(text: str) -> list[str]:
    """Where one sentence aims at several tests, each by itself."""
    return [one for one in re.split(r"[，,；;。]|\.(?=\s|$)", text) if one.strip()]


def _cited(guideline: Guideline, text: str, language: Language) -> str:
    words = WORDS[language]
    scope = words["own" if guideline.scope is Scope.INSTITUTION else "general"]
    return words["guideline"].format(scope=scope, title=guideline.title[language], text=text)


def _names(text: str, test: str) -> bool:
    if test == PRESSURE:
        return bool(ILLNESS[PRESSURE].search(text)) or bool(re.search(r"\d/\d{2,3}", text))
    return test in named(text).tests or (test == "uric acid" and bool(ILLNESS[test].search(text)))


def _bound(text: str) -> tuple[float | None, float, float | None] | None:
    """Low, high and the diastolic pressure; None where no figure bounds it."""
    if found := BELOW.search(text):
        return None, float(found["at"] or found["before"]), float(found["second"]) if found["second"] else None
    if found := BETWEEN.search(text):
        return float(found["low"]), float(found["high"]), None
    return None


def _judgement(test: str, chart: Chart) -> Line | None:
    """The newest diagnosis that says whether it was where it should be."""
    words = ILLNESS.get(test)
    for line in chart.index.lines:
        for clause in clauses(line.text) if line.field == "preliminary_diagnosis" else ():
            if JUDGED.search(clause) and (_names(clause, test) or (words and words.search(line.text))):
                return line
    return None


def _is_met(one: Measured, aim: Aim) -> bool:
    known = find(one.test)
    value = known.in_own_unit(one.value, one.unit) if known and one.unit in known.units_known() else one.value
    within = (aim.low is None or value >= aim.low) and (value < aim.high or (aim.low is not None and value == aim.high))
    return within and (aim.second is None or one.second is None or one.second < aim.second)


def _told(held: Sequence[Held], chart: Chart) -> Iterator[str]:
    words = WORDS[chart.language]
    for one in held:
        called = called_in(one.test, chart.language)
        if one.newest is None:
            yield words["no_value"].format(called=called)
            continue
        for aim in one.aims:
            shape = words["met" if _is_met(one.newest, aim) else "missed"]
            yield shape.format(
                value=f"{called} {one.newest.written}",
                on=one.newest.date,
                bound=_written(aim, words),
                source=aim.source,
            )
        if one.judged:
            shape = words["judged" if one.judged.on >= one.newest.date else "judged_before"]
            yield shape.format(quote=quoted(one.judged, chart.language))
        if not one.aims:
            yield words["none"].format(called=called)


def _written(aim: Aim, words: dict[str, str]) -> str:
    if aim.low is not None:
        return words["between"].format(low=f"{aim.low:g}", high=f"{aim.high:g}")
    second = f"/{aim.second:g}" if aim.second is not None else ""
    return words["below"].format(at=f"{aim.high:g}{second}")


def is_met(test: str, chart: Chart) -> tuple[bool, Measured] | None:
    """Of the newest value against the first bound there is; None where there is no value or no bound."""
    one = _held(test, chart)
    if one.newest is None or not one.aims:
        return None
    return _is_met(one.newest, one.aims[0]), one.newest


TASK = Task(
    name="target",
    description="Whether the newest value is at its target: on record, of the guidelines, and as doctors judged it.",
    inputs=TargetInputs,
    outputs="list of {test, newest, aims: list of {low, high, source}, judged}",
    piped=False,
    run=_run,
    told=_told,
)
