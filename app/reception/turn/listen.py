"""Hearing an utterance: tiles, words, danger; recorded, with its alarms, before anything is said."""

from collections.abc import Callable, Iterator
from datetime import datetime
from functools import cache
from typing import NamedTuple
from zlib import crc32

from app.reception.department import steering
from app.reception.department.steering import Act, Wish
from app.reception.record.agreed import agreed, may_be_pregnant, of_the_complaint, time_of_the_complaint, with_words
from app.reception.record.clauses import corrects
from app.reception.record.corrected import PERSON_PAGES, is_reviewed, page_of, put_right, said_anew, said_by
from app.reception.record.doubts import still_in_doubt, with_doubts
from app.reception.record.experiencer import of_the_patient
from app.reception.record.heard import (
    COMES_WITH,
    NAMED_IN,
    Heard,
    from_tiles,
    from_words,
    person_told,
    since,
    time_alone,
    told_anyhow,
    unresolved,
    words,
)
from app.reception.record.pages import ANOTHER, options_of, signs_page
from app.reception.record.said_of_lines import plainly_told
from app.reception.record.screening import raised, suspected
from app.reception.record.stated import stated
from app.reception.record.statements import (
    MORE,
    VAGUE,
    complaints_of,
    lasted,
    of_their_time,
    understood_words,
    without_none,
    words_of,
)
from app.reception.record.understood import answered, reading_of
from app.reception.record.wording import name_of
from app.reception.services import Services
from app.reception.session.events import (
    AlertDisputed,
    AlertRaised,
    Entry,
    Event,
    LanguageChanged,
    Means,
    Option,
    PatientSaid,
    Question,
    RecordExtended,
)
from app.reception.session.questions import (
    BESIDE,
    COMPLAINT,
    DANGER,
    DOCTOR_READS,
    HISTORY,
    INTERRUPTING,
    OF_ANYTHING_MORE,
    OF_THE_PERSON,
    OF_THE_STORY,
    OF_THE_TALK,
    PUT_RIGHT,
    QUESTIONS_ONLY,
)
from app.reception.session.state import State, ahead, record_of, still_asked
from app.reception.turn.signals import Signals, language_after, signals_of
from app.reception.turn.waiting import waiting
from his_adapter.records import Level
from models import parsers, red_flags
from models.allergies import without_allergies
from models.complaints import nearest
from models.facts import Duration, Fact, Language, Mood, Person, Record, Relation, Status, Topic, Value
from models.knowledge.load import knowledge
from models.mentions import mentions, told_as_past
from models.mentions.named import places
from models.notes import NOTES
from models.parsers.content import content
from models.parsers.writing import pieces, shortened
from models.reading import Act as SpokenAs
from models.reading import Kind, Reading
from models.red_flags import DANGER_PAGES, LEVELS, RedFlag
from models.speaking import say
from models.triage.hints import hints

EARLIER = 8  # utterances whose signs still count together with this one
VALUE_AGAIN = "value_again"  # the question that asks for a value once more
READ = {
    Language.ZH: 400,
    Language.EN: 1000,
}  # characters of an utterance that are understood; the rest is kept as words
LOOKED_AT = {Language.ZH: 24, Language.EN: 80}  # characters of that rest that are looked at for danger at once
NAMED = 0.4  # of a sign's words that a line has to have to be about it
OPEN = Question(key="open", text=dict.fromkeys(Language, ""))
DOUBT_RULE = "sign_in_doubt"  # of alerts for a danger sign of which nobody knows
CONFIRM = "confirm"  # why a page comes once more, with what the words may mean ticked
DANGER_AGAIN = "danger_again"  # why danger signs are asked about once more
BESIDE_AN_ANSWER = frozenset({Topic.SAID, Topic.DETAIL})  # told with an answer, and none by itself
ALLERGIES = "allergies"  # what an allergy did once is told there, and is no danger of now


class Utterance(Value):
    """What reached the kiosk. `number` is the patient turn it claims to be, from 1; `options` the tiles tapped.

    `corrects` is the key of a line of the read-back that is taken out, or said anew where there is `text`.
    """

    turn_id: str
    number: int
    text: str = ""
    option: str | None = None
    options: tuple[str, ...] = ()
    means: str = "typed"
    corrects: str | None = None

    @property
    def tapped(self) -> tuple[str, ...]:
        return self.options or ((self.option,) if self.option else ())


