"""A change of outpatient records as values: what it would do, what it did, and what came in between."""

from datetime import datetime
from enum import StrEnum

from frontdesk.his_adapter.errors import HospitalError
from frontdesk.his_adapter.records import OutpatientRecord
from frontdesk.models.facts import Value


class Operation(StrEnum):
    CREATE = "create"
    UPDATE = "update"
    DELETE = "delete"
    RESTORE = "restore"
    UNDO = "undo"


class Way(StrEnum):
    """By which way a record or a patient's data came to be as they are."""

    FOLDER = "folder"  # loaded with the hospital
    RECEPTION = "reception"  # at a kiosk
    INSTRUCTION = "instruction"  # in words
    FORM = "form"
    MERGE = "merge"  # of two numbers of one person
    PAGE = "page"  # the doctor's page
    REVIEW = "review"  # a machine went through the summary


class Unfitness(StrEnum):
    """Why an operation that is permitted cannot be done."""

    NO_MATCH = "no_match"
    ALREADY_SO = "already_so"
    TOO_MANY = "too_many"
    WHICH_RECORD = "which_record"  # to add to one of several
    TOO_BROAD = "too_broad"  # a search for every record there is
    UNKNOWN_PATIENT = "unknown_patient"
    UNKNOWN_DEPARTMENT = "unknown_department"
    DEPARTMENT_MISSING = "department_missing"
    TOO_LATE = "too_late"  # to undo
    NOT_YOURS = "not_yours"  # to undo, or to confirm
    NOTHING_TO_UNDO = "nothing_to_undo"
    UNDONE_ALREADY = "undone_already"
    NOT_DELETED = "not_deleted"
    EXPIRED = "expired"  # the preview
    REASON_MISSING = "reason_missing"
    NOT_AS_SEEN = "not_as_seen"  # other rows or versions than the preview showed
    NOT_VALID = "not_valid"  # data of a patient that cannot be
    SAME_NUMBER = "same_number"  # to merge with itself
    MERGED_ALREADY = "merged_already"
    CHANGED_AGAIN = "changed_again"  # to undo what a later change stands on


class Unfit(HospitalError):
    """The operation cannot be done as it stands; the message names no person."""

    def __init__(self, why: Unfitness) -> None:
        super().__init__(why.value)
        self.why = why


class FieldChange(Value):
    field: str
    before: str
    after: str


class RecordChange(Value):
    """What happens to one record: `version` is the one it was seen at, None for a record not there yet."""

    outpatient_number: int | None
    version: int | None
    patient_id: str
    name: str
    department: str
    visit_date: datetime
    fields: tuple[FieldChange, ...]


class Planned(Value):
    """What an operation would do. `name_differs`: a new record names the patient otherwise than the hospital does."""

    operation: Operation
    rows: tuple[RecordChange, ...]
    name_differs: bool = False


class Done(Value):
    """A change that was made. `until`: how long it can be undone; None when it cannot be."""

    change_id: str
    operation: Operation
    rows: tuple[RecordChange, ...]
    until: datetime | None


class PatientOperation(StrEnum):
    """Acts on a patient's own data; an undoing is `Operation.UNDO`, as of records."""

    CORRECT = "correct"
    MERGE = "merge"


class Found(Value):
    """A record; `version` is None where it is only in the hospital's own system."""

    record: OutpatientRecord
    version: int | None


class Deleted(Value):
    """A record that is marked as deleted, with its reason."""

    record: OutpatientRecord
    version: int
    by: str
    at: datetime
    reason: str


class Later(Value):
    """What somebody else did to a record after it was seen."""

    outpatient_number: int
    version: int
    by: str
    at: datetime
    fields: tuple[FieldChange, ...]


class Happened(Value):
    """One thing that was done to a record or to a patient's data, as far as it was kept.

    `at`: None for what was loaded with the hospital; `fields`: empty where only that it was done is known;
    `change_id`: what can be undone by it, until `until` (None: at any time); `undone`: it was taken back.
    """

    at: datetime | None
    by: str
    way: Way
    act: str
    fields: tuple[FieldChange, ...] = ()
    reason: str = ""
    change_id: str | None = None
    until: datetime | None = None
    undone: bool = False
