"""Arithmetic over what the records say, each with its working: ages, days, weeks of pregnancy, doses a day, shares."""

import re
from collections.abc import Callable, Iterator, Sequence
from datetime import date, timedelta
from enum import StrEnum

from frontdesk.app.clinician.quoting import quoted
from frontdesk.app.clinician.task import Chart, Outcome, Spanned, Task, Unavailable
from frontdesk.app.clinician.tasks.medicine_list import is_of, line_of
from frontdesk.app.clinician.tasks.values import Measured, measured
from frontdesk.app.clinician.topics import Topic, TopicKind, topics
from frontdesk.his_adapter.chart import Line, Said
from frontdesk.his_adapter.chart.lines import clauses
from frontdesk.his_adapter.matching import years_of
from frontdesk.models.facts import Language, Value
from frontdesk.models.knowledge.formulary import plain_name
from frontdesk.models.knowledge.load import knowledge
from frontdesk.models.mentions import mentions
from frontdesk.models.parsers.numbers import CHINESE, ENGLISH, number
from frontdesk.models.specialists.medication.listing import IN_THE_BODY
from frontdesk.models.specialists.medication.prescribed import COURSE, DAYS, Change, Written

YEAR, MONTH, WEEK, TERM = 365.25, 30.4, 7, 280  # days
PACK = 20  # cigarettes
LONGEST_TERM = 44 * WEEK
FLAGS = re.IGNORECASE | re.ASCII


class Reckoned(StrEnum):
    """What is reckoned."""

    SHARE_OF_BEST = "share_of_best"
    AGE_AT = "age_at"
    TIME_SINCE = "time_since"
    GESTATION = "gestation"
    DAILY_DOSE = "daily_dose"
    PACK_YEARS = "pack_years"
    COURSE_END = "course_end"
    DIFFERENCE = "difference"
    RATE = "rate"
    PER_KG = "per_kg"


