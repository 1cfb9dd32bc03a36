"""A denial that holds under one circumstance alone: 走平路不喘 says nothing of stairs, "no pain at rest" of walking."""

import re

_CIRCUMSTANCE = re.compile(
    r"平路|平地|[坐躺站蹲趴]着|躺平|平躺|静坐|不动|休息|歇着|白天|夜里|夜间|晚上|早上|饭后|空腹|走路|走慢|慢走|的时候|[吃喝走坐躺站动]时"
    r"|\bon the (?:flat|level)\b|\blevel ground\b|\bflat ground\b|\bat rest\b"
    r"|\b(?:when|while|if|unless|until) (?:i|i'm|he|she|it|you|lying|sitting|standing|resting|walking|still)\b"
    r"|\b(?:lying|sitting|standing|resting|walking)\b|\b(?:at|by) night\b|\bin the (?:morning|evening|day\w*)\b"
    r"|\bduring the (?:day|night)\b"
)
_STOP = re.compile(r"[，。；！？,;!?\n]|\.(?!\d)|\bbut\b|但是?|可是|不过|就是")


def is_circumstantial(lower: str, start: int, end: int) -> bool:
    """Whether a circumstance stands in the clause of `lower[start:end]`, and outside of it."""
    first = max((one.end() for one in _STOP.finditer(lower, 0, start)), default=0)
    stop = _STOP.search(lower, end)
    last = stop.start() if stop else len(lower)
    return any(one.end() <= start or end <= one.start() for one in _CIRCUMSTANCE.finditer(lower, first, last))
