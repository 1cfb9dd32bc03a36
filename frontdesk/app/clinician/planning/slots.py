"""What a question names: tests, medicines, periods, how many of the latest, a formula, a kind of imaging."""

import re
from collections.abc import Iterator, Sequence
from datetime import date, datetime, timedelta

from frontdesk.app.clinician.departments import unseen_in
from frontdesk.app.clinician.guidelines import Chapter
from frontdesk.app.clinician.observed import in_words, with_number, written
from frontdesk.app.clinician.observed import named as named_in
from frontdesk.app.clinician.planning.durations import in_whole_units, widened
from frontdesk.app.clinician.planning.events import event_in
from frontdesk.app.clinician.searching import concepts
from frontdesk.app.clinician.task import Chart
from frontdesk.app.clinician.tasks.calculator import Name as Formula
from frontdesk.app.clinician.tasks.reports import ANY, ECG, KINDS
from frontdesk.app.clinician.tasks.reports import Kind as Imaging
from frontdesk.app.clinician.tasks.values import measured, standard
from frontdesk.app.clinician.topics import TopicKind, medicines_named, topics
from frontdesk.his_adapter.chart.measures import measures
from frontdesk.his_adapter.hospinfo.calendar import NoSuchDay
from frontdesk.his_adapter.hospinfo.open_chart import LATEST, NUMBERS
from frontdesk.his_adapter.hospinfo.script import Kind, script
from frontdesk.his_adapter.hospinfo.when import dated, period_condition
from frontdesk.his_adapter.operation import Condition
from frontdesk.models.facts import Language, Value
from frontdesk.models.knowledge.formulary import formulary
from frontdesk.models.parsers.writing import read
from frontdesk.models.specialists.labs_vitals.judgement import judge
from frontdesk.models.specialists.labs_vitals.named import mentions_of as tests_in
from frontdesk.models.specialists.labs_vitals.readings import hear
from frontdesk.models.specialists.labs_vitals.told import PRESSURE, PRESSURE_WORDS, Reading
from frontdesk.models.specialists.medication.mentions import mentions as medicines_in

