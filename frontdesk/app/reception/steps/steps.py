"""The steps of a session that are no turns: consent, identity, language, going back, booking, finishing."""

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta

import structlog

from frontdesk.app.reception.department import arrival
from frontdesk.app.reception.errors import NotNow, SessionEnded
from frontdesk.app.reception.permitted import Command, check
from frontdesk.app.reception.record.handing_over import appointment_of
from frontdesk.app.reception.record.heard import CLINIC
from frontdesk.app.reception.record.interview import Known
from frontdesk.app.reception.record.pages import put
from frontdesk.app.reception.record.purposes import FOLLOW_UP_VISIT
from frontdesk.app.reception.record.statements import of_the_visit
from frontdesk.app.reception.record.summary import patient_id_of, visit_of
from frontdesk.app.reception.services import Services
from frontdesk.app.reception.session.events import (
    AnswerUndone,
    Booked,
    BookingCancelled,
    CalledAgain,
    Closed,
    ConsentDeclined,
    ConsentGiven,
    Entry,
    Event,
    GuestChosen,
    LanguageChanged,
    NurseSaid,
    Option,
    Question,
    RecordExtended,
    Suspended,
    TimeChosen,
)
from frontdesk.app.reception.session.state import Alert, Phase, State
from frontdesk.app.reception.turn.answers.questions import opening_question
from frontdesk.app.reception.turn.answers.records import returned_to
from frontdesk.app.reception.turn.spoken import call
from frontdesk.his_adapter.errors import AlreadyBooked, HospitalAway, NotFound, SlotTaken
from frontdesk.his_adapter.opening import standing
from frontdesk.his_adapter.records import Appointment, Department
from frontdesk.models.facts import Fact, Language, Topic
from frontdesk.models.speaking import join, say

log = structlog.get_logger()

Step = Callable[[State], tuple[Event, ...]]
BREATH = timedelta(seconds=5)


def line(state: State, text: str, question: Question | None = None, *, language: Language | None = None) -> NurseSaid:
    """The nurse's line that answers no turn."""
    return NurseSaid(turn_id=None, text=text, language=language or state.language, question=question)


def consent(services: Services, state: State, *, agreed: bool, text: str) -> tuple[Event, ...]:
    """`text`: the version that was shown."""
    if state.consent is not None:
        raise NotNow("consent was asked for already")
    if not agreed:
        return (ConsentDeclined(), call(services, ""), line(state, say("consent_declined", state.language)))
    given = ConsentGiven(text=text, language=state.language)
    if state.entry is Entry.QUESTION:
        return (given, *as_guest(services, state))
    return (given,)


def as_guest(services: Services, state: State) -> tuple[Event, ...]:
    if state.verified or state.guest:
        raise NotNow("identity is settled already")
    if state.entry is Entry.FOLLOW_UP and not state.record:
        return (GuestChosen(), *_comes_back(services, state))
    return (GuestChosen(), opens(state))


def _comes_back(services: Services, state: State) -> tuple[Event, ...]:
    """Who was here before and has no card says where: the earlier visit cannot be looked up."""
    told = Fact(topic=Topic.REQUEST, code=FOLLOW_UP_VISIT, quote=say("follow_up_tapped", state.language))
    question = put("appointment", Known(record=(told,), person=state.person))
    departments = tuple(
        Option(key=f"{CLINIC}{one.department_id}", label=one.name)
        for one in services.departments
        if "emergency" not in one.specialties and one.rules.fever is not True
    )
    text = {language: say("appointment_before", language) for language in Language}
    question = question.model_copy(update={"options": departments, "text": text})
    return (RecordExtended(turn=0, facts=(told,)), line(state, text[state.language], question))


def opens(state: State) -> NurseSaid:
    question = returned_to(state.questions) or _opening(state)
    return line(state, question.text[state.language], question)


def _opening(state: State) -> Question:
    return opening_question() if state.entry is Entry.QUESTION else opening_page(state)


def opening_page(state: State) -> Question:
    """The first page of the interview."""
    return put("open", Known(record=state.record, person=state.person, verified=state.verified))


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
    if state.last_turn == 0 or question is None or state.emergency is not None:
        raise NotNow("there is no answer to take back")
    fell = without_booking(state, None)
    text = join(state.language, say("undone", state.language), fell, question.text[state.language])
    return (AnswerUndone(number=state.last_turn), line(state, text, question))


