"""Whether something was done, since when, and whether it is due: by what records tell was done, or planned."""

import re
from calendar import monthrange
from collections.abc import Iterator, Sequence
from datetime import date, timedelta

from frontdesk.app.clinician.quoting import quoted
from frontdesk.app.clinician.task import Chart, Inputs, Outcome, Spanned, Task, Unavailable
from frontdesk.app.clinician.tasks.values import Measured, listed, measured
from frontdesk.app.clinician.topics import UNKNOWN, Topic, TopicKind, topics
from frontdesk.his_adapter.chart import Line, Plan, Said
from frontdesk.his_adapter.chart.lines import EXAMINED, ORDERED, clauses
from frontdesk.his_adapter.chart.reading import done_or_not
from frontdesk.models.facts import Language, Value
from frontdesk.models.parsers.numbers import CHINESE, ENGLISH, number

MOST = 3
FLAGS = re.IGNORECASE | re.ASCII
YEAR = 12  # months
RHYTHM = re.compile(  # how often something is to be done
    rf"(?P<half>半)年[^，。；？]{{0,3}}[一1]?[次回]|(?<!\d)(?P<zh>{CHINESE})个?(?P<zu>周|月|年)[^，。；？]{{0,3}}[一1][次回]"
    rf"|每隔?(?P<each>{CHINESE}?)个?(?P<ez>周|月|年|季度?)(?!后)|\b(?P<yearly>yearly|annual(?:ly)?|once a year)\b"
    rf"|\b(?P<twice>twice a year|(?:six|6)[- ]monthly|half[- ]yearly)\b"
    rf"|\b(?:(?P<mn>{ENGLISH})[- ])?monthly\b|\bonce a month\b"
    rf"|\b(?:every|each) (?:(?P<en>{ENGLISH}) )?(?P<eu>week|month|year)s?\b",
    FLAGS,
)
OF_DUE = re.compile(r"过期|逾期|超期|到期|到时间|该[做查复]|\boverdue\b|\bdue\b|\blate\b", FLAGS)
CHECKED_AGAIN = re.compile(
    r"后来|之后|复查|再[查测]|\bre-?(?:check\w*|done|test\w*)\b|\brepeat\w*|\bagain\b|\bsince\b", FLAGS
)
FIGURE = re.compile(r"\d+(?:\.\d+)?")
A_MONTH = timedelta(days=31)
WORDS = {
    Language.EN: {
        "done": "{asked}: done, on record {count} times; the newest {on}:",
        "done_since": "{asked}: done since {since}:",
        "values": "- {text}",
        "not_since": "{asked}: not done since {since}: no {asked} is on record after that day.",
        "done_within": "{asked}: done between {since} and {until}:",
        "not_within": "{asked}: not on record between {since} and {until}.",
        "later": "After that time:",
        "earlier": "Before that time:",
        "none_before": "{asked}: not on record up to {until}; as far as the records show it was not done before.",
        "none": "{asked}: not on record; as far as the records show it was not done.",
        "unknown": UNKNOWN[Language.EN],
        "only_told": "{asked}: no report of it is on record; what the records tell of it:",
        "not_done": "Written that it was not done: {quote}",
        "told": "Told: {quote}",
        "plan": "Planned: {quote}{due}",
        "due": "; due around {due}",
        "done_after": ": done on {on}",
        "overdue": ": not done since, overdue by {days} days",
        "every_late": "At {every}: last on {last}, so due on {due}; overdue by {days} days.",
        "every_not_due": "At {every}: last on {last}, so due on {due}; not overdue yet ({days} days left).",
        "not_due": ": not overdue, not due until {due} ({days} days from now)",
        "no_day": ": no day is named, so no date for it is on record; nothing since shows that it was done",
        "plans": "Planned and not done as far as the records show:",
        "to_come": "Planned, and not due yet:",
        "all_done": "Every plan with a day on record was followed, or is not due yet.",
    },
    Language.ZH: {
        "done": "{asked}：做过，病历里有{count}次；最近{on}：",
        "done_since": "{asked}：{since}之后查了：",
        "values": "- {text}",
        "not_since": "{asked}：{since}之后没有做，之后的病历里没有{asked}的记录。",
        "done_within": "{asked}：{since}至{until}之间做过：",
        "not_within": "{asked}：{since}至{until}之间没有做过的记录。",
        "later": "在这之后：",
        "earlier": "在这之前：",
        "none_before": "{asked}：{until}以前没有做过的记录，那之前的病历里没有{asked}。",
        "none": "{asked}：没有做过的记录，病历里没有{asked}。",
        "unknown": UNKNOWN[Language.ZH],
        "only_told": "{asked}：没有做的报告；病历里提到的：",
        "not_done": "写明没有做：{quote}",
        "told": "病史提到：{quote}",
        "plan": "计划：{quote}{due}",
        "due": "，应在{due}前后",
        "done_after": "：{on}做了",
        "overdue": "：之后没有做，已过期{days}天",
        "every_late": "按“{every}”：上次{last}，应在{due}前做，已过期{days}天。",
        "every_not_due": "按“{every}”：上次{last}，下次到{due}，还没有过期（还有{days}天）。",
        "not_due": "：没有过期，还没有到时间（{due}，还有{days}天）",
        "no_day": "：没有写日子（日期没有记录），之后没有做的记录",
        "plans": "计划了、病历里还没有做的：",
        "to_come": "计划了、还没有到时间的：",
        "all_done": "写了日子的计划都做了，或者还没有到时间。",
    },
}


