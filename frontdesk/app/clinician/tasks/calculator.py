"""Scores and formulas over the chart's own newest values, each from its source."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import sqrt
from typing import Literal

from frontdesk.app.clinician.searching import kinds
from frontdesk.app.clinician.task import Chart, Inputs, Outcome, Spanned, Task, Unavailable
from frontdesk.app.clinician.tasks.values import TASK as VALUES
from frontdesk.app.clinician.tasks.values import Measured, ValuesInputs, told_in_story
from frontdesk.models.ages import GROWN_UP_FROM
from frontdesk.models.facts import Language, Sex, Value
from frontdesk.models.knowledge.load import knowledge
from frontdesk.models.specialists.labs_vitals.catalogue import find

NONE_LATER = {Language.EN: ", no later value on record", Language.ZH: "，之后没有再查的记录"}
BY_STORY = {Language.EN: ", as the story of that visit gives it", Language.ZH: "，按那次现病史所写"}
WEIGHT_BEFORE = re.compile(
    r"孕前体重\s*(?:为|是)?\s*(?P<zh>\d+(?:\.\d+)?)\s*(?:kg|公斤|千克)"
    r"|\bpre-?pregnancy weight\s*(?:was|of|:)?\s*(?P<en>\d+(?:\.\d+)?)\s*kg",
    re.IGNORECASE,
)
IN_STORIES = frozenset({"body weight"})  # told by patients who weigh themselves
HALF_A_YEAR = 182  # days
INHIBITOR = "five_alpha_reductase"  # of the formulary's kinds
Name = Literal[
    "egfr",
    "bmi",
    "dose_by_weight",
    "creatinine_clearance",
    "body_surface",
    "cha2ds2_vasc",
    "fib4",
    "ldl_friedewald",
    "corrected_calcium",
    "psa_under_treatment",
]


class Calculated(Value):
    """`written`: the value with its decimals; `used`: what it was calculated from, in words."""

    name: str
    value: float
    written: str
    unit: str
    used: tuple[str, ...]
    source: str


class Given(Inputs):
    """A value that was told, and goes before the newest on record."""

    test: str
    value: float
    unit: str = ""


class CalculatorInputs(Spanned):
    """`per_kg`: mg for each kg, for a dose by weight. `before_pregnancy`: by the weight that records give of then."""

    formula: Name
    given: tuple[Given, ...] = ()
    per_kg: float | None = None
    before_pregnancy: bool = False


@dataclass(frozen=True)
class Basis:
    """What is calculated from."""

    chart: Chart
    inputs: CalculatorInputs


@dataclass(frozen=True)
class Latest:
    """A value given, or the newest of a test, in the catalogue's own unit, and how it is written."""

    value: float
    written: str


def _run(inputs: CalculatorInputs, chart: Chart) -> Outcome:
    calculated = FORMULAS[inputs.formula](Basis(chart, inputs))
    return Outcome(data=calculated, sources=(calculated.source,))


def _egfr(basis: Basis) -> Calculated:
    """CKD-EPI 2021, without race (Inker et al., N Engl J Med 2021;385:1737-49), for adults; mL/min/1.73 m²."""
    age, sex = _adult(basis.chart)
    creatinine = _latest("creatinine", basis)
    kappa, alpha, factor = (0.7, -0.241, 1.012) if sex is Sex.FEMALE else (0.9, -0.302, 1.0)
    ratio = creatinine.value / 88.4 / kappa
    value = 142 * min(ratio, 1) ** alpha * max(ratio, 1) ** -1.2 * 0.9938**age * factor
    return _calculated("eGFR", round(value), "mL/min/1.73 m²", "CKD-EPI 2021", _person(basis.chart), creatinine.written)


def _creatinine_clearance(basis: Basis) -> Calculated:
    """Cockcroft and Gault, Nephron 1976;16:31-41, for adults; mL/min."""
    age, sex = _adult(basis.chart)
    creatinine, weight = _latest("creatinine", basis), _latest("body weight", basis)
    value = (140 - age) * weight.value / (72 * creatinine.value / 88.4) * (0.85 if sex is Sex.FEMALE else 1)
    used = (_person(basis.chart), creatinine.written, weight.written)
    return _calculated("creatinine clearance", round(value, 1), "mL/min", "Cockcroft and Gault 1976", *used)