FLAGS = re.IGNORECASE | re.ASCII  # a Chinese character beside a Latin word is no part of it
VITALS = re.compile(r"\bvitals?\b|\bvital signs?\b|生命体征", FLAGS)
VITAL_SIGNS = (PRESSURE, "heart rate", "body temperature", "respiratory rate", "oxygen saturation", "body weight")
FORMULAS: tuple[tuple[Formula, re.Pattern[str]], ...] = (
    ("dose_by_weight", re.compile(r"(?<![a-z])mg ?/ ?kg\b|毫克每公斤|每公斤\d+毫克", FLAGS)),
    ("creatinine_clearance", re.compile(r"\bclearance\b|cockcroft|\bcrcl\b|清除率", FLAGS)),
    ("egfr", re.compile(r"\begfr\b|\bgfr\b|滤过率", FLAGS)),
    ("bmi", re.compile(r"\bbmi\b|body mass index|体重指数|体质指数", FLAGS)),
    ("body_surface", re.compile(r"\bbsa\b|body surface|体表面积", FLAGS)),
    ("cha2ds2_vasc", re.compile(r"cha2?ds2?|stroke (?:risk|score)|卒中(?:风险)?评分|房颤评分", FLAGS)),
    ("fib4", re.compile(r"\bfib-?4\b", FLAGS)),
    ("ldl_friedewald", re.compile(r"friedewald|弗里德瓦尔德", FLAGS)),
    (
        "psa_under_treatment",
        re.compile(r"(?=.*\bpsa\b).*(?:折算|校正|乘|翻倍|×|x ?2|\b(?:doubl|correct|adjust|allow)\w+)", FLAGS),
    ),
    (
        "corrected_calcium",
        re.compile(
            r"corrected calcium|(?:校正|矫正).{0,3}钙"
            r"|(?=.*\b(?:correct\w+|adjust\w+) (?:for )?(?:the )?albumin).*calcium",
            FLAGS,
        ),
    ),
)
SCAN_DYE = "contrast"  # of the formulary's substances: given like a medicine
CONTRAST = re.compile(r"\bcontrast\b|造影剂|增强(?=CT|MR|扫描)", FLAGS)
PER_KG = re.compile(r"(\d+(?:\.\d+)?) ?(?:mg|毫克) ?(?:/|每) ?(?:kg|公斤|千克)", FLAGS)
BETWEEN = 4  # characters at most between a test and a value that is told of it
OF_BODY = ("body weight", "body height")
REST_OF_SEASON = timedelta(days=61)  # after its first month
SINCE = re.compile(r"\bsince\b|自从|以来|之后|以后", FLAGS)
OF_YEAR = re.compile(
    r"(?:19|20)\d\d|[今去前明]年|[本这上]个?(?:月|周|星期)|\b(?:this|last|past) (?:year|month|week)\b", FLAGS
)
LONGEST_MONTH, FEBRUARY = 31, 2
# What is asked of a time is what came after it: a month, and "until now", "has it come back up", 后来, 复查过没有.
GOES_ON = re.compile(
    r"\b(?:until|till|up to|to) (?:now|date|today|the present|this visit)\b|\bre-?check\w*"
    r"|\b(?:been|was|ever) repeated\b"
    r"|\b(?:come|coming|go|gone|going) back\b|\brecover\w*|\bafterwards\b"
    r"|\bsince then\b|\bthereafter\b|\blater on\b|\bever (?:again|after)\b"
    r"|(?:到|至|直到)(?:最近|现在|今天?|目前|如今|这次|眼下|当前)|后来|此后|往后|其后|再也?没?[查测量]"
    r"|复查[过了]?(?:没|吗)|(?:有没有|没有?|是否)复查|回[升落]|[涨升降落恢跌][复回]",
    FLAGS,
)
SEASONS = {  # as the months that the readers of dates know
    re.compile(r"\b(?:last |this |the )?spring\b", FLAGS): "march",
    re.compile(r"\b(?:last |this |the )?summer\b", FLAGS): "june",
    re.compile(r"\b(?:last |this |the )?(?:autumn|(?<=since )fall)\b", FLAGS): "september",
    re.compile(r"\b(?:last |this |the )?winter\b", FLAGS): "december",
    re.compile(r"(?:今年|入)?春[天季]?(?=以来|到现在|起|开始|后)"): "3月",
    re.compile(r"(?:今年|入)?夏[天季]?(?=以来|到现在|起|开始|后)"): "6月",
    re.compile(r"(?:今年|入)?秋[天季]?(?=以来|到现在|起|开始|后)"): "9月",
    re.compile(r"(?:去年|入)?冬[天季]?(?=以来|到现在|起|开始|后)"): "12月",
}
KIDNEYS = re.compile(r"\bkidneys?\b|\brenal\b|肾功能|肾脏|肌酐清除", FLAGS)
LIMIT = re.compile(
    r"(?:低于|低过|小于|不到|高于|高过|高出|大于|超过|[<>≤≥]|\b(?:below|under|above|over|at least)\b"
    r"|\b(?:less|lower|more|greater|higher) than\b)\s*\d"
    r"|\d\S{0,8}(?:或?以上|or more|and above|or higher)",
    FLAGS,
)
PAIRED = re.compile(
    r"\b(?:with|alongside|on top of|together with|against) (?P<en>[^,.;?]{2,60})|[跟和与同](?P<zh>[^，。；？?]{2,24})",
    FLAGS,
)
BEFORE_PREGNANCY = re.compile(r"孕前|怀孕(?:以)?前|\bpre-?pregnan\w+|\bbefore (?:the |this |her )?pregnancy\b", FLAGS)
COURSE = re.compile(
    r"怎么[走变]|怎样变|怎么样变|走势|变化|频率|发作次数|\bfrequency\b|\bhow often\b"
    r"|\bhow (?:has|have|did) .{0,40}\b(?:gone|go|moved|changed|evolved|developed)\b"
    r"|\bcourse of\b|\bover time\b|\btrend\b",
    FLAGS,
)
MOVED = re.compile(
    r"[升降涨掉]了?(?:没有?|吗|不|么)|有没有[升降涨掉高低]|[好低高]些?了(?:吗|没|么)"
    r"|\b(?:coming|going|gone|came|come) (?:up|down|back)\b|\brecovered\b"
    r"|\b(?:better|worse|improv\w+|rising|falling|risen|fallen|up or down|dropp\w+)\b",
    FLAGS,
)
POINTS = re.compile(  # of a series: its lowest, its highest, its first
    r"\b(?:lowest|highest|peak\w*|nadir|worst|best|maximum|minimum|baseline|initial\w*|originally|at first)\b"
    r"|\b(?:at|on|upon|since|when) (?:\w+ )?(?:diagnos\w+|presentation)\b|\bfirst (?:one|value|reading|result|level)\b"
    r"|最[高低]|峰值|谷值|基线|最初|最早|一?开始[时是]|当初|(?:刚|初|首次|第一次)(?:确诊|诊断|查|测|来|就诊)|(?:确诊|诊断|起病)[^，。？]{0,8}时",
    FLAGS,
)
AGAINST_LAST = re.compile(
    r"[跟和与比较][^，。？]{0,2}(?:上|前)(?:一)?[次回]|这[次回].{0,10}[上前]一?[次回]|上[次回].{0,10}(?:这[次回]|现在)"
    r"|\b(?:compared|versus|vs|than|against)\b.{0,16}\b(?:last|previous|before|prior)\b"
    r"|\blast\b.{0,16}\b(?:vs|versus|against)\b",
    FLAGS,
)
KIN = {"bnp": "nt-probnp", "nt-probnp": "bnp"}  # who asks for the one means the other where only that is measured
# What scans measure, in the words of questions and of records: either may name it shorter, or in the other language.
SIZES = tuple(
    re.compile(words, FLAGS)
    for words in (
        r"(?<![瘀红白黑色])斑块?|\bplaques?\b",
        r"肌瘤|瘤子|\b(?:fibroids?|myomas?)\b",
        r"结节|\bnodules?\b",
        r"息肉|\bpolyps?\b",
        r"囊肿|\bcysts?\b",
        r"结石|石头|\b(?:stones?|calcul(?:us|i))\b",
        r"左心?房|\bleft atri(?:um|al)\b",
        r"左心?室|\bleft ventric\w+",
        r"右心?室|\bright ventric\w+",
        r"室间隔|\bseptum\b",
        r"动脉瘤|\baneurysms?\b",
        r"主动脉|\baort\w+",
        r"门静脉|\bportal vein\b",
        r"内膜|\b(?:lining|endometri\w+)\b",
        r"狭窄|\bstenos[ie]s\b|\bnarrowing\b",
        r"残余尿|\bresidual urine\b",
    )
)
ASIDE = re.compile(r"[(（][^)）]*(?:[)）]|$)|\s[-–—]\s.*$")
IN_GENERAL = re.compile(
    r"\b(?:medicines?|medications?|meds|drugs?|tablets|list|food|meals?|breakfast|milk|water|alcohol|it|that|this|these"
    r"|those|what|anything|kidneys?|liver|heart)\b|药|饭|餐|奶|酒|水|什么|这些|那些|上次|以前|前次",
    FLAGS,
)
BY_RULES = re.compile(  # the hospital's own rules are named
    r"\b(?:guidelines?|protocol|pathway|polic(?:y|ies)|our rules?)\b|指南|规范|方案|规定|院里?要求|本院|我院|咱们?院",
    FLAGS,
)
OF_GUIDELINE = re.compile(
    r"\b(?:guidelines?|protocol|pathway|nice|recommend\w*|first[- ]line|second[- ]line|target|goal|criteria|manag\w+)\b"
    r"|\b(?:next steps?|work[- ]?up|red flags?|treat(?:ed|ing|ment of)?|refer(?:red|ral)?|admit\w*|should)\b"
    r"|\bhow (?:do|should|to|often|soon|long)\b|\bwhat (?:else|more|next|now)\b"
    r"|指南|规范|方案|规定|院里?要求|本院|咱们?院|推荐|目标|首选|一线|标准|处理|怎么[治办]|如何治|治疗原则|下一步|转诊|住院"
    r"|还(?:要|该|需)|应该|该不该|需要",
    FLAGS,
)
ADVICE = re.compile(
    r"\b(?:advi[cs]e\w*|told?|tell|instruct\w*|plan(?:ned)?|counsel\w*|recommended|ordered|say)\b|建议|医嘱|嘱|交代|叮嘱|怎么说|处理|计划",
    FLAGS,
)
COURSES = re.compile(r"\bhow (?:many|often)\b|\bcourses?\b|几[次个]|多少次|疗程", FLAGS)
NEWEST = re.compile(
    r"\b(?:latest|last|newest|most recent|current(?:ly)?|now)\b|最近一次|上次|最新|现在|目前|这次", re.IGNORECASE
)
SO_MANY = re.compile(  # of what is not called values or results: the last 4 potassium
    r"\b(?:last|latest|past|previous|recent) (?P<en>\d|two|three|four|five|six)\b(?! ?(?:h"
    r"|days?|weeks?|months?|years?|hours?)\b)"
    r"|(?:最近|近|最后|前)(?P<zh>[\d两三四五六])次",
    FLAGS,
)
TO_UNIT = re.compile(
    r"(?:\b(?:to|in|into|as|how (?:much|many))\b|换算?成?|是多少|等于多少|转成?|变成|折合)\s*(?:多少)?\s*"
    r"(?P<unit>[a-zμµ%][a-zμµ/%²0-9]*|公斤|千克|磅|斤|摄氏度?|华氏度?)",
    FLAGS,
)
BODY = re.compile(
    r"(?P<value>\d+(?:\.\d+)?) ?(?P<unit>lbs?|pounds?|kgs?|kilos?|cm|inch(?:es)?|in|feet|ft|公斤|千克|斤|磅)(?![a-z])",
    FLAGS,
)
UNITS = {
    "lbs": "lb", "pound": "lb", "pounds": "lb", "磅": "lb", "kgs": "kg", "kilo": "kg", "kilos": "kg", "公斤": "kg",
    "千克": "kg", "inch": "in", "inches": "in", "feet": "ft", "celsius": "°C", "c": "°C", "f": "°F", "fahrenheit": "°F",
    "摄氏": "°C", "摄氏度": "°C", "华氏": "°F", "华氏度": "°F", "mmol": "mmol/L", "umol": "µmol/L", "umol/l": "µmol/L",
    "μmol/l": "µmol/L", "mg": "mg/dL",
}  # fmt: skip
QUOTED = re.compile(r"[“\"「『']([^”\"」』]{2,})[”\"」』']|[:：]\s*(.{2,})$")
TO_CHINESE = re.compile(r"\b(?:in|into|to) (?:chinese|mandarin)\b|成?中文|成?汉语", FLAGS)
TO_ENGLISH = re.compile(r"\b(?:in|into|to) english\b|成?英[文语]", FLAGS)


