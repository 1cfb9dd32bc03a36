"""Reads the numbers that rules need: temperatures, ages, hours without a wet nappy."""

import re

from models.embedded.scope import ScopeKind, lowered, scopes
from models.facts import Language

ZH_DIGITS = {char: value for value, char in enumerate("零一二三四五六七八九")} | {"两": 2, "半": 5}
EN_UNITS = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen"
)
EN_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
EN_WORDS = {word: value for value, word in enumerate(EN_UNITS.split(" "))}
EN_WORDS |= {word: value * 10 for value, word in enumerate(EN_TENS.split(" "), start=2)}
EN_NUMBER = rf"(?:(?:{EN_TENS.replace(' ', '|')})(?:[- ](?:one|two|three|four|five|six|seven|eight|nine))?)"
OTHER_UNIT = r" ?(?:weeks?|years?|yo\b|days?|kg|months?|mg|minutes|hours|bpm|miles|stone)"
CELSIUS = re.compile(
    rf"(?<![\d.:/])(3[5-9]|4[0-3])(?:\.(\d)|度(?:半|(\d))?)?(?!\d|\.\d|岁|周|天|%|/|:|-|次|分|斤|公斤|千克|厘米|公分|毫米|寸|码|{OTHER_UNIT})"
)
FAHRENHEIT = re.compile(r"(?<![\d.:/])(9[5-9]|10\d)(?:\.(\d))?(?=\s?°?\s?f|\s?degrees|[^\d/:]|$)")
ZH_TEMPERATURE = re.compile("(三十[五六七八九]|四十[一二]?)(?:度|点)(半|[零一二三四五六七八九])?")
EN_TEMPERATURE = re.compile(
    rf"\b(thirty[- ](?:seven|eight|nine)|forty(?:[- ](?:one|two))?)(?: (?:point|and a) (\w+))?\b(?!{OTHER_UNIT})"
)
FEVER_TALK = re.compile(
    r"fever|temp|degree|°|celsius|hot\b|烧|热|[体肛腋耳额口]温|度|℃|burning|thermometer|\b(?:3[789]|4[01])\.\d|\d ?f\b"
    r"|[量测][了得出到过一下个是]{0,3}(?:3[789]|4[01])\.\d(?!\d)"
)
AGE_EN = re.compile(
    rf"\b(?:(\d{{1,3}}|{EN_NUMBER})[- ]?(?:years?|yrs?)?[- ]?(?:old|of age|yo\b|y/o)"
    rf"|aged? (\d{{1,3}}|{EN_NUMBER})"
    r"|(?:i'm|i am|(?:he|she|mum|mom|dad|mother|father|wife|husband|gran|nan|grand\w+|who)(?:'s| is)|turned)"
    r" (?:now |only |just )?"
    rf"(\d{{2,3}}|{EN_NUMBER})(?!{OTHER_UNIT}|%| degrees)"
    r"|\b(\d{2})(?:-| )?(?:f|m|female|male)\b|(?:\bat|^) ?(\d{2})(?=,| (?:i|my|she|he)\b)"
    r"|(?:in-law|father|mother|dad|mum|mom|husband|wife|nan|gran\w*|uncle|aunt|brother|sister)"
    r", ?(\d{2})(?=,))"
)
AGE_ZH = re.compile(
    "(?:(\\d{1,3})|([一二三四五六七八九]?十[一二三四五六七八九]?|[一二两三四五六七八九]))(?:多|来|几)?(?:周)?岁|(?:今年|爸|妈|爷|奶|公|婆|伴|父|母|他|她)(?:今年)?(\\d{2})(?=了|，|,|多|$)"
)
DECADE_EN = re.compile(r"in (?:my|his|her) (?:early |mid |late )?(fifties|sixties|seventies|eighties|nineties)")
SILENT = frozenset(
    {ScopeKind.NEGATED, ScopeKind.PAST, ScopeKind.HYPOTHETICAL, ScopeKind.RECOVERED, ScopeKind.OTHER_PERSON}
)
HOURS = re.compile(
    "(\\d{1,2}|[一二两三四五六七八九十]{1,3}|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve) ?"
    "(多|几|来)?个?(?:多)?(?:hours?|hrs?|小时|钟头)"
)
SOME_MORE = 4


def temperatures(text: str) -> list[float]:
    """Body temperatures in °C that the text asserts, in order."""
    low = lowered(text)
    if not FEVER_TALK.search(low):
        return []
    found = [
        (m.start(), int(m[1]) + int(m[2] or m[3] or (5 if m[0].endswith("半") else 0)) / 10)
        for m in CELSIUS.finditer(low)
    ]
    found += [(m.start(), (int(m[1]) + int(m[2] or 0) / 10 - 32) / 1.8) for m in FAHRENHEIT.finditer(low)]
    found += [(m.start(), zh_number(m[1]) + ZH_DIGITS.get(m[2] or "零", 0) / 10) for m in ZH_TEMPERATURE.finditer(low)]
    found += [(m.start(), en_number(m[1]) + en_number(m[2] or "zero") / 10) for m in EN_TEMPERATURE.finditer(low)]
    return [round(value, 1) for start, value in sorted(found) if not silenced(text, start)]


def silenced(text: str, at: int) -> bool:
    """Whether what stands at `at` is denied, past, supposed or somebody else's."""
    return any(s.start <= at < s.end for language in Language for s in scopes(text, language) if s.kind in SILENT)


def ages(text: str) -> list[int]:
    """Ages in years said in the text."""
    low = lowered(text)
    found = [en_number(next(g for g in m.groups() if g)) for m in AGE_EN.finditer(low)]
    found += [int(m[1] or m[3]) if m[1] or m[3] else zh_number(m[2]) for m in AGE_ZH.finditer(low)]
    found += [{"fif": 50, "six": 60, "sev": 70, "eig": 80, "nin": 90}[m[1][:3]] for m in DECADE_EN.finditer(low)]
    return [age for age in found if 0 < age < 120]


def hours(text: str) -> list[int]:
    """Numbers of hours said in the text; 十几 is taken for some more than ten."""
    return [
        zh_number(m[1]) + SOME_MORE * (m[1][-1] == "十" and bool(m[2]))
        if m[1][0] in "一二两三四五六七八九十"
        else en_number(m[1])
        for m in HOURS.finditer(lowered(text))
    ]


def zh_number(words: str) -> int:
    """三十八 is 38, 十二 is 12, 两 is 2."""
    if "十" not in words:
        return ZH_DIGITS[words[0]]
    tens, _, ones = words.partition("十")
    return (ZH_DIGITS[tens] if tens else 1) * 10 + (ZH_DIGITS[ones[0]] if ones else 0)


def en_number(words: str) -> int:
    """ "thirty-nine" is 39, "12" is 12; a word that is no number is 0."""
    return int(words) if words.isdigit() else sum(EN_WORDS.get(word, 0) for word in re.split(r"[- ]", words))
