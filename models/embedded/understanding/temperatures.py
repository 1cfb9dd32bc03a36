"""Several temperatures told of one fever: how high it was, and how it stands now."""

import re

from models.embedded.understanding.answers import celsius
from models.embedded.understanding.cues import scripts
from models.embedded.understanding.details import DEGREES, Detail
from models.embedded.understanding.lexicon import Mention
from models.embedded.understanding.writing import Writing
from models.facts import Fact, Status

FEVERS = frozenset({"fever", "low_fever"})
_STOP = re.compile(r"[，。；！？,;!?]|\.(?!\d)|\b(?:and|but)\b")
_BY_NOW = re.compile(
    r"今天(?:早上|早晨|上午|中午|下午|晚上)?|今[早晚儿]|刚才|刚刚?|现在|这会儿?|早上|下午"
    r"|\b(?:this (?:morning|afternoon|evening)|today|tonight|just now|now)\b"
)
_CAME_DOWN = re.compile(r"退|降|\b(?:then|down|dropped|fell)\b")


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