class Turn(Value):
    """One utterance with everything it says; frozen, so that many may look at it at once."""

    session_id: str
    before: State  # as the session stood when the patient began to speak
    heard_by: State  # as it stands with the utterance and its alarms
    unwritten: tuple[Event, ...]  # those of them that are not recorded yet
    text: str
    tapped: tuple[Option, ...]
    language: Language
    question: Question | None  # the one this may answer
    signals: Signals
    reading: Reading = Reading()  # what the words mean on that page
    by_model: bool = False  # a model reads the words, and no code
    held: tuple[RedFlag, ...] = ()  # alarms of words that have to be read first
    answers: bool  # the question has its answer in it
    telling: str = ""  # the text without the clauses that only put lines of the record right
    corrects: bool  # a line of what was understood is taken out or said anew
    wishes: tuple[Wish, ...]  # of where they are sent, in the order they were said
    alarms: tuple[AlertRaised, ...]  # those raised by this turn
    suspected: tuple[str, ...]  # red flags that the words make possible, likeliest first
    extension: RecordExtended | None
    record: Record
    person: Person
    now: datetime

    @property
    def for_code(self) -> str:
        """The words, where code is to say what they mean; none where a model reads them."""
        return "" if self.by_model else self.text

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
        return self.heard_by.in_hands

    @property
    def told(self) -> Record:
        """What this turn added to the record."""
        return self.extension.facts if self.extension else ()

    @property
    def withdrawn(self) -> tuple[str, ...]:
        return self.extension.withdrawn if self.extension else ()

    def has_tapped(self, *keys: str) -> bool:
        return any(option.key in keys for option in self.tapped)


def listen(services: Services, state: State, utterance: Utterance, *, again: bool = False) -> Turn:
    """Hears the utterance; a turn cut off by a crash is heard again, not recorded twice.

    Where a model reads, its words stay words, and only danger is looked for. `again`: a model was to read them and did
    not; nothing is recorded.
    """
    now, question = services.now(), state.question if state.owner is None else None
    tiles = options_of(question, utterance.tapped)
    whole = "" if (tiles or utterance.corrects) and utterance.means == "tapped" else utterance.text.strip()
    said, more = shortened(whole, READ[parsers.language_of(whole[: READ[Language.ZH]]) or Language.ZH])
    language = language_after(said, state.language)
    tapped = tiles or _named(question, said, language)
    typed = bool(said) and tapped == tiles and not utterance.corrects
    by_model = typed and not (tiles or again or state.in_hands) and services.models.assigned(NOTES.name) is not None
    signals = signals_of(said) if typed else Signals()
    signals = signals.of_the_hospital if by_model else signals.of_the_page() if is_reviewed(state) else signals
    reading = reading_of(question, said, language) if typed and not by_model else Reading()
    number = state.turns if utterance.turn_id in state.turn_ids else utterance.number
    if by_model:
        understood = Understood(_as_words(state, question, said, signals, number), (), signals, reading)
    else:
        understood = _by_code(services, state, utterance, question, tapped, said, signals, reading, language, number)
    heard, wishes, signals, reading = understood
    if more:
        rest = Fact(topic=Topic.SAID, code=f"{MORE}:{number}", quote=more.strip())
        heard = heard.model_copy(update={"facts": (*heard.facts, rest)})
    extension = _extension(state.record, utterance, question, tapped, heard, signals, number)
    record = record_of((*state.extended, extension)) if extension else state.record
    person = state.person.updated(extension.person if extension else None)
    cries = question is None or question.key not in NAMED_IN or not NAMED_IN[question.key](said)
    heard_again = not tapped or extension is not None

    reviewed = typed and is_reviewed(state, said) and corrects(said)
    of_now = plainly_told(state.record, said, language) if reviewed else said

    @cache
    def every_flag(since: int) -> tuple[RedFlag, ...]:
        beyond = tuple(_flags_within(more, language, person)) if more else ()
        if not heard_again:
            return beyond
        told = tuple(fact for fact in record if fact.turn >= since)
        return (*_flags(state, told, person, of_now, language, extension, question, cries=cries, since=since), *beyond)

    new = {alarm.rule for alarm in alarms_of(services, state, every_flag, number)} if by_model else set[str]()
    held = tuple(waiting(question, said, (flag for flag in every_flag(0) if flag.rule in new)))

    def flags(since: int) -> tuple[RedFlag, ...]:
        return tuple(flag for flag in every_flag(since) if all(flag.rule != one.rule for one in held))

    alarms = (*alarms_of(services, state, flags, number), *_doubts(services, state, extension, number))
    text = said or _label(tapped, state.language) or _taken_back(state, utterance)
    contests = typed and _contests(state, reading, wishes, said, language)
    disputed = tuple(_disputes(state, extension, text, objects=signals.objects, contests=contests))
    means: Means = "tapped" if not whole else "spoken" if utterance.means == "spoken" else "typed"
    raised_now: tuple[Event, ...] = (*alarms, *disputed)
    heard_by, unwritten = _recorded(
        services, state, utterance, whole or text, means, language, raised_now, now, keeps=not again
    )
    told_of = {fact.topic for fact in heard.facts} - {Topic.SAID}
    only_who = heard.person is not None and not told_of and not reading.said(Kind.SYMPTOM, Kind.ILLNESS)
    complaint = red_flags.of_the_complaint(parsers.normalise(of_now))
    tells = not (signals.tells_nothing or (only_who and not by_model))
    now_told = _of_now(complaint, question.key if question else None) if tells else ""
    asked = still_asked(state.asked, extension.withdrawn if extension else ())
    answered = "danger" in asked and not (state.interrupted and state.interrupted.key == "danger")
    later = answered or state.recommended is not None
    before = () if later else tuple(fact.quote for fact in words_of(record))
    telling = (*before, *((now_told,) if now_told.strip() else ()))
    return Turn(
        session_id=state.session_id,
        before=state,
        heard_by=heard_by,
        unwritten=unwritten,
        text=text,
        tapped=tapped,
        language=language,
        question=question,
        signals=signals,
        reading=reading,
        by_model=by_model,
        held=held,
        answers=heard.answers,
        telling=of_now if of_now != said else text,
        corrects=utterance.corrects is not None,
        wishes=wishes,
        alarms=alarms,
        suspected=tuple(
            dict.fromkeys(
                (
                    *state.suspected,
                    *suspected(tuple(dict.fromkeys(telling)), record, person, later=later, cries=cries),
                )
            )
        ),
        extension=extension,
        record=record,
        person=person,
        now=now,
    )