class Period(Value):
    """Both days count; None is open."""

    since: date | None = None
    until: date | None = None

    @property
    def span(self) -> dict[str, date]:
        return {name: day for name, day in (("since", self.since), ("until", self.until)) if day is not None}


class Slots(Value):
    """`about`: the question itself where it names findings or illnesses, to look for; else empty.

    `tests` are names of the catalogue, or words under which the chart's records hold numbers.
    """

    question: str
    tests: tuple[str, ...]
    results: tuple[str, ...]  # names of those that the hospital's system keeps in words, and the question speaks of
    any_results: bool  # it keeps some
    readings: tuple[Reading, ...]
    chapters: tuple[Chapter, ...] = ()  # of a guideline
    told: tuple[Reading, ...] = ()  # values to calculate with, of the whole question
    medicines: tuple[str, ...]
    on_record: bool  # some record speaks of one of these medicines
    periods: tuple[Period, ...]
    newest: bool  # the newest is asked for
    latest: int | None  # so many of the newest, where no period is named
    formula: Formula | None
    per_kg: float | None  # mg
    before_pregnancy: bool = False
    course: bool = False  # how something went over time is asked
    imaging: Imaging | None
    report: str | None  # "imaging" or "ecg", where one is named
    about: str
    answered_before: bool  # about this patient, so that it may be explained
    named_medicines: tuple[str, ...] = ()  # their codes, each once
    classes: tuple[str, ...] = ()  # of medicines, named without a member
    paired: bool = False  # whether two things go together is asked
    medicine_topics: bool = False  # medicines or classes of them
    courses: bool = False  # how often something was begun
    uncharted: tuple[str, ...] = ()  # examinations and tests that the catalogue holds no values of
    kidneys: bool = False
    by_rules: bool = False  # what the hospital's rules say is asked for by name
    of_guideline: bool = False  # what is right to do is asked, not what is so
    advice: bool = False
    spoken_of: bool = False  # some sentence of the records speaks of it
    unknown: bool = False  # nothing that a list knows is named
    habits: bool = False
    limit: bool = False  # a value over or under which is asked for
    moved: bool = False  # whether a value rose or fell is asked beside it
    points: bool = False  # the lowest, highest or first of a series is asked for
    against_last: bool = False  # the newest value against the one before
    subject: str = ""  # the question without the event that it dates by
    after: date | None = None  # the day of that event
    event_on: date | None = None  # the same, of an event before which is meant too
    event_words: str = ""
    beside_medicine: str = ""  # medicines that another clause tells of
    unseen: tuple[str, ...] = ()  # codes of departments named of which the chart has no record

    @property
    def span(self) -> dict[str, date]:
        """Of the first period."""
        return self.periods[0].span if self.periods else {}