# What a question asks to be reckoned; several may be asked at once.
ASKS: dict[Reckoned, re.Pattern[str]] = {
    Reckoned.SHARE_OF_BEST: re.compile(
        r"(?:%|percent|per cent|百分|占|几成).{0,16}(?:best|最[佳好])|最[佳好].{0,8}(?:百分|%|几成)", FLAGS
    ),
    Reckoned.AGE_AT: re.compile(
        r"\bhow old (?:was|were|is|are|will|when)|\b(?:what|which) age\b|\bat what age\b"
        r"|\bage (?:at|when|of onset)\b|\bhis age\b|\bher age\b"
        r"|多大(?:岁|年[纪龄])?(?:的时候|时|得|开始|发|确诊|查出|做|起)?(?![小药剂量])|几岁|年龄|多少岁|岁数",
        FLAGS,
    ),
    Reckoned.TIME_SINCE: re.compile(
        r"\bhow (?:long|many (?:days|weeks|months|years))\b(?!.{0,30}\bpregnan)|\b(?:days|weeks"
        r"|months|years) (?:since|ago|on|off)\b|\bhow far (?:out|post)\b"
        r"|多久|多长时间|几天(?:了|前|没)|多少天|几个?[周月年](?:了|前|没)|多少[周年]|多少个?月",
        FLAGS,
    ),
    Reckoned.GESTATION: re.compile(
        r"\b(?:gestation(?!al diab)\w*|weeks? pregnant|how (?:far along|pregnant)|ega|edd|due date"
        r"|expected (?:date of )?deliver\w*)\b"
        r"|孕(?:多少|几)|几周了|怀孕?(?:多久|几|多少)|孕周|预产期|多少周了",
        FLAGS,
    ),
    Reckoned.DAILY_DOSE: re.compile(
        r"\b(?:per day|a day|daily|per 24|in 24|total dose|a week|per week|weekly)\b|(?:一天|每天|每日|日"
        r"|一周|每周|全天).{0,6}(?:总|多少|几|剂量|合计|共)"
        r"|(?:总共?|合计|一共).{0,6}(?:一天|每天|每日|毫克|mg)|日剂量|总量",
        FLAGS,
    ),
    Reckoned.PACK_YEARS: re.compile(r"\bpack[- ]?years?\b|包年|吸烟指数", FLAGS),
    Reckoned.COURSE_END: re.compile(
        r"\b(?:when|what day|how (?:long|many (?:days|weeks)))\b.{0,40}\b(?:finish\w*|end\w*"
        r"|run\w* out|last\w*|left|complet\w*|over)\b"
        r"|(?:吃|用|服|打)(?:到|完).{0,6}(?:什么时候|哪天|几)|什么时候(?:吃|用|服|打)完|还(?:要|剩|得|需).{0,6}(?:几|多)|疗程.{0,6}(?:结束|完|到)"
        r"|(?:打算|计划|准备|原定|说好)[^，。？]{0,10}(?:多久|多长时间|几[天周个])"
        r"|(?:该|应|已|算|是不是|早|都|快)(?:该|应该|已经?)?(?:吃|用|服|打)?(?:满|到期|停药|结束|完)了?"
        r"|\b(?:planned|meant|supposed|intended|due) (?:to|for)\b.{0,30}\b(?:how long|weeks?|months?|stop|finish)\b"
        r"|\bhow long\b.{0,30}\b(?:planned|meant|supposed|intended|for in all)\b"
        r"|\b(?:is|are|should|has|have|isn't|hasn't|shouldn't) .{0,30}"
        r"\b(?:over|up|finished|expired|run out) (?:by )?(?:now|yet|already)\b",
        FLAGS,
    ),
    Reckoned.DIFFERENCE: re.compile(
        r"\b(?:differ\w*|how much (?:has|did|have|more|less|lower|higher|weight|up|down|of a"
        r"|change)|by how much|delta|net (?:loss|gain|change))\b"
        r"|\bhow (?:many|much) .{0,24}\b(?:gain\w*|los[et]\w*|put on|drop\w*|rise\w*|rose|fall\w*"
        r"|fell|grow\w*|grew|shrunk|up|down)\b"
        r"|(?:[变差涨升降掉长瘦胖重轻高低大小多少增减加]了?)(?:百分之)?(?:多少|几)|相差|差(?:多少|几|值)",
        FLAGS,
    ),
    Reckoned.RATE: re.compile(
        r"\b(?:rate of (?:change|decline|fall|rise|loss|growth)|(?:per|each|every) (?:year|month)"
        r"|how (?:fast|quickly)|slope|annual\w*)\b"
        r"|\b(?:gain\w*|los[et]\w*|put on|gr[eo]w\w*)\b.{0,40}\b(?:a|per|each) day\b"
        r"|\b(?:grams?|g|kg)\b ?(?:/|a|per|each) ?(?:d|day)\b"
        r"|(?:平均)?(?:每[天日]|日均)(?:平均)?[^，。？]{0,6}(?:[降升掉涨长减增]|[多几][少]?克)"
        r"|(?:平均)?每(?:年|个?月)(?:平均)?[^，。？]{0,4}[降升掉涨长减增]|速度|多快|年均|月均",
        FLAGS,
    ),
    Reckoned.PER_KG: re.compile(
        r"(?<!\d)(?<!\d )\b(?:units?|iu|u|mg|mcg|ug|g|dose)\b ?(?:/|per|for each|a) ?(?:kg|kilo(?:gram)?)\b"
        r"|\b(?:per|for each) (?:kg|kilo(?:gram)?)\b|[每一](?:公斤|千克)(?:体重)?(?:是|合|用|有|要)?(?:多少|几)"
        r"|(?:合|按|多少|几)[^，。？]{0,6}(?:每|/) ?(?:公斤|千克|kg)",
        FLAGS,
    ),
}
# How long a medicine was meant for, beside what ends it on the list: 预防3个月.
MEANT_FOR = re.compile(
    rf"(?:预防|先[用服吃]|[用服吃]满?|维持|观察)\s*(?P<zh>{CHINESE})\s*(?P<zu>天|周|个?月)(?!后|前|内)(?P<zs>)(?P<su>)(?P<en>)(?P<eu>)"
)
BEST = re.compile(r"(?:\bbest|最[佳好]值?)\s*(?:was |of |为|是)?\s*(?P<best>\d+(?:\.\d+)?)", FLAGS)
WEEKS = re.compile(
    r"(?:孕|妊娠|停经)\s*(?P<weeks>\d{1,2})\s*(?:周|w)(?:\s*\+?\s*(?P<days>\d)(?:天|d)?)?"
    r"|\b(?P<en>\d{1,2})(?:\s*\+\s*(?P<en_days>\d))?[ -]weeks?(?:'|s)? (?:pregnant|gestation|of pregnancy)",
    FLAGS,
)
BORN = re.compile(
    r"产后|顺产[^0-9]{0,4}[后日]|分娩后|剖宫产术后|人工流产术后|\bpostpartum\b|\bafter (?:delivery|birth)\b"
    r"|\bdelivered\b",
    FLAGS,
)
AMOUNT = re.compile(
    r"(?P<n>\d+(?:\.\d+)?)\s*(?P<unit>mg|g|μg|µg|ug|mcg|ml|iu|units?|毫克|微克|克|毫升|单位|片|粒|支|喷|吸|包|滴|puffs?|tablets?)(?![a-z/])",
    FLAGS,
)
A_DAY_TIMES = re.compile(
    r"(?:每[日天]|一[日天])(?:最多|不超过)?\s*(?P<zh>[一二两三四五六]|\d)次|\b(?P<en>once|twice|(?:two|three|four"
    r"|five|six|\d) times)"
    r" (?:a day|daily|in 24 hours|per day|each day)",
    FLAGS,
)
EVERY_HOURS = re.compile(r"每(?P<zh>\d+)小时|\bevery (?P<en>\d+) hours", FLAGS)
A_WEEK_TIMES = re.compile(
    r"每周(?P<zh>[一二两三]|\d)次|\b(?P<en>once|twice|three times) (?:a week|weekly)|\b(?P<weekly>weekly)\b", FLAGS
)
ONCE_A_DAY = re.compile(
    r"每[日天晚晨早]|\b(?:daily|each (?:morning|night|day)|every (?:night|morning|day)|at night)\b", FLAGS
)
COUNTED = re.compile(
    r"(?<![-–~\d])(?P<n>[一二两三四]|\d|one|two|three|four)\s*(?P<unit>喷|吸|片|粒|puffs?|tablets?|capsules?)(?![a-z])",
    FLAGS,
)
RANGED = re.compile(r"\d\s*[-–~]\s*\d\s*(?:喷|吸|片|粒|次|puffs?|tablets?|times)", FLAGS)
OF_ENGLISH = {"once": 1, "twice": 2}
AT_MOST = re.compile(
    r"最多|不超过|\bat most\b|\bup to\b|\bno more than\b|必要时|\bas needed\b|\bwhen needed\b|时(?:舌下|服|用|吸)",
    FLAGS,
)
A_DAY = re.compile(
    r"(?:每[日天]仍?|一天|日均)\s*(?:吸|抽)?\s*(?P<zh>\d+)\s*[支根]|\b(?P<en>\d+)(?: cigarettes)? (?:a|per) day", FLAGS
)
PACKS_A_DAY = re.compile(
    r"(?:每[日天]|一天)\s*(?:吸|抽)?\s*(?P<zh>\d+(?:\.\d+)?|半|一)\s*包|\b(?P<en>\d+(?:\.\d+)?|a|one"
    r"|half a) packs? (?:a|per) day",
    FLAGS,
)
SMOKED = re.compile(
    r"(?:吸烟|烟龄|抽烟)\s*(?:近|约|逾)?\s*(?P<zh>\d+)\s*(?:余|多)?年|\b(?:for|over) (?P<en>\d+) years", FLAGS
)
THE_YEAR = re.compile(r"(?<!\d)(?P<year>(?:19|20)\d\d)(?!\d|[^，。,.;]{0,3}(?:mg|IU|mL))")
YEARS_LONG = re.compile(
    rf"(?P<n>\d+|{CHINESE})\s*余?年(?!前?停)|\b(?P<en>\d+|{ENGLISH})(?: years?)(?: ago| of)?\b", FLAGS
)
VISIT = re.compile(
    r"就诊|看诊|复诊|产检|来(?:过|看|了|院)|没来|\bvisit\w*|\bseen\b|\bappointment\b|\bcame\b|\battend\w*|\breview\w*",
    FLAGS,
)
OF_WEEK = re.compile(
    r"\b(?:a|per|each|every) week\b|\bweekly (?:dose|total)\b|[每一]周.{0,4}(?:总|多少|几|共|合计)", FLAGS
)
NOW = re.compile(
    r"\bhow old (?:is|are)\b|\b(?:his|her) age\b|现在(?:几岁|多大|多少岁|年龄)|(?:今年|现在)?(?:几岁|多大|多少岁)了",
    FLAGS,
)
BY_DAY = re.compile(r"\b(?:a|per|each|every) day\b|/ ?d(?:ay)?\b|\bdaily\b|每[天日]|日均", FLAGS)
OF_WEIGHT = re.compile(r"斤|克|\b(?:kg|grams?|g|kilos?|pounds?|weight|gain\w*)\b", FLAGS)
BETWEEN = re.compile(r"\bbetween\b|\bfrom .+ to\b|相隔|间隔|之间|隔了", FLAGS)
STOPPING = re.compile(r"停|不[吃用服]|\bstop\w*|\boff\b|\bsince .{0,20}\bend", FLAGS)
WORDS = {
    Language.EN: {
        "told": "{what}: {result} ({working})",
        "share": "{called} {now} of the best {best}",
        "age": "age at {what}, {on}",
        "about": "about {n} years",
        "years": "{n} years",
        "as_written": "the record of {on} gives the age as {n} years",
        "age_working": "{newest:g} years on {on}, and {passed:.1f} years lie between",
        "since": "since {what} ({on})",
        "since_result": "{days} days, about {weeks:.1f} weeks or {months:.1f} months",
        "since_years": "{days} days, about {months:.1f} months or {years:.1f} years",
        "since_working": "from {on} to today, {today}",
        "first": "the first record that you may see of {what}, since when it was so is not written",
        "now": "age",
        "the_visit": "the last visit",
        "between": "from {first} ({first_day}) to {last} ({last_day})",
        "between_working": "{days} days lie between",
        "begun": "{medicine} was begun",
        "stopped": "{medicine} was stopped",
        "gestation": "pregnancy today",
        "gestation_result": "{weeks} weeks and {days} days; due around {due}",
        "gestation_working": "{weeks} weeks and {days} days on {on}, {passed} days ago; 40 weeks to term",
        "dose": "{medicine}, a day",
        "dose_most": "{medicine}, a day at most",
        "dose_week": "{medicine}, a week",
        "pack": "pack-years",
        "pack_working": "{a_day:g} cigarettes a day / 20 × {years:g} years; index {index:g}",
        "end": "{medicine}, course",
        "end_result": "to {end}, {left}",
        "left": "{days} days left",
        "over": "over since {days} days",
        "end_working": "from {on}, {days} days",
        "difference": "{called}, {first_day} to {last_day}",
        "rate": "{called}, rate",
        "a_year": "{by} {unit} a year",
        "a_month": "{by} {unit} a month",
        "a_day": "{by} {unit} a day",
        "per_kg": "{medicine}, {dose} for each kg",
        "one_dose": "one dose",
        "whole_day": "a day",
        "per_kg_working": "{amount} / {weight}, weighed on {on}",
        "rate_working": "from {first} ({first_day}) to {last} ({last_day}): {by} in {days} days",
    },
    Language.ZH: {
        "told": "{what}：{result}（{working}）",
        "share": "{called}{now}占最佳值{best}",
        "age": "{what}时的年龄（{on}）",
        "about": "约{n}岁",
        "years": "{n}岁",
        "as_written": "{on}的病历写的是{n}岁",
        "age_working": "{on}时{newest:g}岁，相隔{passed:.1f}年",
        "since": "距{what}（{on}）",
        "since_result": "{days}天，约{weeks:.1f}周、{months:.1f}个月",
        "since_years": "{days}天，约{months:.1f}个月、{years:.1f}年",
        "since_working": "从{on}到今天{today}",
        "first": "您能看到的病历首次提到{what}（何时起病没有写）",
        "now": "年龄",
        "the_visit": "上次就诊",
        "between": "从{first}（{first_day}）到{last}（{last_day}）",
        "between_working": "相隔{days}天",
        "begun": "开始用{medicine}",
        "stopped": "停{medicine}",
        "gestation": "今天的孕周",
        "gestation_result": "{weeks}周+{days}天；预产期约{due}",
        "gestation_working": "{on}时孕{weeks}周+{days}天，到今天又过了{passed}天；满40周为预产期",
        "dose": "{medicine}每日总量",
        "dose_most": "{medicine}每日最多",
        "dose_week": "{medicine}每周总量",
        "pack": "吸烟包年",
        "pack_working": "每日{a_day:g}支÷20×{years:g}年；吸烟指数{index:g}",
        "end": "{medicine}疗程",
        "end_result": "到{end}，{left}",
        "left": "还有{days}天",
        "over": "已结束{days}天",
        "end_working": "{on}起，共{days}天",
        "difference": "{called}，{first_day}到{last_day}",
        "rate": "{called}变化速度",
        "a_year": "每年{by} {unit}",
        "a_month": "每月{by} {unit}",
        "a_day": "每天{by} {unit}",
        "per_kg": "{medicine}按体重，{dose}",
        "one_dose": "一次",
        "whole_day": "一天",
        "per_kg_working": "{amount} ÷ {weight}（{on}称）",
        "rate_working": "从{first}（{first_day}）到{last}（{last_day}）：{days}天{by}",
    },
}
NOTHING = Unavailable("the records hold nothing to reckon that from", "病历里没有可以用来算的内容")


