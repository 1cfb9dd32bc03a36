"""A nurse links a guest's session to a chart, identifiers compared by code as at the kiosk, or takes a link back."""

from datetime import date

from frontdesk.app.reception.errors import NotNow, ReasonMissing
from frontdesk.app.reception.services import Services
from frontdesk.app.reception.session.events import Event, IdentityTakenBack, IdentityVerified, NurseSaid
from frontdesk.app.reception.session.state import Phase, State
from frontdesk.app.reception.steps.identity import matches, patient_number
from frontdesk.app.reception.steps.steps import line, opens
from frontdesk.app.reception.turn import retrieval
from frontdesk.his_adapter.errors import HospitalAway, NotFound
from frontdesk.his_adapter.records import Patient
from frontdesk.models.facts import Person
from frontdesk.models.speaking import join, say

SHORTEST_REASON = 2  # characters
DESK = "desk:"  # before whose tries are counted: those at a desk are none at a kiosk


class NotCompared(NotFound):
    """The number is nobody's, the birth date is another's, or there were too many tries: which one is not told."""


def link(services: Services, state: State, *, number: str, birth_date: date, by: str) -> tuple[Event, ...]:
    """What was said stays. Raises NotNow, NotCompared and HospitalAway."""
    if state.verified or state.consent is not True:
        raise NotNow("only somebody who agreed to be written down and is not known yet is linked to a chart")
    patient = _compared(services, patient_number(number), birth_date, by)
    person = Person(age_months=patient.age_months(services.now().date()), sex=patient.sex, relation=None)
    known = state.model_copy(update={"patient_id": patient.patient_id, "patient_name": patient.name})
    read, medicines = retrieval.medicines(services, known)
    verified = IdentityVerified(
        patient_id=patient.patient_id, name=patient.name, person=person, medicines=medicines, by=by
    )
    return (verified, *read.events, _told(state, "linked"))


def unlink(state: State, *, by: str, name: str, reason: str) -> tuple[Event, ...]:
    """Raises NotNow where no nurse made the link, and ReasonMissing."""
    if state.linked_by is None:
        raise NotNow("no nurse linked this session to a chart")
    if len(reason) < SHORTEST_REASON:
        raise ReasonMissing("a link is taken back with a reason")
    return (IdentityTakenBack(by=by, name=name, reason=reason), _told(state, "unlinked"))


def _compared(services: Services, number: str, birth_date: date, by: str) -> Patient:
    """Tries are counted apart from those at the kiosk: who failed there is why the nurse was called."""
    counted = services.guesses.reserve(f"{DESK}{number}", f"{DESK}{by}", now=services.now())
    if counted is None:
        raise NotCompared("too many tries")
    try:
        patient = services.hospital.patients.patient(number)
    except HospitalAway:
        services.guesses.was_right(counted)  # nothing was compared
        raise
    except NotFound as nobody:
        raise NotCompared("identifiers do not agree") from nobody
    if not matches(patient, name=None, birth_date=birth_date):
        raise NotCompared("identifiers do not agree")
    services.guesses.was_right(counted)
    return patient


def _told(state: State, key: str) -> NurseSaid:
    """The patient is told, and the page that stood is put again; who was asked who they are is asked on."""
    said = say(key, state.language)
    if state.phase is Phase.IDENTITY or (state.question is None and not state.guest and not state.verified):
        first = opens(state)
        return line(state, said if state.owner else join(state.language, said, first.text), first.question)
    again = state.question.text[state.language] if state.question and not state.owner else ""
    return line(state, join(state.language, said, again), state.question)
