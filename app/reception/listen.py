"""Hearing an utterance: language, meaning, red flags; recorded, with its alarms, before anything is said."""

import re
from collections.abc import Iterator
from datetime import datetime
from zlib import crc32

from app.reception.came_for import chief_first
from app.reception.events import (
    AlertRaised,
    Event,
    LanguageChanged,
    Option,
    PatientSaid,
    Question,
    RecordExtended,
)
from app.reception.house import House
from app.reception.meaning import asked_of, is_empty, meaning, tapped
from app.reception.questions import OPEN, option_of
from app.reception.state import Phase, State, ahead, record_of
from app.reception.typed import chosen, labelled
from his_adapter.records import Level
from models.embedded import red_flags
from models.embedded.asking import VAGUE, Known, sex_of
from models.embedded.red_flags import RedFlag
from models.embedded.speaking import length
from models.embedded.speaking.manner import Manner, manners
from models.embedded.summarization import extend
from models.embedded.understanding import language_of, normalise
from models.embedded.understanding.persons.ages import sex_by_pronoun
from models.embedded.understanding.persons.speakers import speaks_of_own
from models.facts import (
    Answer,
    Details,
    Fact,
    Intent,
    Language,
    Mood,
    Person,
    Record,
    Relation,
    Sex,
    Status,
    Topic,
    Understanding,
    Value,
)
from models.knowledge.load import knowledge

EARLIER = 8  # utterances whose signs still count together with this one
SHORT_REPLY = {Language.ZH: 24, Language.EN: 12}  # characters, words
HAN = re.compile("[\u4e00-\u9fff]")  # who mixes some in has not gone over to English
FEW_LETTERS = 6  # a reply this short in the other script ("ok", a drug's name) does not switch the language


class Utterance(Value):
    """What reached the kiosk. `number` is the patient turn it claims to be, from 1; `option` the quick reply tapped."""

    turn_id: str
    number: int
    text: str = ""
    option: str | None = None
    means: str = "typed"


class Turn(Value):
    """One utterance with everything it means; frozen, so that many may look at it at once."""

    session_id: str
    before: State  # as the session stood when the patient began to speak
    heard_by: State  # as it stands with the utterance and its alarms
    unwritten: tuple[Event, ...]  # those of them that are not recorded yet
    text: str
    option: Option | None
    language: Language
    question: Question | None  # the one this may answer
    heard: Understanding
    flags: tuple[RedFlag, ...]  # all that hold now, told before or not
    alarms: tuple[AlertRaised, ...]  # those raised by this turn
    extension: RecordExtended | None
    record: Record
    person: Person
    now: datetime

    @property
    def asked(self) -> str | None:
        return self.question.key if self.question else None

    @property
    def number(self) -> int:
        return self.heard_by.turns

    @property
    def variant(self) -> int:
        """Which wording of a phrase to take: another one in every turn, and other ones for other patients."""
        return crc32(self.session_id.encode()) % 60 + self.number

    @property
    def turn_id(self) -> str:
        return self.heard_by.last.turn_id if self.heard_by.last else ""

    @property
    def silent(self) -> bool:
        """A person has taken over: the machine says nothing."""
        return self.heard_by.owner is not None and self.heard_by.phase not in (Phase.EMERGENCY, Phase.PRIVATE)

    @property
    def understood(self) -> bool:
        """Something in the utterance could be used."""
        heard, nothing = self.heard, type(self.heard.details)()
        intents = heard.intents - {Intent.NONSENSE}
        new = self.extension is not None and (self.extension.facts or self.extension.withdrawn or self.extension.person)
        manner = manners(self.text) & {Manner.MISHEARD, Manner.LEAVES}
        return bool(
            new or heard.answer or intents or heard.correction or manner or heard.details != nothing or heard.questions
        )


