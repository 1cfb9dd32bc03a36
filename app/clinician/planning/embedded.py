"""The embedded planner: the common questions of a clinic as plans, without a language model."""

import re
from datetime import date, datetime, timedelta

from app.clinician.guidelines import Chapter
from app.clinician.plan import Plan, Step
from app.clinician.tasks.values import standard
from his_adapter.hospinfo.open_chart import LATEST, NUMBERS
from models.facts import Language
from models.mentions import mentions
from models.parsers.writing import read
from models.specialists.labs_vitals.readings import hear
from models.specialists.labs_vitals.told import PRESSURE, PRESSURE_WORDS
from models.specialists.medication.mentions import mentions as medicines_in

MOVES = re.compile(
    r"\b(?:trend|chang\w+|gone|going|since|over|rising|falling|better|worse|improv\w+|develop\w*|controlled|control|course|history)\b"
    r"|变化|趋势|走势|控制|怎么样|如何|以来|升|降|好转|加重|历次",
    re.IGNORECASE,
)
COMPARES = re.compile(r"\bcompar\w+|\bdifferen(?:t|ce)s?\b|\bversus\b|对比|比较|有什么不同|区别", re.IGNORECASE)
ADVISES = re.compile(
    r"\bguidelines?\b|\bprotocol\b|\bwhat (?:would|should|do) we (?:do|start|give)|\bnext step\b|\bdo next\b"
    r"|指南|方案|下一步|规范",
    re.IGNORECASE,
)
CHAPTERS = (
    (Chapter.REFER, re.compile(r"\brefer\w*|\badmit\w*|转诊|住院|转到", re.IGNORECASE)),
    (Chapter.FOLLOW_UP, re.compile(r"\bfollow[- ]?up|\brecall|随访|复查多久|多久复", re.IGNORECASE)),
    (Chapter.TREATMENT, re.compile(r"\btreat\w*|\bstart\b|\bgive\b|\bmedicine|治疗|用药|怎么治", re.IGNORECASE)),
    (Chapter.ASSESSMENT, re.compile(r"\bassess\w*|\bwork ?up|\btests?\b|\bexamin\w+|评估|检查|查什么", re.IGNORECASE)),
)
IMAGING = re.compile(
    r"\bimaging|\bx-?rays?|\bct\b|\bmri\b|\bultrasound|\bscans?\b|影像|片子|胸片|b超|彩超|ct|核磁|超声", re.IGNORECASE
)
ECG = re.compile(r"\becg\b|\bekg\b|electrocardiogram|心电图", re.IGNORECASE)
TOGETHER = re.compile(
    r"\binteract\w*|\bgo together|\bsafe (?:with|together|to)|\bcombin\w+|\bcontraindicat\w+"
    r"|\bcan (?:he|she|they) (?:have|take)"
    r"|相互作用|一起(?:用|吃)|能不能(?:用|吃)|合用|冲突|禁忌",
    re.IGNORECASE,
)
CALCULATES = re.compile(r"\bcalculat\w+|\bcompute\w*|\bwork out\b|计算|算一?下|估算", re.IGNORECASE)
FORMULAS = (
    ("egfr", re.compile(r"\begfr\b|肾小球滤过率", re.IGNORECASE)),
    ("bmi", re.compile(r"\bbmi\b|body mass index|体重指数|体质指数", re.IGNORECASE)),
    ("cha2ds2_vasc", re.compile(r"cha2?ds2?-?vasc|卒中风险评分|房颤评分", re.IGNORECASE)),
)
VITALS = re.compile(r"\bvitals?\b|\bvital signs?\b|生命体征|体征", re.IGNORECASE)
LABS = re.compile(
    r"\blabs?\b|\blaborator\w+|\bblood (?:tests?|results?|work)\b|\bresults?\b|化验|检验|抽血|验血", re.IGNORECASE
)
VITAL_SIGNS = ("blood pressure", "pulse", "body temperature", "respiratory rate", "oxygen saturation", "body weight")
VISITS = re.compile(
    r"\bvisits?\b|\brecords?\b|\bdiagnos\w+|\btreat\w+|\bcomplain\w*|\bcame\b|\bseen\b|\bhistory\b|\ballerg\w+|\bmedicines?\b|\bsummar\w+|\boverview\b|\bnotes?\b"
    r"|就诊|病历|诊断|治疗|处理|主诉|来看|既往|病史|过敏|用药|吃.{0,4}药|概况|情况|备注",
    re.IGNORECASE,
)
SEASONS = {"spring": 3, "summer": 6, "autumn": 9, "fall": 9, "winter": 12, "春": 3, "夏": 6, "秋": 9, "冬": 12}
MONTHS = {name: n for n, name in enumerate("jan feb mar apr may jun jul aug sep oct nov dec".split(), 1)}  # noqa: SIM905
SINCE = re.compile(
    r"since (?P<day>20\d\d-\d\d-\d\d)|since (?:last |this )?(?P<season>spring|summer|autumn|fall|winter)"
    r"|since (?P<month>[a-z]{3})[a-z]*(?: (?P<year>20\d\d))?"
    r"|since (?P<only>20\d\d)|(?:in|over|during) the (?:last|past) (?P<n>\d+|[a-z]+)? ?(?P<unit>year|month|week)s?"
    r"|(?:今年|去年)?(?P<season_zh>[春夏秋冬])天?(?:以来|之后|到现在)|(?P<month_zh>\d{1,2})月(?:份)?以来|今年以来"
    r"|(?:最近|近|过去)(?P<n_zh>\d+|[一二两三四五六七八九十半])?个?(?P<unit_zh>年|月|周)",
    re.IGNORECASE,
)
DAYS = {"year": 365, "month": 30, "week": 7, "年": 365, "月": 30, "周": 7}


