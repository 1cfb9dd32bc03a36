"""What a patient told, as resources of its own: allergies, medicines, illnesses, values; all of it unconfirmed.

Only a fact that the talk recorded becomes one; a sentence that somebody wrote or changed stays in the Composition.
Ids are made of what a resource says, so that what did not change is not written again.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple
from uuid import NAMESPACE_URL, uuid5

from frontdesk.his_adapter.fhir.reading import BY_MACHINE, LOINC, Resource, instant
from frontdesk.his_adapter.loinc import UCUM, VITAL_SIGNS
from frontdesk.his_adapter.operation import Column
from frontdesk.his_adapter.records import Coded, PreVisitSummary, Statement
from frontdesk.models.facts import Status, Topic
from frontdesk.models.specialists.labs_vitals.told import DIASTOLIC, PRESSURE, SYSTOLIC, TEMPERATURE, Measured
from frontdesk.models.specialists.medication.listing import ListedMedicine, Standing

HL7 = "http://terminology.hl7.org/CodeSystem"
UNITS = "http://unitsofmeasure.org"
CELSIUS = re.compile(r"(\d{2}(?:\.\d)?)\s*°C")
TAKEN = {
    Standing.TAKEN: "active",
    Standing.RUNNING: "active",
    Standing.ONCE: "completed",
    Standing.STOPPED: "stopped",
    Standing.DECLINED: "not-taken",
    Standing.AVOIDED: "not-taken",
    Standing.ADVISED: "intended",
}  # one that is only asked about is nobody's medicine
# What the id of a resource does not hang on: when and at which visit it was told, and what a server adds.
BESIDE = {"id", "meta", "text", "recordedDate", "effectiveDateTime", "dateAsserted", "encounter", "context"}
SECTIONS = {
    "AllergyIntolerance": Column.DRUG_ALLERGY_HISTORY,
    "Condition": Column.PAST_HISTORY,
    "MedicationStatement": Column.PAST_HISTORY,
    "Observation": Column.PRESENT_ILLNESS_HISTORY,
}


class About(NamedTuple):
    """Whose they are, and of which visit."""

    subject: Resource
    encounter: str  # a reference
    at: datetime
    ours: str  # the system and key that the ids are made of


def told(summary: PreVisitSummary, about: About) -> list[Resource]:
    """Each once, however often it was said."""
    stated = list(_of_statements(summary, about))
    values = summary.values
    if any(one["resourceType"] == "Observation" for one in stated):
        values = tuple(one for one in values if one.test != TEMPERATURE)  # the record has it, and may have put it right
    whole = {one["id"]: one for one in (*stated, *_medicines(summary, about), *_values(values, about))}
    return list(whole.values())


def by_section(resources: list[Resource]) -> Mapping[Column, list[str]]:
    """Which section of the Composition points to which of them."""
    placed: dict[Column, list[str]] = {}
    for one in resources:
        placed.setdefault(SECTIONS[one["resourceType"]], []).append(f"{one['resourceType']}/{one['id']}")
    return placed


def withdrawn(resource: Resource, ours: str) -> Resource | None:
    """One that is no longer told; None where somebody has changed it since, or it is withdrawn."""
    said = {name: value for name, value in resource.items() if name not in BESIDE}
    if resource["id"] != _id(said, ours):
        return None
    if resource["resourceType"] in ("MedicationStatement", "Observation"):
        return {**resource, "status": "entered-in-error"}
    left = {name: value for name, value in resource.items() if name != "clinicalStatus"}  # FHIR: none beside the error
    system = resource["verificationStatus"]["coding"][0]["system"]
    return {**left, "verificationStatus": {"coding": [{"system": system, "code": "entered-in-error"}]}}


def is_withdrawn(resource: Resource) -> bool:
    told = resource.get("verificationStatus", {}).get("coding", [{}])[0].get("code", resource.get("status"))
    return bool(told == "entered-in-error")


def _of_statements(summary: PreVisitSummary, about: About) -> Iterator[Resource]:
    for one in summary.statements:
        fact = one.coded
        if fact is None or fact.status is not Status.PRESENT or one.contradicted or fact.code in ("none", "any"):
            continue
        if fact.topic in (Topic.ALLERGY, Topic.INTOLERANCE):
            yield _allergy(one, fact, about)
        elif fact.topic is Topic.CONDITION:
            yield _condition(one, fact, about)
        elif degrees := CELSIUS.fullmatch(fact.value):
            yield _temperature(one, float(degrees[1]), about)


def _allergy(statement: Statement, fact: Coded, about: About) -> Resource:
    kind = "intolerance" if fact.topic is Topic.INTOLERANCE else "allergy"
    return _named(
        {
            "resourceType": "AllergyIntolerance",
            "clinicalStatus": _coding("allergyintolerance-clinical", "active"),
            "verificationStatus": _coding("allergyintolerance-verification", "unconfirmed"),
            "type": kind,
            "code": {"text": fact.name},
            "patient": about.subject,
            "asserter": about.subject,
            "note": _quotes(statement),
        },
        about,
        recordedDate=instant(about.at),
    )


def _condition(statement: Statement, fact: Coded, about: About) -> Resource:
    whole: Resource = {
        "resourceType": "Condition",
        "verificationStatus": _coding("condition-ver-status", "provisional"),
        "code": {"text": fact.name},
        "subject": about.subject,
        "asserter": about.subject,
        "note": _quotes(statement),
    }
    if fact.past:  # whether one that is told is active now, a doctor finds out
        whole["clinicalStatus"] = _coding("condition-clinical", "inactive")
    return _named(whole, about, recordedDate=instant(about.at))


def _temperature(statement: Statement, degrees: float, about: About) -> Resource:
    told = Measured(test=TEMPERATURE, value=degrees, unit="°C", quote=statement.text)
    return _observation(_code_of(TEMPERATURE), {**_quantity(told), "note": _quotes(statement)}, about)


def _values(values: Sequence[Measured], about: About) -> Iterator[Resource]:
    """An Observation a value; of both pressures together one, as FHIR has them."""
    pressures = [one for one in values if one.test in (SYSTOLIC, DIASTOLIC)]
    together = {one.quote for one in pressures}
    if len(pressures) == 2 and len(together) == 1:
        values = [one for one in values if one not in pressures]
        parts = [{"code": _code_of(one.test), **_quantity(one)} for one in pressures]
        yield _observation(_code_of(PRESSURE), {"component": parts, "note": _notes(together)}, about)
    for one in values:
        yield _observation(_code_of(one.test), {**_quantity(one), "note": _notes([one.quote])}, about)


def _observation(code: Resource, told: Resource, about: About) -> Resource:
    whole = {
        "resourceType": "Observation",
        "status": "preliminary",
        "code": code,
        "subject": about.subject,
        "performer": [about.subject],
        **told,
    }
    if "coding" in code:
        whole["category"] = [_coding("observation-category", "vital-signs")]
    return _named(whole, about, effectiveDateTime=instant(about.at))


def _code_of(test: str) -> Resource:
    if test not in VITAL_SIGNS:
        return {"text": test}
    code, display = VITAL_SIGNS[test]
    return {"coding": [{"system": LOINC, "code": code, "display": display}]}


def _quantity(told: Measured) -> Resource:
    whole: Resource = {"value": told.value, "unit": told.unit}
    if told.unit in UCUM:
        whole |= {"system": UNITS, "code": UCUM[told.unit]}
    if told.bound is not None:
        whole["comparator"] = "<" if told.bound == "under" else ">"
    return {"valueQuantity": whole}


def _medicines(summary: PreVisitSummary, about: About) -> Iterator[Resource]:
    for one in summary.medicines:
        if one.standing in TAKEN:
            yield _medicine(one, about)


def _medicine(one: ListedMedicine, about: About) -> Resource:
    whole: Resource = {
        "resourceType": "MedicationStatement",
        "status": TAKEN[one.standing],
        "medicationCodeableConcept": {"text": one.words or one.code},
        "subject": about.subject,
        "informationSource": about.subject,
    }
    if one.dose:
        whole["dosage"] = [{"text": one.dose}]
    return _named(whole, about, dateAsserted=instant(about.at))


def _named(resource: Resource, about: About, **when: str) -> Resource:
    """With its id, its mark, and when it was told, which the id does not hang on."""
    of_visit = "context" if resource["resourceType"] == "MedicationStatement" else "encounter"
    beside = {"meta": {"security": [BY_MACHINE]}, of_visit: {"reference": about.encounter}}
    return {**resource, "id": _id(resource, about.ours), **when, **beside}


def _id(said: Resource, ours: str) -> str:
    return str(uuid5(NAMESPACE_URL, f"{ours}:{json.dumps(said, ensure_ascii=False, sort_keys=True)}"))


def _coding(system: str, code: str) -> Resource:
    return {"coding": [{"system": f"{HL7}/{system}", "code": code}]}


def _quotes(statement: Statement) -> list[Resource]:
    return _notes([one.quote for one in statement.evidence if one.quote] or [statement.text])


def _notes(words: Iterable[str]) -> list[Resource]:
    return [{"text": quote} for quote in dict.fromkeys(words)]