def _as_words(state: State, question: Question | None, said: str, signals: Signals, turn: int) -> Heard:
    """The words under the page they may answer: what they mean is the model's to say."""
    page = _answered(state, question, said, Signals())
    key = page.key if page else None
    away = signals.others_data or signals.manipulation or (signals.own_records and parsers.empty(signals.rest))
    kept = not (away or key in OF_THE_TALK or parsers.empty(said))
    facts = (words(key, said, turn),) if kept else ()
    return Heard(facts=facts, answers=kept and key not in DANGER_PAGES)


class Understood(NamedTuple):
    heard: Heard
    wishes: tuple[Wish, ...]
    signals: Signals
    reading: Reading


def _by_code(
    services: Services,
    state: State,
    utterance: Utterance,
    question: Question | None,
    tapped: tuple[Option, ...],
    said: str,
    signals: Signals,
    reading: Reading,
    language: Language,
    number: int,
) -> Understood:
    """What tiles and words mean to the embedded reader and the parsers, and what is wished of where they are sent."""
    now = services.now()
    typed = bool(said) and tapped == options_of(question, utterance.tapped) and not utterance.corrects
    wishes = _wishes(services, state, question, tapped, said, reading, corrects=utterance.corrects is not None)
    reply = _beside_steering(question, said, wishes) if typed else said
    if reply != said:
        signals = signals_of(reply) if reply else Signals()
        signals = signals.of_the_page() if is_reviewed(state) else signals
        reading = reading_of(question, reply, language) if reply else Reading()
    heard = _heard(state, utterance, question, tapped, reply, signals, reading, language, now, number)
    corrects = signals.objects or parsers.takes_back(reply.lower())
    if reply and not (tapped and not utterance.tapped) and not _only_visits(state, question):
        heard = _with_all_told(heard, state, question, reply, corrects=corrects)
    if wishes and not utterance.tapped:
        kept = reply if reply != said else ""
        heard = _beside_wishes(heard, state.record, question, wishes, kept, number)
    heard = heard.model_copy(update={"person": _with_the_readers(heard.person, reading, state.person, question)})
    reviewed = typed and is_reviewed(state, said)
    told = reading_of(page_of(state), plainly_told(state.record, reply, language), language) if reviewed else reading
    heard = _agreed(state, question, heard, reply, told, language, number)
    heard = _with_stated(state, question, heard, reply, told, corrects=corrects or reviewed, now=now)
    heard = _believed(state, question, heard, reply)
    if reply and not tapped:
        heard = heard.model_copy(update={"facts": tuple(_dated(heard.facts, reply))})
    if reply and not tapped and (question.key if question else None) not in COMPLAINT:
        ill = state.person.updated(heard.person) if state.person.relation is None else state.person
        heard = heard.model_copy(update={"facts": tuple(of_the_patient(heard.facts, reply, ill))})
    if reviewed:
        heard = put_right(state, heard, reply, language, now=now, turn=number)
        wishes = tuple(one for one in wishes if not one.doctor or f"wish:doctor_{one.doctor}" not in heard.withdrawn)
    heard = heard.model_copy(update={"facts": without_none(of_their_time(heard.facts, state.record))})
    alone = reading.person is not None and not reading.statements  # who is ill, and nothing else
    if not reviewed and not (utterance.corrects or "").startswith("person:"):
        person = _new_of(heard.person, state.person, question, corrects=corrects, alone=alone)
        heard = heard.model_copy(update={"person": person})
    return Understood(heard, wishes, signals, reading)


def _wishes(
    services: Services,
    state: State,
    question: Question | None,
    tapped: tuple[Option, ...],
    said: str,
    reading: Reading,
    *,
    corrects: bool,
) -> tuple[Wish, ...]:
    """By the tile, or in words."""
    if any(option.key == ANOTHER.key for option in tapped):
        return (Wish(act=Act.REFUSES, quote=_label(tapped, state.language)),)
    if corrects or not said or tapped:
        return ()
    keys = (option.key for option in (question.options if question else ()))
    offered = tuple(key.removeprefix("department:") for key in keys if key.startswith("department:"))
    return steering.read(services, said, offered=offered, named=state.department_id, acts=reading.acts)


