"""Which patients of the department take a medicine now, have a problem or allergy, or a newest value over a limit."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import date
from typing import NamedTuple

from frontdesk.app.clinician.task import Chart, Inputs, Outcome, Task, Unavailable
from frontdesk.app.clinician.tasks.done import left_undone, said_of
from frontdesk.app.clinician.tasks.medicine_list import is_of, line_of
from frontdesk.app.clinician.tasks.presence import said_in
from frontdesk.app.clinician.tasks.target import is_met
from frontdesk.app.clinician.tasks.values import measured, said_value
from frontdesk.app.clinician.topics import Topic, TopicKind, topics
from frontdesk.his_adapter.chart import ChartIndex, Line, Said
from frontdesk.his_adapter.chart.lines import ORDERED
from frontdesk.his_adapter.matching import years_of
from frontdesk.his_adapter.records import OutpatientRecord
from frontdesk.models.facts import Language, Value
from frontdesk.models.knowledge.load import knowledge
from frontdesk.models.specialists.medication.listing import IN_THE_BODY
from frontdesk.models.specialists.medication.prescribed import Change

MOST = 12  # patients that are named
OF_PATIENTS = re.compile(  # words that say no more than that patients are looked for
    r"(?:我|我们|咱们|本科|科里)?(?:的|手上|手里|名下)*(?:病人|患者|病号)|哪(?:几|些)?[个位]?"
    r"|\b(?:which|who|any|how many|list|show|all|my|our|of|the|are|is|on|with"
    r"|have|has|whose|patients?|people|newest|latest|last|tests?|results?|record|their)\b",
    re.IGNORECASE,
)
NUMBER = r"(?P<limit>\d+(?:\.\d+)?)"
BELOW = re.compile(
    rf"(?:低于|低过|小于|不到|不足|少于|<|≤|(?:\b(?:below|under|less than|lower than|at most|beneath)\b))\s*{NUMBER}",
    re.IGNORECASE,
)
ABOVE = re.compile(
    rf"(?:高于|高过|高出|大于|超过|多于|>|≥|(?:\b(?:above|over|at least|exceed\w*)\b)"
    rf"|(?:\b(?:more|greater|higher) than\b))\s*{NUMBER}"
    rf"|{NUMBER.replace('limit', 'after')}\s*(?:\S{{0,8}})?(?:或?以上|or more|and above|or higher)",
    re.IGNORECASE,
)
INCLUDED = re.compile(r"[≥≤]|以上|\bat (?:least|most)\b|\bor more\b|\band above\b|\bor higher\b", re.IGNORECASE)
VERDICTS = (
    (
        frozenset({"high", "critical_high"}),
        re.compile(
            r"(?<!血压)(?<!血脂)(?<!血糖)(?:偏高|过高|升高|高的?|超标)(?![血脂压中龄])|\b(?:high|raised|elevated)\b",
            re.IGNORECASE,
        ),
    ),
    (
        frozenset({"low", "critical_low"}),
        re.compile(r"偏低|过低|降低|低的?(?![密分])|\b(?:low|reduced|deficient)\b(?![- ]density)", re.IGNORECASE),
    ),
    (
        frozenset({"high", "critical_high", "low", "critical_low"}),
        re.compile(r"异常|不正常|超出|\b(?:abnormal|deranged|out of range|off)\b", re.IGNORECASE),
    ),
)
OFF_TARGET = re.compile(
    r"不达标|未达标|没达标|\b(?:not at|above|off|missing|not meeting|out of) (?:the |their )?(?:target"
    r"|goal)|\buncontrolled\b",
    re.IGNORECASE,
)
LATE = re.compile(
    r"\b(?:over)?due\b(?! to)|\bmissed\b|\boutstanding\b|过期|逾期|超期|该(?:来|复查|随访)(?:了|没来)|没(?:来"
    r"|按时)复查|到期",
    re.IGNORECASE,
)
EVER = re.compile(
    r"过的|到过|有过|[开用吃服打给]过|曾|\bever\b|\bhave had\b|\bha(?:ve|d|s) (?:been )?(?:given|prescribed)\b",
    re.IGNORECASE,
)
NOT_GIVEN = frozenset({Change.ADVISED, Change.DECLINED, Change.AVOIDED})
ALLERGIC = re.compile(r"过敏|allerg", re.IGNORECASE)
WORDS = {
    Language.EN: {
        "found": "Patients: {count} ({asked}), of {of} of your department whose records were looked through:",
        "none": "Patients: 0 ({asked}), of {of} of your department whose records were looked through.",
        "one": "- {patient}: {why}",
        "more": "and {count} more",
        "earlier": "Not by the newest value, but at an earlier visit:",
        "takes": "{medicine} {dose}, {on}",
        "allergy": "any allergy",
        "unknown": "“{words}”, a word not known here and looked for as written",
        "late": "something planned is overdue",
        "off_target": "{called} not at target",
        "high": "{called} high",
        "low": "{called} low",
        "abnormal": "{called} out of range",
        "cut": "Only the newest {records} records were looked through.",
        "gap": "; ",
        "and": " and ",
    },
    Language.ZH: {
        "found": "共{count}位（{asked}），查了本科{of}位患者的病历：",
        "none": "0位（{asked}）：查了本科{of}位患者的病历，都不是。",
        "one": "- {patient}：{why}",
        "more": "另有{count}位",
        "earlier": "最新一次不符合、以前有过的：",
        "takes": "{medicine} {dose}，{on}",
        "allergy": "有过敏",
        "unknown": "“{words}”，这里不认识，只按字面找",
        "late": "有计划过期没做",
        "off_target": "{called}未达标",
        "high": "{called}偏高",
        "low": "{called}偏低",
        "abnormal": "{called}超出范围",
        "cut": "只查了最新的{records}份病历。",
        "gap": "；",
        "and": "并且",
    },
}


class CohortInputs(Inputs):
    """`request`: which patients, in words: by a medicine, a problem, an allergy, a test with a limit."""

    request: str


class Member(Value):
    patient: str
    on: date
    why: tuple[str, ...]


class Cohort(Value):
    """`of`: patients looked through; `cut`: there are more records than that.

    `earlier`: an older value is beyond the limit, and the newest is not.
    """

    asked: tuple[str, ...]
    members: tuple[Member, ...]
    of: int
    cut: int
    earlier: tuple[Member, ...] = ()


Fits = Callable[[Chart], str | None]


def _run(inputs: CohortInputs, chart: Chart) -> Outcome:
    wanted = list(_conditions(inputs.request, chart.language))
    if not wanted or chart.clinic is None:
        raise Unavailable(
            "that names no medicine, problem, allergy or limit to look for", "没有说按什么药、病、过敏或数值来找"
        )
    records, cut = chart.clinic.every()
    charts = list(_charts(records, chart))
    members = _fitting(charts, wanted)
    earlier: tuple[Member, ...] = ()
    if _limit(inputs.request):
        before = _fitting(charts, list(_conditions(inputs.request, chart.language, ever=True)))
        earlier = tuple(one for one in before if one.patient not in {other.patient for other in members})
    asked = tuple(name for name, _ in wanted)
    cut_at = len(records) if cut else 0
    data = Cohort(asked=asked, members=members, of=len(charts), cut=cut_at, earlier=earlier)
    return Outcome(data=data, sources=("records of the department",))


def _fitting(charts: Sequence[Chart], wanted: Sequence[tuple[str, Fits]]) -> tuple[Member, ...]:
    """Those whom every condition fits, the last seen first."""
    members = []
    for one in charts:
        why = [fits(one) for _, fits in wanted]
        if all(why):
            newest = one.records[0]
            name = f"{newest.name} {newest.patient_id}".strip()
            members.append(Member(patient=name, on=newest.visit_date.date(), why=tuple(filter(None, why))))
    return tuple(sorted(members, key=lambda one: one.on, reverse=True))


def _charts(records: Sequence[OutpatientRecord], chart: Chart) -> Iterator[Chart]:
    """One for each patient, of what this doctor may see."""
    by_patient: dict[str, list[OutpatientRecord]] = {}
    for one in sorted(records, key=lambda one: one.visit_date, reverse=True):
        by_patient.setdefault(one.patient_id, []).append(one)
    for patient_id, ours in by_patient.items():
        index = ChartIndex(ours)
        patient = chart.patient.model_copy(update={"age": years_of(ours[0].age), "conditions": (), "allergies": ()})
        yield replace(
            chart,
            patient_id=patient_id,
            patient=patient,
            records=ours,
            index=index,
            medicines=index.prescribed(chart.now.date()),
            previsit=None,
        )


def _conditions(request: str, language: Language, *, ever: bool = False) -> Iterator[tuple[str, Fits]]:
    """Each with how it is called: all must fit. `ever`: any value counts, not the newest alone."""
    if ALLERGIC.search(request):
        yield from _allergens(request, language)
        return
    about = OF_PATIENTS.sub(" ", request)
    found = list(
        dict([one for topic in topics(about) for one in _condition(topic, about, language, ever=ever)]).items()
    )
    if not found and not LATE.search(request):
        found = list(_of_words(about, language))
    if LATE.search(request):
        found.append((WORDS[language]["late"], _late(about)))
    yield from found


def _condition(topic: Topic, request: str, language: Language, *, ever: bool) -> Iterator[tuple[str, Fits]]:
    limit, ever, called = _limit(request), ever or bool(EVER.search(request)), topic.called(language)
    match topic.kind:
        case TopicKind.MEDICINE:
            yield called, _was_given(topic) if ever else _takes(topic, language)
        case TopicKind.TEST | TopicKind.EXAMINATION if topic.codes:
            if OFF_TARGET.search(request):
                yield WORDS[language]["off_target"].format(called=called), _off_target(topic)
            elif limit:
                yield f"{called} {limit.sign} {limit.at:g}", _beyond(topic, limit, ever=ever)
            elif verdict := next(((name, which) for name, which in _verdicts(request)), None):
                yield WORDS[language][verdict[0]].format(called=called), _out_of_range(topic, verdict[1], ever=ever)
        case TopicKind.FINDING:
            yield called, _has(topic) if topic.code in knowledge().conditions else _shows(topic)
        case TopicKind.HABIT:
            yield called, _does(topic)


def _verdicts(request: str) -> Iterator[tuple[str, frozenset[str]]]:
    for name, (which, words) in zip(("high", "low", "abnormal"), VERDICTS, strict=True):
        if words.search(request):
            yield name, which


def _of_words(request: str, language: Language) -> Iterator[tuple[str, Fits]]:
    """What no list knows, as its words stand in diagnoses, histories and complaints."""
    for topic in topics(request):
        if topic.kind in (TopicKind.WORDS, TopicKind.EXAMINATION, TopicKind.TEST):
            called = topic.called(language)
            yield called if topic.known else WORDS[language]["unknown"].format(words=called), _written(topic)


def _allergens(request: str, language: Language) -> Iterator[tuple[str, Fits]]:
    """What is not borne: a medicine or its class, the dye of a scan, any other by its words; else any allergy."""
    medicines = [one for one in topics(request) if one.kind is TopicKind.MEDICINE]
    for topic in medicines:
        yield topic.called(language), _allergic(topic)
    if not medicines:
        yield WORDS[language]["allergy"], _any_allergy


class Limit(NamedTuple):
    sign: str
    at: float

    def is_passed(self, value: float) -> bool:
        within = {"<": value < self.at, "≤": value <= self.at, ">": value > self.at, "≥": value >= self.at}
        return within[self.sign]


def _limit(request: str) -> Limit | None:
    if found := BELOW.search(request):
        return Limit("≤" if INCLUDED.search(found[0]) else "<", float(found["limit"]))
    if found := ABOVE.search(request):
        return Limit("≥" if INCLUDED.search(found[0]) else ">", float(found["limit"] or found["after"]))
    return None


def _takes(topic: Topic, language: Language) -> Fits:
    words = WORDS[language]

    def fits(chart: Chart) -> str | None:
        ours = [one for one in chart.medicines if one.standing in IN_THE_BODY and is_of(topic, one.holds)]
        return words["takes"].format(medicine=ours[0].words, dose=ours[0].dose, on=ours[0].on) if ours else None

    return fits


def _was_given(topic: Topic) -> Fits:
    """In any record: prescribed by it, or taken as it tells; not what was only advised, refused or forbidden."""

    def fits(chart: Chart) -> str | None:
        ours = [one for one in chart.index.medicines if is_of(topic, one.entry.holds) and one.change not in NOT_GIVEN]
        line = line_of(ours[-1], chart) if ours else None
        return f"{line.text} ({line.on})" if line else None

    return fits


def _allergic(topic: Topic) -> Fits:
    def fits(chart: Chart) -> str | None:
        ours = (one for one in chart.index.allergies if one.said is Said.SO and topic.in_line(one.line))
        return next((one.words for one in ours), None)

    return fits


def _any_allergy(chart: Chart) -> str | None:
    return next(iter(chart.index.allergic_to), None)


def _has(topic: Topic) -> Fits:
    def fits(chart: Chart) -> str | None:
        ours = (one.line for one in chart.index.problems if one.code in topic.codes and one.said is Said.SO)
        line = next(ours, None) or _in_other_words(topic, chart)
        return f"{line.text} ({line.on})" if line else None

    return fits


def _shows(topic: Topic) -> Fits:
    """Of a complaint: in the newest record that speaks of it, so."""

    def fits(chart: Chart) -> str | None:
        ours = next((one for one in chart.index.named if one.code in topic.codes), None)
        line = ours.line if ours and ours.said is Said.SO else None if ours else _in_other_words(topic, chart)
        return f"{line.text} ({line.on})" if line else None

    return fits


def _in_other_words(topic: Topic, chart: Chart) -> Line | None:
    """The newest sentence that speaks of it, if that says that it is so."""
    lines = (line for line in chart.index.lines if line.field not in ORDERED and topic.in_line(line))
    newest = next(lines, None)
    return newest if newest and said_in(topic, newest) is Said.SO else None


def _does(topic: Topic) -> Fits:
    """Of a habit: the newest sentence that tells of it says that it is so."""

    def fits(chart: Chart) -> str | None:
        told = (one for one in chart.index.habits if one.code == topic.code and one.said is not Said.PLANNED)
        newest = next(told, None)
        return f"{newest.line.text} ({newest.line.on})" if newest and newest.said is Said.SO else None

    return fits


def _written(topic: Topic) -> Fits:
    def fits(chart: Chart) -> str | None:
        lines = (line for line in chart.index.lines if line.field not in ORDERED and topic.in_line(line))
        told = next((line for line in lines if said_in(topic, line) in (Said.SO, Said.DONE)), None)
        return f"{told.text} ({told.on})" if told else None

    return fits


def _late(request: str) -> Fits:
    """A plan whose day has passed with nothing on record that shows it done; of what is named, where something is."""
    named = [one for one in topics(LATE.sub(" ", request)) if one.kind in (TopicKind.EXAMINATION, TopicKind.TEST)]

    def fits(chart: Chart) -> str | None:
        today = chart.now.date()
        for plan in left_undone(chart):
            late = plan.due is not None and plan.due < today
            if late and (not named or any(one.in_text(plan.clause) for one in named)):
                return said_of(plan, chart)
        return None

    return fits


def _out_of_range(topic: Topic, which: frozenset[str], *, ever: bool) -> Fits:
    """Of the newest value of each test, or of any, by its range for this patient."""

    def fits(chart: Chart) -> str | None:
        each = [those if ever else those[:1] for test in sorted(topic.codes) if (those := measured(test, chart))]
        ours = [one for those in each for one in those if one.verdict in which]
        return said_value(ours[0]) if ours else None

    return fits


def _off_target(topic: Topic) -> Fits:
    """Of the newest value against the first target there is for this patient."""

    def fits(chart: Chart) -> str | None:
        each = (found for test in sorted(topic.codes) if (found := is_met(test, chart)))
        return next((said_value(newest) for met, newest in each if not met), None)

    return fits


def _beyond(topic: Topic, limit: Limit, *, ever: bool) -> Fits:
    """Of the newest value of each test, or of any."""

    def fits(chart: Chart) -> str | None:
        each = [those if ever else those[:1] for test in sorted(topic.codes) if (those := measured(test, chart))]
        ours = [one for those in each for one in those if limit.is_passed(one.value)]
        return said_value(ours[0]) if ours else None

    return fits


def _told(one: Cohort, chart: Chart) -> Iterator[str]:
    words = WORDS[chart.language]
    shape = words["found" if one.members else "none"]
    yield shape.format(count=len(one.members), asked=words["and"].join(one.asked), of=one.of)
    for member in one.members[:MOST]:
        yield words["one"].format(patient=member.patient, why=words["gap"].join(member.why))
    if len(one.members) > MOST:
        yield words["more"].format(count=len(one.members) - MOST)
    if one.earlier:
        yield words["earlier"]
    for member in one.earlier[:MOST]:
        yield words["one"].format(patient=member.patient, why=words["gap"].join(member.why))
    if one.cut:
        yield words["cut"].format(records=one.cut)


TASK = Task(
    name="cohort",
    description="Which patients of the department take a medicine, have a problem or allergy, or a value over a limit.",
    inputs=CohortInputs,
    outputs="{asked, members: list of {patient, on, why}, of}",
    piped=False,
    run=_run,
    told=_told,
)