class ReckoningInputs(Spanned):
    """`kind`: what is reckoned; `about`: the question; `tests`: names of the tests that it names."""

    kind: Reckoned
    about: str
    tests: tuple[str, ...] = ()


class Sum(Value):
    """One result: what was reckoned, what it comes to, and from which figures; `line`: the sentence they stand in."""

    what: str
    result: str
    working: str
    line: Line | None = None


def asked_in(question: str) -> tuple[Reckoned, ...]:
    return tuple(kind for kind, words in ASKS.items() if words.search(question))


def _run(inputs: ReckoningInputs, chart: Chart) -> Outcome:
    sums = tuple(KINDS[inputs.kind](inputs, chart))
    if not sums:
        raise NOTHING
    lines = [one.line for one in sums if one.line]
    return Outcome(data=sums, sources=tuple(f"record {one.record} ({one.on}, {one.department})" for one in lines))


def _share_of_best(inputs: ReckoningInputs, chart: Chart) -> Iterator[Sum]:
    """The newest value over the best: the one that its sentence names, else the highest measured."""
    words = WORDS[chart.language]
    for test in inputs.tests:
        those = measured(test, chart)
        if not those:
            continue
        now = those[0]
        beside = next((line for line in chart.index.lines if line.on == now.date and BEST.search(line.text)), None)
        told = BEST.search(beside.text) if beside else None
        best = float(told["best"]) if told else max(one.value for one in those)
        if best > 0:
            written = f"{best:.{now.places}f} {now.unit}".strip()
            yield Sum(
                what=words["share"].format(called=now.called, now=now.written, best=written),
                result=f"{now.value / best:.0%}",
                working=f"{now.value:g} / {best:g} = {now.value / best:.3f}; {now.date}",
                line=beside,
            )


