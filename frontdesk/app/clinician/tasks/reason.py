"""Why: what a record says of the reason in words, else what stands beside it on that visit; no reason of our own."""

import re
from collections.abc import Iterator, Sequence
from datetime import date

from frontdesk.app.clinician.quoting import quoted
from frontdesk.app.clinician.task import Chart, Outcome, Spanned, Task, Unavailable
from frontdesk.app.clinician.tasks.medicine_list import CHANGES, is_of, line_of
from frontdesk.app.clinician.tasks.medicines import known_of
from frontdesk.app.clinician.tasks.trend import course_of
from frontdesk.app.clinician.tasks.values import Measured, listed, measured
from frontdesk.app.clinician.topics import UNKNOWN, Topic, TopicKind, classes, topics
from frontdesk.app.clinician.warned import Warned, alone
from frontdesk.his_adapter.chart import Line, Said
from frontdesk.his_adapter.chart.lines import EXAMINED, ORDERED, TOLD, clauses
from frontdesk.his_adapter.chart.reading import NOT_DONE
from frontdesk.models.facts import Language, Value
from frontdesk.models.knowledge.formulary import formulary, plain_name
from frontdesk.models.specialists.medication.prescribed import Change, Written
from frontdesk.models.specialists.medication.spoken import hear

MOST, BESIDE = 3, 6
BECAUSE = re.compile(
    r"因|由于|所以|相关|考虑|导致|引起|后(?=出现|起|又)|超过|不愿|想先|再想|未达标|自行|自己停|擅自|忘"
    r"|\bbecause\b|\bdue to\b|\bafter\b|\bsince\b|\bprefers?\b|\bdeclin\w+|\bcough\b|\bso that\b|\bowing\b"
    r"|\bfor the\b|\bwhen\b|\bonce\b|\buntil\b|\bunless\b|待|等[^，。；]{1,12}(?:后|再)|之后再|以免",
    re.IGNORECASE,
)
# What goes on around a value or a relapse, where a visit tells of it: doses left out, a medicine ended, food, strain.
CIRCUMSTANCE = re.compile(
    r"停[药了服用]|停[^，。；]{1,8}\d*[天周月年]|没有?恢复|未恢复|没有?(?:再)?[吃服用]|不[吃服用]药|漏[服吃打用]|忘|偶忘|断药|不规律|自行|自己停|未按时|应酬|吃得"
    r"|饮酒|喝酒|熬夜|加班|感冒|着凉|受凉|劳累|压力|没戒|复吸"
    r"|\b(?:miss(?:ed|es|ing)?|skip\w*|forg[eo]t\w*|ran out|run out|stopped|came off|off (?:his|her|the)"
    r"|not taking|without|irregular\w*|left out)\b"
    r"|\b(?:holiday|party|parties|diet|salty|sweets|snacks?|alcohol|drink\w*|stress\w*|infection|cold|steroids?|travel\w*)\b",
    re.IGNORECASE,
)
NEAR = ("present_illness_history", "preliminary_diagnosis", "treatment_opinion", "notes")
STORY = ("present_illness_history", "auxiliary_examination", "preliminary_diagnosis", "notes")
AROUND = ("chief_complaint", "preliminary_diagnosis", "auxiliary_examination")  # of the visit that ordered it
REFUSED = re.compile(
    r"不[减加停换调改用吃服做能宜变动]|维持|暂[不缓]|禁|避免|未|没|拒|不愿"
    r"|\b(?:no|not|without|avoid|never|stop\w*|declin\w+|refus\w+|unchanged|stays?|remains?|kept)\b",
    re.IGNORECASE,
)
# What the patient wanted instead, in the clause behind: 建议服他汀，患者想先控制饮食.
PUT_OFF = re.compile(
    r"想(?:先|再|等)|先不|先观察|说考虑|不愿|不想|拒绝|\bprefer\w*|\bdeclin\w+|\brefus\w+"
    r"|\bwants? to (?:try|wait|think)\b",
    re.IGNORECASE,
)
SINCE = re.compile(
    r"停|断[了掉药]|不再|换掉|换成|换了|stop|discontinu|came off|withdr|switch|swap|on hold|\bheld\b", re.IGNORECASE
)
FORESEEN = re.compile(r"考虑|若|如果|再定|商量|超过[^，。；]{1,12}停|\bif\b|\bconsider\w*|\bshould\b", re.IGNORECASE)
NOT_ON = re.compile(
    r"不[减加停换调改用]|没用|没有用|不吃|没吃|不给|没给|不开|没开|没上|不能|不做|没加|没有?[减停换调改]|未[用减停换]|\bnot\b|n't\b|\bnever\b|\bno\b",
    re.IGNORECASE,
)
UP = re.compile(r"加|升|涨|高|反弹|又上|rebound|crept|spik|jump|raise|increas|up\b|high|rise|rising", re.IGNORECASE)
DOWN = re.compile(r"减|降|低|\bcut\b|reduc|lower|decreas|down\b|fall|drop", re.IGNORECASE)
OF_TIME = re.compile(r"\d+(?:年|个?月|日|号|天|周)")
LOW = re.compile(r"(?:这么|那么|最|偏|太)低|\b(?:so|too|very) low\b|\blowest\b", re.IGNORECASE)
# Medicines in general, and that something was done with them: "why was her dose cut again in July?".
OF_MEDICINES = re.compile(r"药|剂量|\b(?:medic\w+|meds|drugs?|tablets?|pills?|doses?|dosage)\b", re.IGNORECASE)
CUT = re.compile(r"\bcut\b", re.IGNORECASE)
HOLDS = frozenset({Change.STOPPED, Change.PAUSED, Change.AVOIDED, Change.DECLINED, Change.ADVISED})  # until it is taken
WANTED = (
    (SINCE, (Change.STOPPED, Change.PAUSED, Change.AVOIDED)),
    (NOT_ON, (Change.DECLINED, Change.ADVISED, Change.AVOIDED, Change.STOPPED)),
    (UP, (Change.RAISED, Change.BEGUN)),
    (DOWN, (Change.LOWERED, Change.PAUSED)),
)
WORDS = {
    Language.EN: {
        "event": "{medicine}, {change} on {on}: {quote}",
        "says": "What that visit says:",
        "no_reason": "No sentence gives the reason in words; this is what stands beside it:",
        "allergy": "Allergy on record: {quote}",
        "rule": "The formulary speaks against it for this patient: {told} ({source}).",
        "between": "Medicines changed between these values:",
        "near": "The records say near it (no sentence gives it as the reason):",
        "none": "{asked}: no record speaks of it, so no reason is on record.",
        "unknown": UNKNOWN[Language.EN],
        "hidden": "{hidden} records of other departments are not visible to you; the reason may stand there.",
    },
    Language.ZH: {
        "event": "{medicine}，{on}{change}：{quote}",
        "says": "那次就诊写着：",
        "no_reason": "病历没有明写原因；那次就诊写着：",
        "allergy": "过敏记录：{quote}",
        "rule": "处方集有规则反对这位患者用：{told}（{source}）。",
        "between": "这两次之间的用药变动：",
        "near": "病历在它前后写着（没有写明是原因）：",
        "none": "{asked}：病历里没有提到，没有原因的记录。",
        "unknown": UNKNOWN[Language.ZH],
        "hidden": "其他科室有{hidden}份病历您无权查看，原因可能写在那里。",
    },
}