NOT_DONE = frozenset({TopicKind.FINDING, TopicKind.MEDICINE})  # no examinations


class DoneInputs(Spanned):
    """`about`: what was to be done, in words; `after`: since which day, if one is meant; `until`: before which.

    With both it is asked whether it was done in that time.
    """

    about: str
    after: date | None = None

    @property
    def within(self) -> bool:
        return self.after is not None and self.until is not None

    def asks_of(self, day: date) -> bool:
        return self.holds(day) and (not self.within or self.after is None or day >= self.after)


class Told(Value):
    line: Line
    clause: str


class Rhythm(Value):
    """How often it is to be done, in the words of the question or of a plan, and when that makes it due again."""

    every: str
    last: date
    due: date


class Planned(Value):
    """`done_on`: first shown after the plan. `due` None: no day is named."""

    line: Line
    clause: str
    due: date | None
    every: bool
    done_on: date | None


class Done(Value):
    """Of one thing. `since`: the day asked about, of the question or of its last plan.

    `known`: some list knows what it is. `within`: it is asked of the time from `since` to `until`, both days counted;
    `done` and `values` are then of any time.
    """

    asked: str
    since: date | None
    done: tuple[Told, ...]
    values: tuple[Measured, ...]
    not_done: tuple[Told, ...]
    told: tuple[Told, ...]
    plans: tuple[Planned, ...]
    known: bool = True
    until: date | None = None
    within: bool = False
    rhythm: Rhythm | None = None

    def is_inside(self, day: date) -> bool:
        return (self.since is None or day >= self.since) and (self.until is None or day <= self.until)


class PlansInputs(Inputs):
    pass


def _run(inputs: DoneInputs, chart: Chart) -> Outcome:
    asked = topics(inputs.about)
    if not asked:
        raise Unavailable("the question does not say what was to be done", "问题里没有说要做什么")
    to_do = [one for one in asked if one.kind not in NOT_DONE] or [
        one for one in asked if one.kind is not TopicKind.MEDICINE
    ]
    if not to_do:
        raise Unavailable("a medicine is not done but taken", "药不是检查，没有做没做")
    if inputs.until and inputs.until >= chart.now.date():  # a time that is not over has no end yet
        inputs = inputs.model_copy(update={"until": None})
    found = [_of(topic, inputs, chart) for topic in to_do]
    found = _telling(to_do, found)
    lines = [told.line for one in found for told in (*one.done[:MOST], *one.not_done[:1])]
    lines += [plan.line for one in found for plan in one.plans[:1]]
    sources = tuple(dict.fromkeys(f"record {line.record} ({line.on}, {line.department})" for line in lines))
    return Outcome(data=tuple(found), sources=sources)


def _telling(topics_: Sequence[Topic], found: Sequence[Done]) -> list[Done]:
    """Those of which something is on record, and what else is named and is not; of two readings of a word one."""
    both = list(zip(topics_, found, strict=True))
    kept = [(topic, one) for topic, one in both if one.done or one.values or one.plans or one.not_done or one.told]
    for topic, one in both:
        if one.known and (topic, one) not in kept and not any(_are_alike(topic, other) for other, _ in kept):
            kept.append((topic, one))
    return [one for _, one in kept] or list(found[:1])


