"""Abnormal results and symptoms that no diagnosis on record plainly accounts for."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import yaml

from frontdesk.app.clinician.searching import concepts
from frontdesk.app.clinician.task import Chart, Outcome, Spanned, Task, Unavailable, source_of
from frontdesk.app.clinician.tasks.values import TASK as VALUES
from frontdesk.app.clinician.tasks.values import Measured, ValuesInputs
from frontdesk.his_adapter.records import OutpatientRecord, Section
from frontdesk.models.facts import Language, Topic, Value
from frontdesk.models.knowledge.load import knowledge
from frontdesk.models.mentions import Mention, mentions
from frontdesk.models.specialists.labs_vitals.readings import hear
from frontdesk.models.specialists.labs_vitals.told import DIASTOLIC, PRESSURE, SYSTOLIC

EXPLAINED = Path(__file__).parents[1] / "explained.yaml"
PLAIN = 0.5  # of its greatest weight: the specialties that a symptom points to
LOOKED_THROUGH = 3  # records, where no span is asked for
WORDS = {
    Language.EN: {
        "head": "No diagnosis on record plainly accounts for:",
        "high": "high",
        "low": "low",
        "symptom": "- {day}: {called}",
        "result": "- {day}: {called} {written}, {verdict}",
        "none": "Every abnormal result and symptom of the last visits has a diagnosis that may account for it.",
    },
    Language.ZH: {
        "head": "病历里的诊断不能明确解释：",
        "high": "偏高",
        "low": "偏低",
        "symptom": "- {day}：{called}",
        "result": "- {day}：{called} {written}，{verdict}",
        "none": "最近几次就诊的异常结果和症状，都有可以解释的诊断。",
    },
}


class Unexplained(Value):
    symptoms: tuple[tuple[str, str], ...]  # day and name
    results: tuple[Measured, ...]


def _run(inputs: Spanned, chart: Chart) -> Outcome:
    spanned = inputs.since or inputs.until or inputs.latest
    records = chart.spanned(inputs if spanned else inputs.model_copy(update={"latest": LOOKED_THROUGH}))
    diagnosed = _diagnosed(chart)
    oldest, newest = records[-1].visit_date.date(), records[0].visit_date.date()
    try:
        found = VALUES.run(ValuesInputs(since=oldest, until=newest, latest=1), chart).data
    except Unavailable:
        found = {}
    results = tuple(value for values in found.values() for value in values if _is_loose(value, diagnosed, chart))
    symptoms = tuple(dict.fromkeys(_loose_symptoms(records, diagnosed, chart)))
    sources = [source_of(record) for record in records]
    return Outcome(data=Unexplained(symptoms=symptoms, results=results), sources=tuple(sources))


def _diagnosed(chart: Chart) -> frozenset[str]:
    texts = [text for one in chart.records for text in (one.preliminary_diagnosis, one.past_history)]
    return frozenset[str]().union(*map(concepts, texts))


def _is_loose(value: Measured, diagnosed: frozenset[str], chart: Chart) -> bool:
    verdict = (value.verdict or "normal").removeprefix("critical_")
    if verdict == "normal" or any(_names(one.preliminary_diagnosis, value.test) for one in chart.records):
        return False
    parts = (SYSTOLIC, DIASTOLIC) if value.test == PRESSURE else (value.test,)
    known = [explained()[part, verdict] for part in parts if (part, verdict) in explained()]
    return not any(codes & diagnosed for codes in known)


def _names(diagnosis: str, test: str) -> bool:
    heard = hear(diagnosis)
    return test in heard.asked or any(one.test == test for one in heard.readings)


def _loose_symptoms(
    records: list[OutpatientRecord], diagnosed: frozenset[str], chart: Chart
) -> Iterator[tuple[str, str]]:
    pointed = {specialty for code in diagnosed for specialty in _specialties(code)}
    texts = [(f"{one.visit_date:%Y-%m-%d}", f"{one.chief_complaint}。{one.present_illness_history}") for one in records]
    if chart.previsit is not None:
        said = "; ".join(one.text for one in chart.previsit.statements if one.section is Section.POSITIVES)
        texts.insert(0, (f"{chart.now:%Y-%m-%d}", said))
    for day, text in texts:
        for one in mentions(text):
            if _is_symptom(one) and one.code not in diagnosed and not pointed & _specialties(one.code):
                entry = knowledge().findings[one.code]
                yield day, entry.zh if chart.language is Language.ZH else entry.en


def _is_symptom(one: Mention) -> bool:
    return one.topic is Topic.FINDING and not one.denied and bool(_specialties(one.code))


def _specialties(code: str) -> frozenset[str]:
    entry = knowledge().findings.get(code) or knowledge().conditions.get(code)
    weights = entry.specialties if entry else {}
    top = max(weights.values(), default=0.0)
    return frozenset(name for name, weight in weights.items() if weight >= PLAIN * top)


@cache
def explained() -> dict[tuple[str, str], frozenset[str]]:
    """The illnesses that commonly account for a result of a test, by the test and "high" or "low"."""
    entries = yaml.safe_load(EXPLAINED.read_text("utf-8"))
    return {
        (test, verdict): frozenset(entry[verdict])
        for entry in entries
        for verdict in ("high", "low")
        for test in entry["tests"]
        if verdict in entry
    }


def _told(found: Unexplained, chart: Chart) -> Iterator[str]:
    words = WORDS[chart.language]
    yield words["head"] if found.symptoms or found.results else words["none"]
    for one in found.results:
        verdict = words[(one.verdict or "").removeprefix("critical_")]
        yield words["result"].format(day=one.date, called=one.called, written=one.written, verdict=verdict)
    yield from (words["symptom"].format(day=day, called=called) for day, called in found.symptoms)


TASK = Task(
    name="unexplained",
    description="Abnormal results and symptoms of the last visits that no diagnosis on record accounts for.",
    inputs=Spanned,
    outputs="{symptoms: list of [day, name], results: list of {test, date, value, unit, verdict, record}}",
    piped=False,
    run=_run,
    told=_told,
)
