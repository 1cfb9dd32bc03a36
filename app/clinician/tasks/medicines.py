"""What speaks against medicines together, or for this patient: rules of the formulary."""

from collections.abc import Iterator

from app.clinician.task import Chart, Inputs, Outcome, Task, Unavailable
from app.clinician.warned import alone, together
from models.facts import Language
from models.knowledge.formulary import plain_name
from models.parsers.writing import read
from models.specialists.medication.mentions import mentions
from models.specialists.medication.spoken import hear

LOOKED_THROUGH = 2  # records: "all else unchanged" means the one before
SAYS = {Language.ZH: "我在吃{}。", Language.EN: "I take {}."}


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
    for_each = (alone(code, heard.situation, chart.language) for code in codes)
    warned = (*(one for one in for_each if one), *together(codes, chart.language))
    taken = tuple(plain_name(code, chart.language) for code in codes)
    return Outcome(data={"medicines": taken, "warnings": warned}, sources=tuple(one.source for one in warned))


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
    outputs="{medicines, warnings: list of {medicines, because, verdict, why, source}}",
    piped=False,
    run=_run,
)
