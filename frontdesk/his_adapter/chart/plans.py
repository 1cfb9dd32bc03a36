"""When what a doctor has ordered was meant to be done: the days that a sentence of treatment or advice names."""

import re
from datetime import date, timedelta

from frontdesk.models.parsers.numbers import CHINESE, ENGLISH, number

IN_FRACTIONS = {"7": 1, "52": 7, "12": 30}
DAYS = {"天": 1, "日": 1, "周": 7, "月": 30, "年": 365, "d": 1, "w": 7, "m": 30, "y": 365}
HALF = 0.5
_TO = r"(?:\s*(?:-|–|~|to|到|至)\s*)"
IN_CHINESE = re.compile(
    rf"(?P<half>半)个?(?P<hu>年|月)(?:到一年)?|(?P<n>{CHINESE})(?:{_TO}(?P<m>{CHINESE}))?\s*(?P<extra>个半)?个?(?P<u>天|日|周|月|年)"
)
IN_ENGLISH = re.compile(
    rf"\b(?P<n>{ENGLISH}|a|an|one)(?:{_TO}(?P<m>{ENGLISH}))?(?:(?<=\d)[ -]?|[ -])"
    r"(?P<u>days?|weeks?|wks?|months?|mo(?:s|ths?)?|years?|yrs?|[dw])\b",
    re.IGNORECASE,
)
# 5/52: in five weeks.
IN_SHORT = re.compile(r"(?<![\d/])(?P<n>\d{1,2})(?:\s*-\s*(?P<m>\d{1,2}))?/(?P<of>7|52|12)(?![\d/])")
# What makes an amount of time one to come back in: looking again, or a doctor's "in".
AGAIN = re.compile(
    r"复查|复诊|复测|再查|再来|再做|再谈|评估|随访|回来|带.{0,8}记录|查|做|看病理|测"
    r"|\bin\b|\bwithin\b|\bagain\b|\breview\b|\brepeat\b|\bcheck\b|\bback\b|\bnext\b|\bafter\b|\bafter that\b"
    r"|\bRTC\b|\bf/?u\b|\br/v\b|\bclinic\b|\bbloods?\b|\bU&Es?\b|\blabs\b|\bphone\b"
    r"|^\s*(?:one|two|three|four|six|\d)\b",
    re.IGNORECASE,
)
ORDERED = re.compile(
    r"复查|复诊|复测|再查|预约|[请查做](?:一次)?(?:眼底|彩超|CT|胃镜|肠镜|血|肝|肾|甲|糖化|心电图|骨密度|硬度)|^查|先查|会诊|接种|转诊"
    r"|\brepeat\b|\b(?:re-?)?refer\w*\b|\breview\b|\br/v\b"
    r"|\bRTC\b|\bf/?u\b|\bordered\b|\bbooked\b|\bagain\b|\bvaccine\b|\bnext (?:visit|year|time)\b"
    r"|\bwithin\b|\bplanned\b",
    re.IGNORECASE,
)
NO_PLAN = re.compile(
    r"共|连服|疗程|为期|再服|再维持|内减少|不愈|不退热|持续|超过|lasts?\b|over\b|for the next|\bfor\b|至少|每月不超过"
)
NEXT_YEAR = re.compile(r"\bnext year\b|明年|每年|\bevery year\b|\byearly\b|年度", re.IGNORECASE)
EVERY = re.compile(r"每(?:月|年|周|季|\d)|\b(?:every|each|monthly|yearly|weekly)\b", re.IGNORECASE)
EVERY_SPAN = {"月": 30, "年": 365, "周": 7, "季": 91}
NEXT_VISIT = re.compile(r"下次|\bnext (?:visit|time)\b", re.IGNORECASE)
AUTUMN = re.compile(r"秋|\bautumn\b", re.IGNORECASE)
MONTH_OF_AUTUMN = 10


def is_order(clause: str) -> bool:
    """Whether it says that something is to be done or looked at again."""
    return bool(ORDERED.search(clause)) or (_span(clause) is not None and bool(AGAIN.search(clause)))


def due(clause: str, written: date) -> date | None:
    """The last day that it names, reckoned from the day it was `written`; None where it names none."""
    days = _span(clause)
    if days is not None and AGAIN.search(clause):
        return written + timedelta(days=round(days))
    if EVERY.search(clause):
        span = next((one for word, one in EVERY_SPAN.items() if f"每{word}" in clause), 30)
        return written + timedelta(days=365 if NEXT_YEAR.search(clause) else span)
    if NEXT_YEAR.search(clause):
        return written + timedelta(days=365)
    if AUTUMN.search(clause):
        year = written.year + (written.month > MONTH_OF_AUTUMN + 1)
        return date(year, MONTH_OF_AUTUMN, 31)
    return None


def comes_again(clause: str) -> bool:
    return bool(EVERY.search(clause))


def _span(clause: str) -> float | None:
    """Days; of a range the longer end."""
    if NO_PLAN.search(clause):
        return None
    if found := IN_CHINESE.search(clause):
        if found["half"]:
            return HALF * DAYS[found["hu"]]
        count = number(found["m"] or found["n"]) or 0
        return (count + (HALF if found["extra"] else 0)) * DAYS[found["u"]]
    if found := IN_SHORT.search(clause):
        return int(found["m"] or found["n"]) * IN_FRACTIONS[found["of"]]
    if found := IN_ENGLISH.search(clause):
        said = (found["m"] or found["n"]).lower()
        count = 1 if said in ("a", "an") else number(said) or 0
        return count * DAYS[found["u"][0].lower()]
    return None
