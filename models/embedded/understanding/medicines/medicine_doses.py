"""Which dose that is told is of which of the medicines named."""

import re

from models.embedded.understanding.cues import Cue, cues, pattern
from models.embedded.understanding.medicines.medicine_states import Medicine

_CUES = cues("medicines")
_DOSE_ZH, _DOSE_EN = Cue(_CUES["dose_zh"]), Cue(_CUES["dose_en"])


def with_doses(lower: str, found: list[Medicine], *, chinese: bool, english: bool) -> list[Medicine]:
    """The medicines, in the order of the text, each with the dose that stands next to it."""
    told = [*(_DOSE_ZH.finditer(lower) if chinese else ()), *(_DOSE_EN.finditer(lower) if english else ())]
    for dose in sorted(match.span() for match in told):
        near = [(_distance(lower, one, dose), place) for place, one in enumerate(found)]
        near = [(gap, place) for gap, place in near if gap is not None and _has_room(found[place], dose)]
        if near:
            _, place = min(near)
            start, end = found[place].dose or dose
            found[place] = found[place]._replace(dose=(min(start, dose[0]), max(end, dose[1])))
    return [_with_count(lower, one) for one in found]


def _distance(lower: str, one: Medicine, dose: tuple[int, int]) -> int | None:
    """Characters between the medicine and the dose, more where a clause ends between them; None if too many."""
    start, end = (one.end, dose[0]) if one.end <= dose[0] else (dose[1], one.start)
    if end < start or end - start > _FARTHEST or _SENTENCE.search(lower, start, end):
        return None
    ahead = start == dose[1]  # 一回5毫升，还有糖浆: what stands ahead of a clause is rarely of the name inside it
    apart = _CLAUSE.search(lower, start, end) is not None
    return end - start + 3 * ahead + _NEXT_CLAUSE * apart * (1 + ahead)


_SENTENCE = re.compile(r"[。！？!?]|\.(?!\d)")
_CLAUSE = re.compile(r"[，,；;]|\b(?:and|but)\b")
_FARTHEST, _NEXT_CLAUSE = 40, 8  # characters to a dose, and as many more to one in another clause


def _has_room(one: Medicine, dose: tuple[int, int]) -> bool:
    """No dose yet, or one that goes on: 早上一片晚上两片."""
    return one.dose is None or 0 <= dose[0] - one.dose[1] <= 1


def _with_count(lower: str, one: Medicine) -> Medicine:
    """With a bare number that is the dose or begins it: "two paracetamol", "levothyroxine 75", "co-codamol 30/500"."""
    number = _NUMBER_BEHIND.match(lower, one.end)
    told = number or _COUNT_BEFORE.search(lower, max(0, one.start - 24), one.start)
    if told is None or (one.dose and not (number and 0 <= one.dose[0] - number.end() <= _NEXT_CLAUSE)):
        return one
    start, end = told.span("it")
    return one._replace(dose=(start, one.dose[1] if one.dose else end))


_COUNT_BEFORE, _NUMBER_BEHIND = pattern(_CUES["count_before"]), pattern(_CUES["number_behind"])
