"""A patient asks for their own records: one typed operation, run as that patient, told as what stands there."""

from collections.abc import Sequence
from datetime import datetime
from enum import StrEnum

from frontdesk.app.reception.services import Services
from frontdesk.app.reception.session.events import Event, RetrievalDone, RetrievalRefused
from frontdesk.app.reception.session.state import State
from frontdesk.app.reception.steps.identity import matches
from frontdesk.his_adapter.access import NotPermitted, Refusal, VerifiedPatient, narrow
from frontdesk.his_adapter.errors import HospitalAway
from frontdesk.his_adapter.hospinfo import Refused, parse
from frontdesk.his_adapter.hospinfo.open_chart import Asked, OpenChart, read_about
from frontdesk.his_adapter.medicines import on_record
from frontdesk.his_adapter.operation import Column, HisOperation, Verb, column_of
from frontdesk.his_adapter.records import OutpatientRecord, Patient
from frontdesk.models.ages import GROWN_UP_FROM
from frontdesk.models.facts import Value
from frontdesk.models.parsers.own_records import asks_how_often, is_of_a_child
from frontdesk.models.specialists.medication.listing import ListedMedicine

MOST = 100  # records looked at for one question
VISITS = 10  # of which the last one that a doctor saw is taken up


class Withheld(StrEnum):
    """Why nothing of a record is told."""

    UNVERIFIED = "unverified"
    OTHERS = "others"
    CHANGE = "change"
    AWAY = "away"  # the hospital's system does not answer


class OwnRecords(Value):
    """What was found for the question, newest first. `operation` is as it was asked, `columns` what was read."""

    withheld: Withheld | None = None
    operation: HisOperation | None = None
    columns: tuple[Column, ...] = ()
    rows: tuple[OutpatientRecord, ...] = ()
    counts: bool = False  # how often was asked
    start: int = 0  # the character of the field from which to read on

    @property
    def events(self) -> tuple[Event, ...]:
        """For the log, and by it for the audit trail: what was read, or refused."""
        verb = self.operation.operation if self.operation else Verb.SELECT
        if self.withheld is not None:
            return (RetrievalRefused(verb=verb, why=self.withheld),)
        columns = tuple(column.value for column in self.columns)
        numbers = tuple(row.outpatient_number or 0 for row in self.rows)
        return (RetrievalDone(what="own_records", found=len(self.rows), columns=columns, records=numbers),)


def look(services: Services, state: State, words: str, *, now: datetime) -> OwnRecords:
    """`words` as an operation under the session's principal; whoever else they name, it stays the patient's own."""
    principal = state.principal
    if not isinstance(principal, VerifiedPatient):
        return OwnRecords(withheld=Withheld.UNVERIFIED)
    if _names_another(services, state, words, now):
        return OwnRecords(withheld=Withheld.OTHERS)
    asked = _asked(services, principal, words, now)
    found = _read(services, state, asked.operation, limit=min(asked.latest or MOST, MOST))
    return found.model_copy(update={"counts": asks_how_often(words)})


def read_on(services: Services, state: State, place: str) -> OwnRecords:
    """The rest of a field, from the `place` that an answer ended with."""
    number, column, start = place.split(":")
    operation = HisOperation(
        operation=Verb.SELECT, condition={Column.OUTPATIENT_NUMBER.value: int(number)}, column_output=(Column(column),)
    )
    return _read(services, state, operation, limit=1).model_copy(update={"start": int(start)})


def latest(services: Services, state: State, columns: Sequence[Column]) -> OwnRecords:
    """The newest visit of the verified patient that a doctor has seen; failing that, the newest record."""
    found = _read(services, state, HisOperation(operation=Verb.SELECT, column_output=tuple(columns)), limit=VISITS)
    seen = (row for row in found.rows if row.preliminary_diagnosis or row.treatment_opinion)
    row = next(seen, found.rows[0] if found.rows else None)
    return found.model_copy(update={"rows": (row,) if row else ()})


def medicines(services: Services, state: State) -> tuple[OwnRecords, tuple[ListedMedicine, ...]]:
    """What the records of the verified patient leave them on, and what was read for it."""
    columns = (
        Column.OUTPATIENT_NUMBER,
        Column.DEPARTMENT,
        Column.VISIT_DATE,
        Column.PAST_HISTORY,
        Column.TREATMENT_OPINION,
    )
    found = _read(services, state, HisOperation(operation=Verb.SELECT, column_output=columns), limit=MOST)
    return found, on_record(found.rows, today=services.now().date())


def _read(services: Services, state: State, operation: HisOperation, *, limit: int) -> OwnRecords:
    try:
        narrowed = narrow(state.principal, operation)
    except NotPermitted as refused:
        why = Withheld.OTHERS if refused.refusal is Refusal.ROWS else Withheld.CHANGE
        return OwnRecords(withheld=why, operation=operation)
    try:
        rows = services.hospital.records.find(narrowed, limit=limit)
    except HospitalAway:
        return OwnRecords(withheld=Withheld.AWAY, operation=operation)
    return OwnRecords(operation=operation, columns=narrowed.operation.columns, rows=tuple(rows))


def department_names(services: Services) -> tuple[str, ...]:
    """In every language, for the grammar to know."""
    return tuple(name for department in services.departments for name in department.name.values())


def _asked(services: Services, principal: VerifiedPatient, words: str, now: datetime) -> Asked:
    """What cannot be made out asks for the whole of the newest record."""
    about = OpenChart(patient_id=principal.patient_id)
    read = read_about(words, now=now, about=about, departments=department_names(services))
    return Asked(operation=HisOperation(operation=Verb.SELECT), latest=1) if isinstance(read, Refused) else read


def _known(services: Services, state: State) -> Patient:
    """The verified patient; while the hospital's system is away by the name that was verified."""
    patient_id = state.patient_id or ""
    try:
        return services.hospital.patients.patient(patient_id)
    except HospitalAway:
        return Patient(patient_id=patient_id, name=state.patient_name or "")


def _names_another(services: Services, state: State, words: str, now: datetime) -> bool:
    """Another's name or number, or a grown-up asking with somebody's number for "my child"."""
    age = state.person.age_months
    if is_of_a_child(words) and (age is None or age >= GROWN_UP_FROM * 12):
        return True
    read = parse(words, now=now)
    if isinstance(read, Refused):
        return False
    own = _known(services, state)
    for key, term in read.condition.items():
        named = [str(one) for one in (term if isinstance(term, tuple) else (term,))]
        match column_of(key):
            case Column.PATIENT_ID if any(one.upper() != own.patient_id.upper() for one in named):
                return True
            case Column.NAME if not all(matches(own, name=one, birth_date=None) for one in named):
                return True
            case _:
                pass
    return False
