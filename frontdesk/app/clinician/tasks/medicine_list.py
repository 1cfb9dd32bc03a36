"""What the patient takes now with doses, and how each medicine came about: begun, raised, paused, stopped, declined."""

import re
from collections.abc import Iterator, Sequence
from datetime import date

from frontdesk.app.clinician.quoting import quoted
from frontdesk.app.clinician.task import Chart, Inputs, Outcome, Spanned, Task, Unavailable
from frontdesk.app.clinician.topics import Topic, medicines_named
from frontdesk.his_adapter.chart import Line
from frontdesk.his_adapter.chart.administrations import Administration, administrations
from frontdesk.his_adapter.chart.lines import ORDERED, TOLD, clauses
from frontdesk.models.facts import Language, Value
from frontdesk.models.knowledge.formulary import formulary, plain_name
from frontdesk.models.specialists.medication.listing import IN_THE_BODY, ListedMedicine, Standing
from frontdesk.models.specialists.medication.prescribed import Change, Written

MOST, QUOTES = 14, 4
AGAIN = frozenset({Change.CONTINUED})
PREVENTS = re.compile(r"\b(?:prophyla\w+|prevent(?:ive|ative|er|or|ion)s?)\b|预防(?!接种|针)", re.IGNORECASE)
# Injections: how many are asked for, that one was given at a visit, and that one is to come.
OF_SHOTS = re.compile(
    r"[几多][少]?(?:针|剂|支针)|打[过了]几|注射[过了]几|(?:最后|上次|上一)一?[针剂]|第几[针剂]"
    r"|\b(?:how many|last|latest) (?:\w+ )?(?:injections?|shots?|jabs?|infusions?)\b"
    r"|\bhow many (?:doses|times)\b.{0,30}\b(?:given|had|injected)\b",
    re.IGNORECASE,
)
SHOT = re.compile(
    r"(?:今[天日]|本次|当[天日]|已)[^，。；]{0,4}(?:打|注射|输)|(?:打|注射)了?第\S{1,2}[针剂]"
    r"|第\S{1,2}[针剂][^，。；]{0,4}(?:今|已)[^，。；]{0,2}(?:打|注射)"
    r"|\b(?:given|administered|injected)\b"
    r"|\b(?:first|second|third|fourth|fifth|\d(?:st|nd|rd|th)) (?:dose|injection|shot)\b",
    re.IGNORECASE,
)
NOT_YET = re.compile(r"未|满|来打|再打|下次|到期|预约|\b(?:not|due|next|will|book\w*|in \d|to be)\b", re.IGNORECASE)
WORDS = {
    Language.EN: {
        "now": "On the list now ({count}):",
        "none_now": "No medicine is on the list now.",
        "none_of": "{asked}: not on the list now.",
        "stopped": "No longer: {medicines}.",
        "avoided": "To be avoided: {medicines}.",
        "never": "Advised or offered, and not begun: {medicines}.",
        "on": "{medicine} {dose} ({source}, {on})",
        "no_dose": "no dose on record",
        "told": "told at reception today",
        "gap": ", ",
        "of": ": ",
        "not": "{asked}: not on the list now; not on record: no record tells that it was taken.",
        "courses": "{asked}, courses: {count} ({days})",
        "no_course": "{asked}, courses: 0 in that time",
        "numbered": "{asked}: given {count} times by the numbers on record ({days}); the last: no. {last} on {on}",
        "to_come": "{asked}, no. {number}: to come, not given on record: {quote}",
        "given": "{asked}, given at visits: {count} times ({days}), the last on {last}:",
        "last": "{medicine} now: {standing}",
        "last_written": "{medicine}, last written on {on} ({department})",
    },
    Language.ZH: {
        "now": "目前在用（{count}种）：",
        "none_now": "清单上目前没有在用的药。",
        "none_of": "{asked}：目前清单上没有。",
        "stopped": "已停：{medicines}。",
        "avoided": "不能用：{medicines}。",
        "never": "建议过但没有开始：{medicines}。",
        "on": "{medicine} {dose}（{source}，{on}）",
        "no_dose": "没有写剂量",
        "told": "今天导诊时自述",
        "gap": "、",
        "of": "：",
        "not": "{asked}：目前清单上没有；病历里没有记录，没有提到用过。",
        "courses": "{asked}用过{count}次（{days}）",
        "no_course": "{asked}：这段时间没有用过（0次）",
        "numbered": "{asked}：病历里有编号的共打了{count}针（{count}次：{days}）；最后一次是第{last}针，{on}",
        "to_come": "{asked}第{number}针（次）：还没有打的记录，是计划：{quote}",
        "given": "{asked}，就诊时打过{count}次（{days}），最后一次{last}：",
        "last": "{medicine}现在：{standing}",
        "last_written": "{medicine}：上次开是{on}（{department}）",
    },
}