def listen(house: House, state: State, utterance: Utterance) -> Turn:
    """Understands and records the utterance; a turn cut off by a crash is heard again, not recorded twice."""
    option = option_of(state.question, utterance.option) if utterance.option else None
    text = utterance.text.strip() or (option.label[state.language] if option else "")
    language = _language(text, state) if option is None else state.language
    option = option or chosen(state.question, text, language)
    asked = asked_of(state, text)
    heard = meaning(text, option, state, asked, language, now=house.now())
    if option is None and is_empty(heard):
        option = labelled(state.question, text, language)
        heard = tapped(option, asked, text, language, now=house.now()) if option else heard
    number = state.turns if utterance.turn_id in state.turn_ids else utterance.number
    extension = _extension(state, heard, asked, number, text)
    record = record_of((*state.extended, extension)) if extension else state.record
    person = state.person.updated(extension.person if extension else None)
    exchange = _exchange(state, asked, text, person)
    flags = red_flags.check(
        exchange[-1],
        language=language,
        record=record,
        person=person,
        earlier=exchange[:-1][-EARLIER:],
        besides=not (_only_answers(heard, asked, text) or _only_shy(heard, text)),
        answer=asked is not None and asked not in OPEN,
        turn=number,
    )
    now = house.now()
    alarms = tuple(_alarms(house, state, flags, number))
    heard_by, unwritten = _heard(house, state, utterance, text, language, alarms, now)
    return Turn(
        session_id=state.session_id,
        before=state,
        heard_by=heard_by,
        unwritten=unwritten,
        text=text,
        option=option,
        language=language,
        question=state.question,
        heard=heard,
        flags=flags,
        alarms=alarms,
        extension=extension,
        record=record,
        person=person,
        now=now,
    )


def _exchange(state: State, asked: str | None, text: str, person: Person) -> tuple[str, ...]:
    """All that was said, as the red-flag rules hear it; of one's kin nothing that is theirs and not of now."""
    exchange, own = list[str](), False
    for key, words in (*state.answers, (asked, text)):
        said = _of_danger(key, words)
        if own and person.relation in (None, Relation.SELF):
            said = red_flags.without_kin(said, language_of(said) or Language.ZH)
        own = own or speaks_of_own(said)
        exchange.append(said)
    return tuple(exchange)


def _of_danger(asked: str | None, text: str) -> str:
    """What the red-flag rules hear: what an allergy did, or when a medicine is used, is asked for and no emergency."""
    said = normalise(text)
    match asked:
        case "allergies":
            return red_flags.without_reaction(said)
        case "medicines":
            return red_flags.without_occasions(said, language_of(said) or Language.ZH)
        case _:
            return said


def _only_answers(heard: Understanding, asked: str | None, text: str) -> bool:
    """A short reply that says what was asked, or that wants a person or a record, and names no new trouble."""
    if any(
        f.topic is Topic.FINDING and f.status is Status.PRESENT and f"finding:{f.code}" != asked for f in heard.facts
    ):
        return False
    if Intent.OWN_RECORDS in heard.intents and len(heard.questions) == 1 and not heard.facts:
        return True  # what they were seen for, not what they have
    short = length(text, heard.language) <= SHORT_REPLY[heard.language]
    if Intent.WANTS_PERSON in heard.intents:
        return short
    told = heard.answer or heard.person or heard.details != Details() or heard.facts
    return short and asked is not None and asked not in OPEN and bool(told)


def _only_shy(heard: Understanding, text: str) -> bool:
    """ "I am embarrassed to say" tells of no trouble yet; the rules are asked all the same."""
    return Manner.SHY in manners(text) and not heard.facts


def _heard(
    house: House,
    state: State,
    utterance: Utterance,
    text: str,
    language: Language,
    alarms: tuple[AlertRaised, ...],
    now: datetime,
) -> tuple[State, tuple[Event, ...]]:
    """The session with the utterance, and what is left to record: alarms, and what is said to a nurse, do not wait."""
    if utterance.turn_id in state.turn_ids:
        known = house.log.append(state.session_id, alarms, after=state.sequence, at=now) if alarms else state
        return known, ()
    said = PatientSaid(
        turn_id=utterance.turn_id,
        number=utterance.number,
        text=text,
        language=language,
        means="tapped" if utterance.option else "spoken" if utterance.means == "spoken" else "typed",
        option=utterance.option,
    )
    switched = (LanguageChanged(language=language),) if language is not state.language else ()
    events: tuple[Event, ...] = (said, *switched, *alarms)
    if alarms or state.owner:
        return house.log.append(state.session_id, events, after=state.sequence, at=now), ()
    return ahead(state, events, at=now), events


def _language(text: str, state: State) -> Language:
    """The language to go on in: the patient's, unless the reply is too short to tell."""
    said = language_of(text)
    if said is None or said is state.language:
        return state.language
    if said is Language.EN and (len(text) <= FEW_LETTERS or HAN.search(text)):
        return state.language
    return said


