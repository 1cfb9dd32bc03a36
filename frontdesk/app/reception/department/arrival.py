"""Which department, why in the patient's words, and how to say where it is."""

import re
from datetime import datetime

from frontdesk.app.reception.department.directory import Choice, choose
from frontdesk.app.reception.record.statements import complaints_of, has_fever, told, words_of
from frontdesk.app.reception.services import Services
from frontdesk.app.reception.session.events import Booked, DepartmentRecommended, Reason
from frontdesk.app.reception.session.state import State
from frontdesk.app.reception.turn.utterance import Turn
from frontdesk.his_adapter import opening
from frontdesk.his_adapter.records import Department
from frontdesk.models.ages import MASK_FROM
from frontdesk.models.allergies import without_allergies
from frontdesk.models.complaints import without_asides
from frontdesk.models.facts import Fact, Language, Person, Record, Topic
from frontdesk.models.knowledge.load import knowledge
from frontdesk.models.knowledge.schema import Condition, Finding
from frontdesk.models.speaking import join, say
from frontdesk.models.speaking.dates import day_words
from frontdesk.models.triage import Triage, triage
from frontdesk.models.triage.certainty import LOST
from frontdesk.models.triage.hints import hints

QUOTE = 24  # characters of the patient's words repeated aloud; twice as many letters
SHORTEST = {Language.ZH: 2, Language.EN: 4}  # characters of words that say something
MORE = 5  # characters that a clause may have beside the words repeated
CLAUSES = re.compile(r"[，。；！？,;!?\n]|\.(?:\s|$)")
CAME_FOR = (Topic.FINDING, Topic.REQUEST)


def triaged(turn: Turn) -> Triage:
    """Specialties for what is known after this turn."""
    return of_record(turn.record, turn.person, turn.before.offered)


def of_record(record: Record, person: Person, offered: frozenset[str]) -> Triage:
    """From what was tapped, and from the words: what they mention counts unless it was offered and left untapped."""
    words = " ".join(dict.fromkeys(_of_the_complaint(record)))
    tapped = {fact.code for fact in record}
    heard = tuple(f for f in hints(words) if f.code not in offered | tapped and f.topic in CAME_FOR)
    stated = tuple(fact for fact in record if fact.topic is not Topic.SAID and not _is_background(fact, record))
    text = without_asides(words) or " ".join(map(_in_full, complaints_of(record)))
    return triage((*stated, *heard), person=person, text=text)


def _in_full(fact: Fact) -> str:
    """A complaint by its name, where its tile says it in other words: the weights know the name."""
    finding = knowledge().findings[fact.code]
    names = {Language.ZH: finding.zh, Language.EN: finding.en[:1].upper() + finding.en[1:]}
    return next((names[language] for language, tile in finding.tile.items() if tile == fact.quote), fact.quote)


def _of_the_complaint(record: Record) -> list[str]:
    """The words the complaint was told in, without what was said of allergies beside it."""
    rest = (without_allergies(fact.quote).strip(" ,.;，。") for fact in words_of(record))
    return [words for words in rest if words]


def _is_background(fact: Fact, record: Record) -> bool:
    """An illness or a medicine beside the complaint is for the doctor, and points to no department."""
    return fact.topic in (Topic.CONDITION, Topic.MEDICINE, Topic.ALLERGY) and bool(told(record))


def place(services: Services, turn: Turn, specialty: str) -> Choice | None:
    """The department of this hospital for `specialty` and this patient."""
    fever = has_fever(turn.record)
    return choose(services.departments, services.fallbacks, specialty, turn.person, fever=fever, now=turn.now)


def likeliest(services: Services, state: State) -> Department | None:
    """Where an interview that was broken off points so far; general practice when it points nowhere."""
    answer = of_record(state.record, state.person, state.offered)
    specialty = answer.specialty if answer.confidence >= LOST else "general_practice"
    fever = has_fever(state.record)
    choice = choose(services.departments, services.fallbacks, specialty, state.person, fever=fever, now=services.now())
    return choice.department if choice else None


def recommended(
    choice: Choice, specialty: str, confidence: float, reasons: tuple[Reason, ...]
) -> DepartmentRecommended:
    instead = (choice.instead.department_id,) if choice.instead else ()
    return DepartmentRecommended(
        department_id=choice.department.department_id,
        specialty=specialty,
        confidence=round(confidence, 3),
        reasons=reasons,
        alternatives=instead,
    )


def reasons_of(turn: Turn, answer: Triage) -> tuple[Reason, ...]:
    """At most three: the words or the tile that point to the department, and what they were taken for."""
    named: dict[str, Finding | Condition] = {**knowledge().conditions, **knowledge().findings}
    told_as = {fact.code: fact.quote for fact in turn.record}
    said = _of_the_complaint(turn.record)
    reasons = {}
    for quote, code in answer.reasons:
        if code in named:
            told = told_as.get(code)
            words = _made_whole(told, said) if told else _in_its_clause(quote, said, turn.language)
            reasons[words] = {Language.ZH: named[code].zh, Language.EN: named[code].en}
    own = {
        quote: meaning
        for quote, meaning in reasons.items()
        if len(quote) >= SHORTEST[turn.language] and any(quote in words for words in said)
    }
    if not own and (clause := _clause(said, turn.language)):
        own = {clause: dict.fromkeys(Language, clause)}
    return tuple(
        Reason(quote=quote, meaning=meaning, tapped=turn.heard_by.is_on_tiles(quote))
        for quote, meaning in (own | reasons).items()
    )[:3]


