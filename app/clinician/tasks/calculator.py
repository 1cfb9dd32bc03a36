"""Scores and formulas over the chart's own values, each from its source."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from app.clinician.task import Chart, Inputs, Outcome, Task, Unavailable
from app.clinician.tasks.values import TASK as VALUES
from app.clinician.tasks.values import Measured, ValuesInputs
from models.facts import Sex, Value
from models.knowledge.load import knowledge
from models.specialists.labs_vitals.catalogue import find


class Calculated(Value):
    """`used`: what it was calculated from, in words."""

    name: str
    value: float
    unit: str
    used: tuple[str, ...]
    source: str


class CalculatorInputs(Inputs):
    formula: Literal["egfr", "bmi", "cha2ds2_vasc"]


@dataclass(frozen=True)
class Latest:
    """The newest value of a test in the catalogue's own unit, and how the record writes it."""

    value: float
    written: str


def _run(inputs: CalculatorInputs, chart: Chart) -> Outcome:
    calculated = FORMULAS[inputs.formula](chart)
    return Outcome(data=calculated, sources=(calculated.source,))


def _egfr(chart: Chart) -> Calculated:
    """CKD-EPI 2021, without race (Inker et al., N Engl J Med 2021;385:1737-49), for adults; mL/min/1.73 m²."""
    age, sex = chart.patient.age, chart.patient.sex
    if age is None or age < 18 or sex is None:
        raise Unavailable("not available: it needs an adult's age and sex")
    creatinine = _latest("creatinine", chart)
    mg_dl = creatinine.value / 88.4
    kappa, alpha, factor = (0.7, -0.241, 1.012) if sex is Sex.FEMALE else (0.9, -0.302, 1.0)
    ratio = mg_dl / kappa
    value = 142 * min(ratio, 1) ** alpha * max(ratio, 1) ** -1.2 * 0.9938**age * factor
    used = (f"creatinine {creatinine.written}", f"{age:g} years", sex.value)
    return Calculated(name="eGFR", value=round(value), unit="mL/min/1.73 m²", used=used, source="CKD-EPI 2021")


def _bmi(chart: Chart) -> Calculated:
    """Weight over height squared (WHO technical report 894, 2000); kg/m²."""
    weight, height = _latest("body weight", chart), _latest("height", chart)
    metres = height.value / 100
    used = (f"weight {weight.written}", f"height {height.written}")
    return Calculated(
        name="BMI", value=round(weight.value / metres**2, 1), unit="kg/m²", used=used, source="WHO technical report 894"
    )


def _cha2ds2_vasc(chart: Chart) -> Calculated:
    """Points for stroke in atrial fibrillation (Lip et al., Chest 2010;137:263-72)."""
    age = chart.patient.age
    if age is None or chart.patient.sex is None:
        raise Unavailable("not available: it needs age and sex")
    ill = {code for code, one in knowledge().conditions.items() if one.en in chart.patient.conditions}
    points = {
        "heart failure": "heart_failure" in ill,
        "hypertension": "hypertension" in ill,
        "diabetes": "diabetes" in ill,
        "vascular disease": bool(ill & {"coronary_disease", "heart_attack_past", "peripheral_artery"}),
        "female": chart.patient.sex is Sex.FEMALE,
        "65 to 74 years": 65 <= age < 75,
    }
    double = {"75 years or more": age >= 75, "stroke": "stroke" in ill}
    used = tuple(name for name, there in (points | double).items() if there)
    value = sum(points.values()) + 2 * sum(double.values())
    return Calculated(name="CHA2DS2-VASc", value=value, unit="", used=used, source="Lip et al., Chest 2010")


FORMULAS: dict[str, Callable[[Chart], Calculated]] = {"egfr": _egfr, "bmi": _bmi, "cha2ds2_vasc": _cha2ds2_vasc}


def _latest(name: str, chart: Chart) -> Latest:
    """Raises Unavailable."""
    test = find(name)
    if test is None:
        raise Unavailable(f"not available: {name}")
    found: dict[str, tuple[Measured, ...]] = VALUES.run(ValuesInputs(tests=(name,), latest=1), chart).data
    one = found[test.name][-1]
    return Latest(value=test.in_own_unit(one.value, one.unit), written=f"{one.written} ({one.date})")


TASK = Task(
    name="calculator",
    description="eGFR (CKD-EPI 2021), BMI or CHA2DS2-VASc from the chart's newest values.",
    inputs=CalculatorInputs,
    outputs="{name, value, unit, used, source}",
    piped=False,
    run=_run,
)
