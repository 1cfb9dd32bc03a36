"""What becomes of a model's reading of a turn: events of the record, alarms by plain code, acts of the talk."""

from collections.abc import Iterator
from typing import NamedTuple

from frontdesk.app.reception.record.screening import raised
from frontdesk.app.reception.services import Services
from frontdesk.app.reception.session.events import (
    Action,
    ActionChosen,
    AlertDisputed,
    AlertRaised,
    Event,
    FindingRaised,
    NotedBy,
    NurseSaid,
    Question,
    RecordExtended,
)
from frontdesk.app.reception.session.questions import BESIDE, COMPLAINT, QUESTIONS_ONLY
from frontdesk.app.reception.session.state import Phase, State, ahead, record_of
from frontdesk.app.reception.turn.acts import acts_of, wishes_of
from frontdesk.app.reception.turn.alarms import alarms_of, asked_quietly, rests_on_nothing
from frontdesk.app.reception.turn.listen import listen
from frontdesk.app.reception.turn.spoken import call
from frontdesk.app.reception.turn.tiles import of_tiles
from frontdesk.app.reception.turn.utterance import Turn, utterance_of
from frontdesk.his_adapter.records import Level
from frontdesk.models import red_flags
from frontdesk.models.facts import Fact, Language, Person, Record, Status, Topic
from frontdesk.models.knowledge.load import knowledge
from frontdesk.models.notes import NOTES, Noted, TalkAct
from frontdesk.models.reading.persons import SHORT
from frontdesk.models.red_flags import BY_SIGN, DANGER_PAGES, RedFlag
from frontdesk.models.speaking import say


class Notes(NamedTuple):
    """A model's reading of one turn; without one, `by` says why."""

    noted: Noted | None
    by: NotedBy


def on_the_page(question: Question | None) -> tuple[str, ...]:
    """Codes of the tiles that stood beside the question, where they are statements that may be so or not."""
    if question is None or question.key not in BESIDE:
        return ()
    return tuple(option.key.rpartition(":")[2] for option in question.options)


def with_notes(services: Services, turn: Turn, notes: Notes) -> tuple[Turn, tuple[Event, ...]]:
    """The turn as it was read, and the events of that: for the turn that waited for it."""
    if notes.noted is None:
        return _heard_by_code(services, turn, turn.heard_by, notes.by)
    events = _events(services, turn, turn.heard_by, notes.noted, notes.by)
    extended = next((event for event in events if isinstance(event, RecordExtended)), RecordExtended(turn=turn.number))
    before = (*turn.heard_by.extended, *((turn.extension,) if turn.extension else ()))
    words = turn.extension.facts if turn.extension else ()
    kept = tuple(fact for fact in words if fact.key not in extended.withdrawn)
    return turn.model_copy(
        update={
            "heard_by": ahead(turn.heard_by, events, at=turn.now),
            "extension": extended.model_copy(update={"facts": (*kept, *extended.facts)}),
            "record": record_of((*before, extended)),
            "person": turn.person.updated(extended.person),
            "suspected": tuple(dict.fromkeys((*extended.suspected, *turn.suspected))),
            "alarms": (*turn.alarms, *(event for event in events if isinstance(event, AlertRaised) and event.rule)),
            "answers": _answers(turn, notes.noted, extended, kept),
            "acts": acts_of(turn, notes.noted),
            "wishes": wishes_of(services, turn, notes.noted.wants),
            "reading": notes.noted.reading,
            "held": (),
        }
    ), events


def _answers(turn: Turn, noted: Noted, extended: RecordExtended, kept: Record) -> bool:
    """The page has its answer: a tile, a statement, or words that neither ask nor steer."""
    if noted.answers or extended.facts or extended.person or noted.tells:
        return True
    return bool(kept) and turn.asked not in DANGER_PAGES and not (noted.asks or noted.wants)


def events_of(services: Services, turn: Turn, state: State, notes: Notes) -> tuple[Event, ...]:
    """The same events, for a session that has gone on since."""
    if notes.noted is None:
        return _heard_by_code(services, turn, state, notes.by)[1]
    return _events(services, turn, state, notes.noted, notes.by)


# --- the embedded reading in its place -------------------------------------------------------------------------------