def _difference(inputs: ReckoningInputs, chart: Chart) -> Iterator[Sum]:
    """The newest value less the one before it, or less the first of the time asked about."""
    words = WORDS[chart.language]
    for those in _series(inputs, chart):
        first, last = those
        by, places = last.value - first.value, max(last.places, first.places)
        percent = f", {by / first.value:+.0%}" if first.value and last.unit != "%" else ""
        yield Sum(
            what=words["difference"].format(called=last.called, first_day=first.date, last_day=last.date),
            result=f"{by:+.{places}f} {last.unit}{percent}".strip(),
            working=f"{last.value:.{places}f} − {first.value:.{places}f}",
        )


def _rate(inputs: ReckoningInputs, chart: Chart) -> Iterator[Sum]:
    """First to last of the time asked about, over the days between; by the day the last two, of weight in grams."""
    words = WORDS[chart.language]
    by_day = BY_DAY.search(inputs.about) is not None
    weighed = ("body weight",) if by_day and OF_WEIGHT.search(inputs.about) else ()
    for test in inputs.tests or weighed:
        those = [one for one in measured(test, chart) if inputs.holds(one.date) and one.second is None]
        if len(those) < 2 or those[0].date == those[-1].date or those[0].unit != those[-1].unit:
            continue
        last, first = those[0], those[1 if by_day and not inputs.since else -1]
        if last.date == first.date:
            continue
        days, by = (last.date - first.date).days, last.value - first.value
        monthly = re.search(r"month|月", inputs.about, FLAGS)
        over = MONTH if monthly else YEAR
        shape = words["a_month" if monthly else "a_year"]
        unit = last.unit
        if by_day:
            over, shape = 1, words["a_day"]
        scale = 1
        if by_day and last.unit == "kg":
            scale, unit = 1000, "g"
        yield Sum(
            what=words["rate"].format(called=last.called),
            result=shape.format(by=f"{by * scale / days * over:+.3g}", unit=unit),
            working=words["rate_working"].format(
                first=first.written,
                first_day=first.date,
                last=last.written,
                last_day=last.date,
                by=f"{by:+.{max(first.places, last.places)}f}",
                days=days,
            ),
        )


