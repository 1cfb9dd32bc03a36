"""What a reply adds to the record without a language model: tiles, the embedded reader and parsers, in one order."""

from collections.abc import Iterator
from typing import NamedTuple

from frontdesk.app.reception.department.steering import Wish
from frontdesk.app.reception.record.agreed import (
    agreed,
    may_be_pregnant,
    of_the_complaint,
    time_of_the_complaint,
    with_words,
)
from frontdesk.app.reception.record.background import by_page
from frontdesk.app.reception.record.corrected import is_reviewed, page_of, put_right, said_anew
from frontdesk.app.reception.record.doubts import signs_on, with_doubts
from frontdesk.app.reception.record.experiencer import of_the_patient
from frontdesk.app.reception.record.habits import habits_told
from frontdesk.app.reception.record.heard import (
    Heard,
    from_tiles,
    since,
    unresolved,
    without_denials_of_told,
    words,
)
from frontdesk.app.reception.record.medicines_settled import settled
from frontdesk.app.reception.record.parsed import parse, person_in, told_anyhow
from frontdesk.app.reception.record.said_of_lines import plainly_told
from frontdesk.app.reception.record.stated import stated
from frontdesk.app.reception.record.statements import (
    complaints_of,
    lasted,
    of_their_time,
    understood_words,
    without_none,
    words_of,
)
from frontdesk.app.reception.record.timed import with_their_time
from frontdesk.app.reception.record.understood import answered, reading_of
from frontdesk.app.reception.record.values_corrected import side_corrected
from frontdesk.app.reception.services import Services
from frontdesk.app.reception.session.events import Entry, Question
from frontdesk.app.reception.session.questions import (
    BESIDE,
    COMPLAINT,
    DANGER,
    DOCTOR_READS,
    HISTORY,
    INTERRUPTING,
    OF_ANYTHING_MORE,
    OF_THE_PERSON,
    OF_THE_STORY,
    PUT_RIGHT,
    QUESTIONS_ONLY,
    ROWS,
    VALUE_AGAIN,
)
from frontdesk.app.reception.session.state import State
from frontdesk.app.reception.turn.people import new_of, with_the_readers
from frontdesk.app.reception.turn.spoken import DANGER_AGAIN
from frontdesk.app.reception.turn.utterance import Reply
from frontdesk.app.reception.turn.wishes import beside_steering, wishes_of, with_wishes
from frontdesk.models import parsers
from frontdesk.models.complaints import nearest
from frontdesk.models.facts import Duration, Fact, Language, Mood, Person, Record, Relation, Status, Topic
from frontdesk.models.knowledge.load import knowledge
from frontdesk.models.mentions import denied_by_name, mentions, told_as_past
from frontdesk.models.mentions.named import places
from frontdesk.models.parsers.content import content
from frontdesk.models.reading import Addressee, DialogueAct, Kind, Reading
from frontdesk.models.reading.alone import COMES_WITH, VAGUE, time_alone
from frontdesk.models.reading.dialogue_acts import PRACTICAL, DialogueActs, dialogue_acts
from frontdesk.models.red_flags import DANGER_PAGES
from frontdesk.models.triage.hints import hints

NAMED = 0.4  # of a sign's words that a line has to have to be about it
OPEN = Question(key="open", text=dict.fromkeys(Language, ""))
BESIDE_AN_ANSWER = frozenset({Topic.SAID, Topic.DETAIL})  # told with an answer, and none by itself


class Understood(NamedTuple):
    """What a reply adds, what it wishes of where the patient is sent, and how it was read."""

    heard: Heard
    wishes: tuple[Wish, ...]
    acts: DialogueActs
    reading: Reading


def as_read(reply: Reply) -> Reply:
    """With its dialogue acts and what it means on its page."""
    if not reply.text:
        return reply._replace(acts=DialogueActs(), reading=Reading())
    acts = dialogue_acts(reply.text)
    acts = acts.of_the_page() if is_reviewed(reply.state) else acts
    return reply._replace(acts=acts, reading=reading_of(reply.question, reply.text, reply.language))