def slots(question: str, chart: Chart) -> Slots:
    event = event_in(question, chart)
    subject = event.rest if event else question
    heard = hear(subject)
    named, kept = periods_of(question, chart), tuple(in_words(chart))
    if event and not named:
        named = (Period(until=event.on) if event.before else Period(since=event.on),)
    medicine_topics = medicines_named(subject)
    medicines = [(one.words, one.meant.codes) for one in medicines_in(read(question)) if one.meant]
    codes = {code for _, those in medicines for code in those}
    return Slots(
        question=question,
        tests=tuple(
            dict.fromkeys(
                [
                    *_with_kin(_tests(subject, (*heard.asked, *_tests_named(subject)), heard.readings), chart),
                    *_tests_of_groups(subject, chart),
                    *_measured(subject, chart),
                ]
            )
        ),
        results=tuple(dict.fromkeys(one.words for one in kept if next(named_in(one, question), None))),
        any_results=bool(kept),
        readings=heard.readings,
        medicines=tuple(
            dict.fromkeys(
                [
                    *(words for words, _ in medicines),
                    *(one.code for one in medicine_topics if one.code in formulary().medicines),
                    *([SCAN_DYE] if CONTRAST.search(question) else []),
                ]
            )
        ),
        on_record=any(codes & concepts(f"{one.treatment_opinion} {one.past_history}") for one in chart.records),
        periods=named,
        newest=bool(NEWEST.search(question)),
        latest=None if named else latest(question),
        formula=_formula(question, bool(medicine_topics)),
        before_pregnancy=bool(BEFORE_PREGNANCY.search(question)),
        course=bool(COURSE.search(question)),
        per_kg=float(per_kg[1]) if (per_kg := PER_KG.search(question)) else None,
        imaging=next((kind for kind, words in KINDS.items() if re.search(words, question, FLAGS)), None),
        report="ecg" if ECG.search(question) else "imaging" if ANY.search(question) else None,
        about=question if concepts(question) - codes else "",
        answered_before=chart.before is not None,
        medicine_topics=bool(medicine_topics),
        named_medicines=tuple(one.code for one in medicine_topics if one.code in formulary().medicines),
        classes=tuple(one.code for one in medicine_topics if one.code not in formulary().medicines),
        paired=_paired(question),
        courses=bool(COURSES.search(question)),
        moved=bool(MOVED.search(question)),
        points=bool(POINTS.search(question)),
        against_last=bool(AGAINST_LAST.search(question)),
        subject=subject,
        uncharted=tuple(_uncharted(subject, chart)),
        limit=bool(LIMIT.search(question)),
        of_guideline=bool(OF_GUIDELINE.search(question)),
        advice=bool(ADVICE.search(question)),
        habits=any(one.kind is TopicKind.HABIT for one in topics(subject)),
        spoken_of=any(one.in_line(line) for one in topics(subject) for line in chart.index.lines),
        unknown=all(one.kind is TopicKind.WORDS for one in topics(subject)),
        after=event.on if event and not event.before else None,
        event_on=event.on if event else None,
        event_words=event.words.strip() if event else "",
        unseen=tuple(one.code for one in unseen_in(question, chart)),
    )