def call_nurse(services: Services, state: State) -> tuple[Event, ...]:
    """A call, or where one is unanswered the same call again; nothing where a nurse has taken over."""
    if state.owner is not None:
        return ()
    if state.person_called or (state.emergency is not None and state.nurse_awaited):
        return _again(state.nurse_awaited, services.now())
    return (call(services, ""), line(state, say("call_nurse", state.language), state.question))


def _again(awaited: Sequence[Alert], now: datetime) -> tuple[CalledAgain, ...]:
    """Taps in one breath are one call."""
    last = max((moment for alert in awaited for moment in (alert.at, *alert.again)), default=now)
    if now - last < BREATH:
        return ()
    return (CalledAgain(alert_ids=tuple(alert.raised.alert_id for alert in awaited)),)


def book(services: Services, session_id: str, slot_id: str) -> State:
    """Books a slot of the department named; the same slot again changes nothing, another one replaces it.

    Raises NotFound, SlotTaken and AlreadyBooked.
    """
    state = services.log.state(session_id)
    check(state, Command.BOOK)
    if state.recommended is None:
        raise NotNow("nothing was recommended yet")
    if state.booked and state.booked.slot_id == slot_id:
        return state
    return services.log.book(
        session_id,
        slot_id,
        department_id=state.recommended.department_id,
        patient_id=patient_id_of(state),
        events=lambda appointment: _booked(services, state, appointment),
        after=state.sequence,
        at=services.now(),
    )


def book_chosen(services: Services, state: State) -> State:
    """Books the free time that the patient named in words; where it was taken meanwhile, that is said."""
    if state.time_chosen is None:
        return state
    try:
        return book(services, state.session_id, state.time_chosen)
    except HospitalAway:
        return _append(
            services, state, TimeChosen(slot_id=None), line(state, say("booking_away", state.language), state.question)
        )
    except (SlotTaken, AlreadyBooked, NotFound):
        taken = line(state, say("time_taken", state.language), state.question)
        return _append(services, state, TimeChosen(slot_id=None), taken)


def _booked(services: Services, state: State, appointment: Appointment) -> tuple[Event, ...]:
    slot, language = appointment.slot, state.language
    physicians = services.hospital.directory.physicians(slot.department_id)
    name = next((p.name for p in physicians if p.physician_id == slot.physician_id), dict.fromkeys(Language, ""))
    booked = Booked(
        appointment_id=appointment.appointment_id,
        slot_id=slot.slot_id,
        starts=slot.starts,
        physician=name,
        queue_number=appointment.queue_number,
        minutes=slot.minutes,
        department_id=slot.department_id,
        physician_id=slot.physician_id,
    )
    words = arrival.booked_words("booked", booked, services.now(), language)
    before = (BookingCancelled(appointment_id=state.booked.appointment_id),) if state.booked else ()
    department = services.department(slot.department_id)
    today = slot.starts.date() == services.now().date()
    goes_now = today and department is not None and standing(department, services.now()).reached
    phrase = "booked_nurse" if state.nurse_awaited else "booked_else" if goes_now else "booked_else_later"
    return (*before, booked, line(state, join(language, words, say(phrase, language)), state.question))


def cancel_booking(state: State) -> tuple[Event, ...]:
    if state.booked is None:
        raise NotNow("nothing is booked")
    cancelled = BookingCancelled(appointment_id=state.booked.appointment_id)
    return (cancelled, line(state, say("booking_cancelled", state.language), state.question))


def without_booking(state: State, department_id: str | None) -> str:
    """What is said where another department takes the booked time away."""
    falls = state.booked is not None and state.department_id != department_id
    return say("booking_fell", state.language) if falls else ""


