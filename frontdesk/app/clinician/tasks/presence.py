"""Whether something is on record: so, asked and denied, not on record, or not to be seen by this doctor."""

import re
from collections.abc import Iterator, Sequence
from datetime import date

from frontdesk.app.clinician.quoting import quoted
from frontdesk.app.clinician.task import Chart, Outcome, Spanned, Task, Unavailable
from frontdesk.app.clinician.topics import Topic, TopicKind, otherwise, topics
from frontdesk.his_adapter.chart import Line, Said
from frontdesk.his_adapter.chart.lines import ORDERED, clauses
from frontdesk.his_adapter.chart.reading import done_or_not, habits_of, named_in
from frontdesk.his_adapter.records import Section
from frontdesk.models.facts import Language, Value

SO = frozenset({Said.SO, Said.POSSIBLE, Said.DONE})
MOST = 4  # sentences of each kind
STATED = (Section.COMPLAINT, Section.STORY, Section.POSITIVES, Section.NEGATIVES, Section.PAST_HISTORY, Section.PERSON)
WORDS = {
    Language.EN: {
        "so": "{asked}: on record, {count} times; the newest:",
        Said.DENIED: "{asked}: asked and denied, or looked for and not there, {count} times; the newest:",
        Said.RELATIVE: "{asked}: in the family, not the patient:",
        Said.NEVER: "{asked}: asked; never, as it stands on record:",
        Said.GIVEN_UP: "{asked}: given up:",
        Said.PLANNED: "{asked}: only in advice or plans:",
        Said.NOT_DONE: "{asked}: not done:",
        "again": "{asked}: not again, as told at that visit; it had been there before:",
        "none": "{asked}: not on record; none of the {count} records that you may see says that it is so,"
        " or that it was asked.",
        "hidden": "{hidden} records of other departments are not visible to you, so they were not looked through.",
        "today": "today, at reception: {text}",
    },
    Language.ZH: {
        "so": "{asked}：有记录，{count}处；最近的：",
        Said.DENIED: "{asked}：问过或查过，当时否认或没有见到，{count}处；最近的：",
        Said.RELATIVE: "{asked}：是家属，不是患者本人：",
        Said.NEVER: "{asked}：问过，从来没有：",
        Said.GIVEN_UP: "{asked}：已戒：",
        Said.PLANNED: "{asked}：只在医嘱或计划里提到：",
        Said.NOT_DONE: "{asked}：没有做：",
        "again": "{asked}：当时说没有再发生（以前有过）：",
        "none": "{asked}：没有记录；您能看到的{count}份病历里没有提到{asked}，也没有问过。",
        "hidden": "另有其他科室的{hidden}份病历您无权查看，没有查到那里。",
        "today": "今天导诊时：{text}",
    },
}


AGAIN = re.compile(
    r"[未没无不]再|没有再|\bno (?:further|more|longer|new)\b|\bnot again\b|\bnone since\b|\bno .{0,20} since\b",
    re.IGNORECASE,
)
NOT_BEFORE = re.compile(
    r"(?:无|未|没有?|否认|不)[^，。；]{0,4}$|\b(?:no|not|never|without|denies|denied|nor)\b[^.;,]{0,10}$"
)
NOT_BEHIND = re.compile(
    r"[^，。；,;.]{0,4}?(?:没有|未见|消失|阴性|\(-\)|已无)|[^，。；,;.]{0,4}?无(?!力|法)|\s*(?:thoughts? "
    r"|ideas? )?(?:negative|absent|none|denied|gone|resolved)"
)


class PresenceInputs(Spanned):
    """`about`: what is asked for, in words of either language."""

    about: str


class Held(Value):
    """Sentences of one topic by how they say it, the newest first. `today`: told at reception."""

    asked: str
    today: tuple[str, ...]
    said: dict[Said, tuple[Line, ...]]


class Presence(Value):
    """`records`: looked through; `hidden`: not visible to the doctor."""

    topics: tuple[Held, ...]
    records: int
    hidden: int


def _run(inputs: PresenceInputs, chart: Chart) -> Outcome:
    asked = topics(inputs.about)
    if not asked:
        raise Unavailable("the question does not say what to look for", "问题里没有说要找什么")
    lines = [line for line in chart.index.lines if inputs.holds(line.on)]
    held = tuple(_held(topic, lines, chart) for topic in asked)
    found = [line for one in held for those in one.said.values() for line in those[:MOST]]
    sources = tuple(dict.fromkeys(f"record {line.record} ({line.on}, {line.department})" for line in found))
    data = Presence(topics=_telling(held), records=len(chart.records), hidden=len(chart.hidden))
    return Outcome(data=data, sources=sources)


def _telling(held: Sequence[Held]) -> tuple[Held, ...]:
    """Of several readings of the same words, those that find something."""
    return tuple(one for one in held if one.said or one.today) or tuple(held[:1])


