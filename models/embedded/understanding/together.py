"""Facts told together: those of one name laid into one, and the trouble put ahead of what it feels like or does."""

import re

from models.embedded.understanding.cues import Cue, cues
from models.embedded.understanding.hearing import Hearing
from models.embedded.understanding.held import is_over
from models.facts import Fact, Status, Topic
from models.knowledge.load import knowledge

_CUES = cues("statements")


def merged(facts: list[tuple[Fact, int]], hearing: Hearing) -> list[Fact]:
    """One fact of each name, out of facts with their places: details laid together, a correction kept."""
    kept: dict[tuple[Topic, str], tuple[Fact, int]] = {}
    for fact, place in facts:
        earlier, before = kept.get(fact.name, (None, 0))
        if earlier is None:
            kept[fact.name] = fact, place
        elif earlier.status is fact.status:
            quote = max(earlier.quote, fact.quote, key=len)
            update = {
                "quote": quote,
                "past": earlier.past and (fact.past or is_over(hearing, earlier, before)),
                "details": fact.details.updated(earlier.details),
            }
            kept[fact.name] = earlier.model_copy(update=update), place
        elif hearing.taken_back_between(before, place) or earlier.status is not Status.PRESENT:
            over = fact.past or is_over(hearing, earlier, before)
            kept[fact.name] = fact.model_copy(update={"past": over}), place
    return [fact for fact, _ in kept.values()]


def held_by_pain(facts: list[Fact]) -> list[Fact]:
    """ "Can't lift my left arm, shoulder's agony": what hurts too much to be lifted is not weak."""
    if not any(fact.code in _HOLD_AN_ARM and fact.status is Status.PRESENT for fact in facts):
        return facts
    return [fact for fact in facts if not (fact.code == "weak_one_side" and _LIFTS.search(fact.quote.lower()))]


_HOLD_AN_ARM = frozenset({"shoulder_pain", "arm_pain", "elbow_pain", "neck_pain"})
_LIFTS = re.compile(r"\b(?:lift|raise|reach|move)\b[^,.;]*\barm|(?:胳膊|手臂|手)[^，。]{0,3}抬不")


def sleep_last(facts: list[Fact], lower: str) -> list[Fact]:
    """昨晚一晚没睡，就是牙疼: what kept somebody from a night's sleep is the trouble, ahead of the sleep."""
    troubles = [fact for fact in facts if fact.topic is Topic.FINDING and fact.status is Status.PRESENT]
    if not troubles or troubles[0].code != "poor_sleep" or not any(map(_is_bodily, troubles)):
        return facts
    if not _A_NIGHT.search(lower) or _MANY_NIGHTS.search(lower):
        return facts
    return sorted(facts, key=lambda fact: fact.code == "poor_sleep")


_A_NIGHT, _MANY_NIGHTS = Cue(_CUES["a_night"]), Cue(_CUES["many_nights"])


def _is_bodily(fact: Fact) -> bool:
    known = knowledge().findings.get(fact.code)
    return known is not None and known.site not in (None, "mind")


def rash_before_itch(facts: list[Fact], lower: str) -> list[Fact]:
    """ "An itchy rash": what is seen is the trouble, ahead of what it feels like."""
    if not {"rash", "itchy_skin"} <= {fact.code for fact in facts} or not _ITCHY_RASH.search(lower):
        return facts
    return sorted(facts, key=lambda fact: fact.code == "itchy_skin")


_ITCHY_RASH = re.compile(
    r"\bitchy (?:\w+ ){0,2}(?:rash|spots|bumps|lumps|patches|blotches)|痒的?[^，。]{0,2}(?:疹|红点|疙瘩|包)"
)


def without_endoscopy_had(facts: list[Fact], lower: str) -> list[Fact]:
    """A gastroscopy that was done is wished for no more; what it showed is to be explained, if it was lately."""
    if not _ENDOSCOPY_DONE.search(lower):
        return facts
    named = next((fact for fact in facts if fact.code in ("endoscopy_report", "endoscopy_wish")), None)
    kept = [fact for fact in facts if fact.code != "endoscopy_wish"]
    if named is None or not _RESULT_TOLD_OF.search(lower):
        return kept
    shown = named.model_copy(update={"code": "endoscopy_report"})
    return [shown, *(fact for fact in kept if fact.code not in ("endoscopy_report", "read_report"))]


_ENDOSCOPY_DONE, _RESULT_TOLD_OF = Cue(_CUES["endoscopy_done"]), Cue(_CUES["result_told_of"])