def _beside_steering(question: Question | None, said: str, wishes: tuple[Wish, ...]) -> str:
    """What answers the page: a reply answers what was asked last, and that was also whether the department suits."""
    key = question.key if question else None
    if key in COMPLAINT | OF_THE_PERSON | OF_ANYTHING_MORE:
        return said
    lines = key == DOCTOR_READS  # there a wish that was never told is a line to be taken out
    steers = (one for one in wishes if one.department or one.refuses or (one.act is Act.TAKES_BACK and not lines))
    return steering.beside(said, tuple(steers))


def _beside_wishes(
    heard: Heard, record: Record, question: Question | None, wishes: tuple[Wish, ...], told: str, turn: int
) -> Heard:
    """What is wanted of a doctor is for the record; words that steer are no answer to the page, unless it is open."""
    key = question.key if question else None
    doctors = tuple(
        Fact(topic=Topic.WISH, code=f"doctor_{wish.doctor.value}", quote=wish.quote)
        for wish in wishes
        if wish.doctor and wish.act is Act.PREFERS
    )
    gone = tuple(fact.key for fact in record if fact.topic is Topic.WISH and _is_gone(fact, wishes))
    heard = heard.model_copy(update={"withdrawn": (*heard.withdrawn, *gone)})
    if key in COMPLAINT | OF_ANYTHING_MORE:
        return heard.model_copy(update={"facts": (*heard.facts, *doctors)})
    facts = tuple(fact for fact in heard.facts if fact.topic is not Topic.SAID)
    answers = heard.answers and (heard.person is not None or bool(facts))
    tells = content(told) and not parsers.plain_reply(told)
    beside = (words(None, told, turn),) if tells else ()
    return heard.model_copy(update={"facts": (*facts, *beside, *doctors), "answers": answers})


def _is_gone(wish: Fact, wishes: tuple[Wish, ...]) -> bool:
    """A wish for a doctor of one sex that was never meant, or is another one now."""
    of_doctors = [one for one in wishes if one.doctor]
    codes = {f"doctor_{one.doctor.value}": one.act for one in of_doctors if one.doctor}
    if any(one.act is Act.TAKES_BACK for one in of_doctors):
        return codes.get(wish.code) is Act.TAKES_BACK
    return bool(codes) and wish.code.startswith("doctor_") and wish.code not in codes


def utterance_of(said: PatientSaid) -> Utterance:
    """What reached the kiosk, as it was recorded."""
    return Utterance(
        turn_id=said.turn_id,
        number=said.number,
        text=said.text,
        options=said.options,
        means=said.means,
        corrects=said.corrects,
    )


def as_spoken(state: State) -> Question | None:
    """The question without the danger signs that a model's words left out: a denial in words is none of those.

    Words that name no sign point at the screen, and stand for all of them.
    """
    question, reply = state.question, state.reply
    if question is None or question.key not in BESIDE or not (reply and reply.voiced and reply.voiced.kept):
        return question
    signs = [option for option in question.options if ":" in option.key]
    named = [option for option in signs if _is_named(option, reply.text, reply.language)]
    left_out = [option for option in signs if option not in named] if named else []
    return question.model_copy(update={"options": tuple(o for o in question.options if o not in left_out)})


def _is_named(option: Option, words: str, language: Language) -> bool:
    if option.key.rpartition(":")[2] in {mention.code for mention in mentions(words)}:
        return True
    label = content(option.label[language])
    return len(label & content(words)) >= NAMED * len(label)


def _label(tapped: tuple[Option, ...], language: Language) -> str:
    return ("，" if language is Language.ZH else ", ").join(option.label[language] for option in tapped)


def _taken_back(state: State, utterance: Utterance) -> str:
    """What stands in the talk for a line taken out by a tap."""
    old = next((fact.quote for fact in state.record if fact.key == utterance.corrects), "")
    return f"✗ {old}" if old else utterance.text


def _named(question: Question | None, said: str, language: Language) -> tuple[Option, ...]:
    """The one tile whose label the words are."""
    if question is None or not said:
        return ()
    plain = parsers.normalise(said).lower().strip(" .,!。，！")
    keys = [o.key for o in question.options if o.label[language].lower() == plain]
    return options_of(question, keys) if len(keys) == 1 else ()