def _heard_by_code(services: Services, turn: Turn, state: State, by: NotedBy) -> tuple[Turn, tuple[Event, ...]]:
    """The turn as the embedded reader hears it; the words are taken back where it keeps none."""
    said = turn.heard_by.last
    if said is None:
        return turn, ()
    again = listen(services, turn.before, utterance_of(said), again=True)
    told = again.extension or RecordExtended(turn=turn.number)
    kept = {fact.key for fact in told.facts}
    words = turn.extension.facts if turn.extension else ()
    gone = tuple(fact.key for fact in words if fact.key not in kept)
    extended = told.model_copy(update={"withdrawn": (*told.withdrawn, *gone), "by": by})
    known = {alert.raised.rule for alert in state.alerts}
    raised_now = {one.rule for one in again.alarms}
    open_ones = tuple(flag for flag in turn.held if flag.rule not in raised_now)
    alarms = (
        *(one for one in again.alarms if one.rule not in known),
        *asked_quietly(services, state, open_ones, turn.number),
    )
    standing = {alert.raised.alert_id for alert in state.alerts if alert.disputed}
    disputes = (one for one in again.unwritten if isinstance(one, AlertDisputed) and one.alert_id not in standing)
    events: tuple[Event, ...] = (extended, *alarms, *disputes)
    held = tuple(dict.fromkeys((*(flag.rule for flag in open_ones), *again.suspected)))
    return again.model_copy(
        update={
            "heard_by": ahead(turn.heard_by, events, at=turn.now),
            "unwritten": turn.unwritten,
            "extension": extended,
            "alarms": (*turn.alarms, *alarms),
            "suspected": held,
        }
    ), events


# --- the model's reading ---------------------------------------------------------------------------------------------


def _events(services: Services, turn: Turn, state: State, noted: Noted, by: NotedBy) -> tuple[Event, ...]:
    """The record extended, alarms that follow from it by plain code, disputes, calls, questions for the doctor."""
    tiles = of_tiles(turn, noted)
    sure, flags, doubted = _danger(turn, noted)
    asked = turn.question.key if turn.question else None
    wished = (wish for wish in wishes_of(services, turn, noted.wants) if wish.doctor)
    doctors = (Fact(topic=Topic.WISH, code=f"doctor_{wish.doctor}", quote=wish.quote) for wish in wished)
    noted_facts = (fact.model_copy(update={"asked": fact.asked or asked}) for fact in (*sure, *doctors))
    facts = {fact.key: fact for fact in (*tiles.facts, *noted_facts)}
    read = tuple(fact.model_copy(update={"turn": fact.turn or turn.number}) for fact in facts.values())
    withdrawn = tuple(key for key in noted.withdrawn if any(fact.key == key for fact in state.record))
    person = _new_of((tiles.person or Person()).updated(noted.person), turn)
    confirmed, open_ones = _held(turn, noted, read)
    calls = _calls(services, state, noted)
    if not (read or withdrawn or person or flags or doubted or noted.asks or calls or confirmed or open_ones):
        return ()
    of_none = tuple(f"{topic}:none" for topic in dict.fromkeys(f.topic for f in read if f.status is Status.PRESENT))
    extended = RecordExtended(
        turn=turn.number,
        facts=read,
        withdrawn=(*withdrawn, *of_none, *_understood_whole(turn, noted)),
        person=person,
        suspected=tuple(dict.fromkeys((*doubted, *(flag.rule for flag in open_ones)))),
        by=by,
    )
    after = record_of((*state.extended, *((turn.extension,) if turn.extension else ()), extended))
    person_after = turn.person.updated(person)

    def told(since: int) -> tuple[RedFlag, ...]:
        stated = tuple(fact for fact in after if fact.topic is not Topic.SAID and fact.turn >= since)
        by_rule = red_flags.check("", language=turn.language, record=stated, person=person_after)
        return (*flags, *confirmed, *raised(extended.facts), *by_rule)

    alarms = (*alarms_of(services, state, told, turn.number), *asked_quietly(services, state, open_ones, turn.number))
    return (extended, *alarms, *calls, *_disputes(state, extended, turn, noted), *_for_the_doctor(turn, noted))


def _danger(turn: Turn, noted: Noted) -> tuple[tuple[Fact, ...], tuple[RedFlag, ...], tuple[str, ...]]:
    """What may be recorded, what alarms, and rules that are to be asked about.

    A danger sign that nobody asked about, and a red flag that a model heard, count where the classifier finds them
    possible too; else they are asked about.
    """
    signs, these = knowledge().signs, on_the_page(turn.question)
    sure: list[Fact] = []
    flags: list[RedFlag] = []
    doubted: list[str] = []
    for fact in noted.facts:
        rule = BY_SIGN[fact.code].slug if fact.code in signs and signs[fact.code].alone else None
        there = fact.status is Status.PRESENT and fact.topic is Topic.FINDING
        if rule is None or not there or fact.code in these or _possible(rule, fact.quote, turn):
            sure.append(fact)
        else:
            doubted.append(rule)
    for rule, quote in noted.danger:
        if _possible(rule, quote, turn):
            flags.append(red_flags.of_rule(rule, quote))
        elif not red_flags.RULES[rule].is_excluded_by(turn.person):
            doubted.append(rule)
    return tuple(sure), tuple(flags), tuple(dict.fromkeys(doubted))


