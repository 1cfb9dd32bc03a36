"""A scripted model that plays every part of a simulated conversation, over HTTP."""

import json
import re
from typing import Any

from frontdesk.evaluation.model_server import well_behaved

ENDS_AFTER = "ending_the_conversation"
PATIENTS = ("You are a patient", "你是门诊导诊处的一个病人")


def teaching(request: dict[str, Any]) -> str:
    """Patient, supervisor and nurse, each by what the prompt holds; the same prompt gets the same answer."""
    system, told = request["messages"][0]["content"], request["messages"][-1]["content"]
    match part_of(request):
        case "profile":
            return json.dumps({"manner": "You say little.", "scene": "It has gone on too long."})
        case "patient_action":
            named = (
                re.search(r"Nurse: .*(?:where they can help|Please go to)", told) or "看。" in told or "请到" in told
            )
            return json.dumps({"action": ENDS_AFTER if named else "information_feedback"})
        case "quality":
            return json.dumps({"suggestion": ""})
        case "extract":
            return json.dumps({"facts": [told.rpartition("\n")[2][:60]]})
        case "suggest":
            enough = told.count("- ") > 1
            return json.dumps({"enough": enough, "suggestion": "" if enough else "Ask since when.", "action": ""})
        case "nurse_action":
            return json.dumps({"action": "symptom_inquiry"})
        case "reflect":
            return json.dumps({"action": "department_recommendation" if told.count("\n") > 6 else "symptom_inquiry"})
        case None if system.startswith(PATIENTS):
            return _says(system, told)
        case _:
            return well_behaved(request)


def part_of(request: dict[str, Any]) -> str | None:
    """The capability of a prompt whose answer is JSON."""
    name: str | None = (request.get("response_format") or {}).get("json_schema", {}).get("name")
    return name


def _says(system: str, told: str) -> str:
    """The complaint first, then a clause of the present illness with each turn."""
    complaint = re.search(r"(?:Complaint: |主诉：)(.+)", system)
    illness = re.search(r"(?:Present illness: |现病史：)(.+)", system)
    clauses = [part for part in re.split(r"[,，;；。.]", illness[1] if illness else "") if part.strip()]
    said = len(re.findall(r"^(?:Patient: |病人：)", told, re.M))
    if not said or not clauses:
        return complaint[1] if complaint else "It hurts"
    return clauses[(said - 1) % len(clauses)].strip()
