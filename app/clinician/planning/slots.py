"""What a question names: tests, medicines, a span of time, how many of the latest, a formula, a kind of imaging."""

import re
from datetime import date, datetime
from functools import lru_cache

from app.clinician.guidelines import Chapter
from app.clinician.searching import concepts
from app.clinician.tasks.calculator import Name as Formula
from app.clinician.tasks.reports import ANY, ECG, KINDS
from app.clinician.tasks.reports import Kind as Imaging
from app.clinician.tasks.values import standard
from his_adapter.hospinfo.calendar import NoSuchDay
from his_adapter.hospinfo.open_chart import LATEST, NUMBERS
from his_adapter.hospinfo.script import Kind, script
from his_adapter.hospinfo.when import dated, period_condition
from models.facts import Language, Value
from models.parsers.writing import read
from models.specialists.labs_vitals.readings import hear
from models.specialists.labs_vitals.told import PRESSURE, PRESSURE_WORDS, Reading
from models.specialists.medication.mentions import mentions as medicines_in

VITALS = re.compile(r"\bvitals?\b|\bvital signs?\b|生命体征", re.IGNORECASE)
VITAL_SIGNS = (PRESSURE, "heart rate", "body temperature", "respiratory rate", "oxygen saturation", "body weight")
CHAPTERS = (
    (Chapter.REFER, re.compile(r"\brefer\w*|\badmi(?:t|ssion)\w*|转诊|住院|转到|转科|收治", re.IGNORECASE)),
    (
        Chapter.FOLLOW_UP,
        re.compile(r"\bfollow[- ]?up|\brecall|\breview\b|\bcome back|随访|复查|复诊|多久", re.IGNORECASE),
    ),
    (
        Chapter.TREATMENT,
        re.compile(
            r"\btreat\w*|\bstart\b|\bgive\b|\btherapy|\bmedic\w+|\bdrug|治疗|用药|怎么治|降[压糖]|调整", re.IGNORECASE
        ),
    ),
    (
        Chapter.ASSESSMENT,
        re.compile(r"\bassess\w*|\bwork ?-?up|\btests?\b|\bexamin\w+|评估|检查|查什么|查哪些", re.IGNORECASE),
    ),
)  # fmt: skip
FORMULAS: tuple[tuple[Formula, re.Pattern[str]], ...] = (
    ("creatinine_clearance", re.compile(r"\bclearance\b|cockcroft|\bcrcl\b|清除率", re.IGNORECASE)),
    ("egfr", re.compile(r"\begfr\b|\bgfr\b|滤过率", re.IGNORECASE)),
    ("bmi", re.compile(r"\bbmi\b|body mass index|体重指数|体质指数", re.IGNORECASE)),
    ("body_surface", re.compile(r"\bbsa\b|body surface|体表面积", re.IGNORECASE)),
    ("cha2ds2_vasc", re.compile(r"cha2?ds2?|stroke (?:risk|score)|卒中(?:风险)?评分|房颤评分", re.IGNORECASE)),
    ("fib4", re.compile(r"\bfib-?4\b", re.IGNORECASE)),
    ("ldl_friedewald", re.compile(r"friedewald|弗里德瓦尔德", re.IGNORECASE)),
    ("corrected_calcium", re.compile(r"corrected calcium|(?:校正|矫正).{0,3}钙", re.IGNORECASE)),
)
SEASONS = {  # as the months that the readers of dates know
    re.compile(r"\b(?:last |this |the )?spring\b", re.IGNORECASE): "march",
    re.compile(r"\b(?:last |this |the )?summer\b", re.IGNORECASE): "june",
    re.compile(r"\b(?:last |this |the )?(?:autumn|(?<=since )fall)\b", re.IGNORECASE): "september",
    re.compile(r"\b(?:last |this |the )?winter\b", re.IGNORECASE): "december",
    re.compile(r"(?:今年|入)?春[天季]?(?=以来|到现在|起|开始|后)"): "3月",
    re.compile(r"(?:今年|入)?夏[天季]?(?=以来|到现在|起|开始|后)"): "6月",
    re.compile(r"(?:今年|入)?秋[天季]?(?=以来|到现在|起|开始|后)"): "9月",
    re.compile(r"(?:去年|入)?冬[天季]?(?=以来|到现在|起|开始|后)"): "12月",
}
NEWEST = re.compile(
    r"\b(?:latest|last|newest|most recent|current(?:ly)?|now)\b|最近一次|上次|最新|现在|目前|这次", re.IGNORECASE
)
TO_UNIT = re.compile(
    r"(?:\b(?:to|in|into|as|how (?:much|many))\b|换算?成?|是多少|等于多少|转成?|变成|折合)\s*(?:多少)?\s*"
    r"(?P<unit>[a-zμµ%][a-zμµ/%²0-9]*|公斤|千克|磅|斤|摄氏度?|华氏度?)",
    re.IGNORECASE,
)
BODY = re.compile(
    r"(?P<value>\d+(?:\.\d+)?) ?(?P<unit>lbs?|pounds?|kgs?|kilos?|cm|inch(?:es)?|in|feet|ft|公斤|千克|斤|磅)(?![a-z])",
    re.IGNORECASE,
)
UNITS = {
    "lbs": "lb", "pound": "lb", "pounds": "lb", "磅": "lb", "kgs": "kg", "kilo": "kg", "kilos": "kg", "公斤": "kg",
    "千克": "kg", "inch": "in", "inches": "in", "feet": "ft", "celsius": "°C", "c": "°C", "f": "°F", "fahrenheit": "°F",
    "摄氏": "°C", "摄氏度": "°C", "华氏": "°F", "华氏度": "°F", "mmol": "mmol/L", "umol": "µmol/L", "umol/l": "µmol/L",
    "μmol/l": "µmol/L", "mg": "mg/dL",
}  # fmt: skip
QUOTED = re.compile(r"[“\"「『']([^”\"」』]{2,})[”\"」』']|[:：]\s*(.{2,})$")
TO_CHINESE = re.compile(r"\b(?:in|into|to) (?:chinese|mandarin)\b|成?中文|成?汉语", re.IGNORECASE)
TO_ENGLISH = re.compile(r"\b(?:in|into|to) english\b|成?英[文语]", re.IGNORECASE)