def finish(services: Services, session_id: str) -> State:
    state = services.log.state(session_id)
    if state.closed:
        raise SessionEnded(session_id)
    named = state.recommended if state.consent else None
    department = services.department(named.department_id) if named else None
    if state.handed_over is not None:
        return _close(services, state, department)
    if department is None:
        goodbye = line(state, say("goodbye_unfinished" if state.verified else "goodbye_plain", state.language))
        if unfinished := hand_over_unfinished(services, state, (goodbye, Closed(reason="abandoned"))):
            return unfinished
        abandoned = of_the_visit(state.record) or state.consent is False
        closed = Closed(reason="abandoned" if abandoned else "question_only")
        return _append(services, state, line(state, say("goodbye_plain", state.language)), closed)
    return hand_over(services, state, department, (_goodbye(services, state, department), Closed(reason="finished")))


def _close(services: Services, state: State, department: Department | None) -> State:
    """What was handed over before the end has followed the talk until now."""
    if state.emergency is not None:
        return _append(services, state, _goodbye(services, state, None), Closed(reason="emergency"))
    reason = Closed(reason="finished" if department else "abandoned")
    return _append(services, state, _goodbye(services, state, department), reason)


def _goodbye(services: Services, state: State, department: Department | None) -> NurseSaid:
    if department is None:
        return line(state, say("goodbye_plain", state.language))
    now = services.now()
    today = state.booked is None or state.booked.starts.date() == now.date()
    goes_now = today and standing(department, now).reached
    phrase = "goodbye_nurse" if state.nurse_awaited else "goodbye" if goes_now else "goodbye_later"
    return line(state, say(phrase, state.language, department=department.name[state.language]))


def _append(services: Services, state: State, *events: Event) -> State:
    return services.log.append(state.session_id, events, after=state.sequence, at=services.now())


def hand_over(services: Services, state: State, department: Department, events: tuple[Event, ...]) -> State:
    """The record into the hospital's system, with whatever ends the session, in one transaction."""
    kept = appointment_of(state, department.department_id)
    visit = visit_of(state, department, now=services.now()).model_copy(update={"appointment": kept})
    return services.log.hand_over(state.session_id, events, visit, after=state.sequence, at=services.now())


def hand_over_unfinished(services: Services, state: State, events: tuple[Event, ...]) -> State | None:
    """What was told before the interview was broken off, marked as unfinished; None when there is nothing to keep.

    Needs consent and an identity, or the choice to stay a guest. It is kept with the likeliest department.
    """
    settled = state.consent and (state.verified or state.guest)
    if not (settled and of_the_visit(state.record)) or state.handed_over is not None:
        return None
    department = arrival.likeliest(services, state)
    if department is None:
        return None
    visit = visit_of(state, department, now=services.now(), unfinished=True)
    return services.log.hand_over(state.session_id, events, visit, after=state.sequence, at=services.now())


def suspend(services: Services, session_id: str) -> State:
    state = services.log.state(session_id)
    if state.closed or state.suspended or state.phase in (Phase.EMERGENCY, Phase.PRIVATE):
        return state
    if state.phase is Phase.RECOMMENDATION:
        return finish(services, session_id)
    if not state.record and state.turns == 0:
        return services.log.append(session_id, (Closed(reason="abandoned"),), after=state.sequence, at=services.now())
    return services.log.append(session_id, (Suspended(),), after=state.sequence, at=services.now())


def welcome_back(state: State, language: Language) -> tuple[Event, ...]:
    changed: tuple[Event, ...] = (LanguageChanged(language=language),) if language is not state.language else ()
    again = state.question.text[language] if state.question else ""
    text = join(language, say("welcome_back", language), again)
    return (*changed, line(state, text, state.question, language=language))


def close_forgotten(services: Services, *, before: datetime, waiting_before: datetime) -> int:
    """Ends what nobody has touched since `before`; where a person is waited for or has come, since `waiting_before`."""
    closed = 0
    for state in services.log.untouched(before=before):
        if (state.open_alerts or state.owner) and state.touched >= waiting_before:
            continue
        try:
            _forget(services, state)
            closed += 1
        except Exception as error:  # the others are ended all the same
            log.error("not_closed", session=state.session_id, error=type(error).__name__)
    return closed


def _forget(services: Services, state: State) -> None:
    if state.phase is Phase.RECOMMENDATION:
        finish(services, state.session_id)
        return
    reason = Closed(reason="emergency" if state.emergency else "abandoned")
    if not hand_over_unfinished(services, state, (reason,)):
        services.log.append(state.session_id, (reason,), after=state.sequence, at=services.now())
