"""What another department did, as far as visible records tell of it; else that it is not visible."""

from collections.abc import Iterator

from frontdesk.app.clinician.departments import departments
from frontdesk.app.clinician.quoting import quoted
from frontdesk.app.clinician.searching import speaking
from frontdesk.app.clinician.task import Chart, Inputs, Outcome, Task
from frontdesk.app.clinician.topics import TopicKind, topics
from frontdesk.his_adapter.chart import Line
from frontdesk.his_adapter.chart.lines import EXAMINED
from frontdesk.models.facts import Language, Value

MOST = 5
WORDS = {
    Language.EN: {
        "hidden": "{department}: not visible to you. None of the {count} records that you may see is theirs;"
        " {hidden} records of other departments are not visible to you, so what they found or did was not looked up.",
        "there": "Records there that you may not see: {visits}.",
        "others": "None of the records that you may not see is theirs; they are: {visits}.",
        "none": "{department}: not on record. No record of theirs is kept of this patient.",
        "told": "What the records that you may see tell of it:",
        "untold": "The records that you may see do not tell of it.",
    },
    Language.ZH: {
        "hidden": "{department}：您无权查看。您能看到的{count}份病历里没有该科室的；"
        "其他科室有{hidden}份病历您无权查看，他们查了什么、做了什么没有查到那里。",
        "there": "该科室有、您无权查看的病历：{visits}。",
        "others": "您无权查看的病历里没有该科室的；有的是：{visits}。",
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
    """`records`: looked through; `hidden`: not visible to the doctor; `lines`: sentences that tell of it.

    `theirs`, `others`: department and day of each record that is not visible, of that department or of others.
    """

    department: str
    records: int
    hidden: int
    lines: tuple[Line, ...]
    theirs: tuple[str, ...] = ()
    others: tuple[str, ...] = ()


def _run(inputs: ElsewhereInputs, chart: Chart) -> Outcome:
    one = departments()[inputs.department]
    lines = chart.index.lines
    examined = [topic for topic in topics(inputs.about) if topic.kind is TopicKind.EXAMINATION]
    named = [line for line in lines if one.words.search(line.text) or any(topic.in_line(line) for topic in examined)]
    named.sort(key=lambda line: line.field not in EXAMINED)  # what was found before what was planned
    about = one.words.sub(" ", inputs.about)
    spoken = [lines[at] for at in speaking([line.text for line in lines], about, most=MOST)]
    told = tuple(dict.fromkeys([*named, *spoken]))[:MOST]
    visits = [(f"{department} {on}", bool(one.words.search(department.lower()))) for department, on in chart.elsewhere]
    data = Elsewhere(
        department=one.name[chart.language],
        records=len(chart.records),
        hidden=len(chart.hidden),
        lines=told,
        theirs=tuple(visit for visit, ours in visits if ours),
        others=tuple(visit for visit, ours in visits if not ours),
    )
    return Outcome(data=data, sources=tuple(dict.fromkeys(f"record {line.record} ({line.on})" for line in told)))


def _told(one: Elsewhere, chart: Chart) -> Iterator[str]:
    words = WORDS[chart.language]
    if one.lines:
        yield words["told"]
        yield from (f"- {quoted(line, chart.language)}" for line in one.lines)
    shape = words["hidden" if one.hidden else "none"]
    yield shape.format(department=one.department, count=one.records, hidden=one.hidden)
    gap = "、" if chart.language is Language.ZH else ", "
    if one.theirs:
        yield words["there"].format(visits=gap.join(one.theirs))
    elif one.others:
        yield words["others"].format(visits=gap.join(one.others))
    if not one.lines:
        yield words["untold"]


TASK = Task(
    name="elsewhere",
    description="What another department found or did: as visible records tell of it, else that it is not visible.",
    inputs=ElsewhereInputs,
    outputs="{department, records, hidden, lines}",
    piped=False,
    run=_run,
    told=_told,
)