def planned(question: str, language: Language, now: datetime) -> Plan | None:
    """The steps that answer `question`; None where it is none of the common ones."""
    since = _since(question, now)
    latest = None if since else _latest(question)  # "over the last two years" asks for no last one
    asked = _tests(question)
    if COMPARES.search(question) and not asked:
        steps = (Step(key="visits", task="visits", inputs={"latest": latest or 2}),)
        return Plan(strategy="the last visits side by side", steps=steps)
    formula = next((name for name, words in FORMULAS if words.search(question)), None)
    if formula and (CALCULATES.search(question) or formula != "egfr"):
        steps = (Step(key="calculated", task="calculator", inputs={"formula": formula}),)
        return Plan(strategy="a formula over the newest values", steps=steps)
    if ADVISES.search(question):
        about = question if any(not one.denied for one in mentions(question)) else ""
        chapter = next((name for name, words in CHAPTERS if words.search(question)), None)
        inputs = {"about": about, "chapter": chapter}
        return Plan(strategy="the guideline that fits", steps=(Step(key="guideline", task="guideline", inputs=inputs),))
    if TOGETHER.search(question):
        names = tuple(one.words for one in medicines_in(read(question)) if one.meant)
        steps = (Step(key="medicines", task="medicines", inputs={"names": names}),)
        return Plan(strategy="the formulary's rules over what the patient takes", steps=steps)
    if asked or VITALS.search(question) or LABS.search(question):
        return _of_values(question, asked, since, latest)
    for kind, words in (("ecg", ECG), ("imaging", IMAGING)):
        if words.search(question):
            steps = (Step(key=kind, task="reports", inputs={"kind": kind, "since": since}),)
            return Plan(strategy=f"what records tell of {kind}", steps=steps)
    if VISITS.search(question):
        steps = (Step(key="visits", task="visits", inputs={"latest": latest, "since": since}),)
        return Plan(strategy="what the records say", steps=steps)
    return None


def _of_values(question: str, asked: tuple[str, ...], since: date | None, latest: int | None) -> Plan:
    names = asked or (VITAL_SIGNS if VITALS.search(question) else ())
    values = Step(key="values", task="values", inputs={"tests": names, "since": since, "latest": latest})
    if latest is None and MOVES.search(question):
        trend = Step(key="trend", task="trend", inputs={"series": "$values"})
        return Plan(strategy="the values in their order, and how they moved", steps=(values, trend))
    return Plan(strategy="the values in their order", steps=(values,))


def _tests(question: str) -> tuple[str, ...]:
    """The tests that a question names, by their standard names."""
    heard = hear(question)
    pressure = [PRESSURE] if any(words in question.lower() for words in PRESSURE_WORDS) else []
    named = [*pressure, *heard.asked, *(reading.test for reading in heard.readings)]
    return tuple(dict.fromkeys(known for name in named if (known := standard(name))))


def _latest(question: str) -> int | None:
    said = LATEST.search(question)
    if said is None:
        return (
            1
            if re.search(r"\b(?:latest|last|newest|most recent)\b|最近一次|上次|最新", question, re.IGNORECASE)
            else None
        )
    count = said["en"] or said["zh"]
    return 1 if count is None else int(count) if count.isdigit() else NUMBERS.get(count.lower())


def _since(question: str, now: datetime) -> date | None:
    said = SINCE.search(question)
    if said is None:
        return None
    today = now.date()
    if said["day"]:
        return _day(said["day"])
    if season := said["season"] or said["season_zh"]:
        return _last_of(SEASONS[season.lower()], today)
    if said["month"] or said["month_zh"]:
        month = MONTHS.get(said["month"].lower()) if said["month"] else int(said["month_zh"])
        if month is None or not 1 <= month <= 12:
            return None
        return date(int(said["year"]), month, 1) if said["year"] else _last_of(month, today)
    if said["only"]:
        return date(int(said["only"]), 1, 1)
    unit = said["unit"] or said["unit_zh"]
    if unit is None:
        return date(today.year, 1, 1)
    count = said["n"] or said["n_zh"] or "1"
    many = 0.5 if count == "半" else float(count) if count.isdigit() else float(NUMBERS.get(count.lower(), 1))
    return today - timedelta(days=round(many * DAYS[unit.lower()]))


def _day(written: str) -> date | None:
    try:
        return date.fromisoformat(written)
    except ValueError:
        return None


def _last_of(month: int, today: date) -> date:
    """The first of the last such month that has begun."""
    first = date(today.year, month, 1)
    return first if first <= today else date(today.year - 1, month, 1)
