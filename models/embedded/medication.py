"""Over-the-counter medicines against illnesses: which pairs a doctor must look at, and how much is taken a day."""

import re
from functools import cache
from pathlib import Path

import yaml

from models.facts import Language, Value

ONES = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
NUMBERS = {word: float(number) for number, word in enumerate(ONES)} | {
    "两": 2.0,
    "一": 1.0,
    "二": 2.0,
    "三": 3.0,
    "四": 4.0,
    "五": 5.0,
    "六": 6.0,
    "七": 7.0,
    "八": 8.0,
    "九": 9.0,
    "十": 10.0,
    "once": 1.0,
    "twice": 2.0,
    "a": 1.0,
}
NUMBER = r"(\d+(?:\.\d+)?|" + "|".join(sorted(NUMBERS, key=len, reverse=True)) + r")"
STRENGTH = re.compile(r"(\d{2,4}(?:\.\d+)?)\s*(?:mg|milligrams?|毫克|s\b)", re.I)
BEFORE = r"(?<![\d.A-Za-z])"
PIECES = r"(?:tablets?|pills?|capsules?|片|粒|颗)"
COUNT = re.compile(rf"{BEFORE}{NUMBER}(?:\s+(?:x\s*)?\d{{2,4}}\s*(?:mg|s\b|毫克)|\s*{PIECES})", re.I)
TIMES = re.compile(rf"(?:{NUMBER}\s*times|\b(once|twice))\s*(?:a|per|each|every)?\s*(?:day|daily)", re.I)
TIMES_ZH = re.compile(rf"(?:一天|每天|每日|日){NUMBER}[次回]")


class Caution(Value):
    """Why a medicine and an illness should be seen together by a doctor; `source` names where the fact is from."""

    medicines: tuple[str, ...]
    conditions: tuple[str, ...]
    why: dict[Language, str]
    source: str


@cache
def table() -> tuple[Caution, ...]:
    text = (Path(__file__).parents[1] / "knowledge" / "cautions.yaml").read_text(encoding="utf-8")
    return tuple(Caution.model_validate(row) for row in yaml.load(text, Loader=yaml.CSafeLoader))


def cautions(medicine: str, condition: str) -> Caution | None:
    """The caution for a medicine (standard English name) and a condition code, if there is one."""
    return next((c for c in table() if medicine in c.medicines and condition in c.conditions), None)


def daily_milligrams(words: str) -> float | None:
    """Milligrams a day from words like "six 200s a day" or "每次200毫克，一天3次"; None when they do not tell."""
    strength = STRENGTH.search(words)
    if strength is None:
        return None
    count = COUNT.search(words)
    times = TIMES.search(words) or TIMES_ZH.search(words)
    return float(strength[1]) * _number(count) * _number(times)


def _number(found: re.Match[str] | None) -> float:
    if found is None:
        return 1.0
    word = next(group for group in found.groups() if group)
    return NUMBERS.get(word.lower()) or float(word)
