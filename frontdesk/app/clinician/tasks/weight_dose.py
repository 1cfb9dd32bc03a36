"""One dose of a fever or pain medicine for a child, by the newest weight on record."""

from collections.abc import Iterator

from frontdesk.app.clinician.task import Chart, Inputs, Outcome, Task, Unavailable
from frontdesk.app.clinician.tasks.values import measured
from frontdesk.app.clinician.topics import medicines_named
from frontdesk.models.facts import Language, Value
from frontdesk.models.knowledge.formulary import plain_name

# mg for each kg in one dose, and the most of one dose, mg.
BY_WEIGHT = {
    "ibuprofen": (5.0, 10.0, 400.0, "BNF for Children, ibuprofen; NMPA label of the suspension"),
    "acetaminophen": (10.0, 15.0, 1000.0, "WHO pocket book of hospital care for children, 2nd ed.; BNF for Children"),
}
WORDS = {
    Language.EN: (
        "{medicine}, one dose by weight: {low:g}-{high:g} mg"
        " ({per_low:g}-{per_high:g} mg/kg; {weight} on {on}) ({source})."
    ),
    Language.ZH: (
        "{medicine}一次按体重：{low:g}-{high:g}mg（{per_low:g}-{per_high:g}mg/kg；{on}体重{weight}）（{source}）。"
    ),
}


class WeightDoseInputs(Inputs):
    about: str


class WeightDose(Value):
    medicine: str
    low: float
    high: float
    per_low: float
    per_high: float
    weight: str
    on: str
    source: str


def _run(inputs: WeightDoseInputs, chart: Chart) -> Outcome:
    known = [one.code for one in medicines_named(inputs.about) if one.code in BY_WEIGHT]
    if not known:
        raise Unavailable("no dose by weight of that is kept here", "这里没有它按体重的用量")
    weights = measured("body weight", chart)
    if not weights:
        raise Unavailable("no weight is on record", "病历里没有体重")
    weight = weights[0]
    found = []
    for code in known:
        least, greatest, most, source = BY_WEIGHT[code]
        found.append(
            WeightDose(
                medicine=plain_name(code, chart.language),
                low=round(min(most, least * weight.value), 1),
                high=round(min(most, greatest * weight.value), 1),
                per_low=least,
                per_high=greatest,
                weight=weight.written,
                on=f"{weight.date}",
                source=source,
            )
        )
    return Outcome(data=tuple(found), sources=tuple(one.source for one in found))


def _told(found: tuple[WeightDose, ...], chart: Chart) -> Iterator[str]:
    yield from (WORDS[chart.language].format(**one.model_dump()) for one in found)


TASK = Task(
    name="weight_dose",
    description="One dose of ibuprofen or paracetamol for a child by the newest weight on record.",
    inputs=WeightDoseInputs,
    outputs="list of {medicine, low, high (mg), weight, source}",
    piped=False,
    run=_run,
    told=_told,
)