class ReasonInputs(Spanned):
    """`about`: the question: what of the patient is to be accounted for."""

    about: str


class Event(Value):
    medicine: str
    change: Change
    line: Line


class Reason(Value):
    """`says`: sentences of the visits concerned. `by_words`: one of them gives a reason in words.

    `hidden`: records that this doctor may not see. `known`: some list knows what is asked about.
    `near`: sentences of that visit and the one before that tell of circumstances, where no medicine is asked about.
    `between`: changes of medicines from the value before to the one that is meant.
    """

    asked: tuple[str, ...]
    events: tuple[Event, ...]
    allergies: tuple[Line, ...]
    rules: tuple[Warned, ...]
    series: tuple[tuple[Measured, ...], ...]
    says: tuple[Line, ...]
    by_words: bool
    hidden: int
    known: bool = True
    near: tuple[Line, ...] = ()
    between: tuple[Event, ...] = ()


def _run(inputs: ReasonInputs, chart: Chart) -> Outcome:
    asked = topics(inputs.about)
    if not asked:
        raise Unavailable("the question does not say what is to be accounted for", "问题里没有说要解释什么")
    medicines = [one for one in asked if one.kind is TopicKind.MEDICINE]
    unnamed = _changes_of_any(asked, inputs, chart)
    asked = () if unnamed else asked
    refused = _refused(asked, inputs, chart)
    changed = unnamed or [one for topic in medicines for one in _events(topic, inputs, chart)]
    events = [one for one in changed if not refused or one.change is Change.STOPPED]
    allergies = [line for topic in medicines for line in _allergies(topic, chart)]
    series = [] if changed or medicines else [those for topic in asked if (those := _series(topic, inputs, chart))]
    series = [_to_the_turn(those, inputs.about) for those in series]
    on = [
        *(line.on for line in refused),
        *(one.note.on for one in events),
        *(_turn(those, inputs.about) for those in series),
    ]
    topical = [line for topic in asked for line in chart.index.lines if topic.in_line(line) and inputs.holds(line.on)]
    says = (
        *refused,
        *_not_done(asked, inputs, chart),
        *_foreseen([one.note.on for one in events[:1]], chart),
        *(one for one in _beside(on, topical, bool(refused or events or series), chart) if one not in refused),
    )
    near = [] if changed or medicines else list(_near(on or [line.on for line in says[:1]], chart))
    data = Reason(
        asked=tuple(topic.called(chart.language) for topic in asked),
        events=tuple(_event(one, chart) for one in events),
        allergies=tuple(dict.fromkeys(allergies)),
        rules=tuple(_rules(medicines, events, chart)),
        series=tuple(series),
        says=says,
        by_words=any(BECAUSE.search(line.text) for line in says) or any(BECAUSE.search(one.sentence) for one in events),
        hidden=len(chart.hidden),
        known=bool(unnamed) or any(topic.known for topic in asked),
        near=tuple(line for line in near if line not in says),
        between=tuple(_event(one, chart) for those in series[:1] for one in _between(those, chart)),
    )
    lines = (*(one.line for one in data.events), *allergies, *says, *data.near)
    return Outcome(
        data=data, sources=tuple(dict.fromkeys(f"record {one.record} ({one.on}, {one.department})" for one in lines))
    )


