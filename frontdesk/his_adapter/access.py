"""Who may do what with outpatient records: narrows an operation to what its principal may, or refuses it."""

from enum import StrEnum

from frontdesk.his_adapter.errors import HospitalError
from frontdesk.his_adapter.operation import ALL, COLUMNS, Column, HisOperation, Verb, column_of
from frontdesk.his_adapter.registration import PatientField
from frontdesk.models.facts import Value

GUEST = "GUEST-"  # how the patient id of somebody nobody verified begins


class Refusal(StrEnum):
    """Why something is not permitted, for words that say what would help."""

    NO_RECORDS = "no_records"  # no business with records at all
    VERB = "verb"  # somebody else does this
    COLUMNS = "columns"  # these fields are not theirs to see or to change
    ROWS = "rows"  # the records of somebody else, or of another department


class NotPermitted(HospitalError):
    """This principal may not do this; the message is for the log and names no person."""

    def __init__(self, message: str, refusal: Refusal = Refusal.VERB, columns: tuple[Column, ...] = ()) -> None:
        super().__init__(message)
        self.refusal = refusal
        self.columns = columns


class Kiosk(Value):
    """The device itself, before anybody stands there."""


class UnverifiedPatient(Value):
    """Somebody whose identity was not compared, or did not match; may see nothing of anybody."""


class VerifiedPatient(Value):
    """Identity compared by code. `patient_id` comes from there, never from what was said."""

    patient_id: str


class Nurse(Value):
    username: str


class Doctor(Value):
    """`departments` are the names of the doctor's department, in each language."""

    username: str
    department_id: str
    departments: tuple[str, ...]


class RecordsOfficer(Value):
    username: str


class Admin(Value):
    """Runs the system; has no business with records."""

    username: str


Principal = Kiosk | UnverifiedPatient | VerifiedPatient | Nurse | Doctor | RecordsOfficer | Admin

EVERY = frozenset(COLUMNS)
IDENTITY = frozenset({Column.OUTPATIENT_NUMBER, Column.PATIENT_ID})  # given once, never changed
STAFF_ONLY = frozenset({Column.NOTES})
TOLD_AT_RECEPTION = frozenset(
    {
        Column.CHIEF_COMPLAINT,
        Column.PRESENT_ILLNESS_HISTORY,
        Column.PAST_HISTORY,
        Column.DRUG_ALLERGY_HISTORY,
        Column.NOTES,
    }
)
WHO_AND_WHERE = frozenset(
    {Column.PATIENT_ID, Column.NAME, Column.GENDER, Column.AGE, Column.DEPARTMENT, Column.VISIT_DATE}
)
CLINICAL = TOLD_AT_RECEPTION | {
    Column.PHYSICAL_EXAMINATION,
    Column.AUXILIARY_EXAMINATION,
    Column.PRELIMINARY_DIAGNOSIS,
    Column.TREATMENT_OPINION,
}  # the signature is an act of its own: `Hospital.sign`
WRITTEN_BY_STAFF = EVERY - {Column.OUTPATIENT_NUMBER, Column.PHYSICIAN_SIGNATURE}


class Rows(Value):
    """The records a principal is limited to. Compared whole and exactly, whatever the condition contains."""

    patient_id: str | None = None
    department_id: str | None = None


class Grant(Value):
    """What one principal may. `pre_visit`: fields of the one record that this session hands over."""

    reads: frozenset[Column] = frozenset()
    changes: dict[Verb, frozenset[Column]] = {}
    deletes: bool = False
    restores: bool = False
    signs: bool = False
    corrects: frozenset[PatientField] = frozenset()  # of a patient's own data
    merges: bool = False  # two numbers of one person
    rows: Rows = Rows()
    pre_visit: frozenset[Column] = frozenset()


class Narrowed(Value):
    """An operation that may be run, on these rows only."""

    operation: HisOperation
    rows: Rows


def grant(principal: Principal) -> Grant:
    match principal:
        case VerifiedPatient():
            return Grant(
                reads=EVERY - STAFF_ONLY,
                rows=Rows(patient_id=principal.patient_id),
                pre_visit=WHO_AND_WHERE | TOLD_AT_RECEPTION,
            )
        case UnverifiedPatient():
            return Grant(pre_visit=WHO_AND_WHERE | TOLD_AT_RECEPTION)
        case Nurse():
            created = WHO_AND_WHERE | TOLD_AT_RECEPTION
            return Grant(
                reads=EVERY,
                changes={Verb.CREATE: created, Verb.UPDATE: TOLD_AT_RECEPTION},
                corrects=frozenset({PatientField.PHONE}),
            )
        case Doctor():
            return Grant(
                reads=EVERY,
                changes={Verb.CREATE: WRITTEN_BY_STAFF, Verb.UPDATE: CLINICAL},
                signs=True,
                rows=Rows(department_id=principal.department_id),
            )
        case RecordsOfficer():
            changes = {Verb.CREATE: WRITTEN_BY_STAFF, Verb.UPDATE: WRITTEN_BY_STAFF - IDENTITY}
            return Grant(
                reads=EVERY,
                changes=changes,
                deletes=True,
                restores=True,
                corrects=frozenset(PatientField),
                merges=True,
            )
        case Kiosk() | Admin():
            return Grant()


