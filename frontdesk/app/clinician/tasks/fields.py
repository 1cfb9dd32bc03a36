"""What records say field by field: symptoms, history, allergies, signs, diagnoses, treatment; today's words first."""

from collections.abc import Callable, Iterator
from datetime import date

from frontdesk.app.clinician.observed import SYSTEM
from frontdesk.app.clinician.searching import speaks_of
from frontdesk.app.clinician.task import Chart, Outcome, Spanned, Task, Unavailable, source_of
from frontdesk.app.clinician.topics import topics
from frontdesk.his_adapter.chart.lines import lines_of
from frontdesk.his_adapter.history import HistoryEntry, HistoryKind
from frontdesk.his_adapter.records import OutpatientRecord, Section
from frontdesk.models.facts import Language, Value

NONE_SPEAKS = ("it is on record, but nothing of it speaks of that", "病历里有这一项，但没有提到要找的内容")
OF_EPISODE = frozenset({"chief_complaint", "present_illness_history", "preliminary_diagnosis"})
MOST = 6  # entries that are named in an answer
TODAY = {Language.EN: "today, at reception", Language.ZH: "今天导诊时"}
THEIRS = {Language.EN: "the hospital's system", Language.ZH: "医院系统"}
UNASKED = {Language.EN: "it did not answer, so it was not checked", Language.ZH: "没有应答，没有核对"}
NOT_SO = {Language.EN: "not so: ", Language.ZH: "否认："}


class Entry(Value):
    """A field of one record, else what was said at reception today, or stands in the hospital's system (`theirs`)."""

    date: date | None
    text: str
    record: int | None
    theirs: bool = False


class FieldInputs(Spanned):
    """`about`: words of what is looked for; only entries that speak of it are given, `latest` of these. Empty: all.

    `of`: words of an episode; only entries of visits for it.
    """

    about: str = ""
    of: str = ""


def _field(
    name: str,
    description: str,
    missing: tuple[str, str],
    read: Callable[[OutpatientRecord], str],
    sections: tuple[Section, ...] = (),
    kind: HistoryKind | None = None,
) -> Task[FieldInputs]:
    def run(inputs: FieldInputs, chart: Chart) -> Outcome:
        entries, sources = list(_today(sections, inputs, chart)), []
        sources += ["previsit summary"] if entries else []
        kept = list(_theirs(kind, inputs, chart)) if kind else []
        entries += kept
        sources += [SYSTEM] if kept else []
        spoken = [
            one
            for one in chart.records
            if inputs.holds(one.visit_date.date()) and speaks_of(read(one), inputs.about) and read(one).strip()
        ]
        if inputs.of:
            spoken = [one for one in spoken if _is_visit_for(inputs.of, one)]
        for record in spoken[: inputs.latest]:
            text = read(record).strip()
            if all(text != one.text for one in entries):
                entries.append(Entry(date=record.visit_date.date(), text=text, record=record.outpatient_number))
                sources.append(source_of(record))
        if not entries:
            written = inputs.about and any(read(one).strip() for one in chart.records)
            raise Unavailable(*(NONE_SPEAKS if written else missing))
        return Outcome(data=tuple(entries), sources=tuple(sources))

    outputs = "list of {date, text, record}, newest first"
    return Task(name, description, FieldInputs, outputs, piped=False, run=run, told=_told)


def _is_visit_for(episode: str, record: OutpatientRecord) -> bool:
    """Whether the complaint, story or diagnosis speaks of what the words name; of nothing named every visit is."""
    named = topics(episode)
    told = (line for line in lines_of(record) if line.field in OF_EPISODE)
    return not named or any(topic.in_line(line) for line in told for topic in named)


def _today(sections: tuple[Section, ...], inputs: FieldInputs, chart: Chart) -> Iterator[Entry]:
    if chart.previsit is None or not inputs.holds(chart.now.date()):
        return
    said = []
    for one in chart.previsit.statements:
        if one.section in sections and speaks_of(one.text, inputs.about):
            said.append(one.text if chart.previsit.language is chart.language else one.translated or one.text)
    if said:
        gap = "；" if chart.language is Language.ZH else "; "
        yield Entry(date=chart.now.date(), text=gap.join(said), record=None)


def _theirs(kind: HistoryKind, inputs: FieldInputs, chart: Chart) -> Iterator[Entry]:
    """What the hospital's system keeps of this kind; that it did not answer is told too."""
    for one in chart.history.of(kind):
        day, text = one.date.date() if one.date else None, _line(one, chart.language)
        if speaks_of(text, inputs.about) and (day is None or inputs.holds(day)):
            yield Entry(date=day, text=text, record=None, theirs=True)
    if kind in chart.history.not_asked:
        yield Entry(date=None, text=UNASKED[chart.language], record=None, theirs=True)


def _line(one: HistoryEntry, language: Language) -> str:
    gap = "，" if language is Language.ZH else ", "
    words = f"{NOT_SO[language] if one.against else ''}{one.words}"
    return gap.join(filter(None, (words, one.value, one.status, one.source)))


def _told(entries: tuple[Entry, ...], chart: Chart) -> Iterator[str]:
    """The newest, and the first of all."""
    for one in entries if len(entries) <= MOST else (*entries[: MOST - 1], entries[-1]):
        day = _day(one, chart.language)
        yield f"{day}: {one.text}" if chart.language is Language.EN else f"{day}：{one.text}"


def _day(one: Entry, language: Language) -> str:
    if one.theirs:
        return " ".join(filter(None, (THEIRS[language], f"{one.date}" if one.date else "")))
    return TODAY[language] if one.record is None else f"{one.date}"


def _joined(*fields: str) -> Callable[[OutpatientRecord], str]:
    return lambda record: " ".join(text for field in fields if (text := getattr(record, field).strip()))


TASKS = (
    _field(
        "symptoms",
        "What the patient complains of and tells of the present illness.",
        ("no symptoms are on record", "病历里没有症状"),
        _joined("chief_complaint", "present_illness_history"),
        (Section.COMPLAINT, Section.STORY, Section.POSITIVES, Section.NEGATIVES),
    ),
    _field(
        "history",
        "Past illnesses, operations, family and habits.",
        ("no history is on record", "病历里没有既往史"),
        _joined("past_history"),
        (Section.PAST_HISTORY, Section.PERSON),
        HistoryKind.CONDITION,
    ),
    _field(
        "allergies",
        "Allergies to medicines.",
        ("no word on allergies is on record", "病历里没有过敏史"),
        _joined("drug_allergy_history"),
        (Section.ALLERGIES,),
        HistoryKind.ALLERGY,
    ),
    _field(
        "signs",
        "Findings of the physical examination.",
        ("no examination is on record", "病历里没有查体"),
        _joined("physical_examination"),
    ),
    _field(
        "diagnoses",
        "Diagnoses, each with the day it was written.",
        ("no such diagnosis is on record", "病历里没有这样的诊断"),
        _joined("preliminary_diagnosis"),
    ),
    _field(
        "treatment",
        "Medicines with doses, other treatment and advice, as prescribed at each visit.",
        ("no treatment is on record", "病历里没有治疗"),
        _joined("treatment_opinion", "notes"),
        (Section.MEDICINES,),
        HistoryKind.MEDICINE,
    ),
)