def _refused(asked: Sequence[Topic], inputs: ReasonInputs, chart: Chart) -> list[Line]:
    """The newest sentence that says so: of what is not given or done a treatment, of what was stopped the story."""
    if SINCE.search(inputs.about):
        ended = (line for line in chart.index.lines if line.field in TOLD and inputs.holds(line.on))
        return [line for line in ended for topic in asked if _says(topic, line, SINCE)][:1]
    if not NOT_ON.search(inputs.about):
        return []
    told = (line for line in chart.index.lines if line.field in ORDERED and inputs.holds(line.on))
    return [line for line in told for topic in asked if _says(topic, line, REFUSED) or _is_put_off(topic, line)][:1]


def _is_put_off(topic: Topic, line: Line) -> bool:
    return topic.in_line(line) and PUT_OFF.search(line.text) is not None


def _not_done(asked: Sequence[Topic], inputs: ReasonInputs, chart: Chart) -> list[Line]:
    """Of a test or examination that was left out: what its reports say was not done, the newest."""
    tested = any(one.kind in (TopicKind.TEST, TopicKind.EXAMINATION) for one in asked)
    if not tested or not NOT_ON.search(inputs.about):
        return []
    return [line for line in chart.index.lines if line.field in EXAMINED and NOT_DONE.search(line.text)][:MOST]


def _foreseen(on: Sequence[date], chart: Chart) -> Iterator[Line]:
    """What the visit before the change said that it would depend on."""
    for day in on:
        before = next((line.on for line in chart.index.lines if line.on < day), None)
        lines = (one for one in chart.index.lines if one.on == before and one.field in ORDERED)
        yield from [one for one in lines if FORESEEN.search(one.text)][:1]


def _says(topic: Topic, line: Line, words: re.Pattern[str]) -> bool:
    """Whether one clause of the sentence has both."""
    return any(topic.in_text(part) and words.search(part) for part in clauses(line.text))


