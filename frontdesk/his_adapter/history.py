"""What a hospital's system keeps on a patient as entries of their own, over all visits."""

from collections.abc import Iterable
from datetime import datetime
from enum import StrEnum

from frontdesk.his_adapter.operation import Column
from frontdesk.models.facts import Value


class HistoryKind(StrEnum):
    ALLERGY = "allergy"
    CONDITION = "condition"
    MEDICINE = "medicine"
    OBSERVATION = "observation"


COLUMNS = {  # who may read that field of records may read these
    HistoryKind.ALLERGY: Column.DRUG_ALLERGY_HISTORY,
    HistoryKind.CONDITION: Column.PAST_HISTORY,
    HistoryKind.MEDICINE: Column.TREATMENT_OPINION,
    HistoryKind.OBSERVATION: Column.AUXILIARY_EXAMINATION,
}


class HistoryEntry(Value):
    """`words` and `value` as the system writes them; `status` is its code, empty where it says none.

    `date`: when it was, else when it was written; `on`: the same as exactly as it is known, a year, month or day.
    `source`: who says so. `told`: a patient told it at reception, and nobody has confirmed it.
    `against`: the system says that it is not so, or not to be given.
    """

    kind: HistoryKind
    words: str
    value: str = ""
    status: str = ""
    date: datetime | None = None
    on: str = ""
    source: str = ""
    told: bool = False
    against: bool = False


class ClinicalHistory(Value):
    """`asked`: of these kinds the system answered, so that no entry means none on record.

    `not_asked`: of these it did not, or not of all. `hidden`: entries of other departments that may not be seen.
    `cut`: there are more than were looked through. `known`: the system knows the patient.
    """

    known: bool = True
    entries: tuple[HistoryEntry, ...] = ()
    asked: tuple[HistoryKind, ...] = ()
    not_asked: tuple[HistoryKind, ...] = ()
    hidden: int = 0
    cut: bool = False

    def of(self, kind: HistoryKind) -> tuple[HistoryEntry, ...]:
        return tuple(one for one in self.entries if one.kind is kind)


NOTHING = ClinicalHistory()  # where no system keeps any
UNREAD = ClinicalHistory(not_asked=tuple(HistoryKind))
UNKNOWN = ClinicalHistory(known=False)


def newest_first(entries: Iterable[HistoryEntry]) -> tuple[HistoryEntry, ...]:
    """By kind; of the same words, value, status and day one is enough."""
    order = list(HistoryKind)
    whole = {(one.kind, one.words, one.value, one.status, one.date, one.source): one for one in entries}
    dated = sorted(whole.values(), key=lambda one: one.date or datetime.min, reverse=True)  # noqa: DTZ901
    return tuple(sorted(dated, key=lambda one: order.index(one.kind)))
