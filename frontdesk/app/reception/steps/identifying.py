"""Who somebody is: identifiers compared, and what is told of their records once they are known."""

from datetime import date

from frontdesk.app.reception.errors import NotNow
from frontdesk.app.reception.record.interview import Known
from frontdesk.app.reception.record.pages import put
from frontdesk.app.reception.services import Services
from frontdesk.app.reception.session.events import (
    EarlierVisit,
    Entry,
    Event,
    GuestChosen,
    IdentityTried,
    IdentityVerified,
    RecordExtended,
)
from frontdesk.app.reception.session.state import IDENTITY_TRIES, State
from frontdesk.app.reception.steps.identity import matches, patient_number
from frontdesk.app.reception.steps.steps import line, opening_page, opens
from frontdesk.app.reception.turn import retrieval
from frontdesk.app.reception.turn.answers.records import more, told_of
from frontdesk.app.reception.turn.spoken import call
from frontdesk.his_adapter.errors import HospitalAway, NotFound
from frontdesk.his_adapter.operation import Column
from frontdesk.his_adapter.records import OutpatientRecord, Patient
from frontdesk.models.facts import Language, Person
from frontdesk.models.speaking import join, say
from frontdesk.models.speaking.dates import date_words

RECALLED = (
    Column.OUTPATIENT_NUMBER,
    Column.DEPARTMENT,
    Column.VISIT_DATE,
    Column.CHIEF_COMPLAINT,
    Column.PRELIMINARY_DIAGNOSIS,
    Column.TREATMENT_OPINION,
)


def compared(services: Services, *, kiosk: str, number: str, name: str | None, birth_date: date | None) -> Patient:
    """The patient these identifiers name. Raises NotFound when they do not agree, or were guessed too often."""
    number, now = patient_number(number), services.now()
    counted = services.guesses.reserve(number, kiosk, now=now)
    try:
        if counted is None:
            raise NotFound("too many tries")
        patient = services.hospital.patients.patient(number)
        if not matches(patient, name=name, birth_date=birth_date):
            raise NotFound("identifiers do not agree")
    except NotFound:
        services.guesses.failed(number, kiosk, now=now)
        raise
    except HospitalAway:
        if counted is not None:
            services.guesses.was_right(counted)  # nothing was compared
        raise
    services.guesses.was_right(counted)
    return patient


def identify(
    services: Services, state: State, *, number: str, name: str | None, birth_date: date | None
) -> tuple[Event, ...]:
    if state.verified or state.consent is None:
        raise NotNow("identity is not asked for now")
    if state.identity_failures >= IDENTITY_TRIES:
        raise NotNow("three tries are spent; a nurse was called")
    try:
        patient = compared(services, kiosk=state.kiosk, number=number, name=name, birth_date=birth_date)
    except NotFound:
        return _refused(services, state)
    except HospitalAway:
        return _goes_on_unknown(state)
    person = Person(age_months=patient.age_months(services.now().date()), sex=patient.sex, relation=None)
    known = state.model_copy(update={"patient_id": patient.patient_id, "patient_name": patient.name})
    read, medicines = retrieval.medicines(services, known)
    verified = IdentityVerified(patient_id=patient.patient_id, name=patient.name, person=person, medicines=medicines)
    known = known.model_copy(update={"extended": (*state.extended, RecordExtended(turn=0, person=person))})
    if state.turns:
        return (verified, *read.events, *_reads_out(services, known))
    if state.entry is not Entry.FOLLOW_UP:
        return (verified, *read.events, opens(state))
    return (verified, *read.events, *_follows_up(services, known))


def _reads_out(services: Services, state: State) -> tuple[Event, ...]:
    """What made a guest identify is answered now; then back to where the talk was."""
    wanted = next((f.quote for f in reversed(state.findings) if f.what == "own_records"), None)
    back = opens(state)
    if wanted is None:
        return (back,)
    own = retrieval.look(services, state, wanted, now=services.now())
    told = told_of(services, own, state.language)
    question = more(told) if told.rest else back.question
    text = join(state.language, told.text, question.text[state.language] if question else "")
    return (*own.events, line(state, text, question))


def _goes_on_unknown(state: State) -> tuple[Event, ...]:
    """The hospital's system is away: the desk sees who it is, and the talk goes on as a guest's."""
    back = opens(state)
    text = join(state.language, say("identity_away", state.language), back.text)
    return (*(() if state.guest else (GuestChosen(),)), line(state, text, back.question))


def _refused(services: Services, state: State) -> tuple[Event, ...]:
    left = IDENTITY_TRIES - state.identity_failures - 1
    if left:
        return (IdentityTried(), line(state, say("identity_failed", state.language, left=str(left))))
    nurse = call(services, "")
    return (IdentityTried(), nurse, line(state, say("identity_nurse", state.language)))


def _follows_up(services: Services, state: State) -> tuple[Event, ...]:
    """The latest record, read only now that identity is verified, and the first follow-up question."""
    own = retrieval.latest(services, state, RECALLED)
    if not own.rows:
        question = opening_page(state)
        text = join(state.language, say("earlier_none", state.language), question.text[state.language])
        return (*own.events, line(state, text, question))
    earlier = _earlier(own.rows[0])
    question = put("course", Known(record=state.record, person=state.person, follow_up=True, verified=True))
    text = join(state.language, _recalled(services, earlier, state.language), question.text[state.language])
    return (*own.events, earlier, line(state, text, question))


def _earlier(record: OutpatientRecord) -> EarlierVisit:
    return EarlierVisit(
        outpatient_number=record.outpatient_number or 0,
        department=record.department,
        visit_date=record.visit_date,
        complaint=record.chief_complaint,
        diagnosis=record.preliminary_diagnosis,
        treatment=record.treatment_opinion,
    )


def _recalled(services: Services, earlier: EarlierVisit, language: Language) -> str:
    """When and where it was; what it was for is never said in a lobby."""
    department = next((d for d in services.departments if earlier.department in d.name.values()), None)
    name = department.name[language] if department else earlier.department
    day = date_words(earlier.visit_date.date(), services.now().date(), language)
    return say("earlier_visit", language, day=day, department=name)