def _possible(rule: str, quote: str, turn: Turn) -> bool:
    return max(red_flags.chance(rule, words, turn.person) for words in (quote, turn.text)) >= red_flags.POSSIBLE


def _held(turn: Turn, noted: Noted, facts: Record) -> tuple[tuple[RedFlag, ...], tuple[RedFlag, ...]]:
    """Of the alarms that waited for the reading those it bears out, and those of which it says nothing."""
    told = {rule for rule, _ in noted.danger}
    told |= {BY_SIGN[fact.code].slug for fact in facts if fact.code in BY_SIGN and fact.status is Status.PRESENT}
    denied = {BY_SIGN[fact.code].slug for fact in facts if fact.code in BY_SIGN and fact.status is Status.ABSENT}
    borne_out = tuple(flag for flag in turn.held if flag.rule in told)
    return borne_out, tuple(flag for flag in turn.held if flag.rule not in told | denied)


def _understood_whole(turn: Turn, noted: Noted) -> tuple[str, ...]:
    """The words, where all they say stands elsewhere: an age, a tile, a question that is passed on."""
    words = turn.extension.facts if turn.extension else ()
    asked = turn.question.key if turn.question else None
    acts = sum(len(quote) for quote in (*(q for _, q in noted.asks), *(one.quote for one in noted.wants)))
    answers = bool(noted.answers or noted.person) and len(turn.text) <= SHORT[turn.language]
    if noted.tells or asked in COMPLAINT | QUESTIONS_ONLY or not (answers or acts * 4 > len(turn.text) * 3):
        return ()
    return tuple(fact.key for fact in words if fact.topic is Topic.SAID)


def _new_of(told: Person, turn: Turn) -> Person | None:
    """What was not known yet, or is told anew; what the hospital's record tells of a verified patient stands."""
    known = turn.person
    new = {field: value for field, value in told if value is not None and getattr(known, field) != value}
    if turn.before.verified and known.age_months is not None and "relation" not in new:
        new.pop("age_months", None)
    return Person(**new) if new else None


def _calls(services: Services, state: State, noted: Noted) -> tuple[AlertRaised, ...]:
    """A person was asked for, unless one is called already."""
    wanted = next((one.quote for one in noted.wants if one.act is TalkAct.WANTS_PERSON), None)
    return () if wanted is None or state.person_called else (call(services, wanted),)


def _disputes(state: State, extended: RecordExtended, turn: Turn, noted: Noted) -> Iterator[AlertDisputed]:
    """An alarm that is objected to, or whose sign is taken back, stands disputed; only a nurse clears it.

    An infection route is not lifted by an objection alone.
    """
    withdrawn = extended.withdrawn
    rules = {flag.rule for flag in raised(fact for fact in state.record if fact.key in withdrawn)}
    objects = any(one.act in (TalkAct.OBJECTS, TalkAct.CORRECTS) for one in noted.wants)
    for alert in state.alerts:
        against = alert.raised.rule in rules or (objects and alert.raised.rule)
        if alert.raised.level is Level.I:
            against = rests_on_nothing(state, alert.raised.rule, extended)
        if against and alert.acknowledged is None and alert.disputed is None:
            yield AlertDisputed(alert_id=alert.raised.alert_id, quote=turn.text[:200])


def _for_the_doctor(turn: Turn, noted: Noted) -> Iterator[FindingRaised]:
    """Questions that only a doctor can answer, in the patient's words, each once."""
    told = {f.quote for f in turn.heard_by.findings if f.what == "medical_question"}
    for quote in noted.for_doctor:
        if not any(quote in one or one in quote for one in told):
            note = {Language.ZH: f"病人想问：{quote}", Language.EN: f"The patient asks: {quote}"}
            yield FindingRaised(
                specialist=NOTES.name, what="medical_question", turn=turn.number, quote=quote, note=note
            )


def told_at_once(state: State, events: tuple[Event, ...], turn: Turn) -> tuple[Event, ...]:
    """What an emergency found now says to the patient."""
    after = ahead(state, events, at=turn.now)
    phrase = {Phase.EMERGENCY: "emergency", Phase.PRIVATE: "private"}.get(after.phase)
    if phrase is None or state.phase is after.phase:
        return ()
    text = say(phrase, turn.language)
    return (
        ActionChosen(action=Action.PRIORITY, why=phrase),
        NurseSaid(turn_id=None, text=text, language=turn.language),
    )
