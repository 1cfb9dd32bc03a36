"""The steps of a session that are no turns: consent, identity, language, going back, booking, finishing."""

import re
from collections.abc import Callable
from datetime import date, datetime

from app.reception import arrival
from app.reception.errors import NotNow, OutOfOrder, SessionEnded
from app.reception.events import (
    AnswerUndone,
    Booked,
    Closed,
    ConsentDeclined,
    ConsentGiven,
    DepartmentRecommended,
    EarlierVisit,
    Entry,
    Event,
    GuestChosen,
    IdentityTried,
    IdentityVerified,
    LanguageChanged,
    NurseSaid,
    PatientSaid,
    Question,
    RecordExtended,
    RetrievalDone,
    Suspended,
)
from app.reception.house import House
from app.reception.identity import matches, patient_number
from app.reception.questions import put, simple
from app.reception.replies import call
from app.reception.state import IDENTITY_TRIES, Phase, State
from app.reception.summary import visit_of
from his_adapter.hospital import NotFound
from his_adapter.records import Department, OutpatientRecord, Patient
from models.embedded.asking import Ask, Purpose
from models.embedded.speaking import join, length, say
from models.embedded.summarization import extend
from models.embedded.understanding import language_of, understand
from models.facts import Fact, Language, Person, Status, Topic

READ_OUT = {Language.ZH: 12, Language.EN: 6}  # characters, words of an earlier complaint
CLAUSE = re.compile(r"[，。；,.;]")

Step = Callable[[State], tuple[Event, ...]]


def line(state: State, text: str, question: Question | None = None, *, language: Language | None = None) -> NurseSaid:
    """The nurse's line that answers no turn."""
    return NurseSaid(turn_id=None, text=text, language=language or state.language, question=question)


def consent(house: House, state: State, *, agreed: bool) -> tuple[Event, ...]:
    if state.consent is not None:
        raise NotNow("consent was asked for already")
    if not agreed:
        return (ConsentDeclined(), call(house, ""), line(state, say("consent_declined", state.language)))
    if state.entry is Entry.QUESTION:
        return (ConsentGiven(), *as_guest(house, state))
    return (ConsentGiven(),)


def as_guest(house: House, state: State) -> tuple[Event, ...]:
    if state.verified or state.guest:
        raise NotNow("identity is settled already")
    return (GuestChosen(), _opens(state))


def _opens(state: State) -> NurseSaid:
    if state.entry is Entry.QUESTION:
        question = simple("open", "open_question", ())
    else:
        question = put(Ask(key="open", purpose=Purpose.DEPARTMENT), Person())
    return line(state, question.text[state.language], question)


def compared(house: House, *, number: str, name: str | None, birth_date: date | None) -> Patient:
    """The patient these identifiers name. Raises NotFound when they do not agree."""
    patient = house.hospital.patient(patient_number(number))
    if not matches(patient, name=name, birth_date=birth_date):
        raise NotFound("identifiers do not agree")
    return patient


def identify(
    house: House, state: State, *, number: str, name: str | None, birth_date: date | None
) -> tuple[Event, ...]:
    if state.verified or state.consent is None:
        raise NotNow("identity is not asked for now")
    if state.identity_failures >= IDENTITY_TRIES:
        raise NotNow("three tries are spent; a nurse was called")
    try:
        patient = compared(house, number=number, name=name, birth_date=birth_date)
    except NotFound:
        return _refused(house, state)
    person = Person(age_months=patient.age_months(house.now().date()), sex=patient.sex, relation=None)
    verified = IdentityVerified(patient_id=patient.patient_id, name=patient.name, person=person)
    if state.entry is not Entry.FOLLOW_UP:
        return (verified, _opens(state))
    return (verified, *_follows_up(house, state, patient))


def _refused(house: House, state: State) -> tuple[Event, ...]:
    left = IDENTITY_TRIES - state.identity_failures - 1
    if left:
        return (IdentityTried(), line(state, say("identity_failed", state.language, left=str(left))))
    nurse = call(house, "")
    return (IdentityTried(), nurse, line(state, say("identity_nurse", state.language)))


def _follows_up(house: House, state: State, patient: Patient) -> tuple[Event, ...]:
    """The latest record, retrieved only now that identity is verified, and the first follow-up question."""
    records = house.hospital.records(patient.patient_id)
    found = RetrievalDone(what="earlier_records", found=len(records))
    if not records:
        question = put(Ask(key="open", purpose=Purpose.DEPARTMENT), Person())
        text = join(state.language, say("earlier_none", state.language), question.text[state.language])
        return (found, line(state, text, question))
    earlier = _earlier(records[0])
    question = put(Ask(key="course", purpose=Purpose.FOLLOW_UP), Person())
    text = join(state.language, _recalled(house, earlier, state.language), question.text[state.language])
    return (found, earlier, line(state, text, question))