def _series(inputs: ReckoningInputs, chart: Chart) -> Iterator[tuple[Measured, Measured]]:
    for test in inputs.tests:
        those = [one for one in measured(test, chart) if inputs.holds(one.date) and one.second is None]
        those = [one for one in those if one.unit == those[0].unit]
        if len(those) > 1:
            named = {float(figure) for figure in re.findall(r"\d+(?:\.\d+)?", inputs.about)}
            told = next((one for one in those[1:] if one.value in named), None)  # 从71减到现在
            yield told or (those[-1] if inputs.since else those[1]), those[0]


def _age_at(inputs: ReckoningInputs, chart: Chart) -> Iterator[Sum]:
    """By the age that the record of that day gives; of an earlier event, less the years between."""
    words = WORDS[chart.language]
    newest = chart.records[0]
    if (age := years_of(newest.age)) is not None and NOW.search(inputs.about):
        on = newest.visit_date.date()
        yield Sum(
            what=words["now"],
            result=words["years"].format(n=f"{age:g}"),
            working=words["as_written"].format(on=on, n=f"{age:g}"),
        )
        return
    for what, on, line, exact in _events(inputs, chart):
        record = next((one for one in chart.records if one.visit_date.date() == on), None)
        age = years_of(record.age) if record and exact else None
        if age is not None:
            result, working = words["years"].format(n=f"{age:g}"), words["as_written"].format(on=on, n=f"{age:g}")
        else:
            oldest = chart.records[-1]
            then, known = oldest.visit_date.date(), years_of(oldest.age)
            if known is None:
                continue
            passed = (then - on).days / YEAR
            result = words["about"].format(n=f"{known - passed:.0f}")
            working = words["age_working"].format(newest=known, on=then, passed=passed)
        yield Sum(
            what=words["age"].format(what=what, on=on if exact else on.year), result=result, working=working, line=line
        )


