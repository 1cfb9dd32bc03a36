"""How long something has lasted or since when, in the spellings of both languages."""

from datetime import datetime

from models.embedded.understanding.times.spans import MOST_YEARS, YEAR, Lasting
from models.embedded.understanding.times.times_en import spans_en
from models.embedded.understanding.times.times_zh import spans_zh


def lastings(lower: str, *, chinese: bool, english: bool, now: datetime | None = None) -> list[Lasting]:
    """Every span of time in `lower` that can say how long something has lasted; `now` places weekdays and months."""
    now = now or datetime.now().astimezone()
    found = [*(spans_zh(lower, now) if chinese else ()), *(spans_en(lower, now) if english else ())]
    taken: list[Lasting] = []
    for span in sorted(found, key=lambda span: (span.start - span.end, span.start)):
        if span.hours <= MOST_YEARS * YEAR and all(span.end <= t.start or t.end <= span.start for t in taken):
            taken.append(span)
    return sorted(taken)
