"""What the hospital's own system keeps of results and vital signs: who says so, and what it could not tell."""

from collections.abc import Iterator

from frontdesk.app.clinician.task import Chart
from frontdesk.his_adapter.chart.measures import Measure, measures
from frontdesk.his_adapter.history import NOTHING, HistoryEntry, HistoryKind
from frontdesk.models.facts import Language
from frontdesk.models.specialists.case import Patient
from frontdesk.models.specialists.labs_vitals.judgement import judge
from frontdesk.models.specialists.labs_vitals.readings import hear

SYSTEM = "hospital system"  # the source of what it keeps as entries of its own
COMPARED = ("<", ">", "≤", "≥")  # a limit is no value
WORDS = {
    Language.EN: {
        "by": " (hospital's system{who})",
        "who": ": {who}",
        "unconfirmed": "told by the patient, unconfirmed",
        "gap": ", ",
        "unknown": "The hospital's system does not know this patient.",
        "not_asked": "The hospital's system could not be asked for results: they were not checked.",
        "hidden": "The hospital's system has {hidden} entries of other departments that are not visible to you.",
        "cut": "The hospital's system has more entries than were looked through.",
        "and": "; ",
        "none": "none is on record in the hospital's system either",
        "nobody": "the hospital's system does not know this patient",
        "not_asked_either": "the hospital's system could not be asked",
        "hidden_there": "{hidden} entries of other departments in the hospital's system are not visible to you",
    },
    Language.ZH: {
        "by": "（医院系统{who}）",
        "who": "：{who}",
        "unconfirmed": "患者自述，未确认",
        "gap": "，",
        "unknown": "医院系统里没有这位患者。",
        "not_asked": "医院系统没有应答，那里的检查结果没有核对。",
        "hidden": "医院系统里另有{hidden}条属于其他科室，您不能查看。",
        "cut": "医院系统里的条目太多，没有全部看完。",
        "and": "；",
        "none": "医院系统里也没有",
        "nobody": "医院系统里没有这位患者",
        "not_asked_either": "医院系统没有应答",
        "hidden_there": "医院系统里有{hidden}条属于其他科室，您不能查看",
    },
}


def with_number(chart: Chart) -> Iterator[HistoryEntry]:
    """Those of a day whose value is a number with a name."""
    return (one for one in chart.history.of(HistoryKind.OBSERVATION) if _is_number(one, chart.patient))


def in_words(chart: Chart) -> Iterator[HistoryEntry]:
    """All others: what is positive or negative, a limit, not believable, or of no day."""
    return (one for one in chart.history.of(HistoryKind.OBSERVATION) if not _is_number(one, chart.patient))


def named(entry: HistoryEntry, question: str) -> Iterator[str]:
    """The words of a question that name it."""
    return Measure(name=entry.words, value=0, places=0, unit="").named_in(question)


def written(entry: HistoryEntry) -> str:
    return f"{entry.words} {entry.value}".strip()


def by(entry: HistoryEntry, language: Language) -> str:
    """Who says so."""
    words = WORDS[language]
    who = words["gap"].join(filter(None, (entry.source, words["unconfirmed"] if entry.told else "")))
    return words["by"].format(who=words["who"].format(who=who) if who else "")


def untold(chart: Chart) -> Iterator[str]:
    """What an answer from the system's results leaves out, a sentence each."""
    words, history = WORDS[chart.language], chart.history
    if not history.known:
        yield words["unknown"]
    if HistoryKind.OBSERVATION in history.not_asked:
        yield words["not_asked"]
    if history.hidden:
        yield words["hidden"].format(hidden=history.hidden)
    if history.cut:
        yield words["cut"]


def nothing_of(missing: str, chart: Chart, language: Language) -> str:
    """That something is not on record, and what of the hospital's system stands behind that; nothing without one."""
    words, history = WORDS[language], chart.history
    if history == NOTHING:
        return missing
    there = [words["hidden_there"].format(hidden=history.hidden)] if history.hidden else []
    if HistoryKind.OBSERVATION in history.not_asked:
        there.append(words["not_asked_either"])
    return words["and"].join((missing, *(there or [words["none"] if history.known else words["nobody"]])))


def _is_number(entry: HistoryEntry, patient: Patient) -> bool:
    if entry.date is None or entry.value.startswith(COMPARED):
        return False
    text = written(entry)
    return bool(measures(text)) or any(one.parts and one.plausible for one in judge(hear(text), patient))