def understand(services: Services, whole: Reply) -> Understood:
    """What tiles and words mean to the embedded reader and the parsers, and what is wished of where they are sent."""
    state, reviewed = whole.state, whole.of_the_lines
    wishes = wishes_of(services, whole)
    beside = beside_steering(whole, wishes)
    reply = whole if beside == whole.text else as_read(whole._replace(text=beside))
    corrects = reply.acts.does(DialogueAct.OBJECTS) or parsers.takes_back(reply.text.lower())
    corrects = corrects or reply.utterance.corrects is not None
    heard = _heard(reply)
    if reply.text and not reply.names_a_tile and not _only_visits(reply):
        heard = _with_all_told(heard, reply, corrects=corrects)
        heard = _with_its_side(heard, reply)
    if wishes and not reply.utterance.tapped:
        heard = with_wishes(heard, reply, wishes, beside if beside != whole.text else "")
    heard = heard.model_copy(update={"person": with_the_readers(heard.person, reply.reading, state.person, reply.key)})
    if reviewed:
        telling = plainly_told(state.record, reply.text, reply.language)
        told = reading_of(page_of(state), telling, reply.language)
    else:
        told = reply.reading
    heard = _agreed(heard, reply, told)
    heard = _with_stated(heard, reply, told, corrects=corrects or reviewed)
    if reply.text and reply.key not in QUESTIONS_ONLY and not reply.names_a_tile:
        heard = heard.model_copy(update={"facts": (*heard.facts, *habits_told(reply.text, reply.key))})
    heard = _believed(heard, reply)
    if reply.text and not reply.tapped:
        heard = heard.model_copy(update={"facts": tuple(_dated(heard.facts, reply.text))})
    if reply.text and not reply.tapped and reply.key not in COMPLAINT:
        ill = state.person.updated(heard.person) if state.person.relation is None else state.person
        heard = heard.model_copy(update={"facts": tuple(of_the_patient(heard.facts, reply.text, ill))})
    if reply.text and not reply.tapped and reply.key not in QUESTIONS_ONLY:
        ill = state.person.updated(heard.person)
        asked = None if reply.key in COMPLAINT else reply.key
        heard = heard.model_copy(update={"facts": settled(heard.facts, reply.text, state.record, ill, asked=asked)})
    if reviewed:
        heard = put_right(state, heard, reply.text, reply.language, now=reply.now, turn=reply.number)
        wishes = tuple(one for one in wishes if not one.doctor or f"wish:doctor_{one.doctor}" not in heard.withdrawn)
    heard = heard.model_copy(update={"facts": without_none(of_their_time(heard.facts, state.record))})
    if not reviewed and not (reply.utterance.corrects or "").startswith("person:"):
        alone = reply.reading.person is not None and not reply.reading.statements  # who is ill, and nothing else
        person = new_of(heard.person, state.person, reply.key, corrects=corrects, alone=alone)
        heard = heard.model_copy(update={"person": person})
    return Understood(heard, wishes, reply.acts, reply.reading)


# --- the answer to the page ------------------------------------------------------------------------------------------