def _time_since(inputs: ReckoningInputs, chart: Chart) -> Iterator[Sum]:
    words, today = WORDS[chart.language], chart.now.date()
    events = list(_events(inputs, chart))
    if len(events) == 2 and BETWEEN.search(inputs.about):
        first, last = sorted(events, key=lambda one: one[1])
        days = (last[1] - first[1]).days
        yield Sum(
            what=words["between"].format(first=first[0], first_day=first[1], last=last[0], last_day=last[1]),
            result=_long(days, words),
            working=words["between_working"].format(days=days),
        )
        return
    for what, on, line, exact in events:
        days = (today - on).days
        if days < 0:
            continue
        yield Sum(
            what=words["since"].format(what=what, on=on if exact else on.year),
            result=_long(days, words),
            working=words["since_working"].format(on=on, today=today),
            line=line,
        )


def _long(days: int, words: dict[str, str]) -> str:
    figures = {"days": days, "weeks": days / WEEK, "months": days / MONTH, "years": days / YEAR}
    return words["since_years" if days > YEAR else "since_result"].format(**figures)


Event = tuple[str, date, Line | None, bool]  # what, when, where it stands, whether the day itself is known


def _events(inputs: ReckoningInputs, chart: Chart) -> Iterator[Event]:
    """What the question dates from: a medicine's beginning or end, an illness, an examination; else the last visit."""
    left_out = {TopicKind.WORDS, TopicKind.TEST} if inputs.kind is Reckoned.AGE_AT else {TopicKind.WORDS}
    named = [one for one in topics(inputs.about) if one.kind not in left_out]
    medicines = [one for one in named if one.kind is TopicKind.MEDICINE]
    for topic in medicines or _illnesses(inputs.about) or named:
        yield from _of_topic(topic, inputs, chart)
    if not named and VISIT.search(inputs.about):
        newest = chart.records[0].visit_date.date()
        line = next((one for one in chart.index.lines if one.on == newest), None)
        yield WORDS[chart.language]["the_visit"], newest, line, True


def _illnesses(about: str) -> list[Topic]:
    """Named as such: 高血压 is no pressure that was measured."""
    return [
        Topic(kind=TopicKind.FINDING, code=one.code, words=one.words, codes=frozenset({one.code}))
        for one in mentions(about)
        if one.code in knowledge().conditions
    ]


def _of_topic(topic: Topic, inputs: ReckoningInputs, chart: Chart) -> Iterator[Event]:
    words = WORDS[chart.language]
    if topic.kind is TopicKind.MEDICINE:
        ours = [one for one in chart.index.medicines if is_of(topic, one.entry.holds)]
        ended = bool(STOPPING.search(inputs.about))
        kinds = (Change.STOPPED,) if ended else (Change.BEGUN,)
        found = [one for one in ours if one.change in kinds] or ([] if ended else ours[:1])
        for one in found[:1] if ended else found[-1:]:
            shape = words["stopped" if ended else "begun"]
            name = plain_name(one.entry.code, chart.language)
            yield shape.format(medicine=name), one.note.on, line_of(one, chart), True
        return
    called = topic.called(chart.language)
    if topic.kind is TopicKind.FINDING:
        if event := _onset(topic, called, chart):
            yield event
        return
    lines = [line for line in chart.index.lines if topic.in_line(line)]
    done = [one.line for one in chart.index.examinations if one.code == topic.code and one.said is Said.DONE]
    days = [one.date for one in measured(topic.code, chart)] if topic.kind is TopicKind.TEST else []
    if days:
        yield called, days[0], None, True
    elif done or lines:
        yield called, (done or lines)[0].on, (done or lines)[0], True


def _onset(topic: Topic, called: str, chart: Chart) -> Event | None:
    """A year that stands beside it, or how many years long; else the first record that tells of it."""
    ours = [one for one in chart.index.named if one.code in topic.codes and one.said is Said.SO]
    for one in ours:
        clause = next((part for part in clauses(one.line.text) if one.words.lower() in part.lower()), "")
        if year := THE_YEAR.search(clause):
            return called, date(int(year["year"]), 7, 1), one.line, False
        if (long := YEARS_LONG.search(clause)) and (years := number(long["n"] or long["en"])):
            return called, one.line.on - timedelta(days=round(years * YEAR)), one.line, False
    first = WORDS[chart.language]["first"].format(what=called)
    return (first, ours[-1].line.on, ours[-1].line, True) if ours else None


