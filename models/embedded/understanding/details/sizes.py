"""How large something seen at an examination is and how it was graded: 1.2×0.8厘米, "TI-RADS 4a"."""

import re

from models.embedded.understanding.cues import Cue, cues, pattern
from models.embedded.understanding.hearing import Hearing
from models.embedded.understanding.words.writing import Writing
from models.facts import Fact, Status, Topic

_CUES = cues("sizes")
_SIZE, _GRADE = Cue(_CUES["size"]), Cue(_CUES["grade"])
_MEASURED = pattern(_CUES["measured"])
_NUMBER = re.compile(r"[^，。！？,!?;；]*(?:\d|[一二三四五六七八九十]点[一二三四五六七八九])[^，。！？!?;；]*")
_MOST = 40  # characters


def size_told(writing: Writing) -> str | None:
    """The size and the grade a text tells, in its words."""
    found = [match for cue in (_SIZE, _GRADE) if (match := next(cue.finditer(writing.lower), None))]
    return " ".join(writing.words(*match.span()).strip() for match in found) or None


def value_told(writing: Writing) -> str | None:
    """What a reply to whom asks what was measured tells: a size, a grade, or the clause with a number."""
    number = _NUMBER.search(writing.lower)
    return size_told(writing) or (writing.words(*number.span()).strip()[:_MOST] if number else None)


def with_size(hearing: Hearing, facts: list[Fact]) -> list[Fact]:
    """The facts with the size and grade of the one that is measured so."""
    of = next((fact for fact in facts if _is_measured(fact)), None)
    told = size_told(hearing.writing) if of else None
    if told is None or of is None:
        return facts
    sized = of.model_copy(update={"details": of.details.model_copy(update={"value": told})})
    return [sized if fact is of else fact for fact in facts]


def _is_measured(fact: Fact) -> bool:
    there = fact.topic is Topic.FINDING and fact.status is Status.PRESENT and fact.details.value is None
    return there and _MEASURED.search(fact.code) is not None