def _heard(
    state: State,
    utterance: Utterance,
    question: Question | None,
    tapped: tuple[Option, ...],
    said: str,
    signals: Signals,
    reading: Reading,
    language: Language,
    now: datetime,
    turn: int,
) -> Heard:
    if utterance.corrects is not None:
        return said_anew(state, utterance.corrects, said, language, now=now, turn=turn)
    if any(option.key == "unwell" for option in tapped):  # what was said before the tap is the complaint
        return _said_before(state, language, now)
    tiles = from_tiles(question, tapped, language) if question is not None and tapped else Heard()
    read = question is not None and answered(question, reading, said, language) is not None
    if not said or (_tells_nothing(signals, question) and not read) or (tapped and not utterance.tapped):
        return tiles if tapped else Heard(answers=signals.finished)
    if tapped:  # words beside tiles: both are kept
        beside = from_words(question, said, language, now=now, turn=turn, reply="")
        return beside.model_copy(update={"facts": (*tiles.facts, *beside.facts), "answers": True})
    if question is not None and question.key in INTERRUPTING | QUESTIONS_ONLY and parsers.plain_reply(said):
        return Heard()
    if _changes_complaint(state, question, said, reading):
        return _instead(state, said, language, now, turn)
    answering = question if read and not signals.objects else _answered(state, question, said, signals)
    vents = signals.impatient or signals.mood is Mood.ANGRY
    asks = signals.questions or signals.medical or signals.which_department or signals.own_records or signals.about_talk
    reply = signals.rest if asks or vents else said
    put = as_spoken(state) if answering is state.question else answering
    heard = from_words(put, said, language, now=now, turn=turn, reply=reply)
    if put is not None and not parsers.plain_reply(reply) and not signals.objects:
        heard = _as_read(put, heard, reading, said, language)
    if (
        answering is not None
        and answering.key in DANGER_PAGES
        and not any(f.topic is Topic.FINDING for f in heard.facts)
    ):
        return _beside_danger(state, answering, heard, said)
    return heard if answering or question is None else heard.model_copy(update={"answers": False})


def _as_read(question: Question, heard: Heard, reading: Reading, said: str, language: Language) -> Heard:
    """With the tiles that the words surely answer."""
    if any(fact.topic not in BESIDE_AN_ANSWER or fact.code == question.key for fact in heard.facts):
        return heard  # a parser is sure
    if heard.person and question.key in OF_THE_PERSON:
        return heard
    tiles = answered(question, reading, said, language)
    return heard if tiles is None else tiles.model_copy(update={"facts": (*heard.facts, *tiles.facts)})


def _only_visits(state: State, question: Question | None) -> bool:
    """Somebody who came to ask: of what they say nothing is recorded but as words, until they are unwell."""
    return state.entry is Entry.QUESTION and question is not None and question.key in QUESTIONS_ONLY


def _with_all_told(heard: Heard, state: State, question: Question | None, said: str, *, corrects: bool) -> Heard:
    """With what counts on any page: whoever takes something back, refuses, asks or thanks may tell of it beside."""
    key = question.key if question else None
    every = corrects or is_reviewed(state, said)
    asked_before = [page for page in HISTORY if page in state.asked and parsers.says_taken(said)]
    again = [page for page in (HISTORY if every else asked_before) if page not in (key, "allergies")]
    told = {fact.key: fact for fact in told_anyhow(key, said, state.person.updated(heard.person), again=again)}
    facts = tuple(fact for fact in heard.facts if fact.key not in told)
    person = heard.person or (person_told(None, said) if corrects else None)
    return heard.model_copy(update={"facts": (*facts, *told.values()), "person": person})


def _agreed(
    state: State,
    question: Question | None,
    heard: Heard,
    said: str,
    reading: Reading,
    language: Language,
    turn: int,
) -> Heard:
    """As far as the reader agrees."""
    key = question.key if question else None
    person = heard.person.model_copy(update={"pregnant": None}) if heard.person else None
    ill = state.person.updated(person)
    facts = with_words(tuple(agreed(heard.facts, reading, ill)), heard.facts, words(key, said, turn))
    if person and not may_be_pregnant(ill):
        heard = heard.model_copy(update={"person": person})
    return heard.model_copy(update={"facts": facts})


def _dated(facts: Record, said: str) -> Iterator[Fact]:
    """What the words tell of as over is recorded as past: "I choked on my tea once last week"."""
    over = told_as_past(parsers.normalise(said))
    for fact in facts:
        of_then = fact.topic is Topic.FINDING and fact.status is Status.PRESENT and fact.code in over
        yield fact.model_copy(update={"past": True}) if of_then else fact


def _with_stated(
    state: State, question: Question | None, heard: Heard, said: str, reading: Reading, *, corrects: bool, now: datetime
) -> Heard:
    """With what the reader codes, wherever it is told; a complaint is denied where that was asked, or is put right."""
    key = question.key if question else None
    if key in QUESTIONS_ONLY:
        return heard
    person = state.person.updated(heard.person)
    parsed = {fact.key: fact for fact in heard.facts}
    complaints = {fact.key for fact in complaints_of(state.record)}
    denies = corrects or key in PUT_RIGHT
    new = {fact.key: fact for fact in stated(reading, said, None if key in COMPLAINT else key, person)}
    new = {key: fact for key, fact in new.items() if key not in heard.withdrawn}
    new = {key: fact for key, fact in new.items() if key not in complaints or (denies and fact.status is Status.ABSENT)}
    if key in DANGER_PAGES:  # its signs are answered as far as `understood` believes the words
        new = {key: fact for key, fact in new.items() if fact.code not in knowledge().signs}
    not_borne = {fact.code for fact in heard.facts if fact.topic in (Topic.ALLERGY, Topic.INTOLERANCE)}
    both = {key for key, fact in new.items() if fact.topic is Topic.MEDICINE and fact.code in not_borne}
    more = tuple(fact for key, fact in new.items() if key not in parsed.keys() | both)
    kept = (_with_dose(fact, new.get(fact.key)) for fact in heard.facts)
    facts = (*of_the_complaint(kept, reading, state.record, asked=key, corrects=corrects), *more)
    if lasted((*state.record, *facts)) is None and (time := _time_told(key, reading, said, person, now)):
        facts = (*facts, since(time, key))
    return heard.model_copy(update={"facts": facts})


