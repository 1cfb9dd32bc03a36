"""Words as facts: a plain reply as the tap it stands for, values that a parser is sure of, and the words themselves."""

import re
from collections.abc import Iterable, Iterator
from datetime import datetime
from itertools import islice

from frontdesk.app.reception.record.background import by_page
from frontdesk.app.reception.record.heard import (
    STATUSES,
    Heard,
    detail,
    filled_in,
    finding_of,
    from_tiles,
    since,
    together,
    unresolved,
    words,
)
from frontdesk.app.reception.record.progress import progress
from frontdesk.app.reception.record.purposes import REPEAT, purpose_of
from frontdesk.app.reception.record.severity import severity
from frontdesk.app.reception.record.timed import tells_of_the_complaint
from frontdesk.app.reception.session.events import Option, Question
from frontdesk.app.reception.session.questions import (
    BACKGROUND,
    COMPLAINT,
    DANGER_ONE,
    DETAILS,
    DOCTOR_READS,
    HISTORY,
    LISTED,
    OF_ANYTHING_MORE,
    OF_THE_PERSON,
    OF_THE_STORY,
    OF_THE_TALK,
    PREGNANCY,
    TAKEN_AS_HEARD,
)
from frontdesk.models import parsers
from frontdesk.models.allergies import Kind, not_borne, without_allergies
from frontdesk.models.assertion import Assertion, hedges, scopes
from frontdesk.models.facts import Answer, Course, Details, Fact, Language, Person, Record, Status, Topic
from frontdesk.models.mentions import mentions
from frontdesk.models.reading.alone import findings_alone, place_alone
from frontdesk.models.reading.histories import named
from frontdesk.models.reading.persons import SHORT, person_told
from frontdesk.models.specialists.medication.dose import read_dose
from frontdesk.models.specialists.medication.dose_told import dose_of
from frontdesk.models.specialists.medication.listing import Standing, of_words

MAKES_IT_LIKELY = frozenset({"missed_period"})


def parse(
    question: Question | None,
    text: str,
    language: Language,
    *,
    now: datetime,
    turn: int,
    reply: str | None = None,
    record: Record = (),
) -> Heard:
    """A plain reply as the tap it stands for, a value where a parser is sure, and whatever else was said as words.

    `record`: what was told before; a time told of something else than the complaint is none of it.
    """
    key = question.key if question else None
    if question is not None and question.rows:
        return _of_rows(question, text, language, now=now, turn=turn, reply=reply, record=record)
    if question is not None and (heard := _plainly(question, text if reply is None else reply, language)):
        return heard
    told = reply if reply and reply in text else text  # a question beside it tells no value
    person = person_in(told, key)
    facts = tuple(values(key, told, now=now))
    if person is not None and person.pregnant:
        facts = (*facts, Fact(topic=Topic.PREGNANCY, code="pregnancy_known", quote=text, asked=key))
    if question is not None and (key in TAKEN_AS_HEARD or (key == "offered" and _begins_with_yes(text))):
        facts = (*filled_in(question, language, text), *facts)
    if question is not None and key in PREGNANCY and not (person and person.pregnant) and _leaves_it_open(key, text):
        facts = (*facts, *unresolved(question, Status.UNKNOWN, text))  # not known is no denial
    if key in COMPLAINT:
        codes = dict.fromkeys((*findings_alone(text, now=now), *_tiles_named(question, text)))
        facts = (*_come_for(text, key), *facts)
        facts = (*(finding_of(code, key, text) for code in codes), *facts)
    read = (key in OF_THE_PERSON and person is not None) or (key in DETAILS and bool(facts))
    wholly = read and len(text) <= SHORT[language]
    said = () if wholly or key in OF_THE_TALK or parsers.empty(text) else (words(key, text, turn),)
    return Heard(facts=(*said, *facts), person=person, answers=bool(facts or person or said))


