"""Outpatient records of a FHIR server: an Encounter, and the Composition of what was told before it.

The Encounter is made once under our key. A Composition cannot be searched on many servers, so its id is made of the
key: sent again it is the same one.
"""

from collections.abc import Callable, Iterator, Sequence
from datetime import date, datetime, timedelta
from itertools import islice
from uuid import NAMESPACE_URL, uuid5

from his_adapter.access import Narrowed
from his_adapter.errors import NotFound, VersionConflict
from his_adapter.fhir.address import Address
from his_adapter.fhir.client import Client
from his_adapter.fhir.composition import composition, is_as_written, told_by
from his_adapter.fhir.patients import FhirPatients
from his_adapter.fhir.reading import (
    Resource,
    day,
    identifier,
    instant,
    moment,
    names_of,
    reference_id,
    sex,
    text_of,
    utc,
)
from his_adapter.hospital import Directory, Feature
from his_adapter.matching import matches
from his_adapter.operation import Column, Condition, column_of
from his_adapter.records import Level, OutpatientRecord, RecordVersion, SummaryState, Visit

LOOKED_THROUGH = 500  # encounters of one search; what a server cannot filter is filtered here
LEVELS = {Level.A: "emergency, at once", Level.B: "urgent, within ten minutes", Level.C: "a nurse before the queue"}