def _time_told(key: str | None, reading: Reading, said: str, person: Person, now: datetime) -> Duration | None:
    """The time of the complaint, told with it; or alone in a clause beside who is ill, where it cannot be an age."""
    if key in COMPLAINT:
        return time_of_the_complaint(reading, now) or time_alone(said, now=now)
    may_be_age = person.relation is Relation.CHILD or not person.age_told
    return time_alone(said, now=now) if key in OF_THE_PERSON | DANGER_PAGES | {"also"} and not may_be_age else None


def _with_dose(fact: Fact, stated: Fact | None) -> Fact:
    if stated is None or stated.details.value is None:
        return fact
    return fact.model_copy(update={"details": fact.details.updated(stated.details)})


def _beside_danger(state: State, question: Question, heard: Heard, said: str) -> Heard:
    """Words that are no answer to the danger signs: they are asked once more, then one of them alone."""
    if question.key == DANGER and state.whys[-1:] != (DANGER_AGAIN,):
        return heard.model_copy(update={"answers": False})
    return heard.model_copy(
        update={"facts": (*heard.facts, *unresolved(question, Status.UNKNOWN, said)), "answers": True}
    )


def _believed(state: State, question: Question | None, heard: Heard, said: str) -> Heard:
    """A page of danger signs is answered only as far as the words of the talk allow."""
    if question is None or question.key != DANGER or not heard.answers:
        return heard
    person = state.person.updated(heard.person)
    earlier = tuple(fact.quote for fact in understood_words(state.record))
    return heard.model_copy(update={"facts": with_doubts(heard.facts, question, said, earlier, person)})


def _changes_complaint(state: State, question: Question | None, said: str, reading: Reading) -> bool:
    """Another complaint is told than the one before, or the first, whatever was asked: 其实我是来看膝盖的.

    An illness named, and no symptom, is none; nor is a place of the body that the complaint was told of.
    """
    if reading.said(Kind.ILLNESS, Kind.MEDICINE) and not reading.said(Kind.SYMPTOM):
        return False
    asked, before = question.key if question else None, words_of(state.record)
    earlier = set[str]().union(*(places(fact.quote) for fact in before))
    if places(said) & earlier and not any(one.topic is Topic.FINDING for one in mentions(said)):
        return False
    told = {fact.code for fact in complaints_of(state.record)}
    told |= {hint.code for fact in before for hint in hints(fact.quote)}
    told &= knowledge().findings.keys()
    if asked not in OF_THE_STORY | HISTORY.keys() | {None} or not before:
        return False
    hinted = {hint.code for hint in hints(said) if hint.topic in COMES_WITH} - VAGUE
    if not told:
        return bool(hinted) and asked in OF_THE_STORY - {"danger"} and not nearest(before[0].quote, most=1)
    named = (hinted or set(nearest(said, most=1))) - told - VAGUE
    known = set().union(*map(_belongs, told))
    return parsers.changes_complaint(said) and any(_belongs(code).isdisjoint(known) for code in named)


def _belongs(code: str) -> set[str]:
    """The specialties a finding chiefly points to."""
    weights = knowledge().findings[code].specialties
    return {specialty for specialty, weight in weights.items() if weight * 2 >= max(weights.values())}


def _instead(state: State, said: str, language: Language, now: datetime, turn: int) -> Heard:
    """The complaint told anew; the words of the one before are kept, and are none any more."""
    before = words_of(state.record)
    gone = (*before, *complaints_of(state.record), *(f for f in state.record if f.topic is Topic.DETAIL))
    kept = (words(None, fact.quote, fact.turn) for fact in before)
    heard = from_words(OPEN, said, language, now=now, turn=turn)
    return heard.model_copy(
        update={"facts": (*kept, *heard.facts), "answers": False, "withdrawn": tuple(fact.key for fact in gone)}
    )


def _tells_nothing(signals: Signals, question: Question | None) -> bool:
    """Nothing for the record; "no, that is all" answers the page of an interview like any other words."""
    of_a_page = question is not None and question.key not in INTERRUPTING | QUESTIONS_ONLY | OF_ANYTHING_MORE
    if signals.medical and parsers.empty(signals.rest) and (question is None or question.key not in COMPLAINT):
        return True  # passed on to the doctor as it was asked
    return signals.tells_nothing and not (signals.finished and of_a_page)


def _said_before(state: State, language: Language, now: datetime) -> Heard:
    """What somebody who came to ask said beside it, as the complaint that it turns out to be."""
    said = [fact for fact in state.record if fact.topic is Topic.SAID and fact.asked in QUESTIONS_ONLY]
    heard = [(fact.turn, from_words(OPEN, fact.quote, language, now=now, turn=fact.turn)) for fact in said]
    person = Person()
    for _, one in heard:
        person = person.updated(one.person)
    return Heard(
        facts=tuple(fact.model_copy(update={"turn": turn}) for turn, one in heard for fact in one.facts),
        person=person if person != Person() else None,
        answers=True,
        withdrawn=tuple(fact.key for fact in said),
    )


