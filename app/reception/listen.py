"""Hearing an utterance: language, meaning, red flags; recorded, with its alarms, before anything is said."""

import re
from collections.abc import Iterator
from datetime import datetime
from zlib import crc32

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
from app.reception.questions import option_of
from app.reception.state import Phase, State, record_of
from app.reception.typed import chosen, labelled
from his_adapter.records import Level
from models.embedded import red_flags
from models.embedded.asking import is_complaint
from models.embedded.certainty import PERHAPS_ILL, SOUNDS_ILL
from models.embedded.red_flags import RedFlag
from models.embedded.speaking import length
from models.embedded.speaking.manner import Manner, manners
from models.embedded.summarization import extend
from models.embedded.triage import triage
from models.embedded.understanding import language_of, normalise, understand
from models.facts import (
    Answer,
    Details,
    Fact,
    Intent,
    Language,
    Person,
    Record,
    Relation,
    Status,
    Topic,
    Understanding,
    Value,
)

OPEN = frozenset({"open", "site", "how", "new", "open_follow_up"})
EARLIER = 8  # utterances whose signs still count together with this one
SHORT_REPLY = {Language.ZH: 24, Language.EN: 12}  # characters, words
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
    heard_by: State  # as it stands with the utterance and its alarms recorded
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
        return bool(new or heard.answer or intents or heard.details != nothing or heard.questions)


