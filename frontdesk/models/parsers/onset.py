"""Whether something is said to have come suddenly."""

from frontdesk.models.parsers.patterns import compiled
from frontdesk.models.parsers.writing import read

_SUDDEN = compiled(
    [
        r"\bsudden(?:ly)?\b|\ball at once\b|\bout of (?:the blue|nowhere)\b|\bovernight\b",
        r"\bwoke (?:up )?(?:with|to|and|deaf|unable)\b",
        "突然|忽然|猛地|一下子|一下就|一觉醒来|[一睡]起?[床醒]就|早上起来就",
    ]
)


def sudden(text: str) -> bool:
    return _SUDDEN.search(read(text).lower) is not None