def _of_rows(
    question: Question, text: str, language: Language, *, now: datetime, turn: int, reply: str | None, record: Record
) -> Heard:
    """A plain reply counts for every row; other words for those that their clauses speak of."""
    told = text if reply is None else reply
    if parsers.plain_reply(told) is not None:
        nothing = question.key in OF_ANYTHING_MORE and parsers.plain_reply(told) is not Answer.YES
        plain = () if nothing else (_plainly(part, told, language) for part in question.parts)
        return together(*filter(None, plain), Heard(answers=nothing))
    if question.key == BACKGROUND:
        parts = {part.key: part for part in question.parts}
        alone = Question(key="", text=question.text)
        pages = (
            (parts.get(page, alone.model_copy(update={"key": page})), said)
            for page, said in by_page(question.key, text).items()
        )
        return together(*(parse(part, said, language, now=now, turn=turn) for part, said in pages))
    said = () if parsers.empty(text) else (words(question.key, text, turn),)
    facts = (*said, *_of_the_story([row.key for row in question.rows], text, record, now=now))
    person = person_in(told, question.key)
    if person is not None and person.pregnant:
        facts = (*facts, Fact(topic=Topic.PREGNANCY, code="pregnancy_known", quote=text, asked=question.key))
    return Heard(facts=facts, person=person, answers=bool(facts or person))


def _of_the_story(rows: Iterable[str], text: str, record: Record, *, now: datetime) -> Iterator[Fact]:
    """Each question by the first clause that answers it, and speaks of no medicine and no other finding."""
    clauses = parsers.clauses(text)
    plain = [one for one in clauses if not (parsers.names_a_medicine(one) or parsers.says_taken(one))]
    of_it = [one for at, one in enumerate(clauses) if one in plain and tells_of_the_complaint(clauses, at, record)]
    for row in rows:
        counted = of_it if row == "since" else plain
        bare = [one.strip(" ,，.。;；") for one in counted if row != "severity" or not mentions(one)]
        told = (fact for one in bare for fact in values(row, one, now=now) if fact.code == row)
        yield from islice(told, 1)


def person_in(text: str, key: str | None) -> Person | None:
    """Who is ill, as the words on the page of that key tell."""
    asked = "pregnant" if key in PREGNANCY else key
    return person_told(text, asked=asked, telling=key is None or key in COMPLAINT)


def _leaves_it_open(key: str, text: str) -> bool:
    """Whether words say that it is not known, or make it likely; others count so only when it is asked again."""
    if key == PREGNANCY[-1]:
        return True
    unsure = hedges(text, parsers.language_of(text) or Language.ZH)
    unsure = unsure or any(parsers.plain_reply(clause) in STATUSES for clause in parsers.clauses(text))
    return unsure or any(one.code in MAKES_IT_LIKELY and not one.denied for one in mentions(text))


def _come_for(text: str, key: str | None) -> Iterator[Fact]:
    """What the words come for, where that is no complaint; of a repeat prescription the medicines too."""
    purpose = purpose_of(text)
    if purpose is None:
        return
    yield finding_of(purpose.code, key, purpose.words)
    for one in parsers.medicines(without_allergies(text)) if purpose.code == REPEAT else ():
        yield Fact(topic=Topic.MEDICINE, code=one.code, quote=one.words, asked=key)


def _begins_with_yes(text: str) -> bool:
    return parsers.plain_reply(next(iter(parsers.clauses(text)), "")) is Answer.YES


def _plainly(question: Question, text: str, language: Language) -> Heard | None:
    """A whole reply that says yes, no, or that it is not known counts as the tap; None where it tells nothing here."""
    reply = parsers.plain_reply(text)
    if question.key == DOCTOR_READS and reply not in (None, Answer.YES):
        return Heard()  # which line is wrong is still to be said
    if reply in STATUSES:
        return Heard(facts=tuple(unresolved(question, STATUSES[reply], text)), answers=True)
    keys = [option.key for option in question.options]
    wanted = "yes" if reply is Answer.YES else "no" if reply in (Answer.NO, Answer.NONE_OF_THESE) else ""
    if wanted == "no" and question.key in OF_ANYTHING_MORE:
        return Heard(answers=True)
    if wanted == "no" and "no" not in keys and (question.several or question.key in HISTORY):
        at_all = question.key in LISTED and reply is Answer.NO  # that there is no other either
        wanted = "no" if at_all else "none"
    if wanted == "yes" and (question.key in (DANGER_ONE, *PREGNANCY) or (len(keys) == 1 and question.several)):
        wanted = keys[0]
    if wanted == "yes" and question.several:
        heard = filled_in(question, language) if question.key == "offered" else ()
        return Heard(facts=heard, answers=bool(heard))
    if not wanted or not (wanted in ("none", *keys) or question.key in LISTED):
        return None
    label = {one: text for one in Language}
    return from_tiles(question, (Option(key=wanted, label=label),), language)


