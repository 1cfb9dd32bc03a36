"""When an illness, an operation or a former habit was, as it is told beside it."""

import re

from models.embedded.understanding.cues import cues, pattern
from models.embedded.understanding.hearing import Hearing
from models.facts import Details, Fact, Status, Topic

_CUES = cues("past_illness")


def with_time(hearing: Hearing, fact: Fact) -> Fact:
    """The illness, operation or former habit with when it was: "gave up the fags eight years ago", 胆囊是前年切的."""
    dated = (
        fact.topic is Topic.OPERATION
        or (fact.topic is Topic.HABIT and fact.past)
        or (fact.topic is Topic.CONDITION and fact.details.duration is None)
    )
    lower = hearing.writing.lower
    start = lower.find(fact.quote.lower()) if dated and fact.status is Status.PRESENT else -1
    if start < 0 or fact.details.value:
        return fact
    when = time_told(lower, start, start + len(fact.quote))
    if when is None:
        return fact
    details = fact.details.model_copy(update={"value": hearing.writing.words(*when.span())})
    return fact.model_copy(update={"details": details})


def lasting_of_illness(hearing: Hearing, facts: list[Fact], loose: Details) -> tuple[list[Fact], Details]:
    """ "The blood pressure? She's had that twenty years", asked since when: the years are of what is named."""
    ill = [fact for fact in facts if fact.topic is Topic.CONDITION and fact.status is Status.PRESENT]
    complains = any(fact.topic is Topic.FINDING and fact.status is Status.PRESENT for fact in facts)
    if loose.duration is None or complains or len(ill) != 1 or ill[0].details.duration:
        return facts, loose
    place = hearing.writing.lower.find(ill[0].quote.lower())
    if place < 0 or not _HAD_THAT.match(hearing.writing.lower, place + len(ill[0].quote)):
        return facts, loose
    details = ill[0].details.model_copy(update={"duration": loose.duration})
    told = ill[0].model_copy(update={"details": details})
    return [told if fact is ill[0] else fact for fact in facts], loose.model_copy(update={"duration": None})


_HAD_THAT = pattern(_CUES["had_that"])


def time_told(lower: str, start: int, end: int) -> re.Match[str] | None:
    """Where is told when what stands from `start` to `end` was."""
    return WHEN.search(lower, start, end_of_clause(lower, end)) or _beside(lower, start, end)


def _beside(lower: str, start: int, end: int) -> re.Match[str] | None:
    """The time told before it in its clause, or alone in the clause behind it."""
    before = WHEN.search(lower, start_of_clause(lower, start), start)
    behind = end_of_clause(lower, end)
    alone = WHEN.search(lower, behind, end_of_clause(lower, behind + 1))
    if before or alone is None or _SENTENCE.match(lower, behind):
        return before
    rest = lower[behind : alone.start()] + lower[alone.end() : end_of_clause(lower, alone.end())]
    return alone if len(rest.strip(_SAID_BESIDE)) == 0 else None


WHEN = pattern(_CUES["when"])
_SENTENCE = re.compile(r"[。；！？;!?\n]|\.(?!\d)")
_SAID_BESIDE = (
    "，, 。.的了吧呢做切放装换拔取生是大概就体检医生大夫院查出来说讲在时候"  # beside a time, and tells nothing else
)


def start_of_clause(lower: str, place: int) -> int:
    begin = max(0, place - _LONGEST)
    return max((stop.end() for stop in CLAUSE_END.finditer(lower, begin, place)), default=begin)


def end_of_clause(lower: str, place: int) -> int:
    end = min(len(lower), place + _LONGEST)
    stop = CLAUSE_END.search(lower, min(place, len(lower)), end)
    return stop.start() if stop else end


CLAUSE_END = re.compile(r"[，。；！？,;!?\n]|\.(?!\d)|\b(?:and|but)\b")
_LONGEST = 80  # characters of a clause on each side
