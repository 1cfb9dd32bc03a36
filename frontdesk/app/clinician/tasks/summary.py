"""The patient in a few lines: problems, allergies, medicines, newest values, last visit; at most 400 characters."""

from collections.abc import Iterator, Sequence

from frontdesk.app.clinician.subject import told_of
from frontdesk.app.clinician.task import Chart, Inputs, Outcome, Task, source_of
from frontdesk.app.clinician.tasks.values import Measured, called_in, newest
from frontdesk.app.clinician.topics import finding_name
from frontdesk.his_adapter.chart import Fact, Line, Said
from frontdesk.his_adapter.chart.lines import ORDERED
from frontdesk.his_adapter.chart.reading import done_of
from frontdesk.models.allergies import allergens
from frontdesk.models.facts import Language, Sex, Value
from frontdesk.models.knowledge.formulary import plain_name
from frontdesk.models.specialists.medication.listing import IN_THE_BODY

LONGEST = 400  # characters, with whose data it is
PROBLEMS, VALUES = 6, 6
PLAN = 60  # characters
SEX = {
    Language.EN: {Sex.FEMALE: "Woman", Sex.MALE: "Man", None: "Patient"},
    Language.ZH: {Sex.FEMALE: "女", Sex.MALE: "男", None: ""},
}
WORDS = {
    Language.EN: {
        "who": "{sex}, {age} years.",
        "problems": "{list}.",
        "allergies": "Allergic: {list}.",
        "no_allergies": "No allergy known.",
        "medicines": "Takes {list}.",
        "no_medicines": "No medicines listed.",
        "last": "{on}: {diagnosis}.",
        "values": "{list}.",
        "plan": "Plan: {list}.",
        "gap": ", ",
    },
    Language.ZH: {
        "who": "{sex}，{age}岁。",
        "problems": "{list}。",
        "allergies": "过敏：{list}。",
        "no_allergies": "无已知过敏。",
        "medicines": "在用：{list}。",
        "no_medicines": "没有在用的药。",
        "last": "{on}：{diagnosis}。",
        "values": "{list}。",
        "plan": "计划：{list}。",
        "gap": "、",
    },
}


class SummaryInputs(Inputs):
    """`to`: the language wanted, where it is not the question's."""

    to: Language | None = None


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
        words["who"].format(
            sex=SEX[language][chart.patient.sex], age="?" if chart.patient.age is None else f"{chart.patient.age:g}"
        ),
        _listed("problems", _problems(chart.index.problems, language)[:PROBLEMS], language),
        _allergies(chart, language),
        _listed("medicines", taken, language) or words["no_medicines"],
        words["last"].format(on=chart.records[0].visit_date.date(), diagnosis=_diagnosis(chart, language)),
        _plan(chart, language),
        _listed("values", [_short(one, language) for one in _newest(chart)[:VALUES]], language),
    ]
    return Outcome(
        data=Summary(language=language, parts=tuple(filter(None, parts))), sources=(source_of(chart.records[0]),)
    )


def _plan(chart: Chart, language: Language) -> str:
    """What the newest visit left to be done, as it is written; shorter than the rest would leave no room for values."""
    plans = [one for one in chart.index.plans if one.line.record == chart.records[0].outpatient_number]
    surgery = [
        line
        for line in chart.index.lines
        if line.record == chart.records[0].outpatient_number and _to_be_operated(line)
    ]
    said = [*(one.words for one in plans), *(line.text for line in surgery)]
    kept = [one for one in dict.fromkeys(said) if len(one) <= PLAN]
    return _listed("plan", kept[:2], language)


def _to_be_operated(line: Line) -> bool:
    return line.field in ORDERED and any(one.code == "surgery" and one.said is Said.PLANNED for one in done_of(line))


def _listed(name: str, things: Sequence[str], language: Language) -> str:
    words = WORDS[language]
    return words[name].format(list=words["gap"].join(things)) if things else ""


def _amount(dose: str) -> str:
    """The amount alone: how often is on the list."""
    return dose.split("每")[0].split(" once")[0].split(" twice")[0].split(" each")[0].strip()[:16]


def _problems(facts: Sequence[Fact], language: Language) -> list[str]:
    newest_first = dict.fromkeys(one.code for one in facts)
    return [name for code in newest_first if (name := finding_name(code, language))]


def _allergies(chart: Chart, language: Language) -> str:
    told = list(dict.fromkeys(_allergen(words, language) for words in chart.patient.allergies))
    return _listed("allergies", told, language) or WORDS[language]["no_allergies"]


def _allergen(words: str, language: Language) -> str:
    """By its name in the language wanted; in its own words where no list holds it, or they are in that language."""
    found = allergens(words)
    return words if not found or words.isascii() == (language is Language.EN) else plain_name(found[0].code, language)


def _diagnosis(chart: Chart, language: Language) -> str:
    """As it stands where the record is in that language; else by the names of the illnesses."""
    text = chart.records[0].preliminary_diagnosis.rstrip("。.")
    if text.isascii() == (language is Language.EN):
        return text
    ours = [one for one in chart.index.problems if one.line.record == chart.records[0].outpatient_number]
    return WORDS[language]["gap"].join(_problems(ours, language)) or text


def _newest(chart: Chart) -> list[Measured]:
    """The newest values of the newest record that has some, the abnormal first."""
    found = newest(chart)
    return sorted(found, key=lambda one: (one.verdict in (None, "normal"), -one.date.toordinal()))


def _short(one: Measured, language: Language) -> str:
    return f"{called_in(one.test, language)} {one.written}"


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