def narrow(principal: Principal, operation: HisOperation) -> Narrowed:
    """The operation limited to the rows and columns this principal may see or change. Raises NotPermitted."""
    granted = grant(principal)
    if not granted.reads:
        raise NotPermitted("has no business with records", Refusal.NO_RECORDS)
    match operation.operation:
        case Verb.SELECT:
            operation = _shown(granted, operation)
        case Verb.DELETE if not granted.deletes:
            raise NotPermitted("may not delete records")
        case Verb.CREATE | Verb.UPDATE:
            _check_changes(granted, operation)
        case Verb.DELETE:
            pass
    _check_condition(granted, operation)
    _check_rows(principal, operation)
    return Narrowed(operation=_limited(granted.rows, operation), rows=granted.rows)


def narrow_pre_visit(principal: Principal, operation: HisOperation) -> Narrowed:
    """The one creation a session may make: its patient's own record, saying only what a patient can tell.

    No text ever becomes this operation; the hand-over makes it. Raises NotPermitted.
    """
    granted = grant(principal)
    if not granted.pre_visit or operation.operation is not Verb.CREATE:
        raise NotPermitted("hands over no record")
    if refused := sorted(set(operation.column_change) - granted.pre_visit):
        raise NotPermitted(f"may not hand over {', '.join(refused)}", Refusal.COLUMNS, tuple(refused))
    own, patient_id = granted.rows.patient_id, str(operation.column_change[Column.PATIENT_ID])
    if patient_id != own if own else not patient_id.startswith(GUEST):
        raise NotPermitted("may not hand over the record of somebody else", Refusal.ROWS)
    return Narrowed(operation=operation, rows=granted.rows)


def _shown(granted: Grant, operation: HisOperation) -> HisOperation:
    shown = tuple(column for column in operation.columns if column in granted.reads)
    if not shown:
        raise NotPermitted("may not see these columns", Refusal.COLUMNS, operation.columns)
    return operation.model_copy(update={"column_output": (ALL,) if shown == COLUMNS else shown})


def _check_changes(granted: Grant, operation: HisOperation) -> None:
    allowed = granted.changes.get(operation.operation)
    if allowed is None:
        raise NotPermitted(f"may not {operation.operation} records")
    if refused := sorted(set(operation.column_change) - allowed):
        raise NotPermitted(f"may not {operation.operation} {', '.join(refused)}", Refusal.COLUMNS, tuple(refused))


def _check_condition(granted: Grant, operation: HisOperation) -> None:
    """What may not be seen may not be searched by either."""
    if hidden := sorted({column_of(key) for key in operation.condition} - granted.reads):
        raise NotPermitted(f"may not search by {', '.join(hidden)}", Refusal.COLUMNS, tuple(hidden))


def _check_rows(principal: Principal, operation: HisOperation) -> None:
    """Who asks for other people's records by name is told so, rather than shown an empty list."""
    match principal:
        case VerifiedPatient():
            asked = _terms(operation, Column.PATIENT_ID)
            if asked and principal.patient_id not in asked:
                raise NotPermitted("may not reach records of another patient", Refusal.ROWS)
        case Doctor():
            asked = _terms(operation, Column.DEPARTMENT)
            if operation.operation is Verb.CREATE:
                if operation.column_change.get(Column.DEPARTMENT) not in principal.departments:
                    raise NotPermitted("may not create a record of another department", Refusal.ROWS)
            elif asked and not any(_within(term, own) for term in asked for own in principal.departments):
                raise NotPermitted("may not reach records of another department", Refusal.ROWS)
        case _:
            pass


def _terms(operation: HisOperation, column: Column) -> tuple[str, ...]:
    asked = operation.condition.get(column, ())
    return tuple(map(str, asked)) if isinstance(asked, tuple) else (str(asked),)


def _within(term: str, name: str) -> bool:
    return term.casefold() in name.casefold()


def _limited(rows: Rows, operation: HisOperation) -> HisOperation:
    """A patient's operation names the patient, so that nothing depends on the rows being looked at as well."""
    if rows.patient_id is None:
        return operation
    return operation.model_copy(update={"condition": {**operation.condition, Column.PATIENT_ID.value: rows.patient_id}})