def _earlier(record: OutpatientRecord) -> EarlierVisit:
    return EarlierVisit(
        outpatient_number=record.outpatient_number or 0,
        department=record.department,
        visit_date=record.visit_date,
        complaint=record.chief_complaint,
        diagnosis=record.preliminary_diagnosis,
        treatment=record.treatment_opinion,
    )


def _recalled(house: House, earlier: EarlierVisit, language: Language) -> str:
    department = next((d for d in house.departments if earlier.department in d.name.values()), None)
    name = department.name[language] if department else earlier.department
    when = earlier.visit_date
    day = f"{when.month}月{when.day}日" if language is Language.ZH else f"{when.day} {when:%B}"
    complaint = CLAUSE.split(earlier.complaint, maxsplit=1)[0].strip()
    plain = language_of(complaint) is language and length(complaint, language) <= READ_OUT[language]
    if not plain:  # what is long, or written in the other language, is not read out
        return say("earlier_visit_plain", language, day=day, department=name)
    return say("earlier_visit", language, day=day, department=name, complaint=_within(complaint))


def _within(complaint: str) -> str:
    """As it stands inside a sentence: "Kidney disease" without its capital, "COPD" with them."""
    return complaint[:1].lower() + complaint[1:] if complaint[1:2].islower() else complaint


def switch_language(state: State, language: Language) -> tuple[Event, ...]:
    """The nurse says her last line again in the new language, as far as it is a question."""
    if language is state.language:
        return ()
    changed = LanguageChanged(language=language)
    if state.question is None:
        return (changed,)
    return (changed, line(state, state.question.text[language], state.question, language=language))


def undo(state: State) -> tuple[Event, ...]:
    question = state.reopened
    if state.last_turn == 0 or question is None:
        raise NotNow("there is no answer to take back")
    text = join(state.language, say("undone", state.language), question.text[state.language])
    return (AnswerUndone(number=state.last_turn), line(state, text, question))


def call_nurse(house: House, state: State) -> tuple[Event, ...]:
    if state.person_called:
        return ()
    return (call(house, ""), line(state, say("call_nurse", state.language), state.question))


def correct(house: House, session_id: str, *, turn_id: str, number: int, key: str, text: str) -> State:
    """One line of the read-back taken back or said anew, as a turn of the patient's own."""
    state = house.log.state(session_id)
    if turn_id in state.turn_ids:
        return house.log.answered(session_id, turn_id)
    if state.closed:
        raise SessionEnded(session_id)
    if number != state.turns + 1:
        raise OutOfOrder(f"turn {number} came where {state.turns + 1} is next")
    fact = next((f for f in state.record if f"{f.topic}:{f.code}" == key), None)
    if fact is None:
        raise NotNow("there is no such line to correct")
    facts = _said_anew(state, fact, text, number) if text else ()
    said = PatientSaid(turn_id=turn_id, number=number, text=text or f"✗ {fact.quote}", language=state.language)
    extension = RecordExtended(turn=number, facts=facts, withdrawn=(key,))
    words = say("corrected" if facts else "withdrawn", state.language)
    if state.question:
        words = join(state.language, words, state.question.text[state.language])
    answer = NurseSaid(turn_id=turn_id, text=words, language=state.language, question=state.question)
    return house.log.append(session_id, (said, extension, answer), after=state.sequence, at=house.now())


def _said_anew(state: State, fact: Fact, text: str, number: int) -> tuple[Fact, ...]:
    """What the new words say; when no list knows them, the words themselves under the old topic."""
    asked = {Topic.CONDITION: "past_history", Topic.MEDICINE: "medicines", Topic.ALLERGY: "allergies"}.get(fact.topic)
    heard = understand(text, language=state.language, asked=asked)
    others = tuple(f for f in state.record if f.name != fact.name)
    facts, _ = extend((*others, fact) if not heard.facts else others, heard, asked=asked, turn=number)
    return facts or (Fact(topic=fact.topic, code=text[:60], quote=text[:120], turn=number),)


def choose_department(house: House, state: State, department_id: str) -> tuple[Event, ...]:
    department = _department(house, department_id)
    decided = DepartmentRecommended(
        department_id=department_id, specialty=department.specialties[0], confidence=1.0, reasons=()
    )
    words = join(
        state.language,
        say("chosen", state.language, department=department.name[state.language]),
        arrival.where(department, state.language),
    )
    return (decided, line(state, words))


def _department(house: House, department_id: str) -> Department:
    department = house.department(department_id)
    if department is None:
        raise NotFound(f"department {department_id}")
    return department