def _changes_of_any(asked: Sequence[Topic], inputs: ReasonInputs, chart: Chart) -> list[Written]:
    """Of medicines that are not named, the changes of that kind on the newest day with one in the time asked about."""
    named = [one for one in asked if one.kind is not TopicKind.WORDS and not CUT.fullmatch(one.words)]
    kinds = {kind for shape, those in WANTED if shape.search(inputs.about) for kind in those}
    if named or not kinds or not OF_MEDICINES.search(inputs.about):
        return []
    ours = [one for one in reversed(chart.index.medicines) if one.change in kinds and inputs.holds(one.note.on)]
    return [one for one in ours if one.note.on == ours[0].note.on]


def _events(topic: Topic, inputs: ReasonInputs, chart: Chart) -> list[Written]:
    """The newest changes of the kind that the question speaks of; else of any kind."""
    every = [one for one in chart.index.medicines if is_of(topic, one.entry.holds) and inputs.holds(one.note.on)]
    told = [one for one in reversed(every) if one.change is not Change.CONTINUED]
    figures = _figures(OF_TIME.sub(" ", inputs.about))
    if meant := [one for one in told if figures & _figures(one.entry.dose)]:
        told = meant  # "why down to 5?" is of the change to that dose
    wanted = next((kinds for shape, kinds in WANTED if shape.search(inputs.about)), ())
    for kind in wanted:
        if those := [one for one in told if one.change is kind]:
            return [_first_of_run(those[0], every) if kind in HOLDS else those[0]]
    return told[:MOST]


def _figures(text: str) -> set[float]:
    return {float(figure) for figure in re.findall(r"\d+(?:\.\d+)?", text)}


def _first_of_run(last: Written, every: Sequence[Written]) -> Written:
    """Where what still holds was written first: "still not to be taken" says no more than the visit that ended it."""
    run = last
    for one in reversed(every):
        if one.entry.holds == last.entry.holds and one.note.on <= last.note.on:
            if one.change is not last.change:
                break
            run = one
    return run


def _event(one: Written, chart: Chart) -> Event:
    return Event(medicine=plain_name(one.entry.code, chart.language), change=one.change, line=line_of(one, chart))


def _allergies(topic: Topic, chart: Chart) -> Iterator[Line]:
    """Allergies to it, or to one of its class."""
    for one in chart.index.allergies:
        kinds = {one.code, *formulary().counts_as(one.code)}
        if one.said is Said.SO and (not topic.codes.isdisjoint(kinds) or topic.in_line(one.line)):
            yield one.line
            return


def _rules(medicines: Sequence[Topic], events: Sequence[Written], chart: Chart) -> Iterator[Warned]:
    """What the formulary has against it for this patient, of one medicine of a class."""
    codes = dict.fromkeys([*(code for one in events for code in one.entry.holds), *(one.code for one in medicines)])
    situation = hear("", known_of(chart)).situation
    for code in codes:
        found = alone(code, situation, chart.language)
        if found and not (code in classes() and found.because == "allergy"):  # the allergy itself is quoted
            yield found
            return


def _series(topic: Topic, inputs: ReasonInputs, chart: Chart) -> tuple[Measured, ...]:
    tests = topic.codes if topic.kind in (TopicKind.TEST, TopicKind.EXAMINATION) else ()
    each = [those for test in sorted(tests) if (those := _held(measured(test, chart), inputs))]
    return tuple(reversed(max(each, key=len))) if each else ()


def _held(newest_first: Sequence[Measured], inputs: ReasonInputs) -> list[Measured]:
    """Those of the time asked about, and where that is a single one, the one before it."""
    those = [one for one in newest_first if inputs.holds(one.date)]
    before = [one for one in newest_first if those and one.date < those[-1].date and one.unit == those[-1].unit]
    return [*those, *before[:1]] if len(those) == 1 else those


def _turn(those: Sequence[Measured], about: str) -> date:
    """The visit that the question means: of what is high the highest, else the newest."""
    told = _figures(about)
    if meant := [one for one in those if one.value in told]:
        return max(meant, key=lambda one: one.date).date
    if LOW.search(about):
        return min(those, key=lambda one: (one.value, one.date)).date
    if UP.search(about) or re.search(r"超过|出血|\bover\b|\babove\b", about):
        return max(those, key=lambda one: (one.value, one.date)).date
    return those[-1].date