def _are_alike(one: Topic, other: Topic) -> bool:
    words, others = one.words.lower(), other.words.lower()
    return words in others or others in words or not one.codes.isdisjoint(other.codes)


def _of(topic: Topic, inputs: DoneInputs, chart: Chart) -> Done:
    index = chart.index
    spoken = [line for line in index.lines if topic.in_line(line) and (inputs.within or inputs.holds(line.on))]
    told = [Told(line=line, clause=clause) for line in spoken for clause in _clauses(topic, line)]
    by = [(one, done_or_not(one.clause, one.line)) for one in told]
    done = [one for one, said in by if said is Said.DONE and one.line.field in EXAMINED | ORDERED]
    values = tuple(one for one in _values(topic, chart) if inputs.within or inputs.holds(one.date))
    plans = tuple(_planned(plan, topic, done, values) for plan in index.plans if topic.in_text(plan.words))
    asked = [(one, said) for one, said in by if inputs.asks_of(one.line.on)]
    since = _value_meant(values, inputs) or inputs.after
    days = {*(one.line.on for one in done), *(one.date for one in values)}
    outstanding = any(plan.due and plan.done_on is None for plan in plans[:1])  # says itself when it is due
    ordered = [one.clause for one, said in by if said is Said.PLANNED]
    rhythm = _rhythm(inputs.about, () if outstanding else [*(plan.clause for plan in plans), *ordered], days)
    if rhythm is None:
        since = since or next((plan.line.on for plan in plans if plan.due or len(plans) == 1), None)
    return Done(
        asked=topic.called(chart.language),
        since=since,
        done=tuple(done),
        values=values,
        not_done=tuple(one for one, said in asked if said is Said.NOT_DONE),
        told=tuple(
            one
            for one, said in asked
            if (said is Said.DONE and one.line.field not in EXAMINED | ORDERED)
            or (said is Said.PLANNED and one.clause not in {plan.clause for plan in plans})
        ),
        plans=plans,
        known=topic.known,
        until=inputs.until,
        within=inputs.within,
        rhythm=rhythm,
    )


def _value_meant(values: Sequence[Measured], inputs: DoneInputs) -> date | None:
    """The day of the value that was to be looked at again: the one that is told, else the first of that month."""
    if inputs.after is None or not CHECKED_AGAIN.search(inputs.about):
        return None
    told = {float(figure) for figure in FIGURE.findall(inputs.about)}
    then = [one for one in values if one.date >= inputs.after]
    meant = [one for one in then if one.value in told] or [one for one in then if one.date - inputs.after < A_MONTH]
    return meant[0].date if meant else None


def _rhythm(about: str, plans: Sequence[str], days: set[date]) -> Rhythm | None:
    """Where it is asked whether it is due: so often as the question says, else as a plan says."""
    found = next((one for text in (about, *plans) if (one := RHYTHM.search(text))), None)
    if not days or found is None or not OF_DUE.search(about):
        return None
    last = max(days)
    return Rhythm(every=found[0].strip(), last=last, due=_later(last, found))


def _later(day: date, found: re.Match[str]) -> date:
    """A day so much later as a rhythm says; of a month that is shorter its last day."""
    unit = (found["zu"] or found["ez"] or found["eu"] or "").lower()
    count = number(found["zh"] or found["each"] or found["en"] or found["mn"] or "1") or 1
    if unit in ("周", "week"):
        return day + timedelta(days=round(7 * count))
    months = round(count * {"年": YEAR, "year": YEAR, "季": 3, "季度": 3}.get(unit, 1))
    months = YEAR if found["yearly"] else YEAR // 2 if found["half"] or found["twice"] else months
    year, month = divmod(day.month - 1 + months, YEAR)
    year, month = day.year + year, month + 1
    return date(year, month, min(day.day, monthrange(year, month)[1]))


def _clauses(topic: Topic, line: Line) -> list[str]:
    return [one for one in clauses(line.text) if topic.in_text(one)] or [line.text]