def _answered(state: State, question: Question | None, said: str, signals: Signals) -> Question | None:
    """The page that the words answer; None where they are said of the talk, or beside the interview."""
    if question is not None and question.key in INTERRUPTING:
        question = state.interrupted if state.interrupted and state.interrupted.key in COMPLAINT else None
    elif question is not None and question.key in QUESTIONS_ONLY and state.entry is not Entry.QUESTION:
        question = OPEN
    tells = question is not None and ((question.key in COMPLAINT and bool(hints(said))) or any(map(str.isdigit, said)))
    if question is not None and question.key in (VALUE_AGAIN, DOCTOR_READS):
        return question  # "I misread it" is what was asked for
    only_vents = signals.impatient and not tells and parsers.empty(signals.rest)
    return None if signals.objects or only_vents else question


def _with_the_readers(told: Person | None, reading: Reading, known: Person, question: Question | None) -> Person | None:
    """With what the reader knows of who is ill: in the complaint, and where the words tell nothing else."""
    read, opening = reading.person, question is not None and question.key in COMPLAINT and known.relation is None
    if read is None or read.age_months is None or not (opening or not reading.statements):
        return told  # without an age it is too little to go by
    told = told or Person()
    fields = ("sex", "age_months", "relation") if opening else ("sex", "age_months")
    more = {field: getattr(read, field) for field in fields if getattr(told, field) is getattr(known, field) is None}
    return told.model_copy(update=more)


def _new_of(
    told: Person | None, known: Person, question: Question | None, *, corrects: bool, alone: bool = False
) -> Person | None:
    """Of what was told of a person what was asked for, new or put right: kin named in passing change nothing."""
    if told is None:
        return None
    page = question.key if question else ""
    asked = {field for field, key in PERSON_PAGES.items() if key == page}
    asked |= (
        {field for field in ("sex", "age_months") if getattr(known, field) is None} if page in OF_THE_PERSON else set()
    )
    opening = page in COMPLAINT and known.relation is None
    asked |= {"sex", "age_months"} if alone else set()
    asked |= {"sex"} if known.sex is None and known.relation in (None, Relation.SELF) else set()
    kept = {
        field: value
        for field, value in told
        if value is not None
        and (corrects or field in asked or (opening and getattr(known, field) is None) or field == "pregnant")
    }
    if told.age_between is not None and ("age_months" in asked or corrects or not known.age_told):
        kept["age_between"] = told.age_between
    if "relation" in kept and told.words:
        kept["words"] = told.words
    return Person(**kept) if kept else None


def _extension(
    record: Record,
    utterance: Utterance,
    question: Question | None,
    tapped: tuple[Option, ...],
    heard: Heard,
    signals: Signals,
    number: int,
) -> RecordExtended | None:
    facts = tuple(fact.model_copy(update={"turn": fact.turn or number}) for fact in heard.facts)
    corrected = (utterance.corrects,) if utterance.corrects else ()
    gone = (*corrected, *heard.withdrawn, *_taken_out(question, tapped, heard))
    withdrawn = tuple(dict.fromkeys((*gone, *said_by(record, gone, besides=facts))))
    mood = signals.mood if signals.mood is not Mood.CALM else None
    if not (facts or withdrawn or heard.person or mood):
        return None
    return RecordExtended(turn=number, facts=facts, withdrawn=withdrawn, person=heard.person, mood=mood)


def _taken_out(question: Question | None, tapped: tuple[Option, ...], heard: Heard) -> Iterator[str]:
    """Lines of the read-back that were tapped as wrong; "none" of a history once one is named."""
    if question is not None and question.key == "read_back":
        yield from (option.key.partition(":")[2] for option in tapped if option.key.startswith("line:"))
    for topic in dict.fromkeys(f.topic for f in heard.facts if f.status is Status.PRESENT):
        yield f"{topic}:none"


def _flags(
    state: State,
    record: Record,
    person: Person,
    said: str,
    language: Language,
    extension: RecordExtended | None,
    question: Question | None,
    *,
    cries: bool,
    since: int,
) -> tuple[RedFlag, ...]:
    """What alarms now: tapped danger signs, values and facts, and words where rules and classifier are sure."""
    counted = (fact for fact in understood_words(state.record) if fact.turn >= since)
    told = (fact.quote for fact in counted if fact.asked not in NAMED_IN)
    earlier = tuple(map(parsers.normalise, told))
    flags = red_flags.check(
        _of_now(said, question.key if question else None),
        language=language,
        record=tuple(f for f in record if f.topic is not Topic.SAID),
        person=person,
        earlier=earlier[-EARLIER:],
        cries=cries,
    )
    held = red_flags.holding(record, person)
    return (*raised(extension.facts if extension else (), held), *flags)