def _heard(reply: Reply) -> Heard:
    state, question, said, acts = reply.state, reply.question, reply.text, reply.acts
    if reply.utterance.corrects is not None:
        return said_anew(state, reply.utterance.corrects, said, reply.language, now=reply.now, turn=reply.number)
    if any(option.key == "unwell" for option in reply.tapped):  # what was said before the tap is the complaint
        return _said_before(reply)
    tiles = from_tiles(question, reply.tapped, reply.language) if question is not None and reply.tapped else Heard()
    tiles = tiles.model_copy(update={"facts": without_denials_of_told(tiles.facts, state.record, state.person)})
    read = question is not None and answered(question, reply.reading, said, reply.language) is not None
    if not said or (_tells_nothing(reply) and not read) or reply.names_a_tile:
        kept = (words(None, said, reply.number),) if state.standing and acts.does(DialogueAct.OBJECTS) else ()
        return tiles if reply.tapped else Heard(facts=kept, answers=acts.does(DialogueAct.FINISHES))
    if reply.tapped:  # words beside tiles: both are kept
        beside = _parsed(reply, question, told="")
        return beside.model_copy(update={"facts": (*tiles.facts, *beside.facts), "answers": True})
    if question is not None and question.key in INTERRUPTING | QUESTIONS_ONLY and parsers.plain_reply(said):
        return Heard()
    if _changes_complaint(reply):
        return _instead(reply)
    answering = question if read and not acts.does(DialogueAct.OBJECTS) else answered_page(reply)
    vents = acts.does(DialogueAct.HURRIES) or acts.mood is Mood.ANGRY
    asks = acts.about_talk or acts.asks(*PRACTICAL, Addressee.DOCTOR, Addressee.TRIAGE, Addressee.RECORDS)
    told = acts.rest if asks or vents else said
    put = as_spoken(state) if answering is state.question else answering
    heard = _parsed(reply, put, told=told)
    if put is not None and not parsers.plain_reply(told) and not acts.does(DialogueAct.OBJECTS):
        heard = _with_tiles_read(put, heard, reply)
    if answering is not None and answering.key in DANGER_PAGES:
        return _of_danger(state, answering, heard, said)
    return heard if answering or question is None else heard.model_copy(update={"answers": False})


def _parsed(reply: Reply, page: Question | None, *, told: str | None = None) -> Heard:
    record = reply.state.record
    return parse(page, reply.text, reply.language, now=reply.now, turn=reply.number, reply=told, record=record)


def _with_tiles_read(question: Question, heard: Heard, reply: Reply) -> Heard:
    """With the tiles that the words surely answer."""
    if any(fact.topic not in BESIDE_AN_ANSWER or fact.code == question.key for fact in heard.facts):
        return heard  # a parser is sure
    if heard.person and question.key in OF_THE_PERSON:
        return heard
    tiles = answered(question, reply.reading, reply.text, reply.language)
    return heard if tiles is None else tiles.model_copy(update={"facts": (*heard.facts, *tiles.facts)})


def answered_page(reply: Reply) -> Question | None:
    """The page that the words answer; None where they are said of the talk, or beside the interview."""
    state, question, said, acts = reply.state, reply.question, reply.text, reply.acts
    if question is not None and question.key in INTERRUPTING:
        question = state.interrupted if state.interrupted and state.interrupted.key in COMPLAINT else None
    elif question is not None and question.key in QUESTIONS_ONLY and state.entry is not Entry.QUESTION:
        question = OPEN
    tells = question is not None and ((question.key in COMPLAINT and bool(hints(said))) or any(map(str.isdigit, said)))
    if question is not None and question.key in (VALUE_AGAIN, DOCTOR_READS):
        return question  # "I misread it" is what was asked for
    only_vents = acts.does(DialogueAct.HURRIES) and not tells and parsers.empty(acts.rest)
    return None if acts.does(DialogueAct.OBJECTS) or only_vents else question


def _tells_nothing(reply: Reply) -> bool:
    """Nothing for the record; "no, that is all" answers the page of an interview like any other words."""
    acts, key = reply.acts, reply.key
    of_a_page = key is not None and key not in INTERRUPTING | QUESTIONS_ONLY | OF_ANYTHING_MORE
    if acts.asks(Addressee.DOCTOR) and parsers.empty(acts.rest) and key not in COMPLAINT:
        return True  # passed on to the doctor as it was asked
    return acts.tells_nothing and not (acts.does(DialogueAct.FINISHES) and of_a_page)


def as_spoken(state: State) -> Question | None:
    """The question without the danger signs that a model's words left out: a denial in words is none of those.

    Words that name no sign point at the screen, and stand for all of them.
    """
    question, reply = state.question, state.reply
    if question is None or question.key not in BESIDE or not (reply and reply.voiced and reply.voiced.kept):
        return question
    signs = [option for option in question.options if ":" in option.key]
    named = [option for option in signs if _is_named(option.key, option.label[reply.language], reply.text)]
    left_out = [option for option in signs if option not in named] if named else []
    return question.model_copy(update={"options": tuple(o for o in question.options if o not in left_out)})


