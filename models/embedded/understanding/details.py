"""What is said about a complaint beside its name: side, severity, course, triggers, values."""

import re
from collections.abc import Iterator
from datetime import datetime
from typing import Any, NamedTuple

from models.embedded.understanding.cues import Cue, cues, pattern
from models.embedded.understanding.numbers import CHINESE, number
from models.embedded.understanding.times import lastings
from models.embedded.understanding.writing import Writing
from models.facts import Course, Duration, Severity, Side

_CUES = cues("details")


class Detail(NamedTuple):
    """A value of the field `kind` of `models.facts.Details`, said from `start` to `end`."""

    start: int
    end: int
    kind: str
    value: Any
    taken_back: bool = False  # said not to be so: "not two days", 不是右边


_SIDE = {Side(value): Cue(words) for value, words in _CUES["side"].items()}
_SEVERITY = {Severity(value): Cue(words) for value, words in _CUES["severity"].items()}
_SCALE = Cue(_CUES["scale"])
_COURSE = {Course(value): Cue(words) for value, words in _CUES["course"].items()}
_SUDDEN = Cue(_CUES["sudden"])
_GRADUAL = Cue(_CUES["gradual"])
_FREQUENCY = Cue(_CUES["frequency"])
_CHARACTER = Cue(_CUES["character"])
_HABITS = pattern(_CUES["habits"])
_WORSE_WITH = Cue(_CUES["worse_with"])
_BETTER_WITH = Cue(_CUES["better_with"])
_BEGAN_WITH = Cue(_CUES["began_with"])
DEGREES = ("°C", "°F")  # a temperature's value ends with one of them
_TEMPERATURE = Cue(_CUES["temperature"], named=True)
_PRESSURE = Cue(_CUES["pressure"], named=True)
_SUGAR = Cue(_CUES["sugar"], named=True)
_PULSE = Cue(_CUES["pulse"], named=True)


def details(writing: Writing, *, chinese: bool, english: bool, now: datetime | None = None) -> list[Detail]:
    """Every detail in the text, in its order."""
    lower = writing.lower
    found: list[Detail] = []
    for span in lastings(lower, chinese=chinese, english=english, now=now):
        found.append(
            Detail(
                span.start,
                span.end,
                "duration",
                Duration(hours=round(span.hours, 2), words=writing.words(span.start, span.end)),
            )
        )
    for kind, table in (("side", _SIDE), ("severity", _SEVERITY), ("course", _COURSE)):
        found += _apart(
            Detail(m.start(), m.end(), kind, value) for value, cue in table.items() for m in cue.finditer(lower)
        )
    found += [
        Detail(m.start(), m.end(), "severity", _graded(value))
        for m in _SCALE.finditer(lower)
        if (value := _first_number(m)) is not None and value <= 10
    ]
    gradual = [Detail(m.start(), m.end(), "sudden", False) for m in _GRADUAL.finditer(lower)]
    found += gradual or [Detail(m.start(), m.end(), "sudden", True) for m in _SUDDEN.finditer(lower)]
    for kind, cue in (("frequency", _FREQUENCY), ("character", _CHARACTER)):
        found += [
            Detail(m.start(), m.end(), kind, writing.words(*m.span()))
            for m in cue.finditer(lower)
            if not (_HABITS.match(lower, m.end()) if kind == "frequency" else m[0] == "heavy" and _FLOWS.search(lower))
        ]
    bound = [m.span() for m in _WHEN_BAD.finditer(lower)]
    for kind, trigger in (("worse_with", _WORSE_WITH), ("better_with", _BETTER_WITH)):
        for m in trigger.finditer(lower):
            start, end = _named_span(m)
            found.append(Detail(start, end, kind, writing.words(start, end)))
            bound.append(m.span())
    for m in _BEGAN_WITH.finditer(lower):
        start, end = _named_span(m)
        if all(end <= other[0] or other[1] <= start for other in bound):
            found.append(Detail(start, end, "began_with", writing.words(start, end)))
    found = [d for d in found if not (_is_bound(d, bound) or _both_alike(lower, d))]
    often = [d for d in found if d.kind == "frequency"]
    found = [
        d for d in found if d.kind != "duration" or not any(one.start <= d.start < d.end < one.end for one in often)
    ]
    found = _as_it_went(lower, [_denied(lower, _of_both(lower, d)) for d in (*found, *_values(lower))])
    return sorted(found, key=lambda detail: (detail.start, detail.end))