def _gestation(inputs: ReckoningInputs, chart: Chart) -> Iterator[Sum]:
    words, today = WORDS[chart.language], chart.now.date()
    for line in chart.index.lines:
        if BORN.search(line.text) and line.field != "past_history":
            return
        if found := WEEKS.search(line.text):
            weeks, days = int(found["weeks"] or found["en"]), int(found["days"] or found["en_days"] or 0)
            then, passed = weeks * WEEK + days, (today - line.on).days
            if line.field not in ("chief_complaint", "preliminary_diagnosis") or then + passed > LONGEST_TERM:
                continue
            yield Sum(
                what=words["gestation"],
                result=words["gestation_result"].format(
                    weeks=(then + passed) // WEEK,
                    days=(then + passed) % WEEK,
                    due=line.on + timedelta(days=TERM - then),
                ),
                working=words["gestation_working"].format(weeks=weeks, days=days, on=line.on, passed=passed),
                line=line,
            )
            return


def _daily_dose(inputs: ReckoningInputs, chart: Chart) -> Iterator[Sum]:
    """An amount times how often, as it was last written with both."""
    words = WORDS[chart.language]
    asked = [one for one in topics(inputs.about) if one.kind is TopicKind.MEDICINE]
    taken = {one.holds for one in chart.medicines if one.standing in IN_THE_BODY}
    seen = set[tuple[str, ...]]()
    for one in reversed(chart.index.medicines):
        ours = any(is_of(topic, one.entry.holds) for topic in asked) or (not asked and one.entry.holds in taken)
        if not ours or one.entry.holds in seen or not (amounts := _amounts(one, chart)):
            continue
        seen.add(one.entry.holds)
        written, value, unit, times = amounts
        line, sentence = line_of(one, chart), one.entry.dose or one.sentence
        weekly = times < 1 or OF_WEEK.search(inputs.about) is not None
        most = AT_MOST.search(sentence) is not None or AT_MOST.search(_rest(line.text, one)) is not None
        shape = words["dose_week" if weekly else "dose_most" if most else "dose"]
        count = times * WEEK if weekly else times
        yield Sum(
            what=shape.format(medicine=plain_name(one.entry.code, chart.language)),
            result=f"{value * count:g} {unit}",
            working=f"{written} × {count:g}",
            line=line,
        )


def _rest(text: str, one: Written) -> str:
    """What its sentence says after the medicine's name."""
    at = text.lower().find(one.entry.words.lower())
    return text[at + len(one.entry.words) :] if at >= 0 else ""


def _amounts(one: Written, chart: Chart) -> tuple[str, float, str, float] | None:
    """The amount as it is written, in figures, its unit, and times a day.

    None where either is not written, or it is a range, or the medicine was ended by it.
    """
    if one.change in (Change.STOPPED, Change.AVOIDED, Change.DECLINED):
        return None
    for text in (one.entry.dose, _rest(line_of(one, chart).text, one)):
        amount, times = AMOUNT.search(text), _times(text)
        if amount is None or times is None or RANGED.search(text):
            continue
        value, unit = float(amount["n"]), amount["unit"]
        counted = COUNTED.search(text, amount.end())
        if counted is None or counted["unit"] == unit:
            return f"{value:g} {unit}", value, unit, times
        count = number(counted["n"]) or 1
        return f"{value:g} {unit} × {count:g} {counted['unit']}", value * count, unit, times
    return None


def _times(text: str) -> float | None:
    """A day; a part of one where it is taken so often a week."""
    if found := A_WEEK_TIMES.search(text):
        return 1 / WEEK if found["weekly"] else _count(found["zh"] or found["en"]) / WEEK
    if found := A_DAY_TIMES.search(text):
        return _count(found["zh"] or found["en"])
    if found := EVERY_HOURS.search(text):
        return 24 / float(found["zh"] or found["en"])
    if re.search(r"隔日|\b(?:every other|alternate) days?\b", text, FLAGS):
        return 1 / 2
    return 1.0 if ONCE_A_DAY.search(text) else None


def _count(words: str) -> float:
    low = words.lower().removesuffix(" times")
    return OF_ENGLISH.get(low) or number(low) or 1


