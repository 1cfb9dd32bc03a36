"""What a FHIR server keeps on a patient over all encounters: allergies, conditions, medicines, observations.

Each kind of resource is asked for by itself; of one that could not be asked it is said so, never that there is none.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

import structlog

from frontdesk.his_adapter.access import Narrowed
from frontdesk.his_adapter.errors import HospitalError
from frontdesk.his_adapter.fhir.answers import as_fhir_says
from frontdesk.his_adapter.fhir.client import Client
from frontdesk.his_adapter.fhir.entries import kept
from frontdesk.his_adapter.fhir.patients import FhirPatients
from frontdesk.his_adapter.fhir.reading import Resource, reference_id, text_of
from frontdesk.his_adapter.history import COLUMNS, ClinicalHistory, HistoryEntry, HistoryKind, newest_first
from frontdesk.his_adapter.hospital import Directory
from frontdesk.his_adapter.matching import department_of, one_term
from frontdesk.his_adapter.operation import Column

log = structlog.get_logger()

LOOKED_THROUGH = 500  # resources of one kind and person
NEWEST = {"Observation": {"_sort": "-date"}}  # there may be more than are looked through
RESOURCES = {
    HistoryKind.ALLERGY: ("AllergyIntolerance",),
    HistoryKind.CONDITION: ("Condition",),
    HistoryKind.MEDICINE: ("MedicationStatement", "MedicationRequest"),
    HistoryKind.OBSERVATION: ("Observation",),
}


class FhirHistory:
    def __init__(self, client: Client, patients: FhirPatients, directory: Directory, without: frozenset[str]) -> None:
        self._client = client
        self._patients = patients
        self._directory = directory
        self._without = without

    def read(self, narrowed: Narrowed) -> ClinicalHistory:
        """Of the patient that the operation names, the kinds whose columns it shows. Raises NotFound, HospitalAway."""
        number = narrowed.rows.patient_id or one_term(narrowed.operation.condition, Column.PATIENT_ID)
        people = self._patients.resources(number or "")
        wanted = [kind for kind in HistoryKind if COLUMNS[kind] in narrowed.operation.columns]
        found: list[HistoryEntry] = []
        asked, hidden, cut = [], 0, False
        for kind in wanted:
            whole, resources, more = self._of_kind(kind, people)
            shown = list(self._permitted(kind, resources, people, narrowed.rows.department_id))
            found += (one for resource in shown if (one := kept(resource)) is not None)
            hidden += len(resources) - len(shown)
            cut = cut or more
            asked += [kind] if whole else []
        return ClinicalHistory(
            entries=newest_first(found),
            asked=tuple(asked),
            not_asked=tuple(kind for kind in wanted if kind not in asked),
            hidden=hidden,
            cut=cut,
        )

    def _of_kind(self, kind: HistoryKind, people: Sequence[str]) -> tuple[bool, list[Resource], bool]:
        """Whether all of it was asked for, what was found, and whether there is more than was looked through."""
        resources: list[Resource] = []
        names = [name for name in RESOURCES[kind] if name not in self._without]
        whole, more = bool(names), False
        for name in names:
            for person in people:
                try:
                    with as_fhir_says():
                        those = list(islice(self._of_person(name, person), LOOKED_THROUGH + 1))
                except HospitalError as error:
                    log.warning("history_not_asked", kind=name, error=type(error).__name__)
                    whole = False
                    break
                more = more or len(those) > LOOKED_THROUGH
                resources += those[:LOOKED_THROUGH]
        return whole, resources, more

    def _of_person(self, name: str, person: str) -> Iterator[Resource]:
        """What is another's is left out: a server may find more than it was asked for."""
        for one in self._client.search(name, {"patient": f"Patient/{person}", **NEWEST.get(name, {})}):
            whose = one.get("patient" if name == "AllergyIntolerance" else "subject")
            if reference_id(whose, "Patient") == person:
                yield one

    def _permitted(
        self, kind: HistoryKind, resources: Iterable[Resource], people: Sequence[str], department_id: str | None
    ) -> Iterator[Resource]:
        """Who is limited to a department sees observations of its encounters, and those of no encounter."""
        if kind is not HistoryKind.OBSERVATION or department_id is None:
            yield from resources
            return
        own: set[str] | None = None
        for one in resources:
            encounter = reference_id(one.get("encounter"), "Encounter")
            if encounter is not None and own is None:
                own = set(self._encounters(people, department_id))
            if encounter is None or encounter in (own or ()):
                yield one

    def _encounters(self, people: Sequence[str], department_id: str) -> Iterator[str]:
        departments = self._directory.departments()
        for person in people:
            try:
                with as_fhir_says():
                    found = list(islice(self._of_person("Encounter", person), LOOKED_THROUGH))
                    placed = [(one["id"], department_of(text_of(one.get("serviceType")), departments)) for one in found]
            except HospitalError as error:
                log.warning("history_not_asked", kind="Encounter", error=type(error).__name__)
                continue
            yield from (one for one, there in placed if there is not None and there.department_id == department_id)
