"""Lines of what was understood that are put right: said anew, like any words on their page, or taken out by words."""

import re
from collections.abc import Iterable, Iterator
from datetime import datetime

from app.reception.record.agreed import codes_in
from app.reception.record.doctor_reads import doctor_reads
from app.reception.record.heard import STATUSES, Heard, from_words, person_told
from app.reception.record.statements import COMPLAINT
from app.reception.session.events import Question
from app.reception.session.state import State
from models import parsers
from models.assertion import lowered
from models.facts import Answer, Fact, Language, Record, Status, Topic
from models.reading import Act, Assertion, Page, Reading, Tile, read

PERSON_PAGES = {"relation": "who", "age_months": "age", "sex": "sex"}  # by the field of the person that is corrected
ANSWERS = {Answer.YES: Status.PRESENT, Answer.NO: Status.ABSENT, **STATUSES}
SENTENCES = re.compile(r"[.!?。！？;；]+")
CLAUSES = re.compile(r"[,，、:：]|\b(?:but|and|while|though)\b|但是?|可是|不过|而")
STAYS = re.compile(  # "nothing is wrong with it", "don't take it off", 没写错
    r"\b(?:not|never|nothing|\w+n['’]?t)(?: \w+){0,3} (?:wrong|incorrect|remove|delete|drop|take|leave|get|cross)\b"
    r"|\bnothing(?:['’]s)? wrong|没(?:有|写|说|记)*(?:错|不对)|别删|不要删|不用删|别去掉"
)
OFF = re.compile(
    r"\b(?:take|get|leave|scratch|cross|strike)\b.{0,40}\b(?:off|out|rid)\b|\b(?:remove|delete|drop|wrong|incorrect)\b"
    r"|去掉|删|拿掉|划掉|不对|不要写|错了"
)
YES_OR_NO = (Topic.FINDING, Topic.CONDITION, Topic.MEDICINE, Topic.ALLERGY, Topic.PREGNANCY)


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


def taken_back(state: State, said: str, language: Language) -> tuple[str, ...]:
    """Keys of the lines of what the doctor will read that the words say are wrong."""
    lines = {
        line.key: line.text
        for part in doctor_reads(state, language).values()
        for line in part
        if line.key and not line.quoted and not line.denied
    }
    question = state.question
    tiles = tuple(Tile(key=key, label=text) for key, text in lines.items())
    if not tiles or question is None or parsers.plain_reply(said):
        return ()  # a bare "no" says of no line that it is wrong
    reading = read(Page(asked=question.text[language], tiles=tiles, several=True, language=language), said)
    corrects = any(one.act in (Act.CORRECTS, Act.OBJECTS) for one in reading.acts)
    wrong = {key for key, yes in reading.answers.items() if not yes}
    wrong |= {key for key, yes in reading.guesses.items() if not yes and (corrects or _is_denied(lines[key], reading))}
    wrong = {key for key in wrong if not key.startswith(f"{Topic.ALLERGY}:")}  # these by plain words alone
    wrong |= set(_named_to_go(lines, said))
    return tuple(key for key in lines if key in wrong)


def _named_to_go(lines: dict[str, str], said: str) -> Iterator[str]:
    """Lines named in a clause that asks to take something off, or says that it is wrong; else in the one before it.

    Of "asthma is right but penicillin is wrong" only one goes.
    """
    for sentence in SENTENCES.split(lowered(said)):
        named: frozenset[str] = frozenset()
        for clause in CLAUSES.split(sentence):
            named = codes_in(clause) or named
            if OFF.search(clause) and not STAYS.search(clause):
                yield from (key for key in lines if key.partition(":")[2] in named)


def _is_denied(line: str, reading: Reading) -> bool:
    named = codes_in(line)
    return any(one.status is not Assertion.PRESENT and named & codes_in(one.quote) for one in reading.statements)
