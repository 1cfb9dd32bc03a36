"""The one list of medicines of a talk, and what speaks against it: for the board, SBAR and the team."""

from frontdesk.app.reception.record.statements import medicines_told
from frontdesk.app.reception.record.wording import name_of
from frontdesk.app.reception.session.state import State
from frontdesk.models.facts import Fact, Language, Person, Record, Status, Topic
from frontdesk.models.specialists.case import Patient
from frontdesk.models.specialists.medication.cautions import Caution, cautions
from frontdesk.models.specialists.medication.listing import ListedMedicine, whole
from frontdesk.models.specialists.medication.situation import Situation, situation


def medicines_of(state: State) -> tuple[ListedMedicine, ...]:
    """What was told, then what the records of a verified patient leave them on."""
    return whole(medicines_told(state.record), state.on_record)


def cautions_of(state: State) -> tuple[Caution, ...]:
    """The gravest first."""
    there = [fact for fact in state.record if fact.topic in (Topic.FINDING, Topic.SAID)]
    there.sort(key=lambda fact: fact.topic is Topic.SAID)  # of what stands in both the patient's words are shown
    told = tuple(_words(fact) for fact in there if fact.status is Status.PRESENT)
    return cautions(medicines_of(state), _about(state.record, state.person), told)


def _words(fact: Fact) -> str:
    return fact.quote if fact.topic is Topic.SAID else f"{name_of(fact, Language.EN)}. {fact.quote}"


def _about(record: Record, person: Person) -> Situation:
    ills = (fact for fact in record if fact.topic is Topic.CONDITION and fact.status is Status.PRESENT)
    allergies = (fact for fact in record if fact.topic is Topic.ALLERGY and fact.status is Status.PRESENT)
    patient = Patient(
        age=person.age,
        age_between=person.years_between,
        sex=person.sex,
        pregnant=person.pregnant,
        conditions=tuple(f"{fact.quote}; {name_of(fact, Language.EN)}" for fact in ills),
        allergies=tuple(fact.code for fact in allergies if fact.code),
    )
    return situation("", patient)
