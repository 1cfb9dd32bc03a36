"""What goes with a record: the talk itself, who made it, that somebody has to read it, and that it was written."""

from collections.abc import Iterator, Sequence
from uuid import NAMESPACE_URL, uuid5

from frontdesk.his_adapter.fhir.clinical import HL7, About
from frontdesk.his_adapter.fhir.reading import BY_MACHINE, Resource, instant
from frontdesk.his_adapter.records import PreVisitSummary, SummaryState, Utterance, Visit

DICOM = "http://dicom.nema.org/resources/ontology/DCM"
US = {"display": "Frontdesk"}
BASIC_AUDIT = "https://profiles.ihe.net/ITI/BALP/StructureDefinition/IHE.BasicAudit.Patient"


def conversation(summary: PreVisitSummary, about: About) -> Resource:
    """Every question with what was answered to it; the same id as long as it says the same."""
    return {
        "resourceType": "QuestionnaireResponse",
        "id": _id(about, "conversation"),
        "meta": {"security": [BY_MACHINE]},
        "status": "completed",
        "subject": about.subject,
        "encounter": {"reference": about.encounter},
        "authored": instant(about.at),
        "source": about.subject,
        "item": list(_items(summary.conversation)),
    }


def _items(lines: Sequence[Utterance]) -> Iterator[Resource]:
    asked = ""
    for number, line in enumerate(lines, 1):
        if line.speaker != "patient":
            asked = line.text
        elif line.turn is not None and line.text:  # None: the patient took it back
            item: Resource = {"linkId": str(number), "answer": [{"valueString": line.text}]}
            yield {**item, "text": asked} if asked else item
            asked = ""


def provenance(targets: Sequence[str], visit: Visit, about: About) -> Resource:
    """The patient told it and a machine wrote it; after a signature a doctor has verified it."""
    agents = [_agent("author", about.subject), _agent("assembler", US)]
    if visit.state is SummaryState.SIGNED:
        agents.append(_agent("verifier", {"display": visit.signed_by or ""}))
    return {
        "resourceType": "Provenance",
        "id": _id(about, "provenance"),
        "target": [{"reference": one} for one in targets],
        "recorded": instant(about.at),
        "agent": agents,
    }


def task(visit: Visit, composition: str, about: About) -> Resource:
    """The hand-over: somebody at the department is to read the record; done when it is signed."""
    signed = visit.state is SummaryState.SIGNED
    return {
        "resourceType": "Task",
        "id": _id(about, "task"),
        "status": "completed" if signed else "requested",
        "intent": "order",
        "code": {"text": "Read the record taken before the visit"},
        "focus": {"reference": composition},
        "for": about.subject,
        "encounter": {"reference": about.encounter},
        "lastModified": instant(about.at),
        "requester": US,
        "owner": {"display": visit.record.department or visit.department_id},
    }


def audit(visit: Visit, composition: str, about: About, *, made: bool) -> Resource:
    """As IHE's basic audit profile has it: who wrote what of whom; one of every version."""
    what = ("create", "C") if made else ("update", "U")
    return {
        "resourceType": "AuditEvent",
        "id": _id(about, f"audit:{visit.version}:{visit.state}"),
        "meta": {"profile": [f"{BASIC_AUDIT}{what[0].capitalize()}"]},
        "type": {"system": f"{HL7}/audit-event-type", "code": "rest"},
        "subtype": [{"system": "http://hl7.org/fhir/restful-interaction", "code": what[0]}],
        "action": what[1],
        "recorded": instant(about.at),
        "outcome": "0",
        "agent": [
            {"type": {"coding": [{"system": DICOM, "code": "110153"}]}, "who": US, "requestor": True},
            {"type": {"coding": [{"system": DICOM, "code": "110152"}]}, "who": US, "requestor": False},
        ],
        "source": {"observer": US},
        "entity": [
            {"what": about.subject, "role": {"system": f"{HL7}/object-role", "code": "1"}},
            {"what": {"reference": composition}, "role": {"system": f"{HL7}/object-role", "code": "4"}},
        ],
    }


def _agent(kind: str, who: Resource) -> Resource:
    return {"type": {"coding": [{"system": f"{HL7}/provenance-participant-type", "code": kind}]}, "who": who}


def _id(about: About, kind: str) -> str:
    return str(uuid5(NAMESPACE_URL, f"{about.ours}:{kind}"))