def _named_span(match: re.Match[str]) -> tuple[int, int]:
    """Where the one group stands that has matched."""
    return match.span(next(name for name, words in match.groupdict().items() if words))


def grade(text: str) -> Severity | None:
    """A severity given as a number from 0 to 10 and no more than a few words with it ("about 7", 得有八分)."""
    told = (_GRADE.fullmatch(clause) for clause in re.split(r"[，,。;；!！?？]\s*|\.\s", text.lower().rstrip(".")))
    values = [number(match["n"]) for match in told if match]
    values += [number(match["n"]) for match in _GRADE_WHEN.finditer(text.lower())]
    worst = max((value for value in values if value is not None and value <= 10), default=None)
    return None if worst is None else _graded(worst)


_NUMBER_OF_TEN = rf"\d{{1,2}}(?:\.\d)?|{CHINESE}|(?:zero|one|two|three|four|five|six|seven|eight|nine|ten)\b"
_GRADE = re.compile(
    r"\W*(?:大概|大约|差不多|应该|估计|可能|也就|就|得|能|有|到|是|打个?|给个?|(?:疼|痛|咳|晕|痒|难受|发作|犯)起来|最?(?:疼|痛|厉害|严重|难受|重)的?时候?|最[疼痛]|疼到?|痛到?|现在|最多|至少|我觉得|我?说"
    r"|(?:so|this|this one|is|an?|about|around|maybe|probably|roughly|i'?d say|i would say|say|it'?s|at least|at most"
    r"|almost|nearly|like|good|solid|easily|between|up to|from|now|the pain is|pain is|well|oh|erm?|um+|uh)\b\s*)*\s*"
    rf"(?P<n>{_NUMBER_OF_TEN})(?:\s*(?:到|至|-|~|to|or|and)?\s*(?:{_NUMBER_OF_TEN}))?"
    r"\s*(?:[多来几]?[分级成]|out of (?:ten|10)|/\s*10)?(?:的样子|左右|吧|了|呢|啊|总有|得有|是有的"
    r"|\s*(?:maybe|or so|i think|i guess|i'd say|at least))*\W*"
)


_GRADE_WHEN = re.compile(  # "2 at rest, 7 on the stairs", "sitting, a two. On the stairs it's a good seven"
    rf"(?:(?<![\d.\w])|\bit(?:'s| is) (?:like |about |maybe |an? |good |solid )*)(?P<n>{_NUMBER_OF_TEN})"
    r"(?: (?:at|on|when|if|sitting|standing|walking|lying|moving|most|normally|usually)\b|(?=\W*$))"
)


def _graded(value: float) -> Severity:
    return Severity.SEVERE if value >= 7 else Severity.MODERATE if value >= 4 else Severity.MILD


def _first_number(match: re.Match[str]) -> float | None:
    return next((number(words) for words in match.groupdict().values() if words), None)


def _apart(found: Iterator[Detail]) -> list[Detail]:
    taken: list[Detail] = []
    for detail in sorted(found, key=lambda d: d.start - d.end):
        if all(detail.end <= other.start or other.end <= detail.start for other in taken):
            taken.append(detail)
    return taken


def _is_bound(detail: Detail, bound: list[tuple[int, int]]) -> bool:
    """阴天更厉害 is no course and no severity, 坐起来就好点 no recovery; "when it's bad I rest" grades no day."""
    graded = detail.kind in ("course", "severity")
    return graded and any(start <= detail.start and detail.end <= end for start, end in bound)


def _of_both(lower: str, detail: Detail) -> Detail:
    """ "The left is worse" and "started on the left, now both" tell of two sides."""
    if detail.kind == "side" and (_THE_WORSE_SIDE.match(lower, detail.end) or _NOW_BOTH.search(lower, detail.end)):
        return detail._replace(value=Side.BOTH)
    return detail


