"""What another department did, as far as visible records tell of it; else that it is not visible."""

from collections.abc import Iterator

from frontdesk.app.clinician.departments import departments
from frontdesk.app.clinician.quoting import quoted
from frontdesk.app.clinician.searching import speaking
from frontdesk.app.clinician.task import Chart, Inputs, Outcome, Task
from frontdesk.his_adapter.chart import Line
from frontdesk.models.facts import Language, Value

MOST = 5
WORDS = {
    Language.EN: {
        "hidden": "{department}: not visible to you. None of the {count} records that you may see is theirs;"
        " {hidden} records of other departments are not visible to you, so what they found or did was not looked up.",
        "none": "{department}: not on record. No record of theirs is kept of this patient.",
        "told": "What the records that you may see tell of it:",
        "untold": "The records that you may see do not tell of it.",
    },
    Language.ZH: {
        "hidden": "{department}：您无权查看。您能看到的{count}份病历里没有该科室的；"
        "其他科室有{hidden}份病历您无权查看，他们查了什么、做了什么没有查到那里。",
        "none": "{department}：没有记录，这位患者没有该科室的病历。",
        "told": "您能看到的病历里提到的：",
        "untold": "您能看到的病历里没有提到。",
    },
}


class ElsewhereInputs(Inputs):
    """`department`: its code; `about`: the question."""

    department: str
    about: str


class Elsewhere(Value):
    """`records`: looked through; `hidden`: not visible to the doctor; `lines`: sentences that tell of it."""

    department: str
    records: int
    hidden: int
    lines: tuple[Line, ...]


def _run(inputs: ElsewhereInputs, chart: Chart) -> Outcome:
    one = departments()[inputs.department]
    lines = chart.index.lines
    named = [line for line in lines if one.words.search(line.text)]
    about = one.words.sub(" ", inputs.about)
    spoken = [lines[at] for at in speaking([line.text for line in lines], about, most=MOST)]
    told = tuple(dict.fromkeys([*named, *spoken]))[:MOST]
    data = Elsewhere(
        department=one.name[chart.language], records=len(chart.records), hidden=len(chart.hidden), lines=told
    )
    return Outcome(data=data, sources=tuple(dict.fromkeys(f"record {line.record} ({line.on})" for line in told)))


def _told(one: Elsewhere, chart: Chart) -> Iterator[str]:
    words = WORDS[chart.language]
    shape = words["hidden" if one.hidden else "none"]
    yield shape.format(department=one.department, count=one.records, hidden=one.hidden)
    yield words["told" if one.lines else "untold"]
    yield from (f"- {quoted(line, chart.language)}" for line in one.lines)


TASK = Task(
    name="elsewhere",
    description="What another department found or did: as visible records tell of it, else that it is not visible.",
    inputs=ElsewhereInputs,
    outputs="{department, records, hidden, lines}",
    piped=False,
    run=_run,
    told=_told,
)