def _is_named(key: str, label: str, words: str) -> bool:
    if key.rpartition(":")[2] in {mention.code for mention in mentions(words)}:
        return True
    of_the_sign = content(label)
    return len(of_the_sign & content(words)) >= NAMED * len(of_the_sign)


# --- another complaint -----------------------------------------------------------------------------------------------


def _changes_complaint(reply: Reply) -> bool:
    """Another complaint is told than the one before, or the first, whatever was asked: 其实我是来看膝盖的.

    An illness named, and no symptom, is none; nor is a place of the body that the complaint was told of.
    """
    said, asked, record = reply.text, reply.key, reply.state.record
    if reply.reading.said(Kind.ILLNESS, Kind.MEDICINE) and not reply.reading.said(Kind.SYMPTOM):
        return False
    before = words_of(record)
    earlier = set[str]().union(*(places(fact.quote) for fact in before))
    if places(said) & earlier and not any(one.topic is Topic.FINDING for one in mentions(said)):
        return False
    told = {fact.code for fact in complaints_of(record)}
    told |= {hint.code for fact in before for hint in hints(fact.quote)}
    told &= knowledge().findings.keys()
    if asked not in OF_THE_STORY | HISTORY.keys() | ROWS.keys() | {None} or not before:
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


def _instead(reply: Reply) -> Heard:
    """The complaint told anew; the words of the one before are kept, and are none any more."""
    record = reply.state.record
    before = words_of(record)
    gone = (*before, *complaints_of(record), *(f for f in record if f.topic is Topic.DETAIL))
    kept = (words(None, fact.quote, fact.turn) for fact in before)
    heard = _parsed(reply, OPEN)
    return heard.model_copy(
        update={"facts": (*kept, *heard.facts), "answers": False, "withdrawn": tuple(fact.key for fact in gone)}
    )


def _said_before(reply: Reply) -> Heard:
    """What somebody who came to ask said beside it, as the complaint that it turns out to be."""
    said = [one for one in reply.state.record if one.topic is Topic.SAID and one.asked in QUESTIONS_ONLY]
    heard = [(fact.turn, _parsed(reply._replace(text=fact.quote, number=fact.turn), OPEN)) for fact in said]
    person = Person()
    for _, one in heard:
        person = person.updated(one.person)
    return Heard(
        facts=tuple(fact.model_copy(update={"turn": turn}) for turn, one in heard for fact in one.facts),
        person=person if person != Person() else None,
        answers=True,
        withdrawn=tuple(fact.key for fact in said),
    )


# --- what is told beside the answer ----------------------------------------------------------------------------------


def _only_visits(reply: Reply) -> bool:
    """Somebody who came to ask: of what they say nothing is recorded but as words, until they are unwell."""
    return reply.state.entry is Entry.QUESTION and reply.key in QUESTIONS_ONLY


def _with_all_told(heard: Heard, reply: Reply, *, corrects: bool) -> Heard:
    """With what counts on any page: whoever takes something back, refuses, asks or thanks may tell of it beside."""
    state, said, key = reply.state, reply.text, reply.key
    every = corrects or is_reviewed(state, said)
    asked_before = [page for page in HISTORY if page in state.asked and parsers.says_taken(said)]
    again = [page for page in (HISTORY if every else asked_before) if page not in (key, "allergies")]
    ill = state.person.updated(heard.person)
    anyhow = (
        one for page, words in by_page(key, said).items() for one in told_anyhow(page or None, words, ill, again=again)
    )
    told = {fact.key: fact for fact in anyhow}
    facts = tuple(fact for fact in heard.facts if fact.key not in told)
    person = heard.person or (person_in(said, None) if corrects else None)
    return heard.model_copy(update={"facts": (*facts, *told.values()), "person": person})


def _with_its_side(heard: Heard, reply: Reply) -> Heard:
    """With the side put right, whatever is asked: "no wait, it's my right knee"."""
    if reply.of_the_lines or any(fact.code == "side" for fact in heard.facts):
        return heard
    facts = side_corrected(reply.state.record, reply.text, plainly=False).facts
    return heard.model_copy(update={"facts": (*heard.facts, *facts)})