def _formula(question: str, medicine: bool) -> Formula | None:
    """What a medicine that is taken comes to for each kg is reckoned from the records, and no formula."""
    asked = _without_aside(question)
    found = next((name for name, words in FORMULAS if words.search(asked)), None)
    return None if found == "dose_by_weight" and medicine and not PER_KG.search(question) else found


def _without_aside(question: str) -> str:
    """Of a question about a habit, what it is thought of for is no score that is asked for: (thinking stroke risk)."""
    outside = ASIDE.sub(" ", question)
    return outside if any(one.kind is TopicKind.HABIT for one in topics(outside)) else question


def _paired(question: str) -> bool:
    """Whether the question asks of one thing with another, which is no illness, value, or medicines in general."""
    return any(
        topics(others) and all(one.kind in (TopicKind.WORDS, TopicKind.MEDICINE) for one in topics(others))
        for found in PAIRED.finditer(question)
        if not IN_GENERAL.search(others := found["en"] or found["zh"])
    )


def _tests_named(subject: str) -> Iterator[str]:
    return (one.code for one in topics(subject) if one.kind is TopicKind.TEST)


def _tests_of_groups(subject: str, chart: Chart) -> Iterator[str]:
    """Of lipids, clotting and the like the tests that were measured; where none was, all that the group has."""
    for one in topics(subject):
        if one.kind is TopicKind.EXAMINATION:
            yield from [test for test in sorted(one.codes) if measured(test, chart)] or sorted(one.codes)


