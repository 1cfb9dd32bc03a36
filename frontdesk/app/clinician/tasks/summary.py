"""The patient in a few lines: problems, allergies, medicines, last visit and what it changed, how values moved."""

import re
from collections.abc import Iterator, Sequence
from datetime import date

from frontdesk.app.clinician.subject import told_of
from frontdesk.app.clinician.task import Chart, Inputs, Outcome, Task, source_of
from frontdesk.app.clinician.tasks.medicine_list import CHANGES
from frontdesk.app.clinician.tasks.trend import is_moved
from frontdesk.app.clinician.tasks.values import called_in, measured, newest
from frontdesk.app.clinician.topics import finding_name, medicines_named
from frontdesk.his_adapter.chart import Fact, Line, Said
from frontdesk.his_adapter.chart.lines import EXAMINED, ORDERED
from frontdesk.his_adapter.chart.measures import Measure, measures
from frontdesk.his_adapter.chart.reading import done_of
from frontdesk.models.allergies import allergens
from frontdesk.models.facts import Language, Sex, Value
from frontdesk.models.knowledge.formulary import plain_name
from frontdesk.models.specialists.labs_vitals.told import PRESSURE
from frontdesk.models.specialists.medication.listing import IN_THE_BODY
from frontdesk.models.specialists.medication.prescribed import Change

LONGEST = 400  # characters, with whose data it is
PROBLEMS, VALUES, CHANGED = 6, 6, 3
PLAN, DIAGNOSIS, COMPLAINT = 80, 90, 60  # characters
GROWN = 18  # years
SEX = {
    Language.EN: {Sex.FEMALE: "Woman", Sex.MALE: "Man", None: "Patient"},
    Language.ZH: {Sex.FEMALE: "女", Sex.MALE: "男", None: ""},
}
CHILD = {
    Language.EN: {Sex.FEMALE: "Girl", Sex.MALE: "Boy", None: "Child"},
    Language.ZH: SEX[Language.ZH],
}
AMOUNT = re.compile(
    r"\d[\d./-]* ?(?:m?mol|mg|mcg|[uµμ]g|g|ml|iu|units?|u|%|puffs?|tablets?"
    r"|毫克|微克|克|毫升|单位|片|粒|喷|吸|滴)(?![a-z])",
    re.IGNORECASE,
)
VITAL = frozenset({PRESSURE, "heart rate", "body temperature", "respiratory rate", "oxygen saturation", "body weight"})
TOLD_CHANGES = frozenset(
    {Change.BEGUN, Change.RAISED, Change.LOWERED, Change.CHANGED, Change.PAUSED, Change.STOPPED, Change.AVOIDED}
)
SCORED = re.compile(r"[A-Z]{2,}|评分|积分|score", re.ASCII)  # PHQ-9, CPSI, a score: no catalogue holds them
# How an illness stands, as a diagnosis writes it in either language; the longest first.
STATES = (
    ("部分缓解", "partial remission"), ("缓解", "remission"), ("好转", "improved"), ("稳定", "stable"),
    ("控制良好", "well controlled"), ("已控制", "controlled"), ("未达标", "not at target"), ("达标", "at target"),
    ("恢复期", "recovering"), ("高度活动", "highly active"), ("活动", "active"), ("急性发作", "flare"),
    ("消退", "clearing"), ("加重", "worse"), ("复发", "relapse"), ("备孕", "planning pregnancy"),
    ("孕前", "planning pregnancy"), ("术后", "after surgery"), ("轻度", "mild"), ("中度", "moderate"),
    ("重度", "severe"), ("待查", "under investigation"),
)  # fmt: skip
WORDS = {
    Language.EN: {
        "who": "{sex}, {age} years.",
        "problems": "{list}.",
        "allergies": "Allergic: {list}.",
        "no_allergies": "No allergy known.",
        "allergies_unasked": "Allergies: not on record.",
        "medicines": "Takes {list}.",
        "no_medicines": "No medicines listed.",
        "last": "{on}: {came}{diagnosis}.",
        "came": "came for “{complaint}”; ",
        "changed": "Then {list}.",
        "changed_before": "{on}: {list}.",
        "values": "{list}.",
        "plan": "Plan: {list}.",
        "gap": ", ",
        "states": " ({list})",
        "since": "{name} (on record since {on})",
    },
    Language.ZH: {
        "who": "{sex}，{age}岁。",
        "problems": "{list}。",
        "allergies": "过敏：{list}。",
        "no_allergies": "无已知过敏。",
        "allergies_unasked": "过敏史：没有记录。",
        "medicines": "在用：{list}。",
        "no_medicines": "没有在用的药。",
        "last": "{on}：{came}{diagnosis}。",
        "came": "因“{complaint}”来诊，",
        "changed": "当时{list}。",
        "changed_before": "{on}：{list}。",
        "values": "{list}。",
        "plan": "计划：{list}。",
        "gap": "、",
        "states": "（{list}）",
        "since": "{name}（{on}起有记录）",
    },
}