CHANGES = {
    Language.EN: {
        Change.BEGUN: "begun",
        Change.RAISED: "raised",
        Change.LOWERED: "lowered",
        Change.CHANGED: "changed",
        Change.CONTINUED: "continued",
        Change.PAUSED: "left out once, and continued",
        Change.STOPPED: "stopped",
        Change.DECLINED: "offered and declined",
        Change.ADVISED: "advised",
        Change.AVOIDED: "not to be taken",
    },
    Language.ZH: {
        Change.BEGUN: "开始",
        Change.RAISED: "加量",
        Change.LOWERED: "减量",
        Change.CHANGED: "调整",
        Change.CONTINUED: "继续",
        Change.PAUSED: "暂停一次后继续",
        Change.STOPPED: "停用",
        Change.DECLINED: "建议后患者没有同意",
        Change.ADVISED: "建议",
        Change.AVOIDED: "不能用",
    },
}
STANDINGS = {
    Language.EN: {
        Standing.TAKEN: "taken",
        Standing.RUNNING: "prescribed and running",
        Standing.ONCE: "given once",
        Standing.ASKED: "only asked about",
        Standing.STOPPED: "stopped, or not renewed",
        Standing.DECLINED: "declined",
        Standing.ADVISED: "advised, not begun",
        Standing.AVOIDED: "not to be taken",
    },
    Language.ZH: {
        Standing.TAKEN: "在用",
        Standing.RUNNING: "处方在用",
        Standing.ONCE: "只用一次",
        Standing.ASKED: "只问过",
        Standing.STOPPED: "已停或没有再开",
        Standing.DECLINED: "没有同意",
        Standing.ADVISED: "建议过，没有开始",
        Standing.AVOIDED: "不能用",
    },
}


class ListInputs(Inputs):
    """`about`: medicines or classes that are asked about, in words; empty: all."""

    about: str = ""


class HistoryInputs(Spanned):
    """`about`: medicines or classes, in words. `courses`: how often it was begun is asked for."""

    about: str
    courses: bool = False


class Listed(Value):
    """The list as it is now; of what is asked about alone. `missing`: asked about, and no line of the list at all."""

    lines: tuple[ListedMedicine, ...]
    asked: tuple[str, ...]
    missing: tuple[str, ...]
    said: tuple[Line, ...] = ()
    unheard: tuple[str, ...] = ()  # of these, those that no sentence speaks of


class Changed(Value):
    on: date
    medicine: str
    change: Change
    dose: str
    line: Line


class Courses(Value):
    """`begun`: in the time asked about, where so many is asked for; `given`: days of injections, where these are."""

    asked: tuple[str, ...]
    changes: tuple[Changed, ...]
    now: tuple[ListedMedicine, ...]
    begun: tuple[date, ...] | None
    said: tuple[Line, ...]
    numbered: tuple[Administration, ...] = ()
    given: tuple[Line, ...] = ()
    asked_given: bool = False


def is_of(topic: Topic, holds: Sequence[str]) -> bool:
    """Whether a medicine, by its codes, is what the topic asks for; a class holds its members."""
    kinds = {kind for code in holds for kind in (code, *formulary().counts_as(code))}
    return not topic.codes.isdisjoint(kinds)


def _now(inputs: ListInputs, chart: Chart) -> Outcome:
    asked = medicines_named(inputs.about)
    lines = tuple(one for one in chart.medicines if not asked or any(is_of(topic, one.holds) for topic in asked))
    missing = [topic for topic in asked if not any(is_of(topic, one.holds) for one in lines)]
    said = tuple(
        line for line in chart.index.lines if any(topic.in_line(line) for topic in asked) or _prevents(inputs, line)
    )
    data = Listed(
        lines=lines,
        asked=tuple(topic.called(chart.language) for topic in asked),
        missing=tuple(topic.called(chart.language) for topic in missing),
        unheard=tuple(
            topic.called(chart.language)
            for topic in missing
            if not any(topic.in_line(line) for line in chart.index.lines)
        ),
        said=said[:QUOTES] if missing or PREVENTS.search(inputs.about) else tuple(_ended(asked, lines, chart)),
    )
    return Outcome(data=data, sources=tuple(dict.fromkeys(_source(one) for one in lines)) or ("medicine list",))


def _prevents(inputs: ListInputs, line: Line) -> bool:
    """Whether a sentence tells of preventive treatment, where that is asked for: "No preventive tablets"."""
    return (
        PREVENTS.search(inputs.about) is not None and line.field in ORDERED | TOLD and bool(PREVENTS.search(line.text))
    )


