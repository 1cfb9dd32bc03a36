"""Meeting what was said: a word for pain, fear, a refusal or an answer, before the next question."""

from app.reception.listen import Turn
from app.reception.questions import OPEN
from app.reception.wording import details_of, sentence_of
from models.embedded.asking import Purpose
from models.embedded.speaking import say
from models.embedded.speaking.manner import Manner, manners
from models.facts import (
    Answer,
    Course,
    Details,
    Fact,
    Intent,
    Language,
    Mood,
    Relation,
    Severity,
    Status,
    Topic,
)

CORRECTED = {Language.ZH: 24, Language.EN: 40}  # characters of a correction that are said back
SOOTHED = (Mood.IN_PAIN, Mood.AFRAID, Mood.SAD)
TOLD = frozenset({Topic.CONDITION, Topic.MEDICINE, Topic.ALLERGY, Topic.OPERATION})
KEPT = frozenset({Topic.ADHERENCE, Topic.RESULT})  # noted whichever way they are answered
PAUSE = 3  # of so many answers to plain questions one is taken without a word


def met(turn: Turn) -> str:
    """What shows the patient that they were heard; empty when nothing needs saying."""
    language, heard = turn.language, turn.heard
    if Manner.TOLD_BEFORE in manners(turn.text):
        return say("soothe_told_before", language)
    if Manner.MISHEARD in manners(turn.text):
        return _corrected(turn, language, "misheard")
    if (heard.correction and changed(turn)) or turned_round(turn):
        return _corrected(turn, language, "corrected")
    if Intent.MEDICAL_QUESTION in heard.intents or Manner.FEARS in manners(turn.text):
        afraid = heard.mood is Mood.AFRAID or Manner.FEARS in manners(turn.text)
        return say("soothe_fears" if afraid else "medical_question", language, variant=turn.variant)
    if Manner.SHY in manners(turn.text) and turn.asked in OPEN:
        return say("soothe_shy", language)
    if any(fact.only_asked for fact in (turn.extension.facts if turn.extension else ())):
        return say("medicine_wished", language)
    if heard.mood in SOOTHED and _newly(turn, heard.mood):
        return say(f"soothe_{heard.mood}", language, variant=turn.variant)
    return _answered(turn, language)


def _newly(turn: Turn, mood: Mood) -> bool:
    """Pain and fear are met when first heard, not with every word; a child's crying is not the speaker's sadness."""
    if mood is Mood.SAD and turn.person.relation is Relation.CHILD:
        return False
    return all(extension.mood is not mood for extension in turn.before.extended)


def changed(turn: Turn) -> bool:
    """Something told before was really replaced or taken back in this turn."""
    if turn.extension is None:
        return False
    before = {fact.name: fact for fact in turn.before.record}
    told = ((before[fact.name], fact) for fact in turn.extension.facts if fact.name in before)
    return bool(turn.extension.withdrawn) or any(_takes_the_place(old, new) for old, new in told)


def _takes_the_place(old: Fact, new: Fact) -> bool:
    """Whether it says something else than before, and not only more."""
    was, is_now = dict(old.details), dict(new.details)
    return old.status is not new.status or any(was[name] not in (None, is_now[name]) for name in was)


def turned_round(turn: Turn) -> bool:
    """What was denied is there after all, or the other way round."""
    before = {fact.name: fact.status for fact in turn.before.record}
    told = turn.extension.facts if turn.extension else ()
    sure = (Status.PRESENT, Status.ABSENT)
    return any(before.get(f.name, f.status) is not f.status for f in told if before.get(f.name) in sure)


def _corrected(turn: Turn, language: Language, phrase: str) -> str:
    """The new words said back; with an apology where the mistake was ours."""
    before = {fact.name: fact for fact in turn.before.record}
    facts = turn.extension.facts if turn.extension else ()
    fact = next((f for f in reversed(facts) if f.name in before), facts[-1] if facts else None)
    what = _what(before.get(fact.name), fact, language) if fact else ""
    if not what or len(what) > CORRECTED[language]:
        return say(phrase, language, variant=turn.variant)
    return say(f"{phrase}_to", language, what=what)


def _what(before: Fact | None, fact: Fact, language: Language) -> str:
    """The details that are new, or the whole where it is more than a detail."""
    if before is None or before.status is not fact.status:
        return sentence_of(fact, language)
    old = dict(before.details)
    new = Details.model_validate({name: value for name, value in fact.details if value != old[name]})
    return (", " if language is Language.EN else "，").join(details_of(new, language))


def _answered(turn: Turn, language: Language) -> str:
    """After the first complaint, a refusal, a "don't know", an illness named, a symptom denied or there."""
    match turn.heard.answer:
        case Answer.REFUSED:
            return say("heard_refused", language, variant=turn.variant)
        case Answer.UNSURE:
            return say("heard_unsure", language, variant=turn.variant)
    facts = turn.extension.facts if turn.extension else ()
    if _tells_of_worse(turn, facts):
        return say("heard_trouble", language, variant=turn.variant)
    if turn.asked in (None, "open", "site", "how"):
        return say("heard_complaint", language, variant=turn.variant) if turn.number > 1 else ""
    if any(fact.topic is Topic.ADHERENCE and fact.status is Status.ABSENT for fact in facts):
        return say("heard_not_taken", language, variant=turn.variant)
    if any(_told(fact) for fact in facts):
        return say("heard_fact", language, variant=turn.variant)
    if turn.asked and turn.asked.startswith("finding:"):
        return _of_finding(turn, facts, language)
    return "" if turn.variant % PAUSE == 0 else say("heard", language, variant=turn.variant)


def _tells_of_worse(turn: Turn, facts: tuple[Fact, ...]) -> bool:
    """Asked how bad it is or how it goes on, they say it is bad."""
    if turn.asked not in ("severity", "course"):
        return False
    said = (turn.heard.details, *(fact.details for fact in facts))
    return any(
        (turn.asked == "severity" and d.severity is Severity.SEVERE)
        or (turn.asked == "course" and d.course is Course.WORSE)
        for d in said
    )


def _told(fact: Fact) -> bool:
    return (fact.topic in TOLD and fact.status is Status.PRESENT) or fact.topic in KEPT


def _of_finding(turn: Turn, facts: tuple[Fact, ...], language: Language) -> str:
    fact = next((f for f in facts if f"finding:{f.code}" == turn.asked), None)
    if fact is None:
        return say("heard", language, variant=turn.variant)
    if fact.status is Status.PRESENT:
        return say("heard_trouble", language, variant=turn.variant)
    return "" if turn.variant % PAUSE == 0 else say("heard_no", language, variant=turn.variant)


def why_asked(purpose: Purpose, language: Language) -> str:
    """The reason for a question, for one who asks why."""
    reasons = {Purpose.DANGER: "why_danger", Purpose.DEPARTMENT: "why_department"}
    return say(reasons.get(purpose, "why_record"), language)
