"""Whether something is on record: so, asked and denied, not on record, or not to be seen by this doctor."""

import re
from collections.abc import Iterator, Sequence
from datetime import date

from frontdesk.app.clinician.quoting import quoted
from frontdesk.app.clinician.task import Chart, Outcome, Spanned, Task, Unavailable
from frontdesk.app.clinician.topics import Topic, TopicKind, otherwise, topics
from frontdesk.his_adapter.chart import Line, Said
from frontdesk.his_adapter.chart.lines import ORDERED, clauses
from frontdesk.his_adapter.chart.reading import FAMILY, done_or_not, habits_of, named_in
from frontdesk.his_adapter.records import Section
from frontdesk.models.facts import Language, Value
from frontdesk.models.specialists.labs_vitals.readings import hear

SO = frozenset({Said.SO, Said.POSSIBLE, Said.DONE})
MOST = 4  # sentences of each kind
STATED = (Section.COMPLAINT, Section.STORY, Section.POSITIVES, Section.NEGATIVES, Section.PAST_HISTORY, Section.PERSON)
WORDS = {
    Language.EN: {
        "so": "{asked}: on record, {times}; the newest:",
        Said.DENIED: "{asked}: asked and denied, or looked for and not there, {times}; the newest:",
        Said.RELATIVE: "{asked}: in the family, not the patient:",
        Said.NEVER: "{asked}: asked; never, as it stands on record:",
        Said.GIVEN_UP: "{asked}: given up:",
        Said.PLANNED: "{asked}: only in advice or plans:",
        Said.NOT_DONE: "{asked}: not done:",
        "again": "{asked}: not again, as told at that visit; it had been there before:",
        "none_of_family": "{asked} in the family: not on record; none of the {count} records that you may see tells"
        " of it in a relative, or that it was asked.",
        "gap": ", ",
        "above": " quoted above",
        "none_then": "{asked}: not on record in the time asked about ({since} to {until}).",
        "none": "{asked}: not on record; none of the {count} records that you may see says that it is so,"
        " or that it was asked.",
        "hidden": "{hidden} records of other departments are not visible to you, so they were not looked through.",
        "today": "today, at reception: {text}",
        "no_date": "No date for it is on record.",
    },
    Language.ZH: {
        "so": "{asked}：有记录，{times}；最近的：",
        Said.DENIED: "{asked}：问过或查过，当时否认或没有见到，{times}；最近的：",
        Said.RELATIVE: "{asked}：是家属，不是患者本人：",
        Said.NEVER: "{asked}：问过，从来没有：",
        Said.GIVEN_UP: "{asked}：已戒：",
        Said.PLANNED: "{asked}：只在医嘱或计划里提到：",
        Said.NOT_DONE: "{asked}：没有做：",
        "again": "{asked}：当时说没有再发生（以前有过）：",
        "none_of_family": "家属的{asked}：没有记录；您能看到的{count}份病历里没有提到家属有没有，也没有问过。",
        "gap": "、",
        "above": "见上面的句子",
        "none_then": "{asked}：那段时间（{since}至{until}）没有记录。",
        "none": "{asked}：没有记录；您能看到的{count}份病历里没有提到{asked}，也没有问过。",
        "hidden": "另有其他科室的{hidden}份病历您无权查看，没有查到那里。",
        "today": "今天导诊时：{text}",
        "no_date": "日期：没有记录。",
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
    r"[^，。；,;.]{0,4}?(?:没有|未见|消失|阴性|\(-\)|已无|正常)|[^，。；,;.]{0,4}?无(?!力|法)|\s*(?:thoughts? "
    r"|ideas? |function |habits? )?(?:is |are |was |were )?(?:negative|absent|none|denied|gone|resolved|normal)"
)
OF_FAMILY = re.compile(
    r"父母|爸|妈|父亲|母亲|兄弟|姐妹|哥|姐|弟|妹|祖|外婆|奶奶|爷爷|家[里族]|家人|亲属|遗传"
    r"|\b(?:mother|father|parents?|mum|mom|dad|brothers?|sisters?|siblings?|grand\w+|aunts?|uncles?|family|relatives?)\b",
    re.IGNORECASE,
)
FEVER, FEVERISH, CELSIUS = "body temperature", 37.3, 45  # °C; no degrees Celsius of a body are more
FEVER_NAME = {Language.EN: "fever", Language.ZH: "发热"}
OF_FEVER = re.compile(r"烧|热|\b(?:fever\w*|febrile|pyrexia)", re.IGNORECASE)


OF_DATE = re.compile(
    r"\bdates?\b|\bwhen\b|\bscheduled\b|\bbooked\b"
    r"|什么时候|何时|哪[天日]|几号|日期|日子|排[上期到]|约[上到好]",
    re.IGNORECASE,
)
DATED = re.compile(
    r"\d+月\d+日|\d{4}-\d|\d+(?:天|周|个?月)后|下周|下个?月|\b(?:in|on|next|within)\b.{0,12}\b(?:\d|days?|weeks?|months?"
    r"|jan\w*|feb\w*|mar\w*|apr\w*|may|june?|july?|aug\w*|sep\w*|oct\w*|nov\w*|dec\w*|monday|tuesday|wednesday|thursday|friday)",
    re.IGNORECASE,
)


class PresenceInputs(Spanned):
    """`about`: what is asked for, in words of either language."""

    about: str


class Held(Value):
    """Sentences of topics by how they say it, the newest first. `asked`: in the words of the question.

    `today`: told at reception.
    """

    asked: str
    today: tuple[str, ...]
    said: dict[Said, tuple[Line, ...]]
    undated: bool = False  # a day is asked for, it is only planned, and no sentence of the plan names one


class Presence(Value):
    """`records`: looked through; `hidden`: not visible to the doctor; `of_family`: relatives were asked about."""

    topics: tuple[Held, ...]
    records: int
    hidden: int
    of_family: bool = False
    since: date | None = None
    until: date | None = None


def _run(inputs: PresenceInputs, chart: Chart) -> Outcome:
    asked = topics(inputs.about)
    if not asked:
        raise Unavailable("the question does not say what to look for", "问题里没有说要找什么")
    lines = [line for line in chart.index.lines if inputs.holds(line.on)]
    of_family = bool(OF_FAMILY.search(inputs.about)) and any(one.kind is TopicKind.FINDING for one in asked)
    if of_family:
        asked = tuple(one for one in asked if one.kind is TopicKind.FINDING)
        lines = [line for line in lines if FAMILY.search(line.text)]
    of_date = OF_DATE.search(inputs.about) is not None
    held = tuple(_held(topic, lines, chart, of_date=of_date) for topic in asked)
    if of_family:
        held = tuple(map(_of_relatives, held))
    found = [line for one in held for those in one.said.values() for line in those[:MOST]]
    sources = tuple(dict.fromkeys(f"record {line.record} ({line.on}, {line.department})" for line in found))
    data = Presence(
        topics=_alike(_telling(held), chart.language),
        records=len(chart.records),
        hidden=len(chart.hidden),
        of_family=of_family,
        since=inputs.since,
        until=inputs.until,
    )
    return Outcome(data=data, sources=sources)


def _telling(held: Sequence[Held]) -> tuple[Held, ...]:
    """Of several readings of the same words, those that find something."""
    return tuple(one for one in held if one.said or one.today) or tuple(held[:1])


def _of_relatives(one: Held) -> Held:
    """What is said of relatives, or denied of them; nothing of the patient's own."""
    said = {how: those for how, those in one.said.items() if how in (Said.RELATIVE, Said.DENIED)}
    return one.model_copy(update={"said": said, "today": ()})


def _alike(held: Sequence[Held], language: Language) -> tuple[Held, ...]:
    """What the same sentences speak of in the same way is told together: "no frequency, no burning"."""
    kept: dict[str, Held] = {}
    for one in held:
        key = repr((one.said, one.today)) if one.said or one.today else one.asked
        before = kept.get(key)
        asked = f"{before.asked}{WORDS[language]['gap']}{one.asked}" if before else one.asked
        kept[key] = one.model_copy(update={"asked": asked})
    return tuple(kept.values())


def _in_own_words(topic: Topic, language: Language) -> str:
    """A finding in the words of the question, where they are of the answer's language: they name it best."""
    if (
        topic.kind is TopicKind.FINDING
        and _is_short(topic.words)
        and topic.words.isascii() is (language is Language.EN)
    ):
        return topic.words
    if topic.code == FEVER and OF_FEVER.search(topic.words):
        return topic.words if topic.words.isascii() is (language is Language.EN) else FEVER_NAME[language]
    return topic.called(language)


def _is_short(words: str) -> bool:
    """A name, and no clause: "has she had a fall"."""
    return len(words.split()) <= 3 if words.isascii() else len(words) <= 6


def _held(topic: Topic, lines: Sequence[Line], chart: Chart, *, of_date: bool = False) -> Held:
    said: dict[Said, list[Line]] = {}
    for line in lines:
        if topic.in_line(line):
            said.setdefault(said_in(topic, line), []).append(line)
    return Held(
        asked=_in_own_words(topic, chart.language),
        today=tuple(_today(topic, chart)),
        said={how: tuple(those) for how, those in said.items()},
        undated=of_date
        and set(said) == {Said.PLANNED}
        and not any(DATED.search(one.text) for one in said[Said.PLANNED]),
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
        case TopicKind.TEST if topic.code == FEVER and OF_FEVER.search(topic.words):
            return _fever_in(topic, line)
        case TopicKind.EXAMINATION | TopicKind.TEST:
            clause = next((part for part in clauses(line.text) if topic.in_text(part)), line.text)
            return done_or_not(clause, line)
        case TopicKind.MEDICINE:
            return Said.SO
    clause = next((part for part in clauses(line.text) if topic.in_text(part)), line.text)
    return Said.DENIED if _denied(clause, topic) else Said.SO


def _fever_in(topic: Topic, line: Line) -> Said:
    """A temperature says whether there was a fever; words may deny it."""
    if line.field in ORDERED:
        return Said.PLANNED
    clause = next((part for part in clauses(line.text) if topic.in_text(part)), line.text)
    degrees = [one.value for one in hear(clause).readings if one.test == FEVER and one.value < CELSIUS]
    if degrees:
        return Said.SO if max(degrees) >= FEVERISH else Said.DENIED
    word = OF_FEVER.search(clause)
    return Said.DENIED if word and denies(clause, word.start(), word.end()) else Said.SO


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
    shown: set[str] = set()
    for held in one.topics:
        yield from (words["today"].format(text=text) for text in held.today)
        if not held.said and not held.today:
            missing = True
            yield _nothing(held.asked, one, chart.language)
        for head, quotes in _by_kind(held, chart.language):
            yield head if shown.isdisjoint(quotes) or not shown >= {*quotes} else f"{head}{words['above']}"
            yield from quotes
            shown |= {*quotes}
        if held.undated:
            yield words["no_date"]
    if missing and one.hidden:
        yield words["hidden"].format(hidden=one.hidden)


def _nothing(asked: str, one: Presence, language: Language) -> str:
    words = WORDS[language]
    if one.since or one.until:
        return words["none_then"].format(asked=asked, since=one.since or "…", until=one.until or "…")
    return words["none_of_family" if one.of_family else "none"].format(asked=asked, count=one.records)


def _by_kind(held: Held, language: Language) -> Iterator[tuple[str, list[str]]]:
    """What holds now comes first: the newest of what is so or not so, before what was planned."""
    words = WORDS[language]
    so = sorted((line for how in SO for line in held.said.get(how, ())), key=_day, reverse=True)
    order = [how for how in held.said if how not in SO]
    first = [how for how in order if how is not Said.PLANNED and (not so or held.said[how][0].on >= so[0].on)]
    for one in first:
        yield from _not_so(one, held, language)
    if so:
        yield _group(words["so"], held.asked, so, language)
    for how in (one for one in order if one not in first):
        yield _group(words[how], held.asked, held.said[how], language, most=1 if so or first else MOST)


def _not_so(how: Said, held: Held, language: Language) -> Iterator[tuple[str, list[str]]]:
    """What was denied; apart from it what had been there, and was not there again."""
    words = WORDS[language]
    again = tuple(line for line in held.said[how] if how is Said.DENIED and AGAIN.search(line.text))
    rest = tuple(line for line in held.said[how] if line not in again)
    if again:
        yield _group(words["again"], held.asked, again, language)
    if rest:
        yield _group(words[how], held.asked, rest, language)


def _group(
    shape: str, asked: str, lines: Sequence[Line], language: Language, *, most: int = MOST
) -> tuple[str, list[str]]:
    """A heading, and below it the newest, and the first of all."""
    shown = lines if len(lines) <= most else (*lines[: most - 1], lines[-1])
    head = shape.format(asked=asked, times=_times(len(lines), language))
    return head, [f"- {quoted(line, language)}" for line in shown]


def _times(count: int, language: Language) -> str:
    return f"{count}处" if language is Language.ZH else "once" if count == 1 else f"{count} times"


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