def listen(house: House, state: State, utterance: Utterance) -> Turn:
    """Understands and records the utterance; a turn cut off by a crash is heard again, not recorded twice."""
    option = option_of(state.question, utterance.option) if utterance.option else None
    text = utterance.text.strip() or (option.label[state.language] if option else "")
    language = _language(text, state) if option is None else state.language
    option = option or chosen(state.question, text, language)
    heard = _meaning(text, option, state, language, house.now())
    if option is None and _empty(heard):
        option = labelled(state.question, text, language)
        heard = tapped(option, _asked(state), text, language, now=house.now()) if option else heard
    number = state.turns if utterance.turn_id in state.turn_ids else utterance.number
    extension = _extension(state, heard, number, text)
    record = record_of((*state.extended, extension)) if extension else state.record
    person = state.person.updated(extension.person if extension else None)
    flags = red_flags.check(
        normalise(text),
        language=language,
        record=record,
        person=person,
        earlier=tuple(normalise(said) for said in state.said[-EARLIER:]),
        besides=not _only_answers(heard, _asked(state), text),
    )
    now = house.now()
    alarms = tuple(_alarms(house, state, flags, number))
    heard_by = _recorded(house, state, utterance, text, language, alarms, now)
    return Turn(
        session_id=state.session_id,
        before=state,
        heard_by=heard_by,
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


def _recorded(
    house: House,
    state: State,
    utterance: Utterance,
    text: str,
    language: Language,
    alarms: tuple[AlertRaised, ...],
    now: datetime,
) -> State:
    if utterance.turn_id in state.turn_ids:
        return house.log.append(state.session_id, alarms, after=state.sequence, at=now) if alarms else state
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
    return house.log.append(state.session_id, events, after=state.sequence, at=now)


def _language(text: str, state: State) -> Language:
    """The language to go on in: the patient's, unless the reply is too short to tell."""
    said = language_of(text)
    if said is None or said is state.language:
        return state.language
    if said is Language.EN and len(text) <= FEW_LETTERS:
        return state.language
    return said


def _meaning(text: str, option: Option | None, state: State, language: Language, now: datetime) -> Understanding:
    asked = _asked(state)
    if option is None:
        heard = _without_wishes_asked_about(understand(text, language=language, asked=asked, now=now))
        heard = _without_others_mentioned(heard, state, text)
        return _or_own_words(heard, text, asked, again=state.misses > 0)
    return tapped(option, asked, text, language, now=now)


def _asked(state: State) -> str | None:
    """The question this may answer; to a person who has taken over they answer something else."""
    return state.question.key if state.question and state.owner is None else None


def _empty(heard: Understanding) -> bool:
    """Nothing was made of the words, except that they may be nonsense."""
    nothing = Understanding(language=heard.language, intents=heard.intents & {Intent.NONSENSE}, mood=heard.mood)
    return heard == nothing


WITHOUT_WORDS = ("skip", "finish", "now", "shortest", "more", "identify")  # keys that mean no more than themselves


def tapped(option: Option, asked: str | None, text: str, language: Language, *, now: datetime) -> Understanding:
    """A quick reply means exactly what its key says; only keys without a meaning of their own are read as words."""
    kind, _, rest = option.key.partition(":")
    if kind == "fact":
        topic, _, code = rest.partition(":")
        return Understanding(language=language, facts=(Fact(topic=Topic(topic), code=code, quote=text),))
    if kind == "ask":
        return Understanding(language=language, intents=frozenset({Intent.QUESTION}), questions=(text,))
    if option.key == "person":
        return Understanding(language=language, intents=frozenset({Intent.WANTS_PERSON}))
    if kind in ("site", "department", "read_on") or option.key in WITHOUT_WORDS:
        return Understanding(language=language)
    heard = understand(text, language=language, asked=asked, now=now)
    answers = {"unsure": Answer.UNSURE, "none": Answer.NONE_OF_THESE, "yes": Answer.YES, "no": Answer.NO}
    return heard.model_copy(update={"answer": answers.get(option.key, heard.answer)})


def _without_wishes_asked_about(heard: Understanding) -> Understanding:
    """ "Where do I pay for a blood test?" asks about one; it does not ask for one."""
    asked = " ".join(heard.questions)
    facts = tuple(f for f in heard.facts if f.topic is not Topic.REQUEST or f.quote not in asked)
    return heard.model_copy(update={"facts": facts})


JUST_LIKE = re.compile(r"也(?:是|有|这样|一样|这么)|一样|\b(?:too|as well|the same|just like|also)\b", re.I)


def _without_others_mentioned(heard: Understanding, state: State, text: str) -> Understanding:
    """ "My sister had just the same": who is ill does not change by a word in passing, nor does what is known of it."""
    person = heard.person
    told = any(is_complaint(fact) for fact in state.record)
    if person is None or person.relation is None or person.relation is state.person.relation or not told:
        return heard
    if person.relation is not Relation.OTHER and not JUST_LIKE.search(text):
        return heard
    kept = person.age_months if _asked(state) == "age" else None
    return heard.model_copy(update={"person": Person(age_months=kept) if kept else None, "details": Details()})


# Where, when, who and how much are asked of a house; nobody's complaint is put so.
ASKS_WHERE = re.compile(
    r"\W*(?:(?:and|so|but|well|oh|ok|sorry|excuse me)\W+)*"
    r"(?:where|whereabouts|what time|who|how much|which|when (?:is|are|do|does|can|will))\b.*\?\s*$"
    r"|.{0,12}(?:[在去到上]哪|几点|多少钱|怎么走)[^，。]{0,8}[？?]?\s*$",
    re.I,
)


def _or_own_words(heard: Understanding, text: str, asked: str | None, *, again: bool) -> Understanding:
    """A complaint that no list knows is kept in their own words, if it sounds like one; sooner when said again."""
    if asked not in OPEN or heard.facts or heard.intents or heard.answer or heard.questions or ASKS_WHERE.match(text):
        return heard
    sounds_ill = triage((), person=heard.person or Person(), text=text).confidence
    if sounds_ill < (PERHAPS_ILL if again else SOUNDS_ILL) or Manner.SHY in manners(text):
        return heard
    own = Fact(topic=Topic.FINDING, code=text[:60], status=Status.PRESENT, quote=text[:120])
    return heard.model_copy(update={"facts": (own,)})


def _extension(state: State, heard: Understanding, number: int, text: str) -> RecordExtended | None:
    asked = _asked(state)
    facts, withdrawn = extend(state.record, heard, asked=asked, turn=number)
    facts = (*facts, *_follow_up_facts(state, heard, facts, text, number))
    withdrawn = (*withdrawn, *_told_better(state, facts))
    if not (facts or withdrawn or heard.person or heard.mood is not state.mood):
        return None
    return RecordExtended(turn=number, facts=facts, withdrawn=withdrawn, person=heard.person, mood=heard.mood)


def _told_better(state: State, facts: Record) -> Iterator[str]:
    """ "I feel unwell" has served once the patient says how."""
    complains = any(f.topic is Topic.FINDING and f.status is Status.PRESENT and f.code != "unwell" for f in facts)
    if complains and any(f.code == "unwell" for f in state.record):
        yield f"{Topic.FINDING}:unwell"


FOLLOW_UP_TOPICS = {"course": Topic.COURSE, "adherence": Topic.ADHERENCE, "result": Topic.RESULT}


def _follow_up_facts(state: State, heard: Understanding, facts: Record, text: str, number: int) -> Iterator[Fact]:
    """Answers to the follow-up questions are kept as they were given."""
    key = _asked(state) or ""
    topic = FOLLOW_UP_TOPICS.get(key)
    if topic is None or state.earlier is None or not text or any(f.topic is topic for f in facts):
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