def book(house: House, session_id: str, slot_id: int) -> State:
    """Holds and confirms a slot; the same slot again changes nothing, another one replaces it. Raises SlotTaken."""
    state = house.log.state(session_id)
    if state.closed:
        raise SessionEnded(session_id)
    if state.recommended is None:
        raise NotNow("nothing was recommended yet")
    if state.booked and state.booked.slot_id == slot_id:
        return state
    patient = guest_id(state) if not state.patient_id else state.patient_id
    held = house.hospital.hold(slot_id, patient, key=f"{session_id}:{slot_id}")
    appointment = house.hospital.confirm(held.appointment_id)
    if state.booked:
        house.hospital.cancel(state.booked.appointment_id)
    slot = appointment.slot
    physician = next(
        (p for p in house.hospital.physicians(slot.department_id) if p.physician_id == slot.physician_id), None
    )
    name = physician.name if physician else {language: "" for language in Language}
    booked = Booked(
        appointment_id=appointment.appointment_id,
        slot_id=slot_id,
        starts=slot.starts,
        physician=name,
        queue_number=appointment.queue_number,
    )
    words = say(
        "booked",
        state.language,
        time=f"{slot.starts:%m-%d %H:%M}",
        physician=name[state.language],
        number=appointment.queue_number,
    )
    events = (booked, line(state, join(state.language, words, say("booked_else", state.language))))
    return house.log.append(session_id, events, after=state.sequence, at=house.now())


def guest_id(state: State) -> str:
    return f"GUEST-{state.session_id[:8]}"


def finish(house: House, session_id: str) -> State:
    state = house.log.state(session_id)
    if state.closed:
        raise SessionEnded(session_id)
    department = house.department(state.recommended.department_id) if state.recommended else None
    if state.handed_over is not None:
        return _close(house, state, Closed(reason="emergency" if state.emergency else "finished"))
    if department is None:
        goodbye = line(state, say("goodbye_unfinished", state.language))
        if unfinished := hand_over_unfinished(house, state, (goodbye, Closed(reason="abandoned"))):
            return unfinished
        abandoned = bool(state.record) or state.consent is False
        return _close(house, state, Closed(reason="abandoned" if abandoned else "question_only"))
    goodbye = line(state, say("goodbye", state.language, department=department.name[state.language]))
    return hand_over(house, state, department, (goodbye, Closed(reason="finished")))


def _close(house: House, state: State, closed: Closed) -> State:
    goodbye = line(state, say("goodbye_plain", state.language))
    return house.log.append(state.session_id, (goodbye, closed), after=state.sequence, at=house.now())


def hand_over(house: House, state: State, department: Department, events: tuple[Event, ...]) -> State:
    """The record into the hospital's system, with whatever ends the session, in one transaction."""
    appointment = house.hospital.confirm(state.booked.appointment_id) if state.booked else None
    kept = appointment if appointment and appointment.slot.department_id == department.department_id else None
    visit = visit_of(state, department, now=house.now()).model_copy(update={"appointment": kept})
    return house.log.hand_over(state.session_id, events, visit, after=state.sequence, at=house.now())


def hand_over_unfinished(house: House, state: State, events: tuple[Event, ...]) -> State | None:
    """What was told before the interview was broken off, marked as unfinished; None when there is nothing to keep.

    Needs consent and an identity, or the choice to stay a guest. It is kept with the likeliest department.
    """
    told = any(fact.status is Status.PRESENT for fact in state.record)
    if not (told and state.consent and (state.verified or state.guest)) or state.handed_over is not None:
        return None
    department = arrival.likeliest(house, state)
    if department is None:
        return None
    visit = visit_of(state, department, now=house.now(), unfinished=True)
    return house.log.hand_over(state.session_id, events, visit, after=state.sequence, at=house.now())


def suspend(house: House, session_id: str) -> State:
    state = house.log.state(session_id)
    if state.closed or state.suspended or state.phase in (Phase.EMERGENCY, Phase.PRIVATE):
        return state
    if state.phase is Phase.RECOMMENDATION:
        return finish(house, session_id)
    if not state.record and state.turns == 0:
        return house.log.append(session_id, (Closed(reason="abandoned"),), after=state.sequence, at=house.now())
    return house.log.append(session_id, (Suspended(),), after=state.sequence, at=house.now())


def welcome_back(state: State, language: Language) -> tuple[Event, ...]:
    changed: tuple[Event, ...] = (LanguageChanged(language=language),) if language is not state.language else ()
    again = state.question.text[language] if state.question else ""
    text = join(language, say("welcome_back", language), again)
    return (*changed, line(state, text, state.question, language=language))


def close_forgotten(house: House, *, before: datetime) -> int:
    forgotten = [
        state
        for state in house.log.live(since=house.now())
        if state.touched < before and not state.open_alerts and state.owner is None and not state.closed
    ]
    for state in forgotten:
        if state.phase is Phase.RECOMMENDATION:
            finish(house, state.session_id)
        else:
            reason = Closed(reason="emergency" if state.emergency else "abandoned")
            if not hand_over_unfinished(house, state, (reason,)):
                house.log.append(state.session_id, (reason,), after=state.sequence, at=house.now())
    return len(forgotten)