def _uncharted(subject: str, chart: Chart) -> Iterator[str]:
    """What is examined and has no value of the catalogue: a scan, a score, an antibody, "clotting normal"."""
    for one in topics(subject):
        if one.kind is TopicKind.EXAMINATION and not any(measured(test, chart) for test in one.codes):
            yield one.words


def of_kidneys(question: str) -> bool:
    return bool(KIDNEYS.search(question))


def told_in(question: str, chart: Chart) -> tuple[Reading, ...]:
    """Believable values that stand beside their test's name; of the body's measures only those with a unit."""
    judged = judge(hear(question), chart.patient)
    return tuple(
        one.reading
        for one in judged
        if one.plausible
        and len(one.parts) == 1
        and _stands_beside(one.reading.quote)
        and (one.reading.unit or one.subject not in OF_BODY)
    )


def _stands_beside(quote: str) -> bool:
    test = next(iter(tests_in(quote)), None)
    number = re.search(r"\d", quote[test.end :]) if test else None
    if test is None or number is None or number.start() > BETWEEN:
        return False
    return not re.search(r"乘|倍|[×x*]", quote[test.end : test.end + number.start()], FLAGS)  # a factor is no value


def _measured(question: str, chart: Chart) -> Iterator[str]:
    """Words of the question under which examinations on record hold numbers."""
    texts = [text for one in chart.records for text in (one.physical_examination, one.auxiliary_examination)]
    texts += [written(entry) for entry in with_number(chart)]
    found = [one for text in texts for one in measures(text)]
    sizes = [hit[0] for words in SIZES if words.search(question) for one in found if (hit := words.search(one.name))]
    yield from dict.fromkeys(word for size in sizes for word in ([size] if size in question else size.split()))
    named = dict.fromkeys(" ".join(words) for one in found if (words := [*one.named_in(question)]))
    longest = [one for one in named if not any(one != other and one in other for other in named)]
    pieces = (
        one if one in question else word for one in longest for word in ([one] if one in question else one.split())
    )
    yield from (one for one in pieces if len(one) > 1)  # 近 is no name


def _tests(question: str, asked: tuple[str, ...], readings: tuple[Reading, ...]) -> tuple[str, ...]:
    """The tests that a question names, by their standard names."""
    pressure = [PRESSURE] if any(words in question.lower().split() for words in PRESSURE_WORDS[1:]) else []
    pressure += [PRESSURE] if PRESSURE_WORDS[0] in question or "blood pressure" in question.lower() else []
    named = [*pressure, *asked, *(reading.test for reading in readings)]
    known = tuple(dict.fromkeys(name for one in named if (name := standard(one))))
    return known or (VITAL_SIGNS if VITALS.search(question) else ())


