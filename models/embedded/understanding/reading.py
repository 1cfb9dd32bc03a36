"""Reads one utterance: what is there and is not, of whom, since when, and what the patient wants."""

from datetime import datetime

from models.embedded.understanding.alone import alone
from models.embedded.understanding.details.complaint_details import of_complaints
from models.embedded.understanding.details.measures import set_apart
from models.embedded.understanding.details.temperatures import with_latest
from models.embedded.understanding.details.vital_signs import DEGREES
from models.embedded.understanding.hearing import Hearing, hear, without_denials_inside
from models.embedded.understanding.intents import intents, mood, questions
from models.embedded.understanding.lexicon import Lexicon, lexicon
from models.embedded.understanding.medicines.allergens import with_allergens
from models.embedded.understanding.naming import Named, named
from models.embedded.understanding.own_records import RecordsAsked, records_asked
from models.embedded.understanding.past.when_told import with_time
from models.embedded.understanding.persons.kin import with_kin
from models.embedded.understanding.places.things import Thing, things_beside, things_told
from models.embedded.understanding.replies.answers import answer_in
from models.embedded.understanding.replies.as_asked import as_asked, without_reactions
from models.embedded.understanding.replies.asked import FREE_TOPICS
from models.embedded.understanding.replies.denials import told_to_have_none, working_well
from models.embedded.understanding.replies.free_words import (
    bare_place,
    by_form,
    fetched,
    places_beside,
    treated,
    with_exception,
)
from models.embedded.understanding.replies.replying import Said, answer_that_stands, replied
from models.embedded.understanding.stated import stated
from models.embedded.understanding.words.corrections import is_correction, only_denies
from models.embedded.understanding.words.writing import Writing, language_of, read
from models.facts import Details, Fact, Intent, Language, Person, Status, Topic, Understanding
from models.knowledge.schema import Knowledge

LONGEST = 8000  # characters read of one utterance; the rest is kept by the log, not understood


def understand(
    text: str,
    *,
    language: Language | None = None,
    asked: str | None = None,
    now: datetime | None = None,
    known: Knowledge | None = None,
) -> Understanding:
    """What `text` says, with nothing concluded from it; facts have turn 0.

    `asked` is the key of the question just put ("finding:sweating", "duration", "past_history", ...). `now` places
    weekdays and dates. Codes of history: "none" (ABSENT) where the patient has no illness, medicine, allergy or
    operation, "any" where they do not know; "pregnancy_known", "postpartum", "breastfeeding"; "smoking", "drinking";
    medicines by their English name or "unknown: " and the patient's words; else the patient's own words.
    """
    writing = read(text[:LONGEST])
    spoken = language_of(text) or language or Language.ZH
    wanted = intents(writing)
    if Intent.NONSENSE in wanted:
        return Understanding(language=spoken, intents=wanted)
    of_records = records_asked(writing.lower)
    if of_records is not None:
        return _beside(of_records, writing, wanted, language=spoken, asked=asked, now=now, known=known)
    return _understood(hear(writing, spoken, asked), lexicon(known), wanted, now)


def _beside(
    of_records: RecordsAsked,
    writing: Writing,
    wanted: frozenset[Intent],
    *,
    language: Language,
    asked: str | None,
    now: datetime | None,
    known: Knowledge | None,
) -> Understanding:
    """What is said beside a question for a record; what stands in such a question is of the past, nothing to note."""
    end = of_records.start + len(of_records.words)
    rest = f"{writing.text[: of_records.start]} {writing.text[end:]}".strip()
    heard = understand(rest, language=language, asked=asked, now=now, known=known)
    intent = Intent.OTHERS_DATA if of_records.others else Intent.OWN_RECORDS
    kept = (wanted & {Intent.MANIPULATION, Intent.WANTS_PERSON}) | (
        heard.intents - {Intent.NONSENSE, Intent.OTHERS_DATA}
    )
    words = writing.words(of_records.start, end)
    return heard.model_copy(
        update={"language": language, "intents": kept | {intent}, "questions": (words, *heard.questions)}
    )


