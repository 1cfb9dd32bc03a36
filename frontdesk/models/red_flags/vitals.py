"""Vital signs that are told, and what they weigh together (NEWS2, Royal College of Physicians 2017)."""

import re
from typing import NamedTuple

from frontdesk.models import parsers
from frontdesk.models.parsers.temperatures import with_point

URGENT_FROM, FAILING_FROM = 5, 7  # NEWS2: urgent and emergency response
RED = 3  # one value this bad is enough
TOLD_LOW = 85  # mmHg: NEWS2's 90 is an everyday value of many slight people, so alone it takes less
_WORDS_BETWEEN = (
    "=|:|是|为|有|了|只有|才|就|大概|大约|约|掉到|降到|到|那个|那玩意|指夹|夹子|仪|计|测|量|显示|都|快|飙到|一直|在|上"
    "|is|was|of|at|about|around|only|down to|reads?|says?|shows?|showing|doing|on|the|my|thing|monitor|finger|machine"
    "|clip|level|rate"
)
_TO = rf"(?:\s*(?:{_WORDS_BETWEEN})\s*){{0,6}}\s*"  # what stands between a name and its value
_END = r"(?![\d.]*\d)"
_NAMES = {
    "pulse": r"\b(?:hr|heart ?(?:rate|beat)|pulse(?: rate)?|p(?=[ :=]{0,2}\d)|pr)|心率|脉搏|心跳(?:每分钟)?",
    "breaths": r"\b(?:rr|resp(?:iratory)?(?: rate)?|respirations?|breathing rate|r(?=[ :=]{0,2}\d\d\s*(?:次|[/,;，])))"
    r"|呼吸(?:频率|每分钟)?",
    "oxygen": r"\b(?:sp ?o ?2|sao2|o2|sats?|saturations?|oxygen(?: saturations?| sats?| levels?)?|pulse ox\w*)"
    r"|血氧(?:饱和度)?|氧饱和?度?",
    "pressure": r"\b(?:bp|blood pressure|pressure|systolic|sbp)|血压|高压|收缩压",
    "coma": r"gcs|glasgow coma (?:scale|score)|格拉斯哥(?:昏迷)?评?分",
}
_NOT_AFTER = {  # units of something else
    "pulse": r"%|/\s*\d|岁|mg|天",
    "breaths": r"%|/\s*\d|岁|天",
    "oxygen": r"l\b|lit|升|mm",
    "pressure": r"%|岁|年|次|天",
    "coma": r"%",
}
_PATTERNS = {
    name: re.compile(rf"(?:{words}){_TO}(\d{{1,3}}){_END}(?!\s*(?:{_NOT_AFTER[name]}))")
    for name, words in _NAMES.items()
}
_IN_MMHG = re.compile(r"(?<![\d/])(\d{2,3})\s*/\s*\d{2,3}\s*mm\s*hg")
_IN_BEATS = re.compile(r"(?<![\d/.])([2-5]\d) ?(?:bpm|beats?)\b(?!.*(?:baby|f(?:o)?etal))")  # slow without a name
_TEMPERATURE = re.compile(r"(?:\bt|\btemp(?:erature)?|体温)[ :=：]{0,3}((?:3[4-9]|4[0-2])(?:\.\d)?)(?![\d%])")
_CAN_BE = {"pulse": (20, 300), "breaths": (3, 90), "oxygen": (50, 100), "pressure": (40, 300), "coma": (3, 15)}
_BY_UNIT = {"pressure": _IN_MMHG, "pulse": _IN_BEATS}  # told by their unit alone
# Weights by the upper end of each band, as in the chart of NEWS2.
_WEIGHTS = {
    "pulse": ((40, 3), (50, 1), (90, 0), (110, 1), (130, 2), (300, 3)),
    "breaths": ((8, 3), (11, 1), (20, 0), (24, 2), (90, 3)),
    "oxygen": ((91, 3), (93, 2), (95, 1), (100, 0)),
    "oxygen_copd": ((83, 3), (85, 2), (87, 1), (100, 0)),
    "pressure": ((90, 3), (100, 2), (110, 1), (219, 0), (300, 3)),
    "temperature": ((35.0, 3), (36.0, 1), (38.0, 0), (39.0, 1), (43.0, 2)),
    "coma": ((14, 3), (15, 0)),
}
_LUNGS = re.compile(r"copd|chronic (?:obstructive|bronchitis)|emphysema|慢阻肺|老慢支|肺气肿|慢性阻塞")


class Vitals(NamedTuple):
    """What was told, the newest value of each: beats and breaths a minute, %, mmHg, points of the coma scale, °C."""

    told: dict[str, float]
    long_ill_lungs: bool  # 88 to 92 % is their aim (NEWS2, second scale)

    def weights(self) -> dict[str, int]:
        scale = {"oxygen": "oxygen_copd"} if self.long_ill_lungs else {}
        return {name: _weight(scale.get(name, name), value) for name, value in self.told.items()}


def _weight(name: str, value: float) -> int:
    return next(weight for highest, weight in _WEIGHTS[name] if value <= highest)


def vitals(text: str) -> Vitals | None:
    """The vital signs `text` names with their values; None where it tells none but a temperature."""
    low = text.lower()
    if not any(char.isdigit() for char in low):
        return None
    told: dict[str, float] = {}
    for name, pattern in _PATTERNS.items():
        alone = _BY_UNIT.get(name)
        for match in (*(alone.finditer(low) if alone else ()), *pattern.finditer(low)):
            if _CAN_BE[name][0] <= int(match[1]) <= _CAN_BE[name][1]:
                told[name] = int(match[1])
    if not told:
        return None
    degrees = _degrees(text)
    return Vitals(told | ({} if degrees is None else {"temperature": degrees}), bool(_LUNGS.search(low)))


def _degrees(text: str) -> float | None:
    """The temperature told in words, or with its short name: "T 38.6"."""
    named = _TEMPERATURE.search(with_point(text.lower()))
    return float(named[1]) if named else parsers.temperature(text, asked=False)


def signs_of(found: Vitals) -> set[str]:
    """`vitals_adult`, `vitals_child`: dangerous at that age; `vitals_failing`: the worse degree of it in an adult."""
    weights = found.weights()
    alone = any(weight == RED and _telling(name, found.told[name]) for name, weight in weights.items())
    total = sum(weights.values())
    signs = {"vitals_adult"} if alone or total >= URGENT_FROM else set()
    signs |= {"vitals_failing"} if total >= FAILING_FROM else set()
    return signs | ({"vitals_child"} if _grave_in_a_child(found.told) else set())


def _telling(name: str, value: float) -> bool:
    """Whether the value is believed without a second one: pressure from `TOLD_LOW`, no cold forehead at all."""
    return name != "temperature" and (name != "pressure" or value <= TOLD_LOW or value >= 220)


def _grave_in_a_child(told: dict[str, float]) -> bool:
    """Red in NICE NG143, or beyond what PALS 2020 gives for any age of childhood."""
    return (
        told.get("oxygen", 100) <= 91
        or told.get("breaths", 0) >= 60
        or told.get("pulse", 0) >= 180
        or told.get("coma", 15) < 15
    )
