"""Since when a complaint has lasted, told by an event or a time of life: "since our Karen's wedding", 从高中起."""

import re

from models.embedded.understanding.words.writing import Writing
from models.facts import Details, Duration


def begins_with_a_time(lower: str, found: Details) -> bool:
    """好几年了，今年厉害: tells since when, whatever was asked."""
    return found.duration is not None and lower.lstrip("有都快 ").startswith(found.duration.words.lower())


def since_told(lower: str, writing: Writing) -> Duration | None:
    """The time since an event, in hours as far as they can be guessed, with its words; `lower` begins as it does."""
    if _SINCE_EVENT.match(lower):
        return Duration(hours=_SOME_TIME, words=writing.original.strip(" .。,，!！~"))
    if since := _SINCE_THEN.search(lower):
        hours = _YEARS_LONG if since["young"] else _SOME_TIME
        return Duration(hours=hours, words=writing.words(*since.span("words")))
    years = _FOR_YEARS.match(lower)
    return Duration(hours=_YEARS_LONG, words=years["words"]) if years else None


# "Since our Karen's wedding" tells when it began to the one who was there; to everything that reckons, some weeks ago.
_SINCE_EVENT = re.compile(
    r"(?:(?:oh|well|probably|i think|i'd say|it'?s been|ever)\W+)*(?:since|ever since|after) (?!then\b)\D{3,60}$"
)
_SINCE_THEN = re.compile(  # 从高中起, 打记事起就这样, 自从搬家以后
    r"(?:从|打|自从|自)(?P<words>(?:我|他|她)?(?:(?P<young>[^，。]{0,2}(?:小学|初中|高中|中学|大学|上学|记事|小时候|年轻|结婚|当兵|十[几来]岁|小))"
    r"|[^，。\d昨今前去上这那]{2,10}?)(?:那会儿?|那时候?|那年|的时候|以后|之后|后)?)(?=起|开始|就|以来|$)"
)
_FOR_YEARS = re.compile(r"\W*(?:(?:oh|well|been|for|just|it'?s)\W+)*(?P<words>years)(?=\W|$)")
_SOME_TIME = 720.0  # hours
_YEARS_LONG = 43830.0  # hours