def _extension(state: State, heard: Understanding, asked: str | None, number: int, text: str) -> RecordExtended | None:
    facts, withdrawn = extend(state.record, heard, asked=asked, turn=number)
    facts = (*facts, *_follow_up_facts(state, heard, facts, asked, text, number))
    withdrawn = (*withdrawn, *_told_better(state, facts), *_put_right(state, heard, facts, text))
    standing = tuple(fact for fact in state.record if f"{fact.topic}:{fact.code}" not in withdrawn)
    facts, moved = chief_first(standing, facts, text)
    withdrawn = (*withdrawn, *moved)
    person = _with_sex(state, facts, heard.person, text)
    if not (facts or withdrawn or person or heard.mood is not state.mood):
        return None
    return RecordExtended(turn=number, facts=facts, withdrawn=withdrawn, person=person, mood=heard.mood)


def _with_sex(state: State, facts: Record, said: Person | None, text: str) -> Person | None:
    """Who is pregnant, or has what only women or men have, need not be asked which they are."""
    known = state.person.updated(said)
    if known.sex is not None or state.owner is not None:
        return said
    sex = sex_of(Known(record=facts, person=known)) or _sex_by_words(known, facts, text)
    return (said or Person()).model_copy(update={"sex": sex}) if sex else said


def _sex_by_words(known: Person, facts: Record, text: str) -> Sex | None:
    """ "I'm not pregnant" is said by a woman, and "she's seven weeks" of a girl."""
    if any(f.topic is Topic.PREGNANCY for f in facts) and known.relation in (None, Relation.SELF):
        return Sex.FEMALE
    if known.relation in (None, Relation.SELF):
        return None
    return sex_by_pronoun(text.lower())


def _told_better(state: State, facts: Record) -> Iterator[str]:
    """ "I feel unwell", or a complaint that was mostly anger, has served once the patient says how."""
    complains = any(f.topic is Topic.FINDING and f.status is Status.PRESENT and f.code not in VAGUE for f in facts)
    if not complains:
        return
    angry = {extension.turn for extension in state.extended if extension.mood is Mood.ANGRY}
    hurts = any(
        "疼" in finding.zh for f in facts if (finding := knowledge().findings.get(f.code)) and f.code not in VAGUE
    )
    located = VAGUE if hurts or (state.question and state.question.key == "site") else frozenset({"unwell"})
    for fact in state.record:
        in_anger = fact.turn in angry and fact.code == fact.quote[: len(fact.code)]  # kept in their own words
        if fact.topic is Topic.FINDING and (fact.code in located or in_anger):
            yield f"{Topic.FINDING}:{fact.code}"


def _put_right(state: State, heard: Understanding, facts: Record, text: str) -> Iterator[str]:
    """头疼, then 不对，是头晕: the complaint told just before, when nothing but another is told in its place."""
    if not heard.correction or length(text, heard.language) > PUT_RIGHT[heard.language] or ALSO.search(text):
        return
    complaints = [f for f in state.record if f.topic is Topic.FINDING and f.status is Status.PRESENT]
    last = [f for f in complaints if f.turn == max(one.turn for one in complaints)]
    instead = {f.code for f in facts if f.topic is Topic.FINDING and f.status is Status.PRESENT}
    if len(last) == 1 and instead and instead.isdisjoint(f.code for f in complaints):
        yield f"{Topic.FINDING}:{last[0].code}"


PUT_RIGHT = {Language.ZH: 12, Language.EN: 8}  # characters, words
ALSO = re.compile(r"[还也又]|\b(?:also|too|and|as well|plus)\b", re.I)
FOLLOW_UP_TOPICS = {"course": Topic.COURSE, "adherence": Topic.ADHERENCE, "result": Topic.RESULT}


def _follow_up_facts(
    state: State, heard: Understanding, facts: Record, asked: str | None, text: str, number: int
) -> Iterator[Fact]:
    """Answers to the follow-up questions are kept as they were given."""
    key = asked or ""
    topic = FOLLOW_UP_TOPICS.get(key)
    asks = text.strip().endswith(("?", "？", "吗"))
    if topic is None or state.earlier is None or not text or asks or any(f.topic is topic for f in facts):
        return
    status = Status.UNKNOWN if heard.answer is Answer.UNSURE else Status.PRESENT
    yield Fact(topic=topic, code=key, status=status, quote=text[:120], turn=number)


def _alarms(house: House, state: State, flags: tuple[RedFlag, ...], turn: int) -> Iterator[AlertRaised]:
    """One alert a rule and session, for flags not told yet."""
    told = {alert.raised.rule for alert in state.alerts}
    for flag in flags:
        if flag.rule not in told:
            yield AlertRaised(
                alert_id=house.new_id(),
                rule=flag.rule,
                level=Level(flag.level),
                route=flag.route,
                private=flag.private,
                reason=flag.reason,
                quote=flag.quote,
                turn=turn,
            )
