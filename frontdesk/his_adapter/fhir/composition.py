"""The outpatient record as a FHIR Composition: sections by LOINC, and back."""

import html
import json
import re
from collections.abc import Mapping, Sequence
from datetime import datetime
from hashlib import sha256
from types import MappingProxyType

from frontdesk.his_adapter.fhir.reading import BY_MACHINE, INLINE_LABEL, LABELLED_INLINE, LOINC, Resource, instant
from frontdesk.his_adapter.loinc import SECTIONS
from frontdesk.his_adapter.operation import Column
from frontdesk.his_adapter.records import OutpatientRecord, SummaryState, Visit
from frontdesk.his_adapter.written import written
from frontdesk.models.facts import Language

OUTPATIENT_NOTE = "34108-1"
TAGS = re.compile(r"<[^>]*>")
LINE_END = re.compile(r"<(?:br\s*/?|/p|/div|/li)>", re.IGNORECASE)


def composition(
    visit: Visit,
    composition_id: str,
    *,
    subject: Resource,
    encounter: str,
    at: datetime,
    ours: str,
    entries: Mapping[Column, Sequence[str]] = MappingProxyType({}),
) -> Resource:
    """`ours`: the system of the hash by which we know again what we wrote; `entries`: what a section points to."""
    record, signed = visit.record, visit.state is SummaryState.SIGNED
    language = visit.summary.language if visit.summary else Language.ZH
    by_machine = machines(visit)
    whole: Resource = {
        "resourceType": "Composition",
        "id": composition_id,
        "language": language.value,
        "status": "final" if signed else "preliminary",
        "type": {"coding": [{"system": LOINC, "code": OUTPATIENT_NOTE, "display": "Outpatient Note"}]},
        "subject": subject,
        "encounter": {"reference": encounter},
        "date": instant(at),
        "author": [{"display": visit.signed_by or "Frontdesk"}],
        "title": "门诊病历（预问诊）" if language is Language.ZH else "Outpatient record (before the visit)",
        "section": [
            _section(code, title, text, entries.get(column, ()), by_machine=signed and column in by_machine)
            for column, (code, title) in SECTIONS.items()
            if (text := getattr(record, column)) or column in entries
        ],
    }
    if signed:
        whole["attester"] = [{"mode": "professional", "time": instant(at), "party": {"display": visit.signed_by}}]
        if any("extension" in section for section in whole["section"]):
            whole["meta"] = {"security": [LABELLED_INLINE]}
    else:
        whole["meta"] = {"security": [BY_MACHINE]}
    whole["identifier"] = {"system": ours, "value": _hash(whole)}
    return whole


def machines(visit: Visit) -> frozenset[str]:
    """Names of the fields that hold a machine's words: a statement of the talk that no person has added or changed."""
    if visit.summary is None:
        return frozenset()
    by_people = {one.statement_id for one in visit.revisions}
    own = [one for one in visit.summary.statements if one.statement_id not in by_people]
    return frozenset(field.value for field, text in written(own, visit.summary.language).items() if text)


def is_as_written(resource: Resource, ours: str) -> bool:
    """Whether nobody else has changed a Composition since we wrote it; its markup may be the server's."""
    kept = resource.get("identifier", {})
    return bool(kept.get("system") == ours and kept.get("value") == _hash(resource))


def _hash(resource: Resource) -> str:
    told = [(_code(one), plain_text(one.get("text", {}).get("div", ""))) for one in resource.get("section", [])]
    return sha256(json.dumps([resource.get("status"), told], ensure_ascii=False).encode()).hexdigest()


def _code(section: Resource) -> str:
    codes = section.get("code", {}).get("coding", [])
    return next((str(one.get("code", "")) for one in codes if one.get("system") == LOINC), "")


def told_by(resource: Resource, record: OutpatientRecord) -> OutpatientRecord:
    """`record`, with the fields that a Composition says."""
    codes = {code: column for column, (code, _) in SECTIONS.items()}
    fields: dict[str, str] = {}
    for section in resource.get("section", []):
        column = codes.get(_code(section))
        if column is not None:
            fields[column] = plain_text(section.get("text", {}).get("div", ""))
    signers = (one.get("party", {}).get("display", "") for one in resource.get("attester", []))
    signature = next(signers, "") if resource.get("status") in ("final", "amended", "corrected") else ""
    return record.model_copy(update={**fields, "physician_signature": signature})


def plain_text(div: str) -> str:
    """The words of a narrative, whatever markup a server gave it or took away."""
    return html.unescape(TAGS.sub("", LINE_END.sub("\n", div))).strip()


def pointed_to(resource: Resource) -> list[str]:
    """What the sections point to."""
    return [entry["reference"] for one in resource.get("section", []) for entry in one.get("entry", [])]


def _section(code: str, title: str, text: str, entries: Sequence[str], *, by_machine: bool) -> Resource:
    whole: Resource = {
        "title": title,
        "code": {"coding": [{"system": LOINC, "code": code, "display": title}]},
        "text": {
            "status": "generated",
            "div": f'<div xmlns="http://www.w3.org/1999/xhtml">{html.escape(text, quote=False)}</div>',
        },
    }
    if by_machine:
        whole["extension"] = [{"url": INLINE_LABEL, "valueCoding": BY_MACHINE}]
    if entries:
        whole["entry"] = [{"reference": one} for one in entries]
    return whole