def _understood(hearing: Hearing, words: Lexicon, wanted: frozenset[Intent], now: datetime | None) -> Understanding:
    writing = hearing.writing
    names = named(hearing, words, asks_again=Intent.REPEAT in wanted)
    hearing = without_denials_inside(hearing, [m.what or (m.start, m.end) for m in names.mentions if not m.heard])
    asked_parts, kinds = questions(writing)
    asked_of_us = asked_parts if Intent.QUESTION in kinds else ()
    found, measures = set_apart(of_complaints(hearing, names, asked_of_us, now), hearing, names.mentions)
    things = things_beside(hearing, words, names.mentions, found)
    found = [detail for detail in found if all(detail is not thing.since for thing in things)]
    facts, loose, gone = stated(hearing, names, found)
    facts = [with_time(hearing, fact) for fact in as_asked(facts, hearing, answer_in(writing))]
    corrected = _corrects(hearing)
    answer = answer_that_stands(hearing, facts, loose, wanted, corrected=corrected)
    facts += _none_told(hearing, facts)
    facts = with_kin(hearing, with_allergens(hearing, measures.given_to(hearing, facts)))
    said = Said(facts, loose, _patient(hearing, names))
    facts, loose, person = replied(hearing, said, answer, wanted=wanted, measures=measures, now=now)
    facts, loose = _with_later(facts, loose, measures.later)
    facts = without_reactions(with_exception(hearing, facts), hearing.asked)
    facts = _with_what_no_list_knows(hearing, words, names, things, facts)
    return Understanding(
        language=hearing.language,
        facts=tuple(facts),
        person=None if _only_of_family(facts) and person and person.age_months is None else person,
        answer=answer,
        correction=corrected,
        takes_back=_taken_back(facts, gone, corrected),
        details=loose,
        intents=_settled(wanted | kinds, facts),
        mood=mood(writing),
        questions=asked_parts,
    )


def _patient(hearing: Hearing, names: Named) -> Person | None:
    """Who is ill; 我老公的, "my husband's" tells only whose tablets they are."""
    person, lower = hearing.passing.person, hearing.writing.lower
    if person and person.words and any(person.words.lower() in lower[slice(*span)] for span in names.told_of_taking):
        return None
    return person


def _corrects(hearing: Hearing) -> bool:
    lower = hearing.writing.lower
    return is_correction(lower) and not ((hearing.asked or "").startswith("finding:") and only_denies(lower))


def _none_told(hearing: Hearing, facts: list[Fact]) -> list[Fact]:
    """What is said to be lacking or well though it was not asked, and not said otherwise."""
    named_already = {fact.name for fact in facts}
    found = (*told_to_have_none(hearing.writing), *working_well(hearing.writing))
    asked = FREE_TOPICS.get(hearing.asked or "")
    return [none for none in found if none.topic is not asked and none.name not in named_already]


def _with_later(facts: list[Fact], loose: Details, later: str | None) -> tuple[list[Fact], Details]:
    """A temperature is of a fever where there is one, with what it is `later`."""
    if loose.value and loose.value.endswith(DEGREES) and any(fact.code == "fever" for fact in facts):
        loose = loose.model_copy(update={"value": None})  # 没发烧，36度8: of no cough
    if later and loose.value:
        loose = loose.model_copy(update={"latest": later})
    return with_latest(facts, later), loose


def _with_what_no_list_knows(
    hearing: Hearing, words: Lexicon, names: Named, things: list[Thing], facts: list[Fact]
) -> list[Fact]:
    """`facts` with what they leave unsaid of places, things, treatments and medicines, each told beside the last."""
    facts = facts or bare_place(hearing, words) or alone(hearing)
    facts = [*facts, *places_beside(hearing, words, facts)]
    facts += things_told(hearing, things, facts)
    facts += treated(hearing, words, facts)
    facts += fetched(hearing, names.taken, facts)
    return [*facts, *by_form(hearing, names.taken, facts)]


def _only_of_family(facts: list[Fact]) -> bool:
    """My father had diabetes: he is not the one who is ill."""
    of_family = [fact.topic is Topic.FAMILY for fact in facts]
    others = (fact for fact in facts if fact.topic is not Topic.FAMILY)
    return any(of_family) and all(fact.status is not Status.PRESENT for fact in others)


def _taken_back(facts: list[Fact], gone: frozenset[str], corrected: bool) -> frozenset[str]:
    """Codes withdrawn: those another took the place of, and, in a correction, those now denied."""
    still = {fact.code for fact in facts}
    codes = gone - still
    if corrected:
        codes |= {fact.code for fact in facts if fact.status is Status.ABSENT and fact.code != "none"}
    return frozenset(codes)


def _settled(found: frozenset[Intent], facts: list[Fact]) -> frozenset[Intent]:
    """Intents that do not stand beside what else was said are dropped."""
    settled = set(found)
    if any(fact.status is Status.PRESENT and fact.topic in (Topic.FINDING, Topic.REQUEST) for fact in facts):
        settled -= {Intent.OFF_TOPIC, Intent.AGREES, Intent.DISAGREES, Intent.REPEAT}
    if Intent.MANIPULATION in settled:
        settled -= {Intent.QUESTION, Intent.MEDICAL_QUESTION}
    if Intent.OTHERS_DATA in settled or Intent.OFF_TOPIC in settled:
        settled -= {Intent.QUESTION}
    if Intent.WANTS_PERSON in settled:
        settled -= {Intent.WANTS_DOCTOR}
    return frozenset(settled)
