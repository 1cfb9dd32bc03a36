"""Hearing an utterance: tiles, words, danger; recorded, with its alarms, before anything is said."""

from collections.abc import Iterator

from frontdesk.app.reception.department.wished import mentioned_last
from frontdesk.app.reception.record.clauses import corrects
from frontdesk.app.reception.record.corrected import said_by
from frontdesk.app.reception.record.heard import Heard, label, words
from frontdesk.app.reception.record.lines_meant import SIDE
from frontdesk.app.reception.record.pages import options_of
from frontdesk.app.reception.record.said_of_lines import plainly_told
from frontdesk.app.reception.record.screening import suspected
from frontdesk.app.reception.record.statements import MORE, words_of
from frontdesk.app.reception.services import Services
from frontdesk.app.reception.session.events import (
    Event,
    LanguageChanged,
    Means,
    Option,
    PatientSaid,
    Question,
    RecordExtended,
)
from frontdesk.app.reception.session.questions import OF_THE_TALK
from frontdesk.app.reception.session.state import State, ahead, record_of, still_asked
from frontdesk.app.reception.steps.steps import opening_page
from frontdesk.app.reception.turn.alarms import (
    Told,
    alarms_of,
    contests,
    disputes,
    doubts,
    flags_of,
    signs_taken_back,
    words_of_now,
)
from frontdesk.app.reception.turn.embedded import Understood, answered_page, as_read, understand
from frontdesk.app.reception.turn.utterance import Reply, Turn, Utterance
from frontdesk.app.reception.turn.waiting import waiting
from frontdesk.models import parsers, red_flags
from frontdesk.models.assertion.replies import hedges
from frontdesk.models.facts import Fact, Language, Mood, Status, Topic
from frontdesk.models.notes import NOTES
from frontdesk.models.parsers.everyday import language_after
from frontdesk.models.parsers.writing import shortened
from frontdesk.models.reading import Addressee, DialogueAct, Kind
from frontdesk.models.reading.dialogue_acts import DialogueActs, dialogue_acts
from frontdesk.models.red_flags import DANGER_PAGES, RedFlag

HISTORIES = frozenset({Topic.ALLERGY, Topic.MEDICINE, Topic.CONDITION})
READ = {
    Language.ZH: 400,
    Language.EN: 1000,
}  # characters of an utterance that are understood; the rest is kept as words