def _per_kg(inputs: ReckoningInputs, chart: Chart) -> Iterator[Sum]:
    """The dose as it was last written, over the newest weight."""
    words = WORDS[chart.language]
    weights = [one for one in measured("body weight", chart) if one.unit == "kg"]
    asked = [one for one in topics(inputs.about) if one.kind is TopicKind.MEDICINE]
    for topic in asked if weights else ():
        ours = (one for one in reversed(chart.index.medicines) if is_of(topic, one.entry.holds))
        newest = next((one for one in ours if _amount(one, chart)), None)
        if newest is None:
            continue
        value, unit = _amount(newest, chart) or (0.0, "")
        of_day = _amounts(newest, chart)
        doses = [("one_dose", value)]
        doses += [("whole_day", of_day[1] * of_day[3])] if of_day and of_day[3] != 1 else []
        for dose, amount in doses:
            yield Sum(
                what=words["per_kg"].format(medicine=plain_name(newest.entry.code, chart.language), dose=words[dose]),
                result=f"{amount / weights[0].value:.3g} {unit}/kg",
                working=words["per_kg_working"].format(
                    amount=f"{amount:g} {unit}", weight=weights[0].written, on=weights[0].date
                ),
                line=line_of(newest, chart),
            )


def _amount(one: Written, chart: Chart) -> tuple[float, str] | None:
    """Of one dose, and its unit; None where none is written or the medicine was ended by it."""
    if one.change in (Change.STOPPED, Change.AVOIDED, Change.DECLINED):
        return None
    found = AMOUNT.search(one.entry.dose) or AMOUNT.search(_rest(line_of(one, chart).text, one))
    return (float(found["n"]), found["unit"]) if found else None


def _pack_years(inputs: ReckoningInputs, chart: Chart) -> Iterator[Sum]:
    """Cigarettes a day over twenty, times years: where one sentence gives both."""
    words = WORDS[chart.language]
    for line in chart.index.lines:
        long, a_day = SMOKED.search(line.text), A_DAY.search(line.text)
        packs = PACKS_A_DAY.search(line.text)
        if long is None or (a_day is None and packs is None):
            continue
        years = float(long["zh"] or long["en"])
        count = float(a_day["zh"] or a_day["en"]) if a_day else PACK * _packs(packs)
        yield Sum(
            what=words["pack"],
            result=f"{count / PACK * years:g}",
            working=words["pack_working"].format(a_day=count, years=years, index=count * years),
            line=line,
        )
        return


def _packs(found: re.Match[str] | None) -> float:
    said = (found["zh"] or found["en"]) if found else "1"
    return {"半": 0.5, "half a": 0.5, "一": 1.0, "a": 1.0, "one": 1.0}.get(said.lower()) or float(said)


def _course_end(inputs: ReckoningInputs, chart: Chart) -> Iterator[Sum]:
    """The day of its prescription, and so long as is written."""
    words, today = WORDS[chart.language], chart.now.date()
    asked = [one for one in topics(inputs.about) if one.kind is TopicKind.MEDICINE]
    for topic in asked:
        for one in reversed(chart.index.medicines):
            line = line_of(one, chart) if is_of(topic, one.entry.holds) else None
            rest = _rest(line.text, one) if line else ""
            found = COURSE.search(rest) or MEANT_FOR.search(rest)
            if line is None or found is None or not inputs.holds(one.note.on):
                continue
            days = _days_of(found)
            end = one.note.on + timedelta(days=days)
            left = (end - today).days
            yield Sum(
                what=words["end"].format(medicine=plain_name(one.entry.code, chart.language)),
                result=words["end_result"].format(
                    end=end, left=words["left" if left >= 0 else "over"].format(days=abs(left))
                ),
                working=words["end_working"].format(on=one.note.on, days=days),
                line=line,
            )
            break


def _days_of(found: re.Match[str]) -> int:
    count = number(found["zh"] or found["zs"] or found["en"] or "") or 0
    unit = (found["zu"] or found["su"] or found["eu"] or "d").lower()
    return round(count * DAYS[unit[0]])


KINDS: dict[Reckoned, Callable[[ReckoningInputs, Chart], Iterator[Sum]]] = {
    Reckoned.SHARE_OF_BEST: _share_of_best,
    Reckoned.AGE_AT: _age_at,
    Reckoned.TIME_SINCE: _time_since,
    Reckoned.GESTATION: _gestation,
    Reckoned.DAILY_DOSE: _daily_dose,
    Reckoned.PACK_YEARS: _pack_years,
    Reckoned.COURSE_END: _course_end,
    Reckoned.DIFFERENCE: _difference,
    Reckoned.RATE: _rate,
    Reckoned.PER_KG: _per_kg,
}


def _told(sums: Sequence[Sum], chart: Chart) -> Iterator[str]:
    shape = WORDS[chart.language]["told"]
    for one in sums:
        yield shape.format(what=one.what, result=one.result, working=one.working)
        if one.line:
            yield f"- {quoted(one.line, chart.language)}"


TASK = Task(
    name="reckoning",
    description="Arithmetic with its working: age at an event, time since, weeks of pregnancy, dose a day, pack-years.",
    inputs=ReckoningInputs,
    outputs="list of {what, result, working}",
    piped=False,
    run=_run,
    told=_told,
)
