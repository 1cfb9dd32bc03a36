"""What GNU Health keeps on a patient beside evaluations: conditions with allergies, medication, what was measured.

Each kind is asked for by itself; of one that could not be asked it is said so, never that there is none.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from typing import NamedTuple

import structlog

from frontdesk.his_adapter.access import Narrowed
from frontdesk.his_adapter.errors import HospitalError, NotFound
from frontdesk.his_adapter.gnuhealth.client import Client
from frontdesk.his_adapter.gnuhealth.entries import (
    DISEASES,
    EVALUATIONS,
    MEDICATIONS,
    PATIENTS,
    critical,
    diagnoses,
    disease,
    is_allergy,
    medication,
    observations,
)
from frontdesk.his_adapter.gnuhealth.evaluations import EVALUATION
from frontdesk.his_adapter.gnuhealth.patients import PATIENT, GnuHealthPatients
from frontdesk.his_adapter.gnuhealth.values import Row, text_in
from frontdesk.his_adapter.history import COLUMNS, ClinicalHistory, HistoryEntry, HistoryKind, newest_first
from frontdesk.his_adapter.matching import one_term
from frontdesk.his_adapter.operation import Column

log = structlog.get_logger()

LOOKED_THROUGH = 500  # rows of one kind
DISEASE, MEDICATION = "gnuhealth.patient.disease", "gnuhealth.patient.medication"


class Rows(NamedTuple):
    found: list[Row]
    cut: bool


class GnuHealthHistory:
    def __init__(self, client: Client, patients: GnuHealthPatients, ours: str) -> None:
        self._client = client
        self._patients = patients
        self._own = f"{ours}-"  # what the codes of our own evaluations begin with

    def read(self, narrowed: Narrowed) -> ClinicalHistory:
        """Of the patient that the operation names, the kinds whose columns it shows. Raises NotFound, HospitalAway."""
        number = narrowed.rows.patient_id or one_term(narrowed.operation.condition, Column.PATIENT_ID) or ""
        person = self._patients.row_id(number)
        if person is None:
            raise NotFound(f"patient {number}")
        asked: dict[HistoryKind, ClinicalHistory] = {}
        wanted = [kind for kind in HistoryKind if COLUMNS[kind] in narrowed.operation.columns]
        for kind in wanted:
            try:
                asked[kind] = self._of_kind(kind, person, narrowed.rows.department_id)
            except HospitalError as error:
                log.warning("history_not_asked", kind=kind, error=type(error).__name__)
        return ClinicalHistory(
            entries=newest_first(chain.from_iterable(one.entries for one in asked.values())),
            asked=tuple(asked),
            not_asked=tuple(kind for kind in wanted if kind not in asked),
            hidden=sum(one.hidden for one in asked.values()),
            cut=any(one.cut for one in asked.values()),
        )

    def _of_kind(self, kind: HistoryKind, person: int, department_id: str | None) -> ClinicalHistory:
        match kind:
            case HistoryKind.ALLERGY:
                return self._diseases(kind, person)
            case HistoryKind.CONDITION:
                kept, found = self._diseases(kind, person), self._evaluated(diagnoses, person, department_id)
                entries = (*kept.entries, *found.entries)
                return ClinicalHistory(entries=entries, hidden=found.hidden, cut=kept.cut or found.cut)
            case HistoryKind.MEDICINE:
                rows = self._rows(MEDICATION, person, MEDICATIONS, "-start_treatment")
                return ClinicalHistory(entries=tuple(map(medication, rows.found)), cut=rows.cut)
            case HistoryKind.OBSERVATION:
                return self._evaluated(observations, person, department_id)

    def _diseases(self, kind: HistoryKind, person: int) -> ClinicalHistory:
        rows = self._rows(DISEASE, person, DISEASES, "-diagnosed_date")
        those = [row for row in rows.found if is_allergy(row) is (kind is HistoryKind.ALLERGY)]
        patient = self._client.one(PATIENT, person, PATIENTS) or {}
        return ClinicalHistory(entries=(*critical(kind, patient), *(disease(kind, row) for row in those)), cut=rows.cut)

    def _evaluated(
        self, told: Callable[[Row], Iterator[HistoryEntry]], person: int, department_id: str | None
    ) -> ClinicalHistory:
        """Of evaluations that others wrote. Who is limited to a department sees its own, and those of no specialty."""
        rows = self._rows(EVALUATION, person, EVALUATIONS, "-evaluation_start")
        shown: list[HistoryEntry] = []
        hidden = 0
        for row in rows.found:
            entries = [] if str(row["code"]).startswith(self._own) else list(told(row))
            if department_id is None or text_in(row, "specialty.code") in ("", department_id):
                shown += entries
            else:
                hidden += len(entries)
        return ClinicalHistory(entries=tuple(shown), hidden=hidden, cut=rows.cut)

    def _rows(self, model: str, person: int, fields: Sequence[str], order: str) -> Rows:
        found = self._client.search(
            model, [("patient", "=", person)], fields, order=(order, "-id"), limit=LOOKED_THROUGH + 1
        )
        return Rows(found[:LOOKED_THROUGH], len(found) > LOOKED_THROUGH)