def listen(
    services: Services, state: State, utterance: Utterance, *, again: bool = False, records: bool = True
) -> Turn:
    """Hears the utterance; a turn cut off by a crash is heard again, not recorded twice.

    Where a model reads, its words stay words, and only danger is looked for. `again`: a model was to read them and did
    not; nothing is recorded. Nor is it where it only `records` nothing: it is still being spoken.
    """
    whole, reply, more = _reply(services, state, utterance)
    by_model = reply.typed and not (reply.tapped or again or state.in_hands) and _read_by_model(services)
    if by_model:
        reply = reply._replace(acts=dialogue_acts(reply.text).of_the_hospital)
        understood = Understood(_as_words(reply), (), reply.acts, reply.reading)
    else:
        understood = understand(services, as_read(reply) if reply.typed else reply)
    heard, wishes, acts, reading = understood
    if acts.does(DialogueAct.MANIPULATES):  # what they order is no history of theirs; findings may be danger
        heard = heard.model_copy(update={"facts": tuple(one for one in heard.facts if one.topic not in HISTORIES)})
    if acts.does(DialogueAct.OBJECTS):
        heard = heard.model_copy(update={"facts": (*heard.facts, *signs_taken_back(state, reply.text))})
    if more:
        rest = Fact(topic=Topic.SAID, code=f"{MORE}:{reply.number}", quote=more.strip())
        heard = heard.model_copy(update={"facts": (*heard.facts, rest)})
    extension = _extension(reply, heard, acts)
    record = record_of((*state.extended, extension)) if extension else state.record
    person = state.person.updated(extension.person if extension else None)

    puts_right = reply.of_the_lines and corrects(reply.text)
    of_now = plainly_told(state.record, reply.text, reply.language) if puts_right else reply.text
    told = Told(reply, of_now, more, record, person, extension)
    every_flag = flags_of(told)
    new = {alarm.rule for alarm in alarms_of(services, state, every_flag, reply.number)} if by_model else set[str]()
    held = tuple(waiting(reply.question, reply.text, (flag for flag in every_flag(0) if flag.rule in new)))

    def flags(since: int) -> tuple[RedFlag, ...]:
        return tuple(flag for flag in every_flag(since) if all(flag.rule != one.rule for one in held))

    alarms = (
        *alarms_of(services, state, flags, reply.number),
        *doubts(services, state, extension, reply.number),
    )
    text = reply.text or label(reply.tapped, state.language) or _taken_back(state, utterance)
    contested = reply.typed and contests(reply._replace(reading=reading), wishes)
    disputed = disputes(state, extension, text, objects=acts.does(DialogueAct.OBJECTS), contested=contested)
    keyed = utterance.means == "tapped" and reply.question is not None and reply.question.pad is not None
    means: Means = "tapped" if keyed or not whole else "spoken" if utterance.means == "spoken" else "typed"
    events: tuple[Event, ...] = (*alarms, *disputed)
    heard_by, unwritten = _recorded(services, reply, whole or text, events, means=means, keeps=records and not again)
    return Turn(
        session_id=state.session_id,
        before=state,
        heard_by=heard_by,
        unwritten=unwritten,
        text=text,
        tapped=reply.tapped,
        language=reply.language,
        question=reply.question,
        acts=acts,
        reading=reading,
        by_model=by_model,
        held=held,
        answers=heard.answers,
        telling=of_now if of_now != reply.text else text,
        corrects=utterance.corrects is not None,
        wishes=wishes,
        alarms=alarms,
        suspected=_suspected(told, understood, by_model=by_model),
        extension=extension,
        record=record,
        person=person,
        now=reply.now,
    )


def _reply(services: Services, state: State, utterance: Utterance) -> tuple[str, Reply, str]:
    """The words whole, the reply with as much of them as is understood, and the rest."""
    question = state.question if state.owner is None else None
    tiles = options_of(question, utterance.tapped)
    whole = "" if (tiles or utterance.corrects) and utterance.means == "tapped" else utterance.text.strip()
    said, more = shortened(whole, READ[parsers.language_of(whole[: READ[Language.ZH]]) or Language.ZH])
    language = language_after(said, state.language)
    named = tiles or _named(question, said, language)
    if question is not None and not named and _tells_what_for(services, state, question, said, language):
        question = opening_page(state)
    reply = Reply(
        state=state,
        utterance=utterance,
        question=question,
        tapped=named,
        text=said,
        language=language,
        number=state.turns if utterance.turn_id in state.turn_ids else utterance.number,
        now=services.now(),
    )
    return whole, reply, more


def _tells_what_for(services: Services, state: State, question: Question, said: str, language: Language) -> bool:
    """Whether who is asked where they were seen, before they have told anything, tells what troubles them instead."""
    if question.key != "appointment" or words_of(state.record) or parsers.empty(said):
        return False
    unknown = parsers.plain_reply(said) is not None or hedges(said, language)
    return not unknown and mentioned_last(services, (said,), frozenset()) is None


def _read_by_model(services: Services) -> bool:
    return services.models.assigned(NOTES.name) is not None


def _as_words(reply: Reply) -> Heard:
    """The words under the page they may answer: what they mean is the model's to say."""
    page = answered_page(reply._replace(acts=DialogueActs()))
    key, acts = page.key if page else None, reply.acts
    of_old = acts.asks(Addressee.RECORDS) and parsers.empty(acts.rest)
    away = acts.asks(Addressee.OTHERS_RECORDS) or acts.does(DialogueAct.MANIPULATES) or of_old
    kept = not (away or key in OF_THE_TALK or parsers.empty(reply.text))
    facts = (words(key, reply.text, reply.number),) if kept else ()
    return Heard(facts=facts, answers=kept and key not in DANGER_PAGES)