def _ended(asked: Sequence[Topic], lines: Sequence[ListedMedicine], chart: Chart) -> Iterator[Line]:
    """Of what is asked about and no more taken, the sentence that ended it."""
    gone = {one.holds for one in lines if one.standing not in IN_THE_BODY} if asked else set()
    last = {one.entry.holds: one for one in chart.index.medicines if one.entry.holds in gone}
    yield from (line_of(one, chart) for one in last.values())


def _source(one: ListedMedicine) -> str:
    return f"record {one.outpatient_number} ({one.on}, {one.source})" if one.outpatient_number else "medicine list"


def _history(inputs: HistoryInputs, chart: Chart) -> Outcome:
    asked = medicines_named(inputs.about)
    if not asked:
        raise Unavailable("no medicine that the formulary knows is named", "没有提到处方集里的药")
    every = [one for one in chart.index.medicines if any(is_of(topic, one.entry.holds) for topic in asked)]
    changes = tuple(_changed(one, chart) for one in _telling(every) if inputs.holds(one.note.on))
    lines = {one.line for one in changes}
    said = [
        line
        for line in chart.index.lines
        if line not in lines and inputs.holds(line.on) and any(topic.in_line(line) for topic in asked)
    ]
    begun = tuple(dict.fromkeys(one.on for one in changes if one.change is Change.BEGUN)) if inputs.courses else None
    data = Courses(
        asked=tuple(topic.called(chart.language) for topic in asked),
        changes=changes,
        now=tuple(one for one in chart.medicines if any(is_of(topic, one.holds) for topic in asked)),
        begun=begun,
        said=tuple(line for line in said if line.field == "present_illness_history" or not changes)[:QUOTES],
        numbered=administrations(
            line for line in chart.index.lines if inputs.holds(line.on) and any(topic.in_line(line) for topic in asked)
        ),
        given=tuple(_injections(asked, inputs, chart)) if (counts := bool(OF_SHOTS.search(inputs.about))) else (),
        asked_given=counts,
    )
    return Outcome(data=data, sources=tuple(dict.fromkeys(f"record {one.line.record} ({one.on})" for one in changes)))


def _injections(asked: Sequence[Topic], inputs: HistoryInputs, chart: Chart) -> Iterator[Line]:
    """Sentences that tell of one that was given at a visit, one a day; what is to be given is none."""
    days = set[date]()
    for line in chart.index.lines:
        if line.on in days or not inputs.holds(line.on) or line.field not in ORDERED:
            continue
        ours = [part for part in clauses(line.text) if any(topic.in_text(part) for topic in asked)]
        told = ours if any(SHOT.search(part) for part in ours) else clauses(line.text) if ours else []
        if any(SHOT.search(part) and not NOT_YET.search(part) for part in told):
            days.add(line.on)
            yield line


def _telling(every: Sequence[Written]) -> Iterator[Written]:
    """Each change, and the last time it was written at all."""
    for place, one in enumerate(every):
        last = not any(later.entry.holds == one.entry.holds for later in every[place + 1 :])
        if one.change not in AGAIN or (last and not one.of_history):
            yield one


def _changed(one: Written, chart: Chart) -> Changed:
    return Changed(
        on=one.note.on,
        medicine=plain_name(one.entry.code, chart.language),
        change=one.change,
        dose=one.entry.dose,
        line=line_of(one, chart),
    )


def line_of(one: Written, chart: Chart) -> Line:
    """The sentence of the chart that a medicine was written in."""
    field = "past_history" if one.of_history else "present_illness_history" if one.told else "treatment_opinion"
    lines = [line for line in chart.index.lines if line.record == one.note.outpatient_number and line.field == field]
    beside = [line for line in lines if line.text.rstrip(".") in one.sentence or one.sentence.rstrip(".") in line.text]
    naming = (line for line in (*beside, *lines) if one.entry.words.lower() in line.text.lower())
    return next(naming, (beside or lines)[0])


def _now_told(one: Listed, chart: Chart) -> Iterator[str]:
    words = WORDS[chart.language]
    now = [line for line in one.lines if line.standing in IN_THE_BODY]
    if now:
        yield words["now"].format(count=len({line.holds for line in now}))
        seen = set[tuple[str, ...]]()
        for line in now:
            if line.holds not in seen:
                yield f"- {said_now(line, chart)}"
            seen.add(line.holds)
    elif not one.asked:
        yield words["none_now"]
    held = {line.holds for line in now}
    for name, standings in (
        ("stopped", {Standing.STOPPED}),
        ("avoided", {Standing.AVOIDED}),
        ("never", {Standing.ADVISED, Standing.DECLINED}),
    ):
        those = [line for line in one.lines if line.standing in standings and line.holds not in held]
        if those:
            names = (f"{plain_name(line.code, chart.language)} ({line.on})" for line in those[:MOST])
            yield words[name].format(medicines=words["gap"].join(dict.fromkeys(names)))
    for name in one.missing:
        yield words["not" if name in one.unheard else "none_of"].format(asked=name)
    yield from (quoted(line, chart.language) for line in one.said)


