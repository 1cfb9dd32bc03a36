"""Lines of what was understood that are put right: said anew on their page, or by words for all of them."""

from collections.abc import Iterable, Iterator
from datetime import datetime

from app.reception.record.heard import DOCTOR_READS, OF_ANYTHING_MORE, STATUSES, Heard, from_words, person_told
from app.reception.record.person_corrected import person_corrected
from app.reception.record.said_of_lines import NOT_BORNE, Said, codes_of, rejected_codes, rejects, said_of_lines
from app.reception.record.since_corrected import since_corrected
from app.reception.record.statements import COMPLAINT
from app.reception.session.events import Question
from app.reception.session.state import State
from models import parsers
from models.assertion import Assertion, scopes
from models.facts import Answer, Fact, Language, Person, Record, Status, Topic
from models.mentions import mentions

PERSON_PAGES = {"relation": "who", "age_months": "age", "sex": "sex"}  # by the field of the person that is corrected
ANSWERS = {Answer.YES: Status.PRESENT, Answer.NO: Status.ABSENT, **STATUSES}
YES_OR_NO = (Topic.FINDING, Topic.CONDITION, Topic.MEDICINE, Topic.ALLERGY, Topic.PREGNANCY)
KEPT_AS_ABSENT = (Topic.FINDING, Topic.CONDITION)  # what is denied of these is for the doctor to read


def is_reviewed(state: State, said: str = "") -> bool:
    """Whether what the doctor will read is on the screen, or was there last and nothing is asked.

    Who is asked for anything more, and says that something is wrong, speaks of it too.
    """
    if state.question and state.question.key in OF_ANYTHING_MORE:
        return rejects(said)
    return state.question.key == DOCTOR_READS if state.question else DOCTOR_READS in state.asked


def page_of(state: State) -> Question | None:
    """The question on the screen; that of what the doctor will read, where it was there last."""
    put = (question for _, question in reversed(state.questions) if question.key == DOCTOR_READS)
    return state.question or (next(put, None) if is_reviewed(state) else None)


def said_anew(state: State, key: str, said: str, language: Language, *, now: datetime, turn: int) -> Heard:
    """What `said` puts in the place of the line `key`; nothing where the line is only taken out."""
    if not said:
        return Heard()
    kind, _, field = key.partition(":")
    if kind == "person":
        return Heard(person=person_told(PERSON_PAGES.get(field, ""), said))
    old = _line(state.record, key)
    answer = ANSWERS.get(reply) if (reply := parsers.plain_reply(said)) else None
    if old is not None and answer is not None and old.topic in YES_OR_NO and old.code not in ("none", "any"):
        return Heard(facts=(old.model_copy(update={"status": answer, "quote": said, "turn": turn}),))
    page = old.asked if old else None
    heard = from_words(_page(page), said, language, now=now, turn=turn)
    return heard if page in COMPLAINT else heard.model_copy(update={"person": None})


def _page(key: str | None) -> Question | None:
    """Without its tiles: what they filled in is what is put right."""
    return Question(key=key, text={}) if key else None


def _line(record: Record, key: str) -> Fact | None:
    return next((fact for fact in record if fact.key == key), None)


def said_by(record: Record, gone: Iterable[str], *, besides: Record) -> Iterator[str]:
    """Keys of what was coded from words that are taken out: it goes with them, unless it is told anew."""
    words = [fact for fact in record if fact.topic is Topic.SAID and fact.key in gone]
    told = {fact.key for fact in besides}
    for fact in record:
        of_words = any(fact.turn == one.turn and fact.quote in one.quote for one in words)
        if of_words and fact.topic in (Topic.FINDING, Topic.DETAIL) and fact.key not in told:
            yield fact.key