def _suspected(told: Told, understood: Understood, *, by_model: bool) -> tuple[str, ...]:
    """Red flags that the words of the talk make possible, with those found possible before."""
    reply, heard = told.reply, understood.heard
    state = reply.state
    told_of = {fact.topic for fact in heard.facts if fact.key != SIDE} - {Topic.SAID}  # the side is put right beside it
    only_who = heard.person is not None and not told_of and not understood.reading.said(Kind.SYMPTOM, Kind.ILLNESS)
    tells = not (understood.acts.tells_nothing or (only_who and not by_model))
    now_told = words_of_now(red_flags.of_the_complaint(parsers.normalise(told.of_now)), reply.key) if tells else ""
    asked = still_asked(state.asked, told.extension.withdrawn if told.extension else ())
    answered = "danger" in asked and not (state.interrupted and state.interrupted.key == "danger")
    later = answered or state.recommended is not None
    before = () if later else tuple(fact.quote for fact in words_of(told.record))
    telling = tuple(dict.fromkeys((*before, *((now_told,) if now_told.strip() else ()))))
    found = suspected(telling, told.record, told.person, later=later, cries=told.cries)
    return tuple(dict.fromkeys((*state.suspected, *found)))


def _extension(reply: Reply, heard: Heard, acts: DialogueActs) -> RecordExtended | None:
    facts = tuple(fact.model_copy(update={"turn": fact.turn or reply.number}) for fact in heard.facts)
    corrected = (reply.utterance.corrects,) if reply.utterance.corrects else ()
    gone = (*corrected, *heard.withdrawn, *_taken_out(reply, heard))
    withdrawn = tuple(dict.fromkeys((*gone, *said_by(reply.state.record, gone, besides=facts))))
    mood = acts.mood if acts.mood is not Mood.CALM else None
    if not (facts or withdrawn or heard.person or mood):
        return None
    return RecordExtended(turn=reply.number, facts=facts, withdrawn=withdrawn, person=heard.person, mood=mood)


def _taken_out(reply: Reply, heard: Heard) -> Iterator[str]:
    """Lines of the read-back that were tapped as wrong; "none" of a history once one is named."""
    if reply.key == "read_back":
        yield from (option.key.partition(":")[2] for option in reply.tapped if option.key.startswith("line:"))
    for topic in dict.fromkeys(f.topic for f in heard.facts if f.status is Status.PRESENT):
        yield f"{topic}:none"


def _named(question: Question | None, said: str, language: Language) -> tuple[Option, ...]:
    """The one tile whose label the words are."""
    if question is None or not said:
        return ()
    plain = parsers.normalise(said).lower().strip(" .,!。，！")
    keys = [o.key for o in question.options if o.label[language].lower() == plain]
    return options_of(question, keys) if len(keys) == 1 else ()


def _taken_back(state: State, utterance: Utterance) -> str:
    """What stands in the talk for a line taken out by a tap."""
    old = next((fact.quote for fact in state.record if fact.key == utterance.corrects), "")
    return f"✗ {old}" if old else utterance.text


def _recorded(
    services: Services, reply: Reply, text: str, alarms: tuple[Event, ...], *, means: Means, keeps: bool
) -> tuple[State, tuple[Event, ...]]:
    """The session with the utterance, and what is left to record: alarms, and what is said to a nurse, do not wait."""
    state, utterance = reply.state, reply.utterance
    if utterance.turn_id in state.turn_ids:
        known = services.log.append(state.session_id, alarms, after=state.sequence, at=reply.now) if alarms else state
        return known, ()
    said = PatientSaid(
        turn_id=utterance.turn_id,
        number=utterance.number,
        text=text,
        language=reply.language,
        means=means,
        options=utterance.tapped,
        corrects=utterance.corrects,
        heard=utterance.heard if means == "spoken" and utterance.heard != text else "",
        confidence=utterance.confidence if means == "spoken" else None,
    )
    switched = (LanguageChanged(language=reply.language),) if reply.language is not state.language else ()
    events: tuple[Event, ...] = (said, *switched, *alarms)
    if keeps and (alarms or state.owner):
        return services.log.append(state.session_id, events, after=state.sequence, at=reply.now), ()
    return ahead(state, events, at=reply.now), events