class FhirRecords:
    """A record is named by the key that it was made under: of its resources each has an id made of that."""

    supports = frozenset({Feature.FIND, Feature.CREATE, Feature.AMEND, Feature.SIGN, Feature.HISTORY})

    def __init__(
        self,
        client: Client,
        address: Address,
        patients: FhirPatients,
        directory: Directory,
        clock: Callable[[], datetime],
    ) -> None:
        self._keys = f"{address.ours}:reception"  # system of the key under which a record was handed over
        self._hashes = f"{address.ours}:content"  # of what we wrote
        self._client = client
        self._patients = patients
        self._directory = directory
        self._now = clock

    def create(self, visit: Visit, *, key: str) -> str:
        """Two requests: whether it is there, and all of it in one transaction."""
        record_id = self._id(key)
        if self._current(record_id) is not None:
            return record_id
        subject, encounter = self._subject(visit), f"urn:uuid:{uuid5(NAMESPACE_URL, key)}"
        unless = f"identifier={self._keys}|{key}"
        made = composition(visit, record_id, subject=subject, encounter=encounter, at=self._now(), ours=self._hashes)
        entries: list[Resource] = [
            {
                "fullUrl": encounter,
                "resource": self._encounter(visit, subject, key),
                "request": {"method": "POST", "url": "Encounter", "ifNoneExist": unless},
            },
            {"resource": made, "request": {"method": "PUT", "url": f"Composition/{record_id}"}},
        ]
        if visit.summary and visit.summary.level in LEVELS:
            ours = {"system": self._keys, "value": key}
            flag = _flag(LEVELS[visit.summary.level], subject, encounter, ours, self._now())
            told = {"method": "POST", "url": "Flag", "ifNoneExist": unless}
            entries.append({"resource": flag, "request": told})
        self._client.transaction(entries)
        return record_id

    def amend(self, record_id: str, visit: Visit) -> None:
        self._replace(record_id, visit.model_copy(update={"state": SummaryState.OPEN, "signed_by": None}))

    def sign(self, record_id: str, visit: Visit) -> None:
        self._replace(record_id, visit)

    def history(self, record_id: str) -> Sequence[RecordVersion]:
        versions = self._client.history("Composition", record_id)
        if not versions:
            raise NotFound(f"record {record_id}")
        return [
            RecordVersion(
                version=one["meta"]["versionId"],
                at=moment(one["meta"]["lastUpdated"]),
                signed=one.get("status") == "final",
            )
            for one in reversed(versions)
        ]

    def find(self, narrowed: Narrowed, *, limit: int) -> Sequence[OutpatientRecord]:
        """Encounters of the patient, or of the days, that the operation names; the rest of it is looked at here."""
        departments = self._directory.departments()
        records = (self._record(one) for one in islice(self._encounters(narrowed), LOOKED_THROUGH))
        found = [one for one in records if one is not None and matches(one, narrowed, departments)]
        return sorted(found, key=lambda one: one.visit_date, reverse=True)[:limit]

    def _id(self, key: str) -> str:
        return str(uuid5(NAMESPACE_URL, f"{self._keys}:composition:{key}"))

    def _replace(self, record_id: str, visit: Visit) -> None:
        there = self._current(record_id)
        if there is None:
            raise NotFound(f"record {record_id}")
        if not is_as_written(there, self._hashes):
            raise VersionConflict(f"record {record_id} was changed in the hospital's system")
        changed = composition(
            visit,
            record_id,
            subject=there["subject"],
            encounter=there["encounter"]["reference"],
            at=self._now(),
            ours=self._hashes,
        )
        self._client.update(changed, version=there["meta"]["versionId"])

    def _current(self, record_id: str) -> Resource | None:
        try:
            return self._client.read("Composition", record_id)
        except NotFound:
            return None

    def _subject(self, visit: Visit) -> Resource:
        """A guest is nobody's patient yet: the name they told, or none."""
        try:
            return {"reference": f"Patient/{self._patients.resource(visit.record.patient_id)['id']}"}
        except NotFound:
            return {"display": visit.record.name or visit.record.patient_id}

    def _encounter(self, visit: Visit, subject: Resource, key: str) -> Resource:
        record, booked = visit.record, visit.appointment
        whole: Resource = {
            "resourceType": "Encounter",
            "identifier": [{"system": self._keys, "value": key}],
            "status": "arrived",
            "class": {"system": "http://terminology.hl7.org/CodeSystem/v3-ActCode", "code": "AMB"},
            "subject": subject,
            "serviceType": {"text": record.department},
            "period": {"start": instant(record.visit_date)},
        }
        if record.chief_complaint:
            whole["reasonCode"] = [{"text": record.chief_complaint}]
        if booked is not None:
            whole["appointment"] = [{"reference": f"Appointment/{booked.appointment_id}"}]
        return whole

    def _encounters(self, narrowed: Narrowed) -> Iterator[Resource]:
        asked: dict[str, str] = {"_sort": "-date"}
        number = narrowed.rows.patient_id or _one(narrowed.operation.condition, Column.PATIENT_ID)
        if number is not None:
            try:
                asked["patient"] = f"Patient/{self._patients.resource(number)['id']}"
            except NotFound:
                return
        elif (since := _since(narrowed.operation.condition)) is not None:
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
        key = identifier(encounter, self._keys)
        told_here = self._current(self._id(key)) if key else None
        return told_by(told_here, record) if told_here else record


def _flag(text: str, subject: Resource, encounter: str, ours: Resource, at: datetime) -> Resource:
    return {
        "resourceType": "Flag",
        "identifier": [ours],
        "status": "active",
        "category": [{"coding": [{"system": "http://terminology.hl7.org/CodeSystem/flag-category", "code": "safety"}]}],
        "code": {"text": text},
        "subject": subject,
        "encounter": {"reference": encounter},
        "period": {"start": instant(at)},
    }


def _one(condition: Condition, column: Column) -> str | None:
    term = condition.get(column)
    return str(term) if term is not None and not isinstance(term, tuple) else None


def _since(condition: Condition) -> datetime | None:
    """The earliest moment that a condition on the date allows."""
    for key, term in condition.items():
        if column_of(key) is Column.VISIT_DATE and not key.endswith(("__lt", "__lte")):
            first = term[0] if isinstance(term, tuple) else term
            return datetime.fromisoformat(str(first)) - timedelta(minutes=1)
    return None


def _age(born: date | None, on: date) -> str:
    if born is None:
        return ""
    months = (on.year - born.year) * 12 + on.month - born.month - (on.day < born.day)
    return f"{months // 12} years" if months >= 24 else f"{months} months"