def _with_kin(tests: Sequence[str], chart: Chart) -> Iterator[str]:
    """With the test that is measured in place of one that never was; both are told under their own names."""
    for one in tests:
        yield one
        if one in KIN and not measured(one, chart) and measured(KIN[one], chart):
            yield KIN[one]


def latest(question: str) -> int | None:
    """How many of the newest are asked for."""
    said = LATEST.search(question) or SO_MANY.search(question)
    if said is None:
        return 1 if NEWEST.search(question) else None
    count = said["en"] or said["zh"]
    return 1 if count is None else int(count) if count.isdigit() else NUMBERS.get(count.lower(), 1)


def periods(question: str, now: datetime) -> tuple[Period, ...]:
    """The spans of days that are named, none of them to come; read as HospInfo reads the time of visits."""
    question = in_whole_units(question)
    season = any(words.search(question) for words in SEASONS)
    for words, month in SEASONS.items():
        question = words.sub(month, question)
    try:
        read_ = dated(script(question), now)
    except NoSuchDay:
        return ()
    conditions = [*read_.every(Kind.WHEN), *map(period_condition, read_.every(Kind.PERIOD))]
    named = dict.fromkeys(period for one in conditions if (period := _period(one)).span)
    found = tuple(one for one in named if one.since is None or one.since <= now.date())
    goes_on = SINCE.search(question) or GOES_ON.search(question)
    if len(found) == 1 and found[0].until and goes_on:  # "since she came in January"
        return (Period(since=found[0].since),)
    if season and len(found) == 1 and found[0].until:
        return (Period(since=found[0].since, until=min(found[0].until + REST_OF_SEASON, now.date())),)
    return tuple(_with_slack(one, question, now.date()) for one in found)


def periods_of(question: str, chart: Chart) -> tuple[Period, ...]:
    """Those spans; a month without a year is the last one of that name with a visit: November, in November."""
    named = periods(question, chart.now)
    return named if OF_YEAR.search(question) else tuple(_with_visit(one, chart) for one in named)


def _with_visit(period: Period, chart: Chart) -> Period:
    if period.since is None or period.until is None or (period.until - period.since).days > LONGEST_MONTH:
        return period
    days = [one.visit_date.date() for one in chart.records]
    before = Period(since=_year_before(period.since), until=_year_before(period.until))
    if any(_holds(period, day) for day in days) or not any(_holds(before, day) for day in days):
        return period
    return before


def _holds(period: Period, day: date) -> bool:
    return (period.since is None or period.since <= day) and (period.until is None or day <= period.until)


def _year_before(day: date) -> date:
    return day.replace(year=day.year - 1, day=min(day.day, 28) if day.month == FEBRUARY else day.day)


def _with_slack(period: Period, question: str, today: date) -> Period:
    """Of a span up to today."""
    if period.since is None or (period.until is not None and period.until < today):
        return period
    return period.model_copy(update={"since": widened(period.since, question, today)})


def _period(condition: Condition) -> Period:
    found = {name.removeprefix("visit_date"): value for name, value in condition.items()}
    exactly = found.get("")
    first, last = found.get("__gte") or found.get("__gt") or exactly, found.get("__lte") or found.get("__lt") or exactly
    if isinstance(span := found.get("__range"), tuple):
        first, last = span
    return Period(since=_day(str(first)) if first else None, until=_day(str(last)) if last else None)


def _day(written: str) -> date:
    return datetime.fromisoformat(written).date()


def target_unit(question: str) -> str:
    """The unit that a value is wanted in; empty where none is named."""
    found = [one["unit"] for one in TO_UNIT.finditer(question)]
    return UNITS.get(found[-1].lower(), found[-1]) if found else ""


def of_body(question: str) -> tuple[float, str] | None:
    """A measure of the body with its unit."""
    found = BODY.search(question)
    if found is None:
        return None
    unit = found["unit"].lower()
    return float(found["value"]), UNITS.get(unit, unit)


def to_translate(question: str) -> tuple[str, Language | None]:
    """The words in quotes or after a colon, empty where there are none, and the language wanted."""
    to = Language.ZH if TO_CHINESE.search(question) else Language.EN if TO_ENGLISH.search(question) else None
    found = QUOTED.search(question)
    return ((found[1] or found[2]).strip() if found else ""), to
