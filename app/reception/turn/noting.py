"""The model's notes of a turn: asked for beside the nurse's words, checked, and put into the record as events."""

from collections.abc import Iterator
from itertools import chain

from app.reception.errors import OutOfOrder
from app.reception.house import House
from app.reception.record.heard import COMES_WITH
from app.reception.record.obligations import raised
from app.reception.record.statements import BESIDE, complaints_of, words_of
from app.reception.record.wording import name_of, pick
from app.reception.session.events import (
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
from app.reception.session.notes import UnderWay
from app.reception.session.state import Phase, State, ahead, record_of
from app.reception.turn.listen import Turn, alarms_of, as_spoken
from app.reception.turn.prompting import NOTHING, lines_of, names_kept, numbered, talk
from models import red_flags
from models.complaints import nearest
from models.facts import Fact, Language, Person, Record, Status, Topic
from models.knowledge.load import knowledge
from models.language.model import ModelFailed
from models.mentions import mentions
from models.notes import NOTES, Heard, Line, Noted, founded
from models.red_flags import RedFlag
from models.red_flags.rules import table
from models.speaking import say

TRIES = 4  # a nurse's press may get in between
OFFERED = 24  # codes put to the model
RULES = 8  # red flags put to it
LOOKED_AT = 4  # newest lines of the patient's that those are looked for in
LIKELY = 0.02  # chance from which the classifier's findings are among them
NEAREST = 10

Notes = tuple[Noted, NotedBy]


def begin(house: House, turn: Turn) -> UnderWay[Notes]:
    """Asks the model for notes where one is assigned and there are words; what it says is recorded after the answer."""
    under_way = UnderWay[Notes](lambda notes: _keep(house, turn, notes))
    words = turn.text if not turn.tapped else ""
    wanted = house.models.assigned(NOTES.name) is not None and words.strip() and not turn.corrects
    if not wanted or not house.models.later(lambda: under_way.arrived(_asked(house, turn))):
        under_way.arrived(None)
    return under_way


def _asked(house: House, turn: Turn) -> Notes | None:
    heard = heard_of(house, turn)
    try:
        reply = house.models.attempt(NOTES, heard, beside=True)
    except ModelFailed:
        return None
    noted = founded(heard, reply.answer, now=turn.now)
    return noted, NotedBy(model=reply.by, prompt=reply.prompt, dropped=noted.dropped)


# --- what the model is asked -----------------------------------------------------------------------------------------


def heard_of(house: House, turn: Turn) -> Heard:
    """The talk and the record, with the statements that may be meant."""
    these = _on_the_page(as_spoken(turn.before) if turn.question is turn.before.question else turn.question)
    return heard_in(lines_of(turn, names_kept(house)), turn.record, turn.person, turn.language, these=these)


def heard_in(
    lines: tuple[Line, ...], so_far: Record, person: Person, language: Language, *, these: tuple[str, ...] = ()
) -> Heard:
    """The question about a talk; `these` are the statements of the page that its last line answers."""
    codes = tuple(dict.fromkeys((*these, *_likely(lines, so_far))))[:OFFERED]
    told, keys = numbered(so_far, person, language)
    return Heard(
        language=language,
        lines=lines,
        record=so_far,
        codes=codes,
        these=these,
        numbered=keys,
        blanks={
            "rules": rules_told(lines, person, language),
            "talk": talk(lines, language),
            "record": told,
            "codes": "\n".join(f"{code}: {_name(code, language)}" for code in codes) or pick(NOTHING, language),
            "these": ", ".join(these) or pick(NOTHING, language),
        },
    )


def rules_told(lines: tuple[Line, ...], person: Person, language: Language) -> str:
    """The red flags that the patient's words make most likely, by their numbers."""
    chances: dict[int, float] = {}
    for words in [line.text for line in lines if line.by_patient][-LOOKED_AT:]:
        for rule, (chance, _) in red_flags.told_of(words, person).items():
            chances[rule] = max(chance, chances.get(rule, 0.0))
    likeliest = sorted(chances, key=lambda rule: -chances[rule])[:RULES]
    return "\n".join(f"{rule}: {table()[rule].reason[language]}" for rule in likeliest) or pick(NOTHING, language)


def _on_the_page(question: Question | None) -> tuple[str, ...]:
    """Codes of the tiles that stood beside the question, where they are statements that may be so or not."""
    if question is None or question.key not in BESIDE:
        return ()
    return tuple(option.key.rpartition(":")[2] for option in question.options)


def _likely(lines: tuple[Line, ...], so_far: Record) -> Iterator[str]:
    """Findings that the talk names, its newest lines first, or that the words are most like."""
    known = knowledge().findings
    told = chain.from_iterable(mentions(line.text) for line in (*lines[-2:], *lines[:-2]))
    yield from (one.code for one in told if one.topic in COMES_WITH and one.code in known)
    newest = [line.text for line in lines if line.by_patient][-1:]
    for words in (*newest, *(fact.quote for fact in words_of(so_far))):
        yield from nearest(words, most=NEAREST, at_least=LIKELY)
    for fact in complaints_of(so_far):
        yield from known[fact.code].also


def _name(code: str, language: Language) -> str:
    asked = "danger" if code in knowledge().signs else None
    return name_of(Fact(topic=Topic.FINDING, code=code, quote="", asked=asked), language)


# --- what becomes of the notes ---------------------------------------------------------------------------------------


def with_notes(house: House, turn: Turn, notes: Notes) -> tuple[Turn, tuple[Event, ...]]:
    """The turn as the notes leave it, and their events: for the turn that waited for them."""
    events = events_of(house, turn, turn.heard_by, notes)
    extended = next((event for event in events if isinstance(event, RecordExtended)), None)
    alarms = tuple(event for event in events if isinstance(event, AlertRaised))
    heard_by = ahead(turn.heard_by, events, at=turn.now)
    before = (*turn.heard_by.extended, *((turn.extension,) if turn.extension else ()))
    if extended is None:
        return turn.model_copy(update={"heard_by": heard_by}), events
    return turn.model_copy(
        update={
            "heard_by": heard_by,
            "record": record_of((*before, extended)),
            "person": turn.person.updated(extended.person),
            "suspected": tuple(dict.fromkeys((*extended.suspected, *turn.suspected))),
            "alarms": (*turn.alarms, *alarms),
            "answers": turn.answers or bool(extended.facts or extended.person),
        }
    ), events


def events_of(house: House, turn: Turn, state: State, notes: Notes) -> tuple[Event, ...]:
    """The record extended, alarms that follow from it by plain code, disputes, questions for the doctor."""
    noted, by = notes
    sure, flags, doubted = _danger(turn, noted)
    withdrawn = tuple(key for key in noted.withdrawn if any(fact.key == key for fact in state.record))
    person = _new_of(noted.person, turn.person)
    if not (sure or withdrawn or person or flags or doubted or noted.for_doctor):
        return ()
    asked = turn.question.key if turn.question else None
    extended = RecordExtended(
        turn=turn.number,
        facts=tuple(fact.model_copy(update={"asked": fact.asked or asked}) for fact in sure),
        withdrawn=withdrawn,
        person=person,
        suspected=doubted,
        by=by,
    )
    after = record_of((*state.extended, *((turn.extension,) if turn.extension else ()), extended))
    person_after = turn.person.updated(person)

    def told(since: int) -> tuple[RedFlag, ...]:
        stated = tuple(fact for fact in after if fact.topic is not Topic.SAID and fact.turn >= since)
        by_rule = red_flags.check("", language=turn.language, record=stated, person=person_after)
        return (*flags, *raised(extended.facts), *by_rule)

    alarms = alarms_of(house, state, told, turn.number)
    return (extended, *alarms, *_disputes(state, withdrawn, turn), *_for_the_doctor(turn, noted))


def _danger(turn: Turn, noted: Noted) -> tuple[tuple[Fact, ...], tuple[RedFlag, ...], tuple[int, ...]]:
    """What may be recorded, what alarms, and rules that are to be asked about.

    A danger sign that nobody asked about, and a red flag that a model heard, count where the classifier finds them
    possible too; else they are asked about.
    """
    signs, these = knowledge().signs, _on_the_page(turn.question)
    sure: list[Fact] = []
    flags: list[RedFlag] = []
    doubted: list[int] = []
    for fact in noted.facts:
        rule = signs[fact.code].rule if fact.code in signs and signs[fact.code].alone else None
        there = fact.status is Status.PRESENT and fact.topic is Topic.FINDING
        if rule is None or not there or fact.code in these or _possible(rule, fact.quote, turn):
            sure.append(fact)
        else:
            doubted.append(rule)
    for rule, quote in noted.danger:
        if _possible(rule, quote, turn):
            flags.append(red_flags.of_rule(rule, quote))
        elif not red_flags.of_nobody_such(rule, turn.person):
            doubted.append(rule)
    return tuple(sure), tuple(flags), tuple(dict.fromkeys(doubted))


def _possible(rule: int, quote: str, turn: Turn) -> bool:
    return max(red_flags.chance(rule, words, turn.person) for words in (quote, turn.text)) >= red_flags.POSSIBLE


def _new_of(told: Person | None, known: Person) -> Person | None:
    """What was not known yet, or is told anew."""
    if told is None:
        return None
    new = {field: value for field, value in told if value is not None and getattr(known, field) != value}
    if known.age_months is not None and "relation" not in new and known.age_between is None:
        new.pop("age_months", None)  # a parser read it, or a number was keyed in
    return Person(**new) if new else None


def _disputes(state: State, withdrawn: tuple[str, ...], turn: Turn) -> Iterator[AlertDisputed]:
    """An alarm whose sign is taken back stands disputed; only a nurse clears it."""
    rules = {flag.rule for flag in raised(fact for fact in state.record if fact.key in withdrawn)}
    for alert in state.alerts:
        if alert.raised.rule in rules and alert.acknowledged is None and alert.disputed is None:
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


def _keep(house: House, turn: Turn, notes: Notes) -> None:
    """Records notes that came after the answer; an alarm among them is told at once."""
    for _ in range(TRIES):
        state = house.log.state(turn.session_id)
        if state.closed or turn.number in state.undone:
            return
        events = events_of(house, turn, state, notes)
        if not events:
            return
        try:
            house.log.append(
                turn.session_id, (*events, *_told_at_once(state, events, turn)), after=state.sequence, at=house.now()
            )
            return
        except OutOfOrder:
            continue


def _told_at_once(state: State, events: tuple[Event, ...], turn: Turn) -> tuple[Event, ...]:
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