def _to_the_turn(those: tuple[Measured, ...], about: str) -> tuple[Measured, ...]:
    """Of a value that the question tells, that one and the one before it alone."""
    turn = next((at for at, one in enumerate(those) if at and one.value in _figures(OF_TIME.sub(" ", about))), None)
    return those if turn is None else those[turn - 1 : turn + 1]


def _between(those: Sequence[Measured], chart: Chart) -> list[Written]:
    if len(those) != 2:
        return []
    first, last = those[0].date, those[-1].date
    changed = (one for one in chart.index.medicines if one.change is not Change.CONTINUED and not one.of_history)
    return [one for one in changed if first <= one.note.on < last][-MOST:]


def _near(on: Sequence[date], chart: Chart) -> Iterator[Line]:
    for day in dict.fromkeys(on[:1]):
        before = next((line.on for line in chart.index.lines if line.on < day), None)
        then = [one for one in chart.index.lines if one.on == day and one.field in STORY[:1]]
        told = [one for one in chart.index.lines if one.on in (day, before) and one.field in NEAR]
        told = [one for one in told if CIRCUMSTANCE.search(one.text)]
        yield from dict.fromkeys([*then[:MOST], *told[:MOST]])


def _beside(on: Sequence[date], topical: Sequence[Line], found: bool, chart: Chart) -> tuple[Line, ...]:
    """The story of those visits; where nothing changed, the sentences that speak of it, and their visits' story."""
    days = list(dict.fromkeys(on))[:2]
    lines = [line for day in days for line in chart.index.lines if line.on == day and line.field in STORY]
    if not found:
        first = next((line for line in topical if line.field in ORDERED), None)
        day = (first or topical[0]).on if topical else None
        told = [one for one in chart.index.lines if one.on == day and one.field in AROUND]
        lines = [*([first] if first else []), *told, *topical[:BESIDE], *lines]
        reasons = [line for line in topical if BECAUSE.search(line.text)]
        lines = [*reasons, *lines]
    else:
        lines += [line for line in topical if BECAUSE.search(line.text)][:MOST]
    return tuple(dict.fromkeys(lines))[:BESIDE]


def _told(one: Reason, chart: Chart) -> Iterator[str]:
    words, language = WORDS[chart.language], chart.language
    gap = "、" if language is Language.ZH else ", "
    yield from (_event_told(event, language) for event in one.events)
    yield from (words["allergy"].format(quote=quoted(line, language)) for line in one.allergies)
    for rule in one.rules:
        yield words["rule"].format(told=rule.told(language), source=rule.source)
    for those in one.series:
        if len(those) > 1 and len({value.unit for value in those}) == 1:
            yield course_of(those, language)
        yield listed(those, chart)
    if one.between:
        yield words["between"]
        yield from (f"- {_event_told(event, language)}" for event in one.between)
    shown = {event.line for event in one.events} | set(one.allergies)
    says = [line for line in one.says if line not in shown]
    if says:
        yield words["says" if one.by_words else "no_reason"]
        yield from (f"- {quoted(line, language)}" for line in says)
    elif not one.events and not one.allergies and not one.rules and not one.series:
        yield words["none" if one.known else "unknown"].format(asked=gap.join(one.asked))
    if one.near:
        yield words["near"]
        yield from (f"- {quoted(line, language)}" for line in one.near)
    if one.hidden and not one.by_words:
        yield words["hidden"].format(hidden=one.hidden)


def _event_told(one: Event, language: Language) -> str:
    change, quote = CHANGES[language][one.change], quoted(one.line, language)
    return WORDS[language]["event"].format(medicine=one.medicine, change=change, on=one.line.on, quote=quote)


TASK = Task(
    name="reason",
    description="Why a medicine was begun, stopped, changed or not given, or a value moved: what the records say.",
    inputs=ReasonInputs,
    outputs="{events, allergies, rules, series, says, by_words}",
    piped=False,
    run=_run,
    told=_told,
)