def _as_written(line: ListedMedicine, chart: Chart) -> str:
    """The newest sentence with figures that it was prescribed in, where no dose could be read out of it."""
    ours = (one for one in reversed(chart.index.medicines) if one.entry.holds == line.holds)
    told = (line_of(one, chart) for one in ours if one.change not in (Change.STOPPED, Change.AVOIDED))
    return next((f"“{one.text}” ({one.on})" for one in told if re.search(r"\d", one.text)), "")


def said_now(line: ListedMedicine, chart: Chart) -> str:
    """A medicine with its dose, and who says so on which day."""
    words = WORDS[chart.language]
    medicine = plain_name(line.code, chart.language)
    dose = line.dose or _as_written(line, chart) or words["no_dose"]
    low = line.words.lower()
    if low not in medicine.lower() and line.words.isascii() is not medicine.isascii():
        dose = f"{dose}, {line.words}{line.dose}"  # as the record has it, in its own language
    elif low and low not in medicine.lower() and medicine.lower() not in low:
        medicine = f"{medicine}（{line.words}）" if chart.language is Language.ZH else f"{medicine} ({line.words})"
    if not line.source:
        return (
            f"{medicine} {dose}（{words['told']}）"
            if chart.language is Language.ZH
            else f"{medicine} {dose} ({words['told']})"
        )
    return words["on"].format(medicine=medicine, dose=dose, source=line.source, on=line.on or "")


def _history_told(one: Courses, chart: Chart) -> Iterator[str]:
    words = WORDS[chart.language]
    asked = words["gap"].join(one.asked)
    if one.asked_given and any(dose.given for dose in one.numbered):
        yield from _numbered_told(one, asked, chart.language)
        return
    if one.asked_given and one.given:
        days = words["gap"].join(f"{line.on}" for line in reversed(one.given))
        yield words["given"].format(asked=asked, count=len(one.given), days=days, last=one.given[0].on)
        yield from (f"- {quoted(line, chart.language)}" for line in one.given[:QUOTES])
        return
    if one.begun is not None:
        days = words["gap"].join(map(str, one.begun))
        yield words["courses" if one.begun else "no_course"].format(asked=asked, count=len(one.begun), days=days)
    if not one.changes and not one.said:
        yield words["not"].format(asked=asked)
    yield from _numbered_told(one, asked, chart.language)
    for change in one.changes:
        dose = f" {change.dose}" if change.dose and change.change not in (Change.STOPPED, Change.AVOIDED) else ""
        said = f"{CHANGES[chart.language][change.change]}{dose} {quoted(change.line, chart.language)}"
        yield f"- {change.on} {change.medicine}{words['of']}{said}"
    yield from (quoted(line, chart.language) for line in one.said)
    for line in {line.holds: line for line in one.now}.values():
        dose = f" {line.dose}" if line.dose and line.standing in IN_THE_BODY else ""
        name = plain_name(line.code, chart.language)
        yield words["last"].format(medicine=name, standing=STANDINGS[chart.language][line.standing]) + dose


def _numbered_told(one: Courses, asked: str, language: Language) -> Iterator[str]:
    words, given = WORDS[language], [dose for dose in one.numbered if dose.given]
    if given:
        days = words["gap"].join(f"{dose.number}{words['of']}{dose.line.on}" for dose in given)
        last = given[-1]
        yield words["numbered"].format(asked=asked, count=len(given), days=days, last=last.number, on=last.line.on)
    for dose in one.numbered:
        if not dose.given:
            yield words["to_come"].format(asked=asked, number=dose.number, quote=quoted(dose.line, language))


TASKS = (
    Task(
        name="medicine_list",
        description="What the patient takes now, each with dose and day; what was stopped or is to be avoided.",
        inputs=ListInputs,
        outputs="{lines: list of {words, standing, dose, on, source}, missing}",
        piped=False,
        run=_now,
        told=_now_told,
    ),
    Task(
        name="medicine_history",
        description="When a medicine was begun, raised, lowered, paused, stopped or declined, with the sentences.",
        inputs=HistoryInputs,
        outputs="{changes: list of {on, medicine, change, dose}, begun}",
        piped=False,
        run=_history,
        told=_history_told,
    ),
)