def values(key: str | None, text: str, *, now: datetime) -> Iterator[Fact]:
    """What parsers are sure of: asked for, or told with the complaint."""
    telling = key is None or key in COMPLAINT or key in OF_THE_STORY
    if (telling or key == "since") and (lasting := parsers.duration(text, now=now, asked=key == "since")):
        yield since(lasting, key)
    if (telling or key == "side") and (side := parsers.side(text)):
        yield detail("side", key, text, Details(side=side))
    if key == "severity" and (how_bad := severity(text)):
        yield detail("severity", key, text, how_bad)
    course = progress(text) if telling or key == "progress" else None
    if course is not None and (key == "progress" or course.course is Course.WORSE):
        yield detail("progress", key, text, course)
    degrees = parsers.temperature(text, asked=key == "temperature") if telling or key == "temperature" else None
    if degrees is not None:
        yield detail("temperature", key, text, Details(value=f"{degrees:.1f} °C"))
    if key in ("open", "site", "new") and (site := place_alone(text)):
        yield detail(f"site:{site}", key, text, Details(site=site))
    for page in parsers.histories_denied(text) if telling or key in HISTORY else ():
        yield Fact(topic=HISTORY[page], code="none", status=Status.ABSENT, quote=text, asked=page)
    declined = {one.code for one in of_words(text) if one.standing is Standing.DECLINED} if key == "medicines" else ()
    for one in named(HISTORY.get(key or ""), text, asked=True):
        if one.code in declined:
            continue
        dose = Details(value=dose_of(one.words, text) or None) if key == "medicines" else Details()
        yield Fact(topic=HISTORY[key or ""], code=one.code, quote=one.words, asked=key, details=dose)
    yield from _medicines_with_a_dose(text) if key == "medicines" else ()
    for one in parsers.tried(text) if key == "medicines" else ():
        yield Fact(topic=Topic.MEDICINE, code=one.code, quote=one.words, asked=key, past=True)


def _medicines_with_a_dose(text: str) -> Iterator[Fact]:
    """What was given up, and what is told with an amount, whatever words beside it leave it out of the plain names."""
    plainly = {one.code for one in parsers.medicines(text)}
    for one in of_words(text):
        over = one.standing is Standing.STOPPED
        taken = one.standing is Standing.TAKEN and read_dose(parsers.normalise(one.dose).lower()).amount
        if one.code not in plainly and (over or taken):
            dose = Details(value=one.dose or None)
            yield Fact(topic=Topic.MEDICINE, code=one.code, quote=one.words, asked="medicines", past=over, details=dose)


def told_anyhow(key: str | None, text: str, person: Person, *, again: Iterable[str]) -> Iterator[Fact]:
    """What counts whatever the words answer: an allergy or a side effect, a temperature, what is named of histories.

    `again` are the histories that were asked for before, or are put right. An allergy that is doubted, or only avoided
    where nobody asks for allergies, is one that is not known.
    """
    for one in not_borne(text, whose=person.relation):
        topic = Topic.INTOLERANCE if one.kind is Kind.INTOLERANCE else Topic.ALLERGY
        sure = one.sure and (one.kind is not Kind.UNCLEAR or key == "allergies")
        status = Status.PRESENT if sure else Status.UNKNOWN
        did = Details(character=one.did if one.did and not parsers.is_allergy(one.did) else None)
        yield Fact(topic=topic, code=one.code, status=status, quote=one.words, asked=key, details=did)
    if key not in HISTORY and (degrees := parsers.temperature(text, asked=False)) is not None:
        yield detail("temperature", key, text, Details(value=f"{degrees:.1f} °C"))
    for page in again:
        for told in named(HISTORY[page], text, asked=False):
            yield Fact(topic=HISTORY[page], code=told.code, quote=told.words, asked=key)


def _tiles_named(question: Question | None, text: str) -> Iterator[str]:
    """Codes of the tiles that are named in answer to "is it one of these?", where nothing is asked back."""
    if question is None or question.key not in ("offered", "place") or re.search(r"[?？]", text):
        return
    tiles = {option.key.rpartition(":")[2] for option in question.options}
    plain = parsers.normalise(text)
    absent = [one for one in scopes(plain, parsers.language_of(plain) or Language.ZH) if one.kind is Assertion.ABSENT]
    for one in mentions(text):
        denied = one.denied or any(scope.covers(one.start, one.end) for scope in absent)
        if one.code in tiles and not denied:
            yield one.code