def _values(topic: Topic, chart: Chart) -> tuple[Measured, ...]:
    """Of tests the values, the newest last; of an examination those of its tests."""
    tests = sorted(topic.codes) if topic.kind in (TopicKind.TEST, TopicKind.EXAMINATION) else []
    if topic.kind is TopicKind.WORDS and topic.words.isascii() and " " not in topic.words:
        tests = [topic.words]
    found = (one for test in tests for one in measured(test, chart))
    return tuple(sorted(found, key=lambda one: one.date))


def _planned(plan: Plan, topic: Topic, done: Sequence[Told], values: Sequence[Measured]) -> Planned:
    days = [*(one.line.on for one in done), *(one.date for one in values)]
    later = sorted(day for day in days if day > plan.line.on)
    return Planned(
        line=plan.line,
        clause=plan.words,
        due=plan.due,
        every=plan.every,
        done_on=later[0] if later else None,
    )


def _told(found: tuple[Done, ...], chart: Chart) -> Iterator[str]:
    for one in found:
        yield from _one(one, chart)


def _one(one: Done, chart: Chart) -> Iterator[str]:
    words, language = WORDS[chart.language], chart.language
    days = sorted({*(told.line.on for told in one.done), *(value.date for value in one.values)}, reverse=True)
    if one.within and (one.known or one.told or one.not_done or days):
        yield from _of_time(one, days, chart)
        return
    late = [day for day in days if one.since is None or day > one.since]
    if late:
        shape = words["done_since"] if one.since else words["done"]
        yield shape.format(asked=one.asked, since=one.since, count=len(days), on=days[0])
        yield from _shown(one, late, chart)
    elif days:
        yield words["not_since"].format(asked=one.asked, since=one.since)
        yield from _shown(one, days[:1], chart)
    elif not (one.known or one.told or one.plans or one.not_done):
        yield words["unknown"].format(asked=one.asked)
    elif one.since:
        yield words["not_since"].format(asked=one.asked, since=one.since)
    elif one.until and not one.told:
        yield words["none_before"].format(asked=one.asked, until=one.until)
    else:
        yield words["only_told" if one.told else "none"].format(asked=one.asked)
    for not_done in [told for told in one.not_done[:1] if not days or told.line.on >= days[0]]:
        yield words["not_done"].format(quote=quoted(not_done.line, language, text=not_done.clause))
    for told in one.told[: 1 if days else MOST]:
        yield words["told"].format(quote=quoted(told.line, language, text=told.clause))
    if one.rhythm:
        yield _rhythm_told(one.rhythm, chart)
        return
    left = [plan for plan in one.plans[:MOST] if plan.done_on is None]
    for plan in one.plans[:1] if late else left or one.plans[:1]:
        yield said_of(plan, chart)


def _rhythm_told(one: Rhythm, chart: Chart) -> str:
    days = (one.due - chart.now.date()).days
    shape = WORDS[chart.language]["every_late" if days < 0 else "every_not_due"]
    return shape.format(every=one.every, last=one.last, due=one.due, days=abs(days))


def _of_time(one: Done, days: Sequence[date], chart: Chart) -> Iterator[str]:
    """What was done in the time asked about, and beside it the newest after it; where none was, the one before too."""
    words, language = WORDS[chart.language], chart.language
    inside = [day for day in days if one.is_inside(day)]
    shape = words["done_within" if inside else "not_within"]
    yield shape.format(asked=one.asked, since=one.since, until=one.until)
    yield from _shown(one, inside, chart)
    for not_done in one.not_done[:1]:
        yield words["not_done"].format(quote=quoted(not_done.line, language, text=not_done.clause))
    for told in one.told[: 1 if inside else MOST]:
        yield words["told"].format(quote=quoted(told.line, language, text=told.clause))
    if later := [day for day in days if one.until and day > one.until][:1]:
        yield words["later"]
        yield from _shown(one, later, chart)
    if not inside and (earlier := [day for day in days if one.since and day < one.since][:1]):
        yield words["earlier"]
        yield from _shown(one, earlier, chart)
    if not inside:
        yield from (said_of(plan, chart) for plan in one.plans[:1])


