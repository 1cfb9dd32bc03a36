"""The sentences of a record, each with its day, department, field and signature."""

import re
from functools import lru_cache

from frontdesk.his_adapter.chart.facts import Line
from frontdesk.his_adapter.records import OutpatientRecord

FIELDS = (
    "chief_complaint",
    "present_illness_history",
    "past_history",
    "drug_allergy_history",
    "physical_examination",
    "auxiliary_examination",
    "preliminary_diagnosis",
    "treatment_opinion",
    "notes",
)
TOLD = frozenset({"chief_complaint", "present_illness_history", "past_history"})
EXAMINED = frozenset({"physical_examination", "auxiliary_examination"})
ORDERED = frozenset({"treatment_opinion", "notes"})
SENTENCE = re.compile(r"[^。；;\n]*?[^。；;.\n][。；;.]*?(?:(?<=[。；;\n])|(?<=\.)(?=\s|$)|$)")
CLAUSE = re.compile(r"[，,；;。、\n](?!\d{3}\b)|\.(?=\s|$)|\bbut\b", re.IGNORECASE)
ORDER = re.compile(r"[，,；;。\n](?!\d{3}\b)|\.(?=\s|$)")  # what is to be done together stays together: 复查糖化、血脂
ITEM = re.compile(r"[（(]?\d{1,2}[.)）]")
LINES = 20_000  # sentences kept: some hundred patients
KEPT = 4096  # records, of some hundred patients


def sentences(text: str) -> list[str]:
    """Without the numbers of a list, which stand before their sentence: "2. Bisoprolol 1.25 mg od."."""
    every = [one for found in SENTENCE.findall(text) if (one := found.strip(" 。；;\n"))]
    return [one for at, one in enumerate(every) if at + 1 == len(every) or not ITEM.fullmatch(one)]


def clauses(text: str) -> list[str]:
    return [one for part in CLAUSE.split(text) if (one := part.strip())]


def orders(text: str) -> list[str]:
    return [one for part in ORDER.split(text) if (one := part.strip())]


@lru_cache(maxsize=KEPT)
def lines_of(record: OutpatientRecord) -> tuple[Line, ...]:
    """In the order of its fields. A record is a value: another version of it is read anew."""
    return tuple(
        Line(
            at=record.visit_date,
            department=record.department,
            record=record.outpatient_number or 0,
            field=field,
            text=sentence.rstrip(".") if field != "auxiliary_examination" else sentence,
            signed_by=record.physician_signature,
        )
        for field in FIELDS
        for sentence in sentences(getattr(record, field))
    )
