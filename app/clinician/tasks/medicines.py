"""What speaks against medicines together, or for this patient: rules of the formulary."""

from collections.abc import Iterator
from itertools import combinations

from app.clinician.task import Chart, Inputs, Outcome, Task, Unavailable
from models.facts import Language, Value
from models.knowledge.formulary import plain_name
from models.parsers.writing import read
from models.specialists.medication.condition import contraindication
from models.specialists.medication.interaction import worst
from models.specialists.medication.mentions import mentions
from models.specialists.medication.spoken import hear

LOOKED_THROUGH = 2  # records: "all else unchanged" means the one before
SAYS = {Language.ZH: "我在吃{}。", Language.EN: "I take {}."}


class Warned(Value):
    """`verdict` is "avoid" or "caution"."""

    medicines: tuple[str, ...]
    verdict: str
    why: str
    source: str


class MedicinesInputs(Inputs):
    """`names` besides those of the last treatments; `alone`: nothing but `names`."""

    names: tuple[str, ...] = ()
    alone: bool = False


def _run(inputs: MedicinesInputs, chart: Chart) -> Outcome:
    named = [one.meant for text in inputs.names for one in mentions(read(text)) if one.meant]
    codes = tuple(dict.fromkeys([*(code for one in named for code in one.codes), *_taken(inputs, chart)]))
    if not codes:
        raise Unavailable("not available: no medicine is named")
    heard = hear(SAYS[chart.language].format(", ".join(codes)), chart.patient)
    warned, sources = [], []
    for code in codes:
        found = contraindication(code, heard.situation)
        if found:
            rule, has = found
            name = plain_name(code, chart.language)
            warned.append(
                Warned(medicines=(name, has), verdict="avoid", why=rule.why[chart.language], source=rule.source)
            )
    for pair in combinations(codes, 2):
        together = worst(*pair)
        if together:
            names = tuple(plain_name(code, chart.language) for code in pair)
            warned.append(
                Warned(
                    medicines=names, verdict=together.verdict, why=together.why[chart.language], source=together.source
                )
            )
    sources = [one.source for one in warned]
    taken = tuple(plain_name(code, chart.language) for code in codes)
    return Outcome(data={"medicines": taken, "warnings": tuple(warned)}, sources=tuple(dict.fromkeys(sources)))


def _taken(inputs: MedicinesInputs, chart: Chart) -> Iterator[str]:
    """Medicines of the last treatment, or where that only goes on with what there was, of those before."""
    if inputs.alone:
        return
    for record in chart.records[:LOOKED_THROUGH]:
        heard = hear(record.treatment_opinion, chart.patient)
        yield from (code for one in heard.spoken if not one.intake.denied for code in one.codes)


TASK = Task(
    name="medicines",
    description="Interactions of the patient's medicines with each other, and with their illnesses and allergies.",
    inputs=MedicinesInputs,
    outputs="{medicines, warnings: list of {medicines, verdict, why, source}}",
    piped=False,
    run=_run,
)
