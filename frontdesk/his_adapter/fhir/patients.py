"""Patients of a FHIR server. What came back is looked at again here: a server may find more than it was asked for."""

from collections.abc import Collection, Iterable, Sequence

from frontdesk.his_adapter.errors import NotFound, NotSupported
from frontdesk.his_adapter.fhir.answers import as_fhir_says
from frontdesk.his_adapter.fhir.client import Client, first_page
from frontdesk.his_adapter.fhir.reading import Resource, day, has_identifier, identifier, names_of, reference_id, sex
from frontdesk.his_adapter.hospital import Feature
from frontdesk.his_adapter.records import Patient

MERGES = 5  # one after the other that are followed


class FhirPatients:
    supports = frozenset({Feature.PATIENTS, Feature.NAMES, Feature.REFERENCES})

    def __init__(self, client: Client, system: str) -> None:
        self._client = client
        self._system = system

    @as_fhir_says()
    def patient(self, patient_id: str) -> Patient:
        return self._of(self.resource(patient_id))

    @as_fhir_says()
    def resource(self, patient_id: str) -> Resource:
        """Raises NotFound, also where two patients have the number: neither can be told from the other."""
        return self._one(self._client.search("Patient", self._asked(patient_id)), patient_id)

    def path(self, patient_id: str) -> str:
        """Where `resource` begins to look: to be read together with something else."""
        return first_page("Patient", self._asked(patient_id))

    @as_fhir_says()
    def resource_on(self, page: Resource, patient_id: str) -> Resource:
        """`resource`, of what stood at `path`."""
        return self._one(self._client.searched(page, "Patient", self._asked(patient_id)), patient_id)

    def _asked(self, patient_id: str) -> dict[str, str]:
        return {"identifier": f"{self._system}|{patient_id}" if self._system else patient_id}

    def _one(self, found: Iterable[Resource], patient_id: str) -> Resource:
        those = [one for one in found if has_identifier(one, self._system, patient_id)]
        standing = {one["id"]: one for one in map(self._standing, those)}
        if len(standing) != 1:
            raise NotFound(f"patient {patient_id}")
        return next(iter(standing.values()))

    @as_fhir_says()
    def resources(self, patient_id: str) -> list[str]:
        """The id of the patient, and of those that were merged into it: entries of theirs may still name them."""
        standing = self.resource(patient_id)
        replaced = (link for link in standing.get("link", []) if link.get("type") == "replaces")
        others = [one for link in replaced if (one := reference_id(link.get("other"), "Patient"))]
        merged = [one for one in others if self._standing(self._client.read("Patient", one))["id"] == standing["id"]]
        return list(dict.fromkeys((standing["id"], *merged)))

    @as_fhir_says()
    def named(self, names: Collection[str]) -> Sequence[Patient]:
        wanted = {_plain(name) for name in names}
        found: dict[str, Patient] = {}
        for part in dict.fromkeys(map(_part, names)):
            for one in self._client.search("Patient", {"name": part}):
                if one.get("active", True) and wanted & set(map(_plain, names_of(one))) and self._number(one):
                    found[one["id"]] = self._of(one)
        return list(found.values())

    @as_fhir_says()
    def referred_to(self, reference: str) -> Patient:
        base, _, resource_id = reference.rpartition("/Patient/")
        if base != self._client.base:
            raise NotSupported("a patient on another server")
        return self._of(self._standing(self._client.read("Patient", resource_id)))

    @as_fhir_says()
    def number_of(self, resource_id: str) -> str:
        """The number on the card of a patient that other resources refer to."""
        return self.number_in(self._client.read("Patient", resource_id))

    @as_fhir_says()
    def number_in(self, patient: Resource) -> str:
        """The number on the card; without one the server's own id."""
        return self._number(patient) or str(patient["id"])

    def _standing(self, patient: Resource) -> Resource:
        """Whom a merged patient was merged into."""
        for _ in range(MERGES):
            others = (link for link in patient.get("link", []) if link.get("type") == "replaced-by")
            into = next((reference_id(link.get("other"), "Patient") for link in others), None)
            if into is None:
                return patient
            patient = self._client.read("Patient", into)
        raise NotFound("patients merged in a circle")

    def _number(self, patient: Resource) -> str | None:
        return identifier(patient, self._system)

    def _of(self, patient: Resource) -> Patient:
        number = self._number(patient)
        if number is None:
            raise NotFound("a patient without a number")
        phones = (one.get("value", "") for one in patient.get("telecom", []) if one.get("system") == "phone")
        return Patient(
            patient_id=number,
            name=next(iter(names_of(patient)), ""),
            names=tuple(names_of(patient)[1:]),
            sex=sex(patient),
            birth_date=day(patient.get("birthDate")),
            phone=next(phones, ""),
        )


def _part(name: str) -> str:
    """What a server finds a whole name by: it looks at the beginning of each part, and who knows which is which."""
    words = name.split()
    return words[0] if name.isascii() and words else name[:1]


def _plain(name: str) -> str:
    return name.casefold().strip()