def _held(topic: Topic, lines: Sequence[Line], chart: Chart) -> Held:
    said: dict[Said, list[Line]] = {}
    for line in lines:
        if topic.in_line(line):
            said.setdefault(said_in(topic, line), []).append(line)
    return Held(
        asked=topic.called(chart.language),
        today=tuple(_today(topic, chart)),
        said={how: tuple(those) for how, those in said.items()},
    )


def _today(topic: Topic, chart: Chart) -> Iterator[str]:
    for one in chart.previsit.statements if chart.previsit else ():
        if one.section in STATED and topic.in_text(one.text):
            yield one.text


def said_in(topic: Topic, line: Line) -> Said:
    """How a sentence that speaks of the topic asserts it."""
    match topic.kind:
        case TopicKind.HABIT:
            return next(one.said for one in habits_of(line) if one.code == topic.code)
        case TopicKind.FINDING if line.field in ORDERED:
            return Said.PLANNED
        case TopicKind.FINDING:
            found = [one.said for one in named_in(line) if one.code in topic.codes]
            if found or not (written := _otherwise(topic, line)):
                return next((one for one in found if one in SO), found[0] if found else Said.SO)
            return Said.DENIED if denies(*written) else Said.SO
        case TopicKind.EXAMINATION | TopicKind.TEST:
            clause = next((part for part in clauses(line.text) if topic.in_text(part)), line.text)
            return done_or_not(clause, line)
        case TopicKind.MEDICINE:
            return Said.SO
    clause = next((part for part in clauses(line.text) if topic.in_text(part)), line.text)
    return Said.DENIED if _denied(clause, topic) else Said.SO


def _otherwise(topic: Topic, line: Line) -> tuple[str, int, int] | None:
    """The clause that has the finding in other words, and where in it they stand."""
    for clause in clauses(line.text):
        for words in otherwise(topic.code):
            if found := words.search(clause):
                return clause, found.start(), found.end()
    return None


def denies(clause: str, start: int, end: int) -> bool:
    """Whether a clause says of the words from `start` to `end` that they are not so: before them, or right behind."""
    before, behind = clause[max(0, start - 12) : start].lower(), clause[end : end + 12].lower()
    return bool(NOT_BEFORE.search(before) or NOT_BEHIND.match(behind))


def _denied(clause: str, topic: Topic) -> bool:
    """Of words that no list knows: what stands right before them."""
    low = clause.lower()
    place = min((low.find(word) for word in topic.codes if word in low), default=0)
    before = low[max(0, place - 12) : place]
    return any(one in before.split() for one in ("no", "not", "never", "without", "denies")) or before.endswith(
        ("无", "未", "没有", "否认", "不", "没")
    )


def _told(one: Presence, chart: Chart) -> Iterator[str]:
    words, missing = WORDS[chart.language], False
    for held in one.topics:
        yield from (words["today"].format(text=text) for text in held.today)
        if not held.said and not held.today:
            missing = True
            yield words["none"].format(asked=held.asked, count=one.records)
        yield from _by_kind(held, chart.language)
    if missing and one.hidden:
        yield words["hidden"].format(hidden=one.hidden)


def _by_kind(held: Held, language: Language) -> Iterator[str]:
    """What holds now comes first: the newest of what is so or not so, before what was planned."""
    words = WORDS[language]
    so = sorted((line for how in SO for line in held.said.get(how, ())), key=_day, reverse=True)
    order = [how for how in held.said if how not in SO]
    first = [how for how in order if how is not Said.PLANNED and (not so or held.said[how][0].on >= so[0].on)]
    for one in first:
        yield from _not_so(one, held, language)
    if so:
        yield from _group(words["so"], held.asked, so, language)
    for how in (one for one in order if one not in first):
        yield from _group(words[how], held.asked, held.said[how], language, most=1 if so or first else MOST)


def _not_so(how: Said, held: Held, language: Language) -> Iterator[str]:
    """What was denied; apart from it what had been there, and was not there again."""
    words = WORDS[language]
    again = tuple(line for line in held.said[how] if how is Said.DENIED and AGAIN.search(line.text))
    rest = tuple(line for line in held.said[how] if line not in again)
    if again:
        yield from _group(words["again"], held.asked, again, language)
    if rest:
        yield from _group(words[how], held.asked, rest, language)


def _group(shape: str, asked: str, lines: Sequence[Line], language: Language, *, most: int = MOST) -> Iterator[str]:
    """The newest, and the first of all."""
    yield shape.format(asked=asked, count=len(lines))
    shown = lines if len(lines) <= most else (*lines[: most - 1], lines[-1])
    yield from (f"- {quoted(line, language)}" for line in shown)


def _day(line: Line) -> date:
    return line.on


TASK = Task(
    name="presence",
    description="Whether a symptom, illness, habit or anything named is on record: so, asked and denied, or not.",
    inputs=PresenceInputs,
    outputs="list of {asked, said: so/denied/relative/never/given_up -> sentences}",
    piped=False,
    run=_run,
    told=_told,
)
