"""The details that can be of a complaint as it is now, out of all that is told of time, degree, side and course."""

import re
from datetime import datetime

from models.embedded.scope import ScopeKind
from models.embedded.understanding.cues import cues, pattern
from models.embedded.understanding.details.details import Detail, details
from models.embedded.understanding.details.stray import without_strays
from models.embedded.understanding.hearing import Hearing
from models.embedded.understanding.naming import Named
from models.embedded.understanding.past.when_told import time_told
from models.facts import Topic

_CUES = cues("statements")


def of_complaints(hearing: Hearing, names: Named, questions: tuple[str, ...], now: datetime | None) -> list[Detail]:
    """Without those of an age, a medicine, an operation, of what is denied, of long ago or of `questions` put to us."""
    found = [
        detail
        for detail in details(hearing.writing, chinese=hearing.chinese, english=hearing.english, now=now)
        if not (
            _used(detail, hearing)
            or _no_cause(detail, hearing)
            or _is_denied(detail, hearing)
            or _of_a_medicine(detail, names)
            or _of_an_operation(detail, hearing.writing.lower, names)
            or any(start <= detail.start < end for start, end in names.of_old)
            or _is_asked(detail, hearing, questions)
        )
    ]
    return without_strays(found, names.mentions, hearing, names.taken)


def _of_a_medicine(detail: Detail, names: Named) -> bool:
    """胃受不了 of a medicine makes no headache severe, and blood pressure tablets are no pressing pain."""
    if any(detail.start < end and start < detail.end for start, end in names.told_of_taking):
        return True
    spans = (one.reaction or (one.start, one.end) for one in names.taken)
    inside = any(start <= detail.start and detail.end <= end for start, end in spans)
    return inside and detail.kind not in ("worse_with", "better_with")  # "it eases with antacid"


def _of_an_operation(detail: Detail, lower: str, names: Named) -> bool:
    """Whether it is when an operation was: 冠心病，装了两个支架，2019年装的."""
    done = [one for one in names.history if one.topic is Topic.OPERATION and detail.kind == "duration"]
    apart = (one for one in done if not any(m.start < one.end and one.start < m.end for m in names.mentions))
    times = (time_told(lower, one.start, one.end) for one in apart)
    return any(time.start() < detail.end and detail.start < time.end() for time in times if time)


def _used(detail: Detail, hearing: Hearing) -> bool:
    """Whether the words are of an age, a pregnancy or an earlier event: no complaint has lasted so long."""
    if detail.kind != "duration":
        return False
    if any(start < detail.end and detail.start < end for start, end in hearing.passing.spans):
        return True
    lower = hearing.writing.lower
    if hearing.asked == "age" and _YEARS_OF_AGE.match(lower) and lower[: detail.end].rfind(" ", 0, detail.start) < 0:
        return True
    start = max(lower.rfind(stop, 0, detail.start) for stop in "，。；！？,.;!?") + 1
    stops = [place for stop in "，。；！？,.;!?" if (place := lower.find(stop, detail.end)) >= 0]
    clause = lower[start : min(stops, default=len(lower))]
    return bool(_EARLIER_EVENT.search(clause)) or (hearing.asked == "age" and _BIRTHDAY.search(clause) is not None)


_EARLIER_EVENT = pattern(_CUES["earlier_event"])
_BIRTHDAY = pattern(_CUES["birthday"])
_YEARS_OF_AGE = pattern(_CUES["years_of_age"])


def _is_denied(detail: Detail, hearing: Hearing) -> bool:
    """Whether pain is said not to be of that kind or degree: "nothing sharp", 没有烧灼感."""
    if detail.kind not in ("character", "severity") or detail.taken_back:
        return False
    between = (
        hearing.writing.lower[scope.start : detail.start]
        for scope in hearing.covering(detail.start, detail.end)
        if scope.kind is ScopeKind.NEGATED
    )
    return not all(map(_PAUSE.search, between))


_PAUSE = re.compile("[，,、]")


def _no_cause(detail: Detail, hearing: Hearing) -> bool:
    """ "I haven't changed my soap" and 没吃虾 set nothing off."""
    return detail.kind == "began_with" and not hearing.under(detail.start, detail.end).isdisjoint(_NOT_DONE)


_NOT_DONE = frozenset({ScopeKind.NEGATED, ScopeKind.OTHER_PERSON})


def _is_asked(detail: Detail, hearing: Hearing, questions: tuple[str, ...]) -> bool:
    """ "Can I park here for two hours?" """
    words = hearing.writing.words(detail.start, detail.end)
    return detail.kind != "began_with" and any(words in part for part in questions)
