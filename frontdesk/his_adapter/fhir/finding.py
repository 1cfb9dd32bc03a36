"""Finds records in a FHIR server: encounters, with the Composition where the visit was told to us."""

from collections.abc import Iterator, Sequence
from datetime import date
from itertools import islice

from frontdesk.his_adapter.access import Narrowed
from frontdesk.his_adapter.errors import NotFound
from frontdesk.his_adapter.fhir.client import Client
from frontdesk.his_adapter.fhir.composition import told_by
from frontdesk.his_adapter.fhir.naming import Naming
from frontdesk.his_adapter.fhir.patients import FhirPatients
from frontdesk.his_adapter.fhir.reading import (
    Resource,
    day,
    identifier,
    moment,
    names_of,
    reference_id,
    sex,
    text_of,
    utc,
)
from frontdesk.his_adapter.hospital import Directory
from frontdesk.his_adapter.matching import earliest, matches, one_term
from frontdesk.his_adapter.operation import Column
from frontdesk.his_adapter.records import OutpatientRecord

LOOKED_THROUGH = 500  # encounters of one search; what a server cannot filter is filtered here


class Finding:
    def __init__(self, client: Client, naming: Naming, patients: FhirPatients, directory: Directory) -> None:
        self._client = client
        self._naming = naming
        self._patients = patients
        self._directory = directory

    def find(self, narrowed: Narrowed, *, limit: int) -> Sequence[OutpatientRecord]:
        """Encounters of the patient, or of the days, that the operation names; the rest of it is looked at here."""
        departments = self._directory.departments()
        records = (self._record(one) for one in islice(self._encounters(narrowed), LOOKED_THROUGH))
        found = [one for one in records if one is not None and matches(one, narrowed, departments)]
        return sorted(found, key=lambda one: one.visit_date, reverse=True)[:limit]

    def _encounters(self, narrowed: Narrowed) -> Iterator[Resource]:
        asked: dict[str, str] = {"_sort": "-date"}
        number = narrowed.rows.patient_id or one_term(narrowed.operation.condition, Column.PATIENT_ID)
        if number is not None:
            try:
                asked["patient"] = f"Patient/{self._patients.resource(number)['id']}"
            except NotFound:
                return
        elif (since := earliest(narrowed.operation.condition)) is not None:
            asked["date"] = f"ge{utc(since)}"
        yield from self._client.search("Encounter", asked)

    def _record(self, encounter: Resource) -> OutpatientRecord | None:
        """None where it does not say when it was, or is of nobody."""
        patient_id = reference_id(encounter.get("subject"), "Patient")
        starts = encounter.get("period", {}).get("start")
        if patient_id is None or not starts:
            return None
        patient = self._client.read("Patient", patient_id)
        visited = moment(starts)
        record = OutpatientRecord(
            patient_id=self._patients.number_in(patient),
            name=next(iter(names_of(patient)), ""),
            gender=told.value if (told := sex(patient)) else "",
            age=_age(day(patient.get("birthDate")), visited.date()),
            department=text_of(encounter.get("serviceType")),
            visit_date=visited,
            chief_complaint="; ".join(filter(None, map(text_of, encounter.get("reasonCode", [])))),
            preliminary_diagnosis="; ".join(
                one.get("condition", {}).get("display", "") for one in encounter.get("diagnosis", [])
            ),
        )
        key = identifier(encounter, self._naming.keys)
        told_here = self._told(key) if key else None
        return told_by(told_here, record) if told_here else record

    def _told(self, key: str) -> Resource | None:
        try:
            return self._client.read("Composition", self._naming.record(key))
        except NotFound:
            return None


def _age(born: date | None, on: date) -> str:
    if born is None:
        return ""
    months = (on.year - born.year) * 12 + on.month - born.month - (on.day < born.day)
    return f"{months // 12} years" if months >= 24 else f"{months} months"