def _flags_within(text: str, language: Language, person: Person) -> Iterator[RedFlag]:
    """Danger in what is not understood further, a few sentences at a time: a long story would drown it."""
    for piece in pieces(text, LOOKED_AT[language]):
        yield from red_flags.check(parsers.normalise(piece), language=language, person=person)


def _of_now(said: str, page: str | None) -> str:
    """The words without what an allergy once did, and without the illnesses and medicines that were asked for."""
    text = parsers.normalise(said)
    if page == ALLERGIES:
        return without_allergies(text).strip(" ，,.。")
    for named in NAMED_IN[page](said) if page in NAMED_IN else ():
        text = text.replace(parsers.normalise(named.words), " ")
    return text


def alarms_of(
    services: Services, state: State, flags: Callable[[int], tuple[RedFlag, ...]], turn: int
) -> Iterator[AlertRaised]:
    """One alert a rule, for flags not told yet; another where it has become graver.

    `flags` are those of what was said from a turn on. What a nurse has lowered is raised again only by what is said
    after that.
    """
    told = {(alert.raised.rule, alert.raised.level) for alert in state.standing}
    lowered = {alert.raised.rule for alert in state.alerts if alert.lowered}
    found = (flag for flag in flags(0) if flag.rule not in lowered)
    again = (flag for flag in flags(state.lowered_at + 1) if flag.rule in lowered) if lowered else ()
    for flag in sorted((*found, *again), key=lambda flag: LEVELS.index(flag.level)):
        if told.isdisjoint((flag.rule, Level(one)) for one in LEVELS[: LEVELS.index(flag.level) + 1]):
            told.add((flag.rule, Level(flag.level)))
            yield AlertRaised(
                alert_id=services.new_id(),
                rule=flag.rule,
                level=Level(flag.level),
                route=flag.route,
                private=flag.private,
                reason=flag.reason,
                quote=flag.quote,
                turn=turn,
            )


def _doubts(services: Services, state: State, extension: RecordExtended | None, turn: int) -> Iterator[AlertRaised]:
    """A nurse looks at a sign of which nobody knows whether it is there, though it was asked about alone."""
    told = [alert.raised.reason for alert in state.standing]
    for fact in extension.facts if extension else ():
        if fact.code not in still_in_doubt((fact,)):
            continue
        reason = {one: say("sign_not_known", one, sign=name_of(fact, one)) for one in Language}
        if reason not in told:
            yield AlertRaised(
                alert_id=services.new_id(),
                rule=DOUBT_RULE,
                level=Level.C,
                route="",
                reason=reason,
                quote=fact.quote[:200],
                turn=turn,
            )


def _contests(state: State, reading: Reading, wishes: tuple[Wish, ...], said: str, language: Language) -> bool:
    """Whether who waits to be fetched wants to go elsewhere, refuses or objects, or denies what the alarm is about."""
    if not state.is_fetched:
        return False
    elsewhere = any(one.refuses or one.department not in (None, state.department_id) for one in wishes)
    if elsewhere or any(one.act in (SpokenAs.OBJECTS, SpokenAs.REFUSES) for one in reading.acts):
        return True
    rules = [alert.raised.rule for alert in state.standing if alert.raised.level is Level.B]
    page = signs_page(rules)
    heard = answered(page, reading_of(page, said, language), said, language)
    return heard is not None and bool(heard.facts) and all(fact.status is Status.ABSENT for fact in heard.facts)


def _disputes(
    state: State, extension: RecordExtended | None, text: str, *, objects: bool, contests: bool
) -> Iterator[AlertDisputed]:
    """An objection after an alert, or its sign taken out, stands beside it; only a nurse clears it.

    Who `contests` being fetched disputes no emergency.
    """
    taken_out = set(extension.withdrawn) if extension else set()
    rules = {flag.rule for flag in raised(fact for fact in state.record if fact.key in taken_out)}
    for alert in state.alerts:
        fetches = alert.raised.level is Level.B
        against = objects or alert.raised.rule in rules or (contests and fetches)
        if alert.raised.rule and against and alert.acknowledged is None and alert.disputed is None:
            yield AlertDisputed(alert_id=alert.raised.alert_id, quote=text[:200])


def _recorded(
    services: Services,
    state: State,
    utterance: Utterance,
    text: str,
    means: Means,
    language: Language,
    alarms: tuple[Event, ...],
    now: datetime,
    *,
    keeps: bool,
) -> tuple[State, tuple[Event, ...]]:
    """The session with the utterance, and what is left to record: alarms, and what is said to a nurse, do not wait."""
    if utterance.turn_id in state.turn_ids:
        known = services.log.append(state.session_id, alarms, after=state.sequence, at=now) if alarms else state
        return known, ()
    said = PatientSaid(
        turn_id=utterance.turn_id,
        number=utterance.number,
        text=text,
        language=language,
        means=means,
        options=utterance.tapped,
        corrects=utterance.corrects,
    )
    switched = (LanguageChanged(language=language),) if language is not state.language else ()
    events: tuple[Event, ...] = (said, *switched, *alarms)
    if keeps and (alarms or state.owner):
        return services.log.append(state.session_id, events, after=state.sequence, at=now), ()
    return ahead(state, events, at=now), events
