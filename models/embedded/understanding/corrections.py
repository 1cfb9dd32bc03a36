"""Where a patient takes back what they said: 不对, 哦不是, "sorry, I mean", "actually no"."""

import re
from collections.abc import Sequence

from models.embedded.understanding.lexicon import Mention

MARK = re.compile(
    r"(?:哦|噢|啊|唉|嗯)?[，,]?(?:不对不对|不是不是|不对|说错了|我说错了|记错了|我记错了|搞错了|弄错了|更正一?下|纠正一?下|应该是|我是说|我的意思是|准确(?:地)?说|哦不是?|噢不是?|错了错了|(?<=[。…，])\s*不是(?=[，,])|^不是(?=[，,]))(?!劲|称)"
    r"|\b(?:no,? wait|wait,? no|oh,? (?:wait|no),?|no,? sorry|sorry,? no|sorry,? (?:i mean|i meant|it's|it was|it is|make that|that's|that was|not)|i mean(?:t)?|i (?:said|got) (?:that|it) wrong|(?:my|that's a|that was a) mistake|correction|scratch that|make that|or rather|let me correct|i was wrong|that's wrong|that's not right|i misspoke|actually,?|(?<=[.,…-] )sorry,|^sorry,?|^no,)(?=\W|$)"
)
# "actually no fever", 其实没有发烧, "I don't have a fever after all"
_AFTER_ALL = re.compile(
    r"其实(?:并)?(?:没有?|不)|后来发现不|并没有|\bactually (?:no|not|i don't|i do not|i haven't|there'?s no|it'?s not|it isn't|he doesn't|she doesn't)\b|\bafter all\b|\bforget (?:what i said about|the)\b|\bi take that back"
)


def marks(lower: str) -> list[tuple[int, int]]:
    """Where something said is taken back."""
    return [match.span() for match in MARK.finditer(lower)]


def is_correction(lower: str) -> bool:
    return bool(MARK.search(lower) or _AFTER_ALL.search(lower))


def replaced(lower: str, mentions: Sequence[Mention], marked: Sequence[tuple[int, int]]) -> set[int]:
    """Places of the mentions another took the place of: 头疼……不对，是肚子疼."""
    gone: set[int] = set()
    for start, end in marked:
        before = [place for place, mention in enumerate(mentions) if mention.end <= start + 1]
        after = next((mention for mention in mentions if mention.start >= end - 1), None)
        if not before or after is None or not _INSTEAD.fullmatch(lower[end : max(end, after.start)]):
            continue
        last = mentions[before[-1]]
        if start - last.end <= 12 and last.topic is after.topic and last.code != after.code:
            gone.add(before[-1])
    return gone


_INSTEAD = re.compile(
    r"[\s，,、.…]*(?:其实|应该)?(?:是|it's|it is|i mean|the|my|a|in my|疼的是|痛的是)?[\s，,]*(?:是|左|右|my|the|a|left|right)*(?:边|侧)?的?\s*"
)
