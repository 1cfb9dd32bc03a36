"""What an utterance says in reply to the question just put, beside what it states by itself."""

from datetime import datetime
from typing import NamedTuple

from models.embedded.scope import ScopeKind
from models.embedded.understanding.details.measures import Measures
from models.embedded.understanding.hearing import Hearing
from models.embedded.understanding.naming import OPEN
from models.embedded.understanding.past.when_told import lasting_of_illness
from models.embedded.understanding.replies.answers import MOST_QUOTED, answer_in, asks_for_a_nurse, of_another
from models.embedded.understanding.replies.bare_replies import details_for
from models.embedded.understanding.replies.free_words import free_words
from models.embedded.understanding.replies.openings import end_of_echo
from models.embedded.understanding.replies.person_replies import person_for
from models.embedded.understanding.replies.reply_facts import fact_for
from models.embedded.understanding.replies.sounding import denies_but_of_old
from models.embedded.understanding.stated import is_complaint
from models.facts import Answer, Details, Fact, Intent, Person, Side, Status, Topic


class Said(NamedTuple):
    facts: list[Fact]
    loose: Details
    person: Person | None


def answer_that_stands(
    hearing: Hearing, facts: list[Fact], loose: Details, wanted: frozenset[Intent], *, corrected: bool
) -> Answer | None:
    """Yes, no, unsure or refused, unless it answers nothing beside `facts` and `loose`."""
    answer = answer_in(hearing.writing)
    if corrected and answer is Answer.NO and (loose != Details() or any(map(is_complaint, facts))):
        return None  # "sorry, no, the left one" and 不对，是头晕 take something back
    if hearing.asked and answer and of_another(hearing.writing, facts, hearing.asked):
        answer = None
    if answer is Answer.YES and Intent.WANTS_PERSON in wanted and asks_for_a_nurse(hearing.writing, facts):
        return None
    if answer is Answer.REFUSED and hearing.asked in OPEN and facts:
        return None  # "he's limping, won't say what happened" tells what they came for
    return answer


def replied(
    hearing: Hearing,
    said: Said,
    answer: Answer | None,
    *,
    wanted: frozenset[Intent],
    measures: Measures,
    now: datetime | None,
) -> Said:
    """`said` with what it says of what was asked; as it is when nothing was."""
    facts, loose, asked = said.facts, said.loose, hearing.asked
    if not asked:
        return said
    if asked == "finding:weak_one_side" and answer is Answer.NO and loose.side is Side.BOTH:
        loose = loose.model_copy(update={"side": None})  # "both sides same" is the no itself
    facts = [
        _as_denied(hearing, fact) if _is_asked_for(fact, asked) and answer is Answer.NO else fact for fact in facts
    ]
    reply = _fact_for(hearing, asked, answer, facts)
    if reply and reply.status is Status.PRESENT:  # "yes, for two days": the days are of what was asked
        reply, loose = reply.model_copy(update={"details": reply.details.updated(loose)}), Details()
    loose = measures.beside_fever(loose)
    facts = [*facts, *([reply] if reply else free_words(hearing, facts, answer, wanted, loose))]
    facts, loose = lasting_of_illness(hearing, facts, loose)
    loose = details_for(asked, hearing.writing, found=loose, told=facts)
    if not facts and end_of_echo(hearing.writing.lower, asked):
        loose = Details()  # "Slurred? I've not had a drink since Christmas": how long is not of the complaint
    return Said(facts, loose, person_for(asked, answer, hearing.writing, found=said.person, now=now))


def _is_asked_for(fact: Fact, asked: str) -> bool:
    return f"{fact.topic}:{fact.code}" == asked and is_complaint(fact) and not fact.past


def _as_denied(hearing: Hearing, fact: Fact) -> Fact:
    if not denies_but_of_old(hearing.writing.lower, fact.quote.lower()):
        return fact
    whole = hearing.writing.original.strip()[:MOST_QUOTED]
    return fact.model_copy(update={"status": Status.ABSENT, "quote": whole, "details": Details()})


def _fact_for(hearing: Hearing, asked: str, answer: Answer | None, facts: list[Fact]) -> Fact | None:
    reply = fact_for(asked, answer, hearing.writing, said=tuple(facts))
    if reply and answer is None and reply.topic is Topic.FINDING and _told_of_old(hearing):
        return reply.model_copy(update={"past": reply.past or reply.status is Status.PRESENT})
    return reply


def _told_of_old(hearing: Hearing) -> bool:
    """Whether all that is said is of long ago: "swelled up once, back in college"."""
    text = hearing.writing.lower.rstrip(" .,!。，！")
    ends = (len(text) - len(text.lstrip()), len(text) - 1)
    return all(ScopeKind.PAST in hearing.under(place, place + 1) for place in ends)