def _agreed(heard: Heard, reply: Reply, reading: Reading) -> Heard:
    """As far as the reader agrees."""
    person = heard.person.model_copy(update={"pregnant": None}) if heard.person else None
    ill = reply.state.person.updated(person)
    facts = tuple(agreed(heard.facts, reading, ill))
    facts = with_words(facts, heard.facts, words(reply.key, reply.text, reply.number))
    if person and not may_be_pregnant(ill):
        heard = heard.model_copy(update={"person": person})
    return heard.model_copy(update={"facts": facts})


def _dated(facts: Record, said: str) -> Iterator[Fact]:
    """What the words tell of as over is recorded as past: "I choked on my tea once last week"."""
    over = told_as_past(parsers.normalise(said))
    for fact in facts:
        of_then = fact.topic is Topic.FINDING and fact.status is Status.PRESENT and fact.code in over
        yield fact.model_copy(update={"past": True}) if of_then else fact


def _with_stated(heard: Heard, reply: Reply, reading: Reading, *, corrects: bool) -> Heard:
    """With what the reader codes, wherever it is told; a complaint is denied where that was asked, or is put right."""
    state, key, said = reply.state, reply.key, reply.text
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
    facts = (*of_the_complaint(kept, reading, state.record, said, asked=key, corrects=corrects), *more)
    if key not in COMPLAINT and not reply.tapped:
        timed = {fact.key: fact for fact in with_their_time(said, facts, state.record, reply.now)}
        facts = (*(fact for fact in facts if fact.key not in timed), *timed.values())
    if lasted((*state.record, *facts)) is None and (time := _time_told(reply, reading, person)):
        facts = (*facts, since(time, key))
    return heard.model_copy(update={"facts": facts})


def _time_told(reply: Reply, reading: Reading, person: Person) -> Duration | None:
    """The time of the complaint, told with it; or alone in a clause beside who is ill, where it cannot be an age."""
    key, now = reply.key, reply.now
    if key in COMPLAINT:
        return time_of_the_complaint(reading, now) or time_alone(reply.text, now=now)
    may_be_age = person.relation is Relation.CHILD or not person.age_told
    beside = key in OF_THE_PERSON | DANGER_PAGES | {"also"}
    return time_alone(reply.text, now=now) if beside and not may_be_age else None


def _with_dose(fact: Fact, stated: Fact | None) -> Fact:
    if stated is None or stated.details.value is None:
        return fact
    return fact.model_copy(update={"details": fact.details.updated(stated.details)})


# --- danger signs ----------------------------------------------------------------------------------------------------


def _of_danger(state: State, question: Question, heard: Heard, said: str) -> Heard:
    """Words that are no answer to the danger signs: they are asked once more, then one of them alone."""
    if not heard.answers and _denies_the_reason(state, question, said):
        return heard.model_copy(update={"answers": True})
    if any(fact.topic is Topic.FINDING for fact in heard.facts):
        return heard
    if question.key == DANGER and state.whys[-1:] != (DANGER_AGAIN,):
        return heard.model_copy(update={"answers": False})
    return heard.model_copy(
        update={"facts": (*heard.facts, *unresolved(question, Status.UNKNOWN, said)), "answers": True}
    )


def _denies_the_reason(state: State, question: Question, said: str) -> bool:
    """Whether the words deny by name all that the signs of the page are asked beside."""
    shown = set(signs_on(question))
    reasons = {item.because for item in state.screening if item.sign in shown}
    return bool(reasons) and reasons <= denied_by_name(said)


def _believed(heard: Heard, reply: Reply) -> Heard:
    """A page of danger signs is answered only as far as the words of the talk allow."""
    question = reply.question
    if question is None or question.key != DANGER or not heard.answers:
        return heard
    person = reply.state.person.updated(heard.person)
    earlier = tuple(fact.quote for fact in understood_words(reply.state.record))
    return heard.model_copy(update={"facts": with_doubts(heard.facts, question, reply.text, earlier, person)})