class SummaryInputs(Inputs):
    """`to`: the language wanted, where it is not the question's. `dated`: since when each problem is on record."""

    to: Language | None = None
    dated: bool = False


class Summary(Value):
    """`parts` in the order of their weight, already in words."""

    language: Language
    parts: tuple[str, ...]


def _run(inputs: SummaryInputs, chart: Chart) -> Outcome:
    language = inputs.to or chart.language
    words = WORDS[language]
    medicines = {one.holds: one for one in chart.medicines if one.standing in IN_THE_BODY}
    taken = [f"{plain_name(one.code, language)} {_amount(one.dose)}".strip() for one in medicines.values()]
    parts = [
        _who(chart, language),
        _listed("problems", _problems(chart.index.problems, language, dated=inputs.dated)[:PROBLEMS], language),
        _allergies(chart, language),
        _listed("medicines", taken, language) or words["no_medicines"],
        words["last"].format(
            on=chart.records[0].visit_date.date(),
            came=_came(chart, language),
            diagnosis=_diagnosis(chart, language),
        ),
        _changed(chart, language),
        _listed("values", [*_courses(chart, language), *_scores(chart)][:VALUES], language),
        _plan(chart, language),
    ]
    return Outcome(
        data=Summary(language=language, parts=tuple(filter(None, parts))), sources=(source_of(chart.records[0]),)
    )


def _who(chart: Chart, language: Language) -> str:
    age, sex = chart.patient.age, chart.patient.sex
    called = (SEX if age is None or age >= GROWN else CHILD)[language][sex]
    return WORDS[language]["who"].format(sex=called, age="?" if age is None else f"{age:g}")


def _came(chart: Chart, language: Language) -> str:
    """Why they came, as it stands where the record is in that language."""
    text = chart.records[0].chief_complaint.rstrip("。.")
    if not text or len(text) > COMPLAINT or text.isascii() != (language is Language.EN):
        return ""
    return WORDS[language]["came"].format(complaint=text)


def _changed(chart: Chart, language: Language) -> str:
    """What the newest visit changed of the medicines, ended courses too; where none is taken, what was changed last."""
    told = [one for one in chart.index.medicines if one.change in TOLD_CHANGES and not one.of_history]
    last, seen = told[-1].note.on if told else None, chart.records[0].visit_date.date()
    if last != seen and any(one.standing in IN_THE_BODY for one in chart.medicines):
        return ""
    gap = " " if language is Language.EN else ""
    changes = [
        gap.join(filter(None, (plain_name(one.entry.code, language), CHANGES[language][one.change], dose)))
        for one in told
        if one.note.on == last
        for dose in ["" if one.change in (Change.STOPPED, Change.AVOIDED) else _amount(one.entry.dose)]
    ]
    words = WORDS[language]
    told_of = words["gap"].join(changes[:CHANGED])
    return told_of and words["changed" if last == seen else "changed_before"].format(list=told_of, on=last)


def _plan(chart: Chart, language: Language) -> str:
    """What the newest visit left to be done, as it is written; shorter than the rest would leave no room for values."""
    plans = [one for one in chart.index.plans if one.line.record == chart.records[0].outpatient_number]
    surgery = [
        line
        for line in chart.index.lines
        if line.record == chart.records[0].outpatient_number and _to_be_operated(line)
    ]
    said = [*(one.words for one in plans), *(line.text for line in surgery)] or list(_done_without_medicine(chart))
    kept = [one for one in dict.fromkeys(said) if len(one) <= PLAN]
    return _listed("plan", kept[:2], language)


def _done_without_medicine(chart: Chart) -> Iterator[str]:
    """Treatment of the newest visit that is no medicine: training, a diet, a brace."""
    for line in chart.index.lines:
        ours = line.record == chart.records[0].outpatient_number and line.field == "treatment_opinion"
        if ours and not medicines_named(line.text):
            yield line.text


def _to_be_operated(line: Line) -> bool:
    return line.field in ORDERED and any(one.code == "surgery" and one.said is Said.PLANNED for one in done_of(line))