def put_right(state: State, heard: Heard, said: str, language: Language, *, now: datetime, turn: int) -> Heard:
    """What was heard in words on the page of what the doctor will read, with what they say of its lines."""
    record = state.record
    of_lines = said_of_lines(record, said, language)
    person, unknown = person_corrected(state.person, said)
    since, ends = since_corrected(record, said, now=now)
    told = {fact.key: fact for fact in (*heard.facts, *_true_after_all(record, said, language))}
    said_so = {key for key, what in of_lines.items() if what is Said.PRESENT}
    only_named = rejected_codes(said)
    out = {
        key
        for key, what in of_lines.items()
        if what is Said.ABSENT or (what is Said.OUT and not _affirmed(told.get(key), only_named))
    }
    gone_codes = {key.partition(":")[2] for key in out}
    not_borne = {fact.code for fact in (*record, *told.values()) if fact.topic in NOT_BORNE}
    kept = [
        fact
        for key, fact in told.items()
        if fact.topic is Topic.SAID
        or not (
            key in out
            or (fact.code in only_named and fact.topic not in NOT_BORNE)
            or (fact.topic in NOT_BORNE and (fact.code in gone_codes or _is_less(fact, record)))
            or (fact.topic is Topic.MEDICINE and fact.code in not_borne)
            or (fact.topic is Topic.DETAIL and fact.code == "since")
        )
    ]
    changed = [_anew(fact, of_lines[fact.key]) for fact in record if fact.key in out | said_so]
    facts = (*kept, *_narrowed(record, only_named, out), *(one for one in changed if one), *since)
    facts = tuple(fact if fact.turn else fact.model_copy(update={"quote": said, "turn": turn}) for fact in facts)
    withdrawn = (*heard.withdrawn, *(fact.key for fact in record if fact.key in out | said_so), *ends, *unknown)
    if heard.person and heard.person.pregnant is not None:
        person = (person or Person()).updated(Person(pregnant=heard.person.pregnant))
    answers = heard.answers or bool(facts or withdrawn or person)
    return Heard(facts=facts, person=person, answers=answers, withdrawn=tuple(dict.fromkeys(withdrawn)))


def _is_less(fact: Fact, record: Record) -> bool:
    """Not known, where the record is sure of it: "I can't take penicillin" doubts no allergy."""
    old = _line(record, fact.key)
    return fact.status is Status.UNKNOWN and old is not None and old.status is Status.PRESENT


def _affirmed(fact: Fact | None, rejected: frozenset[str]) -> bool:
    """Told in the same words to be so: "no hypertension is wrong, she has high blood pressure"."""
    there = fact is not None and fact.status is Status.PRESENT and fact.topic not in NOT_BORNE
    return there and fact is not None and fact.code not in rejected


def _anew(old: Fact, what: Said) -> Fact | None:
    if what is Said.PRESENT:
        return old.model_copy(update={"status": Status.PRESENT, "turn": 0, "past": False})
    if what is Said.ABSENT and old.topic in KEPT_AS_ABSENT:
        return old.model_copy(update={"status": Status.ABSENT, "turn": 0, "past": False})
    return None


def _true_after_all(record: Record, said: str, language: Language) -> Iterator[Fact]:
    """Symptoms and signs of which the lines say that they are not there, or not known, and the words that they are."""
    text = parsers.normalise(said)
    found = scopes(text, language)
    open_lines = (fact for fact in record if fact.topic is Topic.FINDING and fact.status is not Status.PRESENT)
    lines = {code: fact for fact in open_lines for code in codes_of(fact)}
    for one in mentions(said):
        old = lines.get(one.code)
        kinds = {scope.kind for scope in found if scope.covers(one.start, one.end)}
        if old is None or one.denied or kinds - {Assertion.PAST, Assertion.RESOLVED}:
            continue
        yield old.model_copy(update={"status": Status.PRESENT, "past": bool(kinds), "quote": said, "turn": 0})


def _narrowed(record: Record, rejected: frozenset[str], out: set[str]) -> Iterator[Fact]:
    """Allergies without the effect that is said to be none of theirs: "take eczema off, it's only eggs"."""
    for fact in record:
        did = fact.details.character
        if fact.topic in NOT_BORNE and did and fact.key not in out:
            named = {code for _, _, code in parsers.all_named(did)} | {one.code for one in mentions(did)}
            if named and named <= rejected:
                yield fact.model_copy(update={"details": fact.details.model_copy(update={"character": None})})