def _bmi(basis: Basis) -> Calculated:
    """Weight over height squared (WHO technical report 894, 2000); kg/m²."""
    weight = _before_pregnancy(basis) if basis.inputs.before_pregnancy else _latest("body weight", basis)
    height = _latest("body height", basis)
    value = round(weight.value / (height.value / 100) ** 2, 1)
    return _calculated("BMI", value, "kg/m²", "WHO technical report 894", weight.written, height.written)


def _body_surface(basis: Basis) -> Calculated:
    """Mosteller, N Engl J Med 1987;317:1098; m²."""
    weight, height = _latest("body weight", basis), _latest("body height", basis)
    value = round(sqrt(weight.value * height.value / 3600), 2)
    return _calculated("body surface area", value, "m²", "Mosteller 1987", weight.written, height.written)


def _dose_by_weight(basis: Basis) -> Calculated:
    """So many mg for each kg of the newest weight; arithmetic alone, no advice."""
    if basis.inputs.per_kg is None:
        raise Unavailable("it needs mg per kg", "需要每公斤的毫克数")
    weight = _latest("body weight", basis)
    value = round(basis.inputs.per_kg * weight.value, 1)
    used = (f"{basis.inputs.per_kg:g} mg/kg", weight.written)
    dose = _calculated("mg/kg × kg", value, "mg", "arithmetic", *used)
    return dose.model_copy(update={"written": f"{value:g}"})


def _fib4(basis: Basis) -> Calculated:
    """Age × AST over platelets × √ALT (Sterling et al., Hepatology 2006;43:1317-25), for adults."""
    age, _ = _adult(basis.chart)
    alt, ast, platelets = (_latest(name, basis) for name in ("alt", "ast", "platelet count"))
    value = round(age * ast.value / (platelets.value * sqrt(alt.value)), 2)
    used = (_person(basis.chart), ast.written, alt.written, platelets.written)
    return _calculated("FIB-4", value, "", "Sterling et al. 2006", *used)


def _ldl_friedewald(basis: Basis) -> Calculated:
    """Total less HDL less triglycerides over 2.2 (Friedewald et al., Clin Chem 1972;18:499-502), to 4.5; mmol/L."""
    total, hdl, fats = (_latest(name, basis) for name in ("total cholesterol", "hdl cholesterol", "triglycerides"))
    if fats.value > 4.5:
        raise Unavailable("the formula does not hold with triglycerides above 4.5", "甘油三酯超过4.5，公式不适用")
    value = round(total.value - hdl.value - fats.value / 2.2, 2)
    return _calculated("LDL", value, "mmol/L", "Friedewald et al. 1972", total.written, hdl.written, fats.written)


def _corrected_calcium(basis: Basis) -> Calculated:
    """0.02 mmol/L for each g/L of albumin below 40 (Payne et al., BMJ 1973;4:643-6); mmol/L."""
    calcium, albumin = _latest("calcium", basis), _latest("albumin", basis)
    value = round(calcium.value + 0.02 * (40 - albumin.value), 2)
    return _calculated("corrected calcium", value, "mmol/L", "Payne et al. 1973", calcium.written, albumin.written)


def _psa_under_treatment(basis: Basis) -> Calculated:
    """Twice the value after six months of a 5-alpha-reductase inhibitor (FDA label finasteride 5 mg, section 5.1).

    From two years on up to 2.5 times (Etzioni et al., J Urol 2005;174:877-81); ng/mL.
    """
    psa = _latest("psa", basis)
    treated = [one for one in basis.chart.records if INHIBITOR in kinds(one.treatment_opinion)]
    if not treated:
        raise Unavailable("no 5-alpha-reductase inhibitor is on record", "病历里没有5α还原酶抑制剂")
    begun = treated[-1].visit_date.date()
    if (basis.chart.now.date() - begun).days < HALF_A_YEAR:
        raise Unavailable(
            f"the 5-alpha-reductase inhibitor is on record only since {begun}; the value is doubled from six months on",
            f"5α还原酶抑制剂从{begun}起才有记录，用满6个月才按2倍算",
        )
    return _calculated("PSA × 2", round(2 * psa.value, 2), "ng/mL", "Etzioni et al. 2005", psa.written)


def _cha2ds2_vasc(basis: Basis) -> Calculated:
    """Points for stroke in atrial fibrillation (Lip et al., Chest 2010;137:263-72)."""
    age, sex = _adult(basis.chart)
    ill = {code for code, one in knowledge().conditions.items() if one.en in basis.chart.patient.conditions}
    points = {
        "heart failure": "heart_failure" in ill,
        "hypertension": "hypertension" in ill,
        "diabetes": "diabetes" in ill,
        "vascular disease": bool(ill & {"coronary_disease", "heart_attack_past", "peripheral_artery"}),
        "female": sex is Sex.FEMALE,
        "65 to 74 years": 65 <= age < 75,
    }
    double = {"75 years or more": age >= 75, "stroke": "stroke" in ill}
    used = tuple(name for name, there in (points | double).items() if there)
    value = sum(points.values()) + 2 * sum(double.values())
    return _calculated("CHA2DS2-VASc", value, "", "Lip et al., Chest 2010", *used)