def _listed(name: str, things: Sequence[str], language: Language) -> str:
    words = WORDS[language]
    return words[name].format(list=words["gap"].join(things)) if things else ""


def _amount(dose: str) -> str:
    """The amount alone: how often is on the list."""
    found = AMOUNT.search(dose)
    return found[0] if found else " ".join(dose.split()[:2]) if dose.isascii() else ""


def _problems(facts: Sequence[Fact], language: Language, *, dated: bool = False) -> list[str]:
    """The newest first; of two names of which one holds the other, the fuller. `dated`: with the first day of each."""
    since = {one.code: one.line.on for one in facts}  # the oldest comes last
    named = {name: since[code] for code in since if (name := finding_name(code, language))}
    kept = [one for one in named if not any(one != other and one in other for other in named)]
    return [WORDS[language]["since"].format(name=one, on=named[one]) for one in kept] if dated else kept


def _allergies(chart: Chart, language: Language) -> str:
    told = list(dict.fromkeys(_allergen(words, language) for words in chart.patient.allergies))
    asked = any(one.said is Said.DENIED for one in chart.index.allergies)
    return _listed("allergies", told, language) or WORDS[language]["no_allergies" if asked else "allergies_unasked"]


def _allergen(words: str, language: Language) -> str:
    """By its name in the language wanted; in its own words where no list holds it, or they are in that language."""
    found = allergens(words)
    return words if not found or words.isascii() == (language is Language.EN) else plain_name(found[0].code, language)


def _diagnosis(chart: Chart, language: Language) -> str:
    """As it stands where the record is in that language; else by the names of the illnesses, and how they stand."""
    text = chart.records[0].preliminary_diagnosis.rstrip("。.")
    if text.isascii() == (language is Language.EN):
        return text if len(text) <= DIAGNOSIS else f"{text[:DIAGNOSIS]}…"
    ours = [one for one in chart.index.problems if one.line.record == chart.records[0].outpatient_number]
    words = WORDS[language]
    states = list(_states(text, language))
    stand = words["states"].format(list=words["gap"].join(states)) if states else ""
    return f"{words['gap'].join(_problems(ours, language)) or text}{stand}"


def _states(text: str, language: Language) -> Iterator[str]:
    """How the illnesses of a diagnosis stand, in the other language."""
    low, found = text.lower(), dict[str, None]()
    for zh, en in STATES:
        said, told = (zh, en) if language is Language.EN else (en, zh)
        if said in low:
            low = low.replace(said, "")
            found[told] = None
    yield from found


def _courses(chart: Chart, language: Language) -> Iterator[str]:
    """The newest values, the abnormal first and laboratory values before vital signs; of what moved the first too."""
    found = sorted(
        newest(chart), key=lambda one: (one.verdict in (None, "normal"), one.test in VITAL, -one.date.toordinal())
    )
    for one in found:
        first = next((old for old in reversed(measured(one.test, chart)) if old.unit == one.unit), one)
        was = f"{first.value:.{first.places}f} → " if one.second is None and is_moved(first, one) else ""
        yield f"{called_in(one.test, language)} {was}{one.written}"


def _scores(chart: Chart) -> Iterator[str]:
    """Scores and scales that no catalogue holds, told at two visits or more, the newest of the newest visit."""
    told: dict[str, list[tuple[date, Measure]]] = {}
    for line in chart.index.lines:
        if line.field in EXAMINED:
            for one in measures(line.text):
                if SCORED.search(one.name):
                    told.setdefault(f"{one.name} {one.unit}", []).append((line.on, one))
    for those in told.values():
        (newest_on, last), (_, first) = those[0], those[-1]
        if len(those) > 1 and newest_on == chart.records[0].visit_date.date():
            yield f"{last.name}: {first.value:.{first.places}f} → {last.value:.{last.places}f}{last.unit}"


def _told(one: Summary, chart: Chart) -> Iterator[str]:
    """As many parts as fit, the last ones shortened first."""
    beside = len(told_of("", chart))
    gap = " " if one.language is Language.EN else ""
    text = ""
    for part in one.parts:
        left = LONGEST - beside - len(text) - 1
        if len(part) > left:
            part = part[: max(0, left - 1)].rpartition("、" if one.language is Language.ZH else ",")[0]
            part += "…" if part else ""
        text = f"{text}{gap}{part}".strip() if part else text
    yield text


TASK = Task(
    name="summary",
    description="The patient in at most 400 characters: problems, allergies, medicines, newest values, last visit.",
    inputs=SummaryInputs,
    outputs="{language, parts}",
    piped=False,
    run=_run,
    told=_told,
)