def _shown(one: Done, days: Sequence[date], chart: Chart) -> Iterator[str]:
    """Values of those days, else the sentences."""
    words, wanted = WORDS[chart.language], set(days[:MOST])
    for test in dict.fromkeys(value.test for value in one.values):
        those = [value for value in one.values if value.test == test and value.date in wanted]
        if those:
            yield words["values"].format(text=listed(those, chart))
    valued = {value.date for value in one.values}
    shown = [told for told in one.done if told.line.on in wanted - valued]
    yield from (words["values"].format(text=quoted(told.line, chart.language)) for told in shown[:MOST])


def outstanding(topic: Topic, chart: Chart) -> tuple[Planned, ...]:
    """The newest plan for it, where nothing on record shows that it was followed."""
    found = _of(topic, DoneInputs(about=topic.words), chart).plans[:1]
    return tuple(one for one in found if one.done_on is None)


def said_of(plan: Planned, chart: Chart) -> str:
    """A plan, when it was due, and what became of it."""
    words, today = WORDS[chart.language], chart.now.date()
    due = words["due"].format(due=plan.due) if plan.due else ""
    text = words["plan"].format(quote=quoted(plan.line, chart.language, text=plan.clause), due=due)
    if plan.done_on:
        return text + words["done_after"].format(on=plan.done_on)
    if plan.due is None:
        return text + words["no_day"]
    days = (today - plan.due).days
    return text + (
        words["overdue"].format(days=days) if days > 0 else words["not_due"].format(due=plan.due, days=-days)
    )


def left_undone(chart: Chart) -> tuple[Planned, ...]:
    """Plans that nothing on record shows to have been followed, the newest first."""
    return tuple(one for one in _followed(chart) if one.done_on is None)


def _plans(inputs: PlansInputs, chart: Chart) -> Outcome:
    data = _followed(chart)
    if not data:
        raise Unavailable("no plan is on record", "病历里没有计划")
    sources = tuple(dict.fromkeys(f"record {one.line.record} ({one.line.on}, {one.line.department})" for one in data))
    return Outcome(data=data, sources=sources)


def _followed(chart: Chart) -> tuple[Planned, ...]:
    """Of plans for the same thing the last; what says only to come again was followed by any later visit there."""
    found: dict[str, Planned] = {}
    for plan in chart.index.plans:
        asked = [one for one in topics(plan.words) if one.kind is not TopicKind.WORDS]
        key = ",".join(sorted(one.code for one in asked)) or f"visit {plan.line.department}"
        if key not in found:
            found[key] = _whole(plan, asked, chart)
    return tuple(found.values())


def _whole(plan: Plan, asked: Sequence[Topic], chart: Chart) -> Planned:
    days = [one.on for one in chart.index.lines if not asked and one.department == plan.line.department]
    if asked:
        each = [_of(one, DoneInputs(about=plan.words), chart) for one in asked]
        dated = [[*(told.line.on for told in one.done), *(value.date for value in one.values)] for one in each]
        days = [max((day for day in those if day > plan.line.on), default=date.min) for those in dated]
        days = [min(days)] if days else []
    later = sorted(day for day in days if day > plan.line.on)
    return Planned(
        line=plan.line, clause=plan.words, due=plan.due, every=plan.every, done_on=later[0] if later else None
    )


def _plans_told(found: tuple[Planned, ...], chart: Chart) -> Iterator[str]:
    words, today = WORDS[chart.language], chart.now.date()
    left = [one for one in found if one.done_on is None]
    late = [one for one in left if one.due is None or one.due < today]
    to_come = [one for one in left if one.due and one.due >= today]
    if late:
        yield words["plans"]
        yield from (f"- {said_of(one, chart)}" for one in late)
    if to_come:
        yield words["to_come"]
        yield from (f"- {said_of(one, chart)}" for one in to_come)
    if not left:
        yield words["all_done"]


TASKS = (
    Task(
        name="done",
        description="Whether a test, scan, procedure or vaccination was done, since when, and if overdue.",
        inputs=DoneInputs,
        outputs="list of {asked, since, done, values, not_done, plans: list of {due, done_on}}",
        piped=False,
        run=_run,
        told=_told,
    ),
    Task(
        name="plans",
        description="What was planned at earlier visits and is not done, overdue or to come.",
        inputs=PlansInputs,
        outputs="list of {clause, due, done_on}",
        piped=False,
        run=_plans,
        told=_plans_told,
    ),
)
