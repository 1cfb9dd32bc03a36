"""What speaks against medicines together, or for this patient, and the most of one: rules of the formulary."""

from collections.abc import Iterator

from app.clinician.task import Chart, Inputs, Outcome, Task, Unavailable
from app.clinician.warned import Warned, alone, together
from models.facts import Language, Value
from models.knowledge.formulary import SUBSTANCES, formulary, plain_name
from models.knowledge.formulary_schema import Maximum
from models.parsers.writing import read
from models.specialists.medication.mentions import mentions
from models.specialists.medication.spoken import hear

LOOKED_THROUGH = 2  # records: "all else unchanged" means the one before
SAYS = {Language.ZH: "我在吃{}。", Language.EN: "I take {}."}
WORDS = {
    Language.EN: {
        "warned": "{verdict}: {told} ({source}).",
        "avoid": "Avoid",
        "caution": "Caution",
        "fine": "No rule of the formulary speaks against {medicines} together, or for this patient.",
        "dose": "{medicine}: at most {most:g} mg in 24 hours for {whom}{lowered}; without prescription ({source}).",
        "adult": "adults",
        "child": "this age",
        "lowered": "; {most:g} mg with {illness}",
    },
    Language.ZH: {
        "warned": "{verdict}：{told}（{source}）。",
        "avoid": "避免",
        "caution": "注意",
        "fine": "处方集里没有规则反对{medicines}合用，也没有不适合这位患者的。",
        "dose": "{medicine}：{whom}24小时内最多{most:g} mg{lowered}；按非处方用法（{source}）。",
        "adult": "成人",
        "child": "这个年龄",
        "lowered": "；有{illness}时{most:g} mg",
    },
}


class Checked(Value):
    medicines: tuple[str, ...]
    warnings: tuple[Warned, ...]


class Dose(Value):
    """The most in 24 hours, mg; `lowered`: for illnesses."""

    medicine: str
    most: float
    child: bool
    lowered: dict[str, float]
    source: str


class MedicinesInputs(Inputs):
    """`names` besides those of the last treatments, "contrast" for the dye of a scan; `alone`: nothing but `names`."""

    names: tuple[str, ...] = ()
    alone: bool = False


class DoseInputs(Inputs):
    names: tuple[str, ...]


def _check(inputs: MedicinesInputs, chart: Chart) -> Outcome:
    asked = _codes(inputs.names)
    codes = tuple(dict.fromkeys([*asked, *([] if inputs.alone else taken(chart))]))
    if not codes or (inputs.names and not asked):
        raise Unavailable("no medicine that the formulary knows is named", "没有提到处方集里的药")
    heard = hear(SAYS[chart.language].format(", ".join(codes)), chart.patient)
    for_each = (alone(code, heard.situation, chart.language) for code in codes)
    warned = [one for one in (*for_each, *together(codes, chart.language)) if one]
    if asked:  # what was asked about, not everything that the list holds
        names = {plain_name(code, chart.language) for code in asked}
        warned = [one for one in warned if names & set(one.medicines)]
    named = tuple(plain_name(code, chart.language) for code in codes)
    return Outcome(
        data=Checked(medicines=named, warnings=tuple(warned)),
        sources=tuple(dict.fromkeys(one.source for one in warned)) or ("formulary",),
    )


def taken(chart: Chart) -> Iterator[str]:
    """Medicines of the last treatment and history, or where that only goes on with what there was, of those before."""
    newest = [f"{one.treatment_opinion}\n{one.past_history}" for one in chart.records[:1]]
    for text in [*newest, *(one.treatment_opinion for one in chart.records[1:LOOKED_THROUGH])]:
        heard = hear(text, chart.patient)
        yield from (code for one in heard.spoken if not one.intake.denied for code in one.codes)


def _codes(names: tuple[str, ...]) -> tuple[str, ...]:
    """Of medicines by any name, and of substances by the formulary's own."""
    substances = [name for name in names if name in SUBSTANCES]
    named = (one.meant for text in names for one in mentions(read(text), on_a_list=True) if one.meant)
    return tuple(dict.fromkeys([*substances, *(code for one in named for code in one.codes)]))


def _dose(inputs: DoseInputs, chart: Chart) -> Outcome:
    maxima = formulary().maxima
    found = [_of_patient(maxima[code], chart) for code in _codes(inputs.names) if code in maxima]
    if not found:
        names = ", ".join(inputs.names)
        raise Unavailable(f"the formulary has no greatest dose of {names or 'that'}", f"处方集里没有{names}的最大剂量")
    return Outcome(data=tuple(found), sources=tuple(one.source for one in found))


def _of_patient(rule: Maximum, chart: Chart) -> Dose:
    age = chart.patient.age
    of_age = next((most for since, under, most in rule.ages if age is not None and since <= age < under), None)
    name = plain_name(rule.medicine, chart.language)
    most = rule.adult if of_age is None else of_age
    return Dose(medicine=name, most=most, child=of_age is not None, lowered=rule.lowered, source=rule.source)


def _check_told(one: Checked, chart: Chart) -> Iterator[str]:
    words, gap = WORDS[chart.language], "、" if chart.language is Language.ZH else ", "
    for warning in one.warnings:
        yield words["warned"].format(
            verdict=words[warning.verdict], told=warning.told(chart.language), source=warning.source
        )
    if not one.warnings:
        yield words["fine"].format(medicines=gap.join(one.medicines))


def _dose_told(doses: tuple[Dose, ...], chart: Chart) -> Iterator[str]:
    words = WORDS[chart.language]
    illnesses = {one.code: one for one in formulary().illnesses}
    for one in doses:
        names = {
            code: illnesses[code].zh[0] if chart.language is Language.ZH else illnesses[code].en[0]
            for code in one.lowered
        }
        lowered = "".join(words["lowered"].format(most=mg, illness=names[code]) for code, mg in one.lowered.items())
        yield words["dose"].format(
            medicine=one.medicine,
            most=one.most,
            whom=words["child" if one.child else "adult"],
            lowered=lowered,
            source=one.source,
        )


TASKS = (
    Task(
        name="medicines",
        description="Interactions of medicines with each other, and with this patient's illnesses, age and allergies.",
        inputs=MedicinesInputs,
        outputs="{medicines, warnings: list of {medicines, because, verdict, why, source}}",
        piped=False,
        run=_check,
        told=_check_told,
    ),
    Task(
        name="dose",
        description="The greatest daily dose of medicines, for this patient's age.",
        inputs=DoseInputs,
        outputs="list of {medicine, most, lowered, source}",
        piped=False,
        run=_dose,
        told=_dose_told,
    ),
)
