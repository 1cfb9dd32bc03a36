"""Amounts as people say them, "a couple of", "one and a half", 半 and 两三, and the numbers they stand for."""

import re
from collections.abc import Sequence

from frontdesk.models.parsers.numbers import CHINESE, ENGLISH, number

EN = (
    rf"(?:\bbetween {ENGLISH} (?:and|to) {ENGLISH}|\b(?:one|two|three|four|five|six|seven|eight|nine|ten) (?:or"
    rf"|to) {ENGLISH}|"
    rf"\d+(?:\.\d+)? ?(?:-|to|or|~) ?\d+(?:\.\d+)?|1/2|\b(?:{ENGLISH} and a half|(?:half )?a dozen|half "
    rf"an?|half of (?:an?|the|my)|half|"
    rf"(?:an? |one )?quarter(?: of (?:an?|the|my))?|three[- ]quarters(?: of an?)?|"
    rf"a couple(?: of)?|a few|both|(?:a|{ENGLISH}) (?:hundred|thousand)|an?|another|{ENGLISH})|"
    rf"\d+(?:,\d{{3}})+)"
)
ZH = rf"(?:[二三四]分之[一二三]|[一二三四五六七八九]?十[来几多]|{CHINESE}(?:[到至\-~]{CHINESE})?|半|一?整|几)"


def amount(words: str) -> float | None:
    """The number that `words` stand for; the higher of a range."""
    words = words.strip().lower().replace(",", "")
    if words in _FIXED:
        return _FIXED[words]
    if quarters := _QUARTERS.match(words):
        return 0.75 if quarters[1] else 0.25
    if words.endswith(" and a half"):
        whole = number(words[: -len(" and a half")])
        return None if whole is None else whole + 0.5
    if hundreds := _HUNDREDS.fullmatch(words):
        count = amount(hundreds[1])
        return None if count is None else count * (100 if hundreds[2] == "hundred" else 1000)
    if pair := _PAIR.fullmatch(words):  # 四五片
        return number(pair[2])
    last = words if "ty-" in words else _RANGE.split(words)[-1]
    return number(re.sub("(?<=十)[来几多]", "", last.strip()))


def least(words: str) -> float | None:
    """The lower end of a range, else the number itself."""
    words = words.strip().lower()
    if pair := _PAIR.fullmatch(words):
        return number(pair[1])
    first = words if "ty-" in words else _RANGE.split(words.removeprefix("between "))[0]
    return amount(first if first and not words.endswith(" and a half") else words)


_FIXED = {
    "四分之一": 0.25,
    "三分之一": 1 / 3,
    **dict.fromkeys(("half", "half a", "half an", "half of a", "half of an", "half of the", "half of my"), 0.5),
    **dict.fromkeys(("1/2", "半", "二分之一"), 0.5),
    "三分之二": 2 / 3,
    "四分之三": 0.75,
    **dict.fromkeys(("a", "an", "another", "once", "整", "一整"), 1.0),
    **dict.fromkeys(("twice", "a couple", "a couple of", "couple of", "both"), 2.0),
    **dict.fromkeys(("thrice", "a few", "few", "几"), 3.0),
    "half a dozen": 6.0,
    "a dozen": 12.0,
}
_QUARTERS = re.compile(r"(?:(three)[- ]quarters|(?:an? |one )?quarter)\b")
_HUNDREDS = re.compile(r"(.+) (hundred|thousand)")
_RANGE = re.compile(r" or |-| to | and |[到至~]")
_PAIR = re.compile(
    r"(?:([一二两三四五六七八])([二两三四五六七八九]))(?<=一[二两]|[二两]三|三四|四五|五六|六七|七八|八九)"
)


def first_amount(kinds: Sequence[tuple[re.Pattern[str], float]], lower: str) -> float | None:
    """The first amount told of the first kind there is, times what one of that kind is."""
    for pattern, factor in kinds:
        match = pattern.search(lower)
        value = amount(match["n"]) if match else None
        if value is not None:
            return value * factor
    return None
