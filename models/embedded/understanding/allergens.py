"""What is not borne, told in sentences of their own to whom asks for allergies: "I get a rash off plasters"."""

import re
from collections.abc import Iterator

from models.embedded.understanding.cues import Cue, cues, pattern
from models.embedded.understanding.hearing import Hearing
from models.embedded.understanding.history import NOT_AN_ALLERGEN
from models.embedded.understanding.medicines import UNKNOWN, medicines
from models.embedded.understanding.writing import read
from models.facts import Fact, Status, Topic

_CUES = cues("allergens")
_CLAUSES = re.compile(r"[,.;!?，。；！？、\n]+|\b(?:and|plus|but)\b|还有|以及")
_LEAD = pattern(_CUES["lead"])
_TAIL = pattern(_CUES["tail"])
_DENIED = pattern(_CUES["denied"])
_WHAT = Cue(_CUES["what"])
_REACTION = Cue(_CUES["reaction"])
_KNOWN = Cue(_CUES["known"])
_SAID = pattern(_CUES["said"])
_CORRECTS = pattern(_CUES["corrects"])
_OF_HISTORY = ("allergies", "past_history", "medicines", "operations")
_MOST = 40  # characters of a name


def with_allergens(hearing: Hearing, facts: list[Fact]) -> list[Fact]:
    """The facts with what a reply names as not borne; it is neither taken nor is "none" told beside it."""
    if hearing.asked not in _OF_HISTORY:
        return facts
    facts = [_no_allergy(fact) if _is_denied_remedy(fact) else fact for fact in facts]
    told = [fact for fact in facts if fact.topic is Topic.ALLERGY and fact.status is Status.PRESENT]
    added = {fact.code: fact for fact in _named(hearing, facts) if not any(fact.quote in one.quote for one in told)}
    if not told and not added:
        return facts
    kept = (fact for fact in facts if not (fact.topic is Topic.ALLERGY and fact.status is Status.ABSENT))
    named = [fact.quote for fact in added.values()]
    return [*(fact for fact in kept if not any(fact.quote in words for words in named)), *added.values()]


def _is_denied_remedy(fact: Fact) -> bool:
    """ "No allergy medicine", which denies an allergy to medicine."""
    return fact.topic is Topic.MEDICINE and fact.code == "allergy medicine" and fact.status is Status.ABSENT


def _no_allergy(fact: Fact) -> Fact:
    return fact.model_copy(update={"topic": Topic.ALLERGY, "code": "none"})


def _named(hearing: Hearing, facts: list[Fact]) -> Iterator[Fact]:
    lower = hearing.writing.lower
    none = next((fact for fact in facts if fact.topic is Topic.ALLERGY and fact.status is Status.ABSENT), None)
    denied = none is not None and not _CORRECTS.search(lower)
    for (start, end), clause in _things(lower):
        if hearing.asked != "allergies" and not _tells_by_itself(lower, clause):
            continue
        words = hearing.writing.words(start, end)
        if words in NOT_AN_ALLERGEN or (denied and not _KNOWN.search(lower, start, end)):
            continue
        known = medicines(read(words), chinese=hearing.chinese, english=hearing.english)
        code = known[0].code if known and not known[0].code.startswith(UNKNOWN) else words
        yield Fact(topic=Topic.ALLERGY, code=code[:_MOST], quote=hearing.writing.words(*clause).strip())


def _tells_by_itself(lower: str, clause: tuple[int, int]) -> bool:
    """Whether it is plain without the question that something is not borne: a substance, and what it does."""
    known = _KNOWN.search(lower, *clause)
    return known is not None and bool(_WHAT.search(lower, *clause) or _REACTION.search(lower, *clause))


def _things(lower: str) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    """Where something that is not borne is named, and the clause that tells it."""
    for clause in _spans(lower):
        if _DENIED.match(lower, *clause):
            continue
        known, name = _KNOWN.search(lower, *clause), _trimmed(lower, *clause)
        if told := _WHAT.search(lower, *clause):
            yield _trimmed(lower, *told.span(told.lastgroup or 0)), clause
        elif known and (_REACTION.search(lower, *clause) or name[1] - name[0] > _MOST):
            yield known.span(), clause
        elif known and not _SAID.search(lower, *name):
            yield name, clause


def _spans(lower: str) -> Iterator[tuple[int, int]]:
    last = 0
    for stop in _CLAUSES.finditer(lower):
        yield last, stop.start()
        last = stop.end()
    yield last, len(lower)


def _trimmed(lower: str, start: int, end: int) -> tuple[int, int]:
    """The name without what leads up to it."""
    lead = _LEAD.match(lower, start, end)
    start = lead.end() if lead else start
    tail = _TAIL.search(lower, start, end)
    return start, tail.start() if tail else end
