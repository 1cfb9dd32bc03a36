"""Whether a question holds visits against each other: the October visit against the three before, 跟8月那次比."""

import re

from frontdesk.his_adapter.hospinfo.open_chart import NUMBERS

FLAGS = re.IGNORECASE
COMPARES = re.compile(
    r"\bcompar\w+|\bversus\b|\bvs\b|\bagainst\b|\bside by side\b|\bdiffer\w*\b|\bchanged (?:between|from)\b"
    r"|[跟和与同][^，。？]{1,14}比|比\d{1,2}月[^，。？]{0,8}[好差轻重强高低多少]|\bthan in\b"
    r"|相比|对比|比较|不一样|不同|差别|区别",
    FLAGS,
)
MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|march|april|(?-i:May)|june|july|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?"
    r"|nov(?:ember)?|dec(?:ember)?)"
)
NUMBER = r"(?:\d|one|two|three|four|five|[一两二三四五])"
SO_MANY_BEFORE = re.compile(
    rf"\bthe (?:(?P<en>{NUMBER}) )?(?:visits? )?(?:before|prior|preceding)(?: (?:it|that|this|one))?(?=\W|$)"
    rf"|\b(?:the )?(?:previous|last|prior|preceding) (?P<last>{NUMBER}) visits?\b"
    rf"|[之前]面?的?(?P<zh>{NUMBER})次",
    FLAGS,
)
OF_MONTH = re.compile(rf"\b{MONTH}\b|\d{{1,2}}月", FLAGS)
# What visits are not held against, and times that are no visits.
OTHERWISE = re.compile(
    r"\b(?:guidelines?|targets?|goals?|normal|range|average|since|before and after|plot|graph|chart)\b"
    r"|指南|目标|正常|参考|以来|前后|画|图",
    FLAGS,
)


def compares_visits(question: str) -> bool:
    if not COMPARES.search(question) or OTHERWISE.search(question):
        return False
    return bool(OF_MONTH.search(question) or SO_MANY_BEFORE.search(question))


def visits_before(question: str) -> int:
    """How many visits before the one that is named are meant; 0: none."""
    found = SO_MANY_BEFORE.search(question)
    if found is None:
        return 0
    count = found["en"] or found["last"] or found["zh"]
    return 1 if count is None else int(count) if count.isdigit() else NUMBERS.get(count.lower(), 1)