def _made_whole(quote: str, said: list[str]) -> str:
    """With the rest of its clause, where that is a word or two."""
    clauses = (clause.strip(" ,.;，。") for words in said for clause in CLAUSES.split(words))
    return next((clause for clause in clauses if quote in clause and len(clause) - len(quote) <= MORE), quote)


def _in_its_clause(quote: str, said: list[str], language: Language) -> str:
    """The clause the words stand in, where it is short enough to be repeated."""
    longest = QUOTE if language is Language.ZH else 2 * QUOTE
    clauses = (clause.strip() for words in said for clause in CLAUSES.split(words))
    return next((clause for clause in clauses if quote in clause and len(clause) <= longest), quote)


def _is_whole(quote: str, record: Record) -> bool:
    """About all that a clause says, and no scrap of it: "lost on the"."""
    clauses = (clause for words in _of_the_complaint(record) for clause in CLAUSES.split(words))
    return any(quote in clause and len(clause.strip(" ,.;，。")) - len(quote) <= MORE for clause in clauses)


def _clause(said: list[str], language: Language) -> str | None:
    """A clause of what was told last that names a trouble and is short enough to be repeated."""
    longest = QUOTE if language is Language.ZH else 2 * QUOTE
    clauses = (clause.strip() for words in reversed(said) for clause in CLAUSES.split(words))
    fitting = (clause for clause in clauses if SHORTEST[language] <= len(clause) <= longest)
    return next((clause for clause in fitting if hints(clause)), None)


def announce(services: Services, choice: Choice, reasons: tuple[Reason, ...], turn: Turn, *, there: str = "") -> str:
    """Department and why, in one or two short sentences, `there` it is; when it opens, where to go that cannot wait."""
    language, name = turn.language, choice.department.name[turn.language]
    longest = QUOTE if language is Language.ZH else 2 * QUOTE
    why = next((reason for reason in reasons if len(reason.quote) <= longest), None)
    if why and (why.tapped or _is_whole(why.quote, turn.record)):
        phrase = "recommend_tapped" if why.tapped else "recommend"
        words = say(phrase, language, variant=turn.variant, quote=why.quote, department=name)
    elif why and len(meaning := why.meaning[language]) <= longest:
        words = say("recommend_named", language, variant=turn.variant, name=meaning, department=name)
    else:
        words = say("recommend_plain", language, variant=turn.variant, department=name)
    closed = too_late(services, choice.department, turn.now, language)
    return join(language, words, there, closed, _if_it_cannot_wait(services, turn.now, language) if closed else "")


def too_late(services: Services, department: Department, now: datetime, language: Language) -> str:
    """When to come instead, for who sets out now and is not seen; empty where they are."""
    if opening.standing(department, now).reached:
        return ""
    free = services.hospital.scheduling.free_slots(department.department_id, now, limit=1)
    return opening.told(department, now, language, first=free[0].starts if free else None)


def _if_it_cannot_wait(services: Services, now: datetime, language: Language) -> str:
    """Where to go until the department opens, if the hospital has such a place open now."""
    there = any("emergency" in d.specialties and opening.standing(d, now).reached for d in services.departments)
    return say("recommend_emergency", language) if there else ""


def way(services: Services, department: Department, now: datetime, language: Language) -> str:
    """Where the department is; for who comes too late also when to come, and where to go that cannot wait."""
    closed = too_late(services, department, now, language)
    cannot_wait = _if_it_cannot_wait(services, now, language) if closed else ""
    return join(language, where(department, language), closed, cannot_wait)


def booked_words(phrase: str, booked: Booked, now: datetime, language: Language) -> str:
    """`phrase` with the time booked, whose it is and its number; its plain form where the system gave no number."""
    day = day_words(booked.starts.date(), now.date(), language)
    time = f"{day}{' at ' if language is Language.EN else ''}{booked.starts:%H:%M}"
    physician, number = booked.physician[language], booked.queue_number
    if not number:
        return say(f"{phrase}_plain", language, time=time, physician=physician)
    return say(phrase, language, time=time, physician=physician, number=number)


def spot(department: Department, language: Language) -> str:
    """Building, floor and room, for a list."""
    building = department.building[language]
    if language is Language.ZH:
        return f"{building}{department.floor}楼{department.room}"
    return f"{building}, floor {department.floor}, room {department.room}"


def where(department: Department, language: Language) -> str:
    return say(
        "recommend_where",
        language,
        building=department.building[language],
        floor=str(department.floor),
        room=department.room,
    )


def is_small(person: Person) -> bool:
    """Too small for a mask."""
    return person.age_told and person.may_be_under(MASK_FROM)


def mask(turn: Turn) -> str:
    """The mask and the separate way once more, whichever department is named, as long as the infection route stands."""
    if not turn.heard_by.on_infection_route:
        return ""
    return say("infection_still_small" if is_small(turn.person) else "infection_still", turn.language)
