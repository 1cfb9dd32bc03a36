"""Numbers as people say them, in digits, characters and words."""

import re

_DIGITS = {
    "零": 0,
    "〇": 0,
    "一": 1,
    "二": 2,
    "两": 2,
    "俩": 2,
    "三": 3,
    "仨": 3,
    "四": 4,
    "五": 5,
    "六": 6,
    "七": 7,
    "八": 8,
    "九": 9,
    "幺": 1,
}
_PLACES = {"十": 10, "百": 100, "千": 1000, "万": 10_000}
WORDS = {
    word: value
    for value, word in enumerate(
        [
            "zero",
            "one",
            "two",
            "three",
            "four",
            "five",
            "six",
            "seven",
            "eight",
            "nine",
            "ten",
            "eleven",
            "twelve",
            "thirteen",
            "fourteen",
            "fifteen",
            "sixteen",
            "seventeen",
            "eighteen",
            "nineteen",
        ]
    )
} | {
    word: 10 * value
    for value, word in enumerate(["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"], 2)
}
WORDS |= {"fourty": 40, "ninty": 90}  # as they are often written

# Bounded: a run of numerals would be read anew from each of them.
CHINESE = r"(?:\d{1,12}(?:\.\d{1,12})?|[零〇一二两俩三仨四五六七八九十百千]{1,12}(?:点[零一二三四五六七八九]{1,12})?)"
_UNITS = "one|two|three|four|five|six|seven|eight|nine"
ENGLISH = (
    r"(?:\d{1,12}(?:\.\d{1,12})?|(?:twenty|thirty|fou?rty|fifty|sixty|seventy|eighty|nine?ty)"
    rf"(?:[- ](?:{_UNITS})\b)?|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|"
    rf"ten|eleven|twelve|{_UNITS})"
)


def number(words: str) -> float | None:
    """The number `words` name (三十八点五, thirty-four, 7), the middle of 三四; None if they name none."""
    words = words.strip().lower()
    if re.fullmatch(r"\d+(?:\.\d+)?", words):
        return float(words)
    if (words and words[0] in _DIGITS) or words[:1] in _PLACES:
        return _chinese(words)
    parts = re.split(r"[\s-]+", words)
    if parts and all(part in WORDS for part in parts):
        return float(sum(WORDS[part] for part in parts))
    return None


def _chinese(words: str) -> float | None:
    whole, _, fraction = words.partition("点")
    if any(char not in _DIGITS and char not in _PLACES for char in whole + fraction):
        return None
    rest = float("0." + "".join(str(_DIGITS[char]) for char in fraction)) if fraction else 0.0
    if not any(char in _PLACES for char in whole):
        return _digit_by_digit(whole) + rest
    total, digit, pair = 0.0, 0.0, False
    for char in whole:
        if char in _DIGITS:
            digit, pair = ((digit + _DIGITS[char]) / 2, True) if digit and not pair else (float(_DIGITS[char]), False)
        else:
            total += (digit or 1) * _PLACES[char]
            digit = 0.0
    last = whole[-1]
    if last in _DIGITS and len(whole) > 1 and whole[-2] in ("百", "千"):  # 一百二 is 120
        digit *= _PLACES[whole[-2]] / 10
    return total + digit + rest


def _digit_by_digit(whole: str) -> float:
    values = [_DIGITS[char] for char in whole]
    if len(values) == 2 and values[1] == values[0] + 1 and values[0]:  # 三四天: three or four
        return sum(values) / 2
    return float("".join(map(str, values)))