FORMULAS: dict[Name, Callable[[Basis], Calculated]] = {
    "egfr": _egfr,
    "dose_by_weight": _dose_by_weight,
    "creatinine_clearance": _creatinine_clearance,
    "bmi": _bmi,
    "body_surface": _body_surface,
    "cha2ds2_vasc": _cha2ds2_vasc,
    "fib4": _fib4,
    "ldl_friedewald": _ldl_friedewald,
    "corrected_calcium": _corrected_calcium,
    "psa_under_treatment": _psa_under_treatment,
}


def _calculated(name: str, value: float, unit: str, source: str, *used: str) -> Calculated:
    return Calculated(name=name, value=value, written=str(value), unit=unit, used=used, source=source)


def _adult(chart: Chart) -> tuple[float, Sex]:
    """Age in years and sex. Raises Unavailable."""
    age, sex = chart.patient.age, chart.patient.sex
    if age is None or age < GROWN_UP_FROM or sex is None:
        raise Unavailable("it needs an adult's age and sex", "需要成人的年龄和性别")
    return age, sex


def _person(chart: Chart) -> str:
    sex = chart.patient.sex.value if chart.patient.sex else ""
    return f"{chart.patient.age:g} years, {sex}"


def _before_pregnancy(basis: Basis) -> Latest:
    """The weight of before, as the newest record that tells of it gives it. Raises Unavailable."""
    for line in basis.chart.index.lines:
        if found := WEIGHT_BEFORE.search(line.text):
            return Latest(value=float(found["zh"] or found["en"]), written=f"{found[0]} ({line.on})")
    raise Unavailable("no weight before the pregnancy is on record", "病历里没有孕前体重")


def _latest(name: str, basis: Basis) -> Latest:
    """Raises Unavailable."""
    test, chart = find(name), basis.chart
    if test is None:
        raise Unavailable(f"there is no test {name}", f"没有这项检查：{name}")
    for one in basis.inputs.given:
        if find(one.test) is test:
            unit = one.unit if one.unit in test.units_known() else test.unit
            written = f"{test.called(chart.language)} {one.value:g} {unit}"
            return Latest(value=test.in_own_unit(one.value, unit), written=written)
    told = told_in_story(test.name, chart, basis.inputs) if name in IN_STORIES else None
    try:
        found: dict[str, tuple[Measured, ...]] = VALUES.run(_wanted(test.name, basis), chart).data
        newest = found[test.name][-1]
    except Unavailable:
        if told is None:
            raise
        newest = told
    if told and (told.date > newest.date or told is newest):
        written = f"{told.called} {told.written} ({told.date}{BY_STORY[chart.language]})"
        return Latest(value=test.in_own_unit(told.value, told.unit), written=written)
    none_later = NONE_LATER[chart.language] if newest.last else ""
    written = f"{newest.called} {newest.written} ({newest.date}{none_later})"
    return Latest(value=test.in_own_unit(newest.value, newest.unit), written=written)


def _wanted(name: str, basis: Basis) -> ValuesInputs:
    """The newest of the time asked about; of the height of grown-ups whenever it was measured."""
    inputs, age = basis.inputs, basis.chart.patient.age
    whenever = name == "body height" and age is not None and age >= GROWN_UP_FROM
    span = {} if whenever else {"since": inputs.since, "until": inputs.until}
    return ValuesInputs(tests=(name,), latest=1, **span)


def _told(one: Calculated, chart: Chart) -> Iterator[str]:
    value = f"{one.written} {one.unit}".strip()
    if chart.language is Language.ZH:
        yield f"{one.name}：{value}（{'、'.join(one.used)}；{one.source}）"
    else:
        yield f"{one.name}: {value} ({', '.join(one.used)}; {one.source})."


TASK = Task(
    name="calculator",
    description="A score or formula from the chart's newest values: kidney, body, liver, lipids, calcium, stroke risk.",
    inputs=CalculatorInputs,
    outputs="{name, value, unit, used, source}",
    piped=False,
    run=_run,
    told=_told,
)