def _as_it_went(lower: str, found: list[Detail]) -> list[Detail]:
    """Courses told together as one: "worse, no better" is worse; better and back again comes and goes."""
    worse = any(d.value is Course.WORSE and not d.taken_back for d in found)
    found = [d for d in found if not (worse and d.value is Course.SAME)]
    turns = [(d.start, d.end) for d in found if d.kind == "course"]
    found = [d for d in found if d.kind != "severity" or not any(a < d.end and d.start < b for a, b in turns)]
    return [
        d._replace(value=Course.COMES_AND_GOES) if d.value is Course.BETTER and _BACK_AGAIN.match(lower, d.end) else d
        for d in found
    ]


def _both_alike(lower: str, detail: Detail) -> bool:
    """ "Both feet the same" compares the two, and is no course."""
    same = detail.kind == "course" and detail.value is Course.SAME
    return same and both_alike(lower[max(0, detail.start - 32) : detail.start])


def both_alike(before: str) -> bool:
    """Whether it is the two sides that are told to be alike, by what stands before "the same"."""
    return _BOTH_ALIKE.search(before) is not None


_WHEN_BAD = Cue(_CUES["when_bad"])
_BACK_AGAIN = pattern(_CUES["back_again"])
_THE_WORSE_SIDE = re.compile(
    r"(?:边|侧|眼|耳朵?|腿|手|脚|膝盖?|胳膊|肩膀?)?(?:更|要|稍微|比较)(?:厉害|重|严重|疼|痛|明显|多)"
    r"|[\w' ]{0,10} (?:is |'s )?worse\b"
)
_NOW_BOTH = re.compile(r"\bnow (?:it's |on |in )?(?:both|the other)|现在(?:两|双|左|右)[边侧只]都?|\bboth now\b")
_FLOWS = re.compile(r"period|bleed|flow|clot")
_BOTH_ALIKE = pattern(_CUES["both_alike"])
_NOT_BEFORE = pattern(_CUES["not_before"])


def _denied(lower: str, detail: Detail) -> Detail:
    before = lower[max(0, detail.start - 16) : detail.start]
    return detail._replace(taken_back=True) if _NOT_BEFORE.search(before) else detail


def _values(lower: str) -> Iterator[Detail]:
    for match in _TEMPERATURE.finditer(lower):
        degrees = _degrees(match)
        if degrees:
            yield Detail(match.start(), match.end(), "value", degrees)
    for match in _PRESSURE.finditer(lower):
        high, low = int(match["hi"] or match["hi2"]), match["lo"] or match["lo2"]
        if 60 <= high <= 280 and (low is None or 30 <= int(low) <= 180):
            yield Detail(match.start(), match.end(), "value", f"{high}/{low} mmHg" if low else f"{high} mmHg")
    for match in _SUGAR.finditer(lower):
        if sugar := _sugar(match["from"], match["to"]):
            yield Detail(match.start("from"), match.end(), "value", sugar)
    for match in _PULSE.finditer(lower):
        beats = number(match["n"] or match["n2"])
        if beats and 100 <= beats < 220:  # beats a minute; a slower one is no complaint that it could be told of
            yield Detail(match.start(), match.end(), "value", f"{beats:g}/min")


def _sugar(least: str, most: str | None) -> str | None:
    """A blood sugar with the unit its size tells: under 34 it is in mmol/L, from 40 in mg/dL."""
    unit = "mmol/L" if float(least) < 34 else "mg/dL" if float(least) >= 40 else None
    if unit is None or float(least) < 1:
        return None
    return f"{least}-{most} {unit}" if most else f"{least} {unit}"


def _degrees(match: re.Match[str]) -> str | None:
    words = match.groupdict()
    if words["f"] or (words["bare"] and float(words["bare"]) > 90):
        return f"{words['f'] or words['bare']} °F"
    if words["z"] or words["z2"]:
        whole = number(words["z"] or words["z2"]) or 0.0
        tenth = 0.5 if words["zt"] == "半" else (number(words["zt"]) or 0) / 10 if words["zt"] else 0.0
        return f"{whole + tenth:g} °C" if 34 <= whole <= 43 else None
    celsius = float(words["c"] or words["c2"] or words["bare"] or words["alone"])
    if words["half"] or words["half2"]:
        celsius += 0.5
    if words["tenth"]:
        celsius += (number(words["tenth"]) or 0) / 10
    return f"{celsius:g} °C"
