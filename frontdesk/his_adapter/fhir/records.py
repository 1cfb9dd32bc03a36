"""Writes records to a FHIR server: an Encounter, the Composition of what was told before it, what goes with it.

The Encounter is made once under our key; all else has ids made of the key, so that sent again it is the same. The
Composition comes last: where it stands, the rest does, also on a server that does a transaction in part.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from uuid import NAMESPACE_URL, uuid5

from frontdesk.his_adapter.access import Narrowed
from frontdesk.his_adapter.errors import NotFound, VersionConflict
from frontdesk.his_adapter.fhir import around, clinical
from frontdesk.his_adapter.fhir.address import Address
from frontdesk.his_adapter.fhir.answers import as_fhir_says
from frontdesk.his_adapter.fhir.client import Client, at
from frontdesk.his_adapter.fhir.clinical import About
from frontdesk.his_adapter.fhir.composition import composition, is_as_written, pointed_to
from frontdesk.his_adapter.fhir.finding import Finding
from frontdesk.his_adapter.fhir.history import FhirHistory
from frontdesk.his_adapter.fhir.naming import Naming
from frontdesk.his_adapter.fhir.patients import FhirPatients
from frontdesk.his_adapter.fhir.reading import Resource, instant, moment
from frontdesk.his_adapter.history import ClinicalHistory
from frontdesk.his_adapter.hospital import Directory, Feature
from frontdesk.his_adapter.records import Level, OutpatientRecord, RecordVersion, SummaryState, Visit

CONDITIONAL = "conditional"  # in `without` of the address: no conditional creates beside updates in one transaction
LEVELS = {Level.A: "emergency, at once", Level.B: "urgent, within ten minutes", Level.C: "a nurse before the queue"}


class FhirRecords:
    supports = frozenset(
        {Feature.FIND, Feature.CREATE, Feature.AMEND, Feature.SIGN, Feature.HISTORY, Feature.CLINICAL_HISTORY}
    )

    def __init__(
        self,
        client: Client,
        address: Address,
        patients: FhirPatients,
        directory: Directory,
        clock: Callable[[], datetime],
    ) -> None:
        self._naming = Naming(address)
        self._without = frozenset(address.without.split(","))
        self._apart = CONDITIONAL in self._without
        self._client = client
        self._patients = patients
        self._finding = Finding(client, self._naming, patients, directory)
        self._history = FhirHistory(client, patients, directory, self._without)
        self._now = clock

    @as_fhir_says()
    def find(self, narrowed: Narrowed, *, limit: int) -> Sequence[OutpatientRecord]:
        return self._finding.find(narrowed, limit=limit)

    @as_fhir_says()
    def create(self, visit: Visit, *, key: str) -> str:
        """Two requests: whether it is there and whose it is, and all of it in one transaction.

        What is made once under our key has a request of its own each on a server that takes no such transaction.
        """
        record_id, number = self._naming.record(key), visit.record.patient_id
        there, people = self._client.together([at("Composition", record_id), self._patients.path(number)])
        if there is not None:
            return record_id
        subject, once = self._subject(visit, people), {"identifier": f"{self._naming.keys}|{key}"}
        arrived, place = self._encounter(visit, subject, key), f"urn:uuid:{uuid5(NAMESPACE_URL, key)}"
        if self._apart:
            place = f"Encounter/{self._client.create(arrived, unless=once)['id']}"
        about = About(subject, place, self._now(), self._naming.keys + record_id)
        flags = self._flags(visit, about, key)
        told = self._told(visit, about)
        made = self._composition(visit, record_id, about, told)
        entries = [_put(one) for one in (*told, *self._beside(visit, made, about, told, first=True), made)]
        if self._apart:
            for one in flags:
                self._client.create(one, unless=once)
        else:
            entries = [{"fullUrl": place, **_post(arrived, once)}, *(_post(one, once) for one in flags), *entries]
        self._client.transaction(entries)
        return record_id

    @as_fhir_says()
    def amend(self, record_id: str, visit: Visit) -> None:
        self._replace(record_id, visit.model_copy(update={"state": SummaryState.OPEN, "signed_by": None}))

    @as_fhir_says()
    def sign(self, record_id: str, visit: Visit) -> None:
        self._replace(record_id, visit)

    @as_fhir_says()
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

    @as_fhir_says()
    def clinical_history(self, narrowed: Narrowed) -> ClinicalHistory:
        return self._history.read(narrowed)

    def _replace(self, record_id: str, visit: Visit) -> None:
        there = self._client.read("Composition", record_id)
        if not is_as_written(there, self._naming.hashes):
            raise VersionConflict(f"record {record_id} was changed in the hospital's system")
        about = About(there["subject"], there["encounter"]["reference"], self._now(), self._naming.keys + record_id)
        told, before = self._told(visit, about), pointed_to(there)
        changed = self._composition(visit, record_id, about, told)
        new, gone = self._written_anew(told, before, about, keeps=bool(visit.revisions))
        beside = self._beside(visit, changed, about, told, first=False)
        whole = _put(changed)
        whole["request"]["ifMatch"] = f'W/"{there["meta"]["versionId"]}"'
        self._client.transaction([*map(_put, (*new, *gone, *beside)), whole])

    def _told(self, visit: Visit, about: About) -> list[Resource]:
        """Of a guest, who is nobody's patient yet, the Composition is all there is."""
        if visit.summary is None or "reference" not in about.subject:
            return []
        return [one for one in clinical.told(visit.summary, about) if one["resourceType"] not in self._without]

    def _beside(
        self, visit: Visit, made: Resource, about: About, told: Sequence[Resource], *, first: bool
    ) -> list[Resource]:
        record = _reference(made)
        whole = [
            around.task(visit, record, about),
            around.provenance([record, *map(_reference, told)], visit, about),
            around.audit(visit, record, about, made=first),
        ]
        if visit.summary is not None and visit.summary.conversation:
            whole.append(around.conversation(visit.summary, about))
        return [one for one in whole if one["resourceType"] not in self._without]

    def _written_anew(
        self, told: Sequence[Resource], before: Sequence[str], about: About, *, keeps: bool
    ) -> tuple[list[Resource], list[Resource]]:
        """What is told that was not `before`, and what was and is withdrawn.

        What is there already is not written over, somebody may have looked at it since; unless it was withdrawn.
        `keeps`: of a page that staff have edited nothing is withdrawn, an allergy put in other words is still one.
        """
        new = {ref: one for one in told if (ref := _reference(one)) not in before}
        lost = [] if keeps else sorted(set(before) - set(map(_reference, told)))
        paths = [at(*one.split("/", 1)) for one in (*new, *lost)]
        there = dict(zip((*new, *lost), self._client.together(paths), strict=True))
        anew = [
            one for ref, one in new.items() if (one_there := there[ref]) is None or clinical.is_withdrawn(one_there)
        ]
        old = (one for ref in lost if (one := there[ref]) is not None)
        return anew, [gone for one in old if (gone := clinical.withdrawn(one, about.ours)) is not None]

    def _composition(self, visit: Visit, record_id: str, about: About, told: list[Resource]) -> Resource:
        return composition(
            visit,
            record_id,
            subject=about.subject,
            encounter=about.encounter,
            at=about.at,
            ours=self._naming.hashes,
            entries=clinical.by_section(told),
        )

    def _subject(self, visit: Visit, people: Resource | None) -> Resource:
        """Of the `people` found by the number. A guest is nobody's patient yet: the name they told, or none."""
        record = visit.record
        with suppress(NotFound):
            if people is not None:
                return {"reference": f"Patient/{self._patients.resource_on(people, record.patient_id)['id']}"}
        return {"display": record.name or record.patient_id}

    def _encounter(self, visit: Visit, subject: Resource, key: str) -> Resource:
        record, booked = visit.record, visit.appointment
        whole: Resource = {
            "resourceType": "Encounter",
            "identifier": [{"system": self._naming.keys, "value": key}],
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

    def _flags(self, visit: Visit, about: About, key: str) -> list[Resource]:
        if visit.summary is None or visit.summary.level not in LEVELS:
            return []
        safety = {"system": "http://terminology.hl7.org/CodeSystem/flag-category", "code": "safety"}
        flag = {
            "resourceType": "Flag",
            "identifier": [{"system": self._naming.keys, "value": key}],
            "status": "active",
            "category": [{"coding": [safety]}],
            "code": {"text": LEVELS[visit.summary.level]},
            "subject": about.subject,
            "encounter": {"reference": about.encounter},
            "period": {"start": instant(about.at)},
        }
        return [flag]


def _reference(resource: Resource) -> str:
    return f"{resource['resourceType']}/{resource['id']}"


def _put(resource: Resource) -> Resource:
    return {"resource": resource, "request": {"method": "PUT", "url": _reference(resource)}}


def _post(resource: Resource, once: Mapping[str, str]) -> Resource:
    unless = "&".join(f"{name}={value}" for name, value in once.items())
    return {"resource": resource, "request": {"method": "POST", "url": resource["resourceType"], "ifNoneExist": unless}}
