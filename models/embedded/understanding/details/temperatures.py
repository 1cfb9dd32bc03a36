"""Body temperatures: the fever one tells, and of several how high it was and how it stands now."""

import re

from models.embedded.understanding.cues import scripts
from models.embedded.understanding.details.details import Detail
from models.embedded.understanding.details.vital_signs import DEGREES
from models.embedded.understanding.lexicon import Mention
from models.embedded.understanding.words.numbers import CHINESE, number
from models.embedded.understanding.words.writing import Writing
from models.facts import Details, Duration, Fact, Status, Topic

FEVERS = frozenset({"fever", "low_fever"})
FEVERISH = 37.3  # °C, under the arm, from which people here speak of fever


def fever_measured(value: str, writing: Writing, *, since: Duration | None) -> Fact:
    """The fever that a temperature ("39.2 °C", "101 °F") tells, or that there is none."""
    status = Status.PRESENT if celsius(value) >= FEVERISH else Status.ABSENT
    quote = writing.original.strip()[:120]
    details = Details(value=value, duration=since)
    return Fact(topic=Topic.FINDING, code="fever", status=status, quote=quote, details=details)


def celsius(value: str) -> float:
    """The degrees Celsius of a temperature as details have it: "39.2 °C", "101 °F"."""
    degrees = float(value.split()[0])
    return (degrees - 32) / 1.8 if value.endswith("°F") else degrees


def body_temperature(lower: str) -> float | None:
    """A body temperature told in °C or °F, in °C."""
    for match in _TEMPERATURE.finditer(lower):
        whole, tenth = number(match[1]), number(match[2]) if match[2] else None
        if whole is None:
            continue
        value = whole + (tenth / 10 if tenth is not None and tenth < 10 else 0)
        if 95 <= value <= 110:
            value = round((value - 32) / 1.8, 1)
        if 35 <= value <= 43:
            return value
    return None


_TEMPERATURE = re.compile(rf"(?<![\d.])({CHINESE})\s*(?:度|°c?|℃|point|点)?\s*({CHINESE})?")
# Degrees of no body.
OF_NO_BODY = re.compile(
    r"水|室|屋|房|空调|气温|天气|奶|油|炉|角度|\b(?:water|room|weather|outside|heating|oven|bath|milk|angle)\b"
)


def highest(found: list[Detail], lower: str) -> list[Detail]:
    """Of several temperatures how high it was: 昨晚39度，今早37度2; when the others were measured dates nothing."""
    measured = _measured(found)
    top = max(measured, key=lambda one: celsius(one.value), default=None)
    clauses = [_clause(lower, one) for one in measured if one is not top]
    others = [d for d in found if d.kind == "duration" and any(start <= d.start < end for start, end in clauses)]
    here = _clause(lower, top) if others and top else (0, 0)
    dropped = [d for d in others if not here[0] <= d.start < here[1]] + [d for d in measured if d is not top]
    return [detail for detail in found if detail not in dropped]


def after_the_highest(found: list[Detail], writing: Writing) -> str | None:
    """The temperature of now where it was higher before, with when it was measured."""
    measured = _measured(found)
    top = max((celsius(one.value) for one in measured), default=0.0)
    lower = [one for one in measured if celsius(one.value) < top]
    now = [(one, when) for one in lower if (when := _BY_NOW.search(writing.lower, *_clause(writing.lower, one)))]
    if now:
        one, when = now[-1]
        return reading_at(writing.words(*when.span()), one.value)
    if lower and _CAME_DOWN.search(writing.lower, *_clause(writing.lower, lower[-1])):
        return reading_at("后来" if scripts(writing.lower)[0] else "later", lower[-1].value)
    return None


_BY_NOW = re.compile(
    r"今天(?:早上|早晨|上午|中午|下午|晚上)?|今[早晚儿]|刚才|刚刚?|现在|这会儿?|早上|下午"
    r"|\b(?:this (?:morning|afternoon|evening)|today|tonight|just now|now)\b"
)
_CAME_DOWN = re.compile(r"退|降|\b(?:then|down|dropped|fell)\b")


def reading_at(when: str, value: str) -> str:
    return f"{when}{value}" if scripts(when)[0] else f"{when} {value}".strip()


def when_measured(one: Detail, found: list[Detail], mentions: list[Mention], lower: str) -> Detail | None:
    """The time told beside a temperature, in a clause that speaks of nothing else: 咳嗽三天，昨晚39度2."""
    start, end = _clause(lower, one)
    before = _clause_before(lower, start)
    if _MEASURED.search(lower, *before):
        start = before[0]  # 今早量过，36度8
    if any(start <= mention.start < end for mention in mentions):
        return None
    return next((d for d in found if d.kind == "duration" and start <= d.start and d.end <= end), None)


def with_latest(facts: list[Fact], latest: str | None) -> list[Fact]:
    if latest is None:
        return facts
    return [
        fact.model_copy(update={"details": fact.details.model_copy(update={"latest": latest})})
        if fact.code in FEVERS and fact.status is Status.PRESENT
        else fact
        for fact in facts
    ]


def _measured(found: list[Detail]) -> list[Detail]:
    return [d for d in found if d.kind == "value" and d.value.endswith(DEGREES)]


_MEASURED = re.compile(r"[量测](?!大|多|少|小)|\b(?:took|taken|checked|measured|tested)\b")


def _clause_before(lower: str, start: int) -> tuple[int, int]:
    stops = list(_STOP.finditer(lower, 0, start))
    return (stops[-2].end() if len(stops) > 1 else 0, stops[-1].start()) if stops else (0, 0)


def _clause(lower: str, one: Detail) -> tuple[int, int]:
    start = max((stop.end() for stop in _STOP.finditer(lower, 0, one.start)), default=0)
    end = _STOP.search(lower, one.end)
    return start, end.start() if end else len(lower)


_STOP = re.compile(r"[，。；！？,;!?]|\.(?!\d)|\b(?:and|but)\b")
