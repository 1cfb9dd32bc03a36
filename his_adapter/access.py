"""Who may do what with outpatient records: narrows an operation to what its principal may, or refuses it."""

from his_adapter.hospital import HospitalError
from his_adapter.operation import ALL, COLUMNS, Column, Condition, HisOperation, Verb, column_of
from models.facts import Value


class NotPermitted(HospitalError):
    """This principal may not do this; the message is for the log and names no person."""


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
    """`departments` are the names under which records of the doctor's department are kept, in each language."""

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
CLINICAL = TOLD_AT_RECEPTION | {
    Column.PHYSICAL_EXAMINATION,
    Column.AUXILIARY_EXAMINATION,
    Column.PRELIMINARY_DIAGNOSIS,
    Column.TREATMENT_OPINION,
}  # the signature is an act of its own: `Hospital.sign`


class Grant(Value):
    """What one principal may: columns by verb, and the rows these are limited to (a column and its values)."""

    reads: frozenset[Column] = frozenset()
    changes: dict[Verb, frozenset[Column]] = {}
    deletes: bool = False
    rows: tuple[Column, tuple[str, ...]] | None = None


def grant(principal: Principal) -> Grant:
    match principal:
        case VerifiedPatient():
            return Grant(reads=EVERY - STAFF_ONLY, rows=(Column.PATIENT_ID, (principal.patient_id,)))
        case Nurse():
            created = TOLD_AT_RECEPTION | {
                Column.PATIENT_ID,
                Column.NAME,
                Column.GENDER,
                Column.AGE,
                Column.DEPARTMENT,
                Column.VISIT_DATE,
            }
            return Grant(reads=EVERY, changes={Verb.CREATE: created, Verb.UPDATE: TOLD_AT_RECEPTION})
        case Doctor():
            created = EVERY - {Column.OUTPATIENT_NUMBER, Column.PHYSICIAN_SIGNATURE}
            return Grant(
                reads=EVERY,
                changes={Verb.CREATE: created, Verb.UPDATE: CLINICAL},
                rows=(Column.DEPARTMENT, principal.departments),
            )
        case RecordsOfficer():
            created = EVERY - {Column.OUTPATIENT_NUMBER, Column.PHYSICIAN_SIGNATURE}
            return Grant(reads=EVERY, changes={Verb.CREATE: created, Verb.UPDATE: created - IDENTITY}, deletes=True)
        case Kiosk() | UnverifiedPatient() | Admin():
            return Grant()


def narrow(principal: Principal, operation: HisOperation) -> HisOperation:
    """The operation limited to the rows and columns this principal may see or change. Raises NotPermitted."""
    granted = grant(principal)
    match operation.operation:
        case Verb.SELECT:
            return _narrow_select(granted, operation)
        case Verb.DELETE if not granted.deletes:
            raise NotPermitted("may not delete records")
        case Verb.CREATE | Verb.UPDATE:
            _check_changes(granted, operation)
        case Verb.DELETE:
            pass
    return operation.model_copy(update={"condition": _limited(granted, operation)})


def _narrow_select(granted: Grant, operation: HisOperation) -> HisOperation:
    shown = tuple(column for column in operation.columns if column in granted.reads)
    if not shown:
        raise NotPermitted("may not see these columns")
    output = (ALL,) if shown == COLUMNS else shown
    return operation.model_copy(update={"condition": _limited(granted, operation), "column_output": output})


def _check_changes(granted: Grant, operation: HisOperation) -> None:
    allowed = granted.changes.get(operation.operation, frozenset())
    if refused := sorted(set(operation.column_change) - allowed):
        raise NotPermitted(f"may not {operation.operation} {', '.join(refused)}")
    if operation.operation is Verb.CREATE and granted.rows is not None:
        column, values = granted.rows
        if operation.column_change.get(column) not in values:
            raise NotPermitted(f"may not create a record with another {column}")


def _limited(granted: Grant, operation: HisOperation) -> Condition:
    """The condition with the principal's rows laid over it; what may not be seen may not be searched by either."""
    if hidden := sorted({column_of(key) for key in operation.condition} - granted.reads):
        raise NotPermitted(f"may not search by {', '.join(hidden)}")
    if granted.rows is None or operation.operation is Verb.CREATE:
        return operation.condition
    column, values = granted.rows
    asked = operation.condition.get(column, values)
    terms = asked if isinstance(asked, tuple) else (asked,)
    left = tuple(value for value in values if value in terms)
    if not left:
        raise NotPermitted(f"may not reach records of another {column}")
    return {**operation.condition, column.value: left[0] if len(left) == 1 else left}