class Slots(Value):
    """`about`: the question itself where it names findings or illnesses, to look for; else empty."""

    tests: tuple[str, ...]
    readings: tuple[Reading, ...]
    medicines: tuple[str, ...]
    since: date | None
    until: date | None
    latest: int | None
    chapters: tuple[Chapter, ...]
    formula: Formula | None
    imaging: Imaging | None
    report: str | None  # "imaging" or "ecg", where one is named
    about: str

    @property
    def span(self) -> dict[str, date]:
        return {name: day for name, day in (("since", self.since), ("until", self.until)) if day is not None}


@lru_cache(maxsize=64)
def slots(question: str, now: datetime) -> Slots:
    heard = hear(question)
    since, until = span(question, now)
    medicines = [(one.words, one.meant.codes) for one in medicines_in(read(question)) if one.meant]
    codes = {code for _, those in medicines for code in those}
    return Slots(
        tests=_tests(question, heard.asked, heard.readings),
        readings=heard.readings,
        medicines=tuple(words for words, _ in medicines),
        since=since,
        until=until,
        latest=None if since or until else latest(question),
        chapters=tuple(chapter for chapter, words in CHAPTERS if words.search(question)),
        formula=next((name for name, words in FORMULAS if words.search(question)), None),
        imaging=next((kind for kind, words in KINDS.items() if re.search(words, question, re.IGNORECASE)), None),
        report="ecg" if ECG.search(question) else "imaging" if ANY.search(question) else None,
        about=question if concepts(question) - codes else "",
    )


def _tests(question: str, asked: tuple[str, ...], readings: tuple[Reading, ...]) -> tuple[str, ...]:
    """The tests that a question names, by their standard names."""
    pressure = [PRESSURE] if any(words in question.lower().split() for words in PRESSURE_WORDS[1:]) else []
    pressure += [PRESSURE] if PRESSURE_WORDS[0] in question or "blood pressure" in question.lower() else []
    named = [*pressure, *asked, *(reading.test for reading in readings)]
    known = tuple(dict.fromkeys(name for one in named if (name := standard(one))))
    return known or (VITAL_SIGNS if VITALS.search(question) else ())


def latest(question: str) -> int | None:
    """How many of the newest are asked for."""
    said = LATEST.search(question)
    if said is None:
        return 1 if NEWEST.search(question) else None
    count = said["en"] or said["zh"]
    return 1 if count is None else int(count) if count.isdigit() else NUMBERS.get(count.lower(), 1)


def span(question: str, now: datetime) -> tuple[date | None, date | None]:
    """The days from and to which is asked, both counted; read as HospInfo reads the time of visits."""
    for words, month in SEASONS.items():
        question = words.sub(month, question)
    try:
        read_ = dated(script(question), now)
    except NoSuchDay:
        return None, None
    conditions = [*read_.every(Kind.WHEN), *map(period_condition, read_.every(Kind.PERIOD))]
    found = {name.removeprefix("visit_date"): value for one in conditions[:1] for name, value in one.items()}
    if "__range" in found:
        first, last = found["__range"]
        return _day(first), _day(last)
    first, last = found.get("__gte") or found.get("__gt"), found.get("__lte") or found.get("__lt")
    return (_day(first) if first else None), (_day(last) if last else None)


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
