"""Operations on records, whoever made them: a model, a request, or words; and what access control leaves of them."""

import json
from datetime import datetime
from typing import Any

from hypothesis import strategies as st
from pydantic import ValidationError

from frontdesk.evaluation.instructions import FOLDER, read
from frontdesk.his_adapter.access import (
    Doctor,
    NotPermitted,
    Nurse,
    Principal,
    RecordsOfficer,
    UnverifiedPatient,
    VerifiedPatient,
    narrow,
)
from frontdesk.his_adapter.hospinfo import Refused, parse
from frontdesk.his_adapter.hospinfo.journal import read_journal
from frontdesk.his_adapter.matching import matches
from frontdesk.his_adapter.operation import Column, HisOperation, Verb, created_by
from frontdesk.his_adapter.records import OutpatientRecord
from tests.fuzz.examples import examples
from tests.fuzz.nasty import json as some_json
from tests.fuzz.nasty import never, spoilt_json, text

NOW = datetime(2026, 11, 23, 9)
SAID = [row.said for file in sorted(FOLDER.glob("*.yaml")) for row in read(file)]
WORDS = sorted({word for said in SAID for word in said.replace("，", " ").split()})
PRINCIPALS: tuple[Principal, ...] = (
    UnverifiedPatient(),
    RecordsOfficer(username="wu"),
    VerifiedPatient(patient_id="P1"),
    Nurse(username="lin"),
    Doctor(username="zhou", department_id="cardiology", departments=("心内科", "Cardiology")),
)
SOUND: tuple[dict[str, Any], ...] = (
    {"operation": "SELECT", "condition": {"patient_id": "P1", "age__range": [3, 4], "visit_date__gte": "2026-01-02"}},
    {"operation": "SELECT", "condition": {"name": ["A", "B"]}, "column_output": ["notes"], "summary": True},
    {"operation": "UPDATE", "condition": {"outpatient_number": 7001}, "column_change": {"notes": "x"}, "adds": True},
    {"operation": "CREATE", "column_change": {"patient_id": "P1", "visit_date": "2026-01-02T09:00", "age": "3"}},
    {"operation": "DELETE", "condition": {"patient_id": "P1"}},
)
RECORD = OutpatientRecord(patient_id="P1", name="白样本", age="76岁", department="心内科", visit_date=NOW)
operations = st.sampled_from(SOUND).flatmap(spoilt_json) | some_json


@st.composite
def instructions(draw: st.DrawFn) -> str:
    """Such as people say, cut, joined, with other words among them."""
    said = draw(st.sampled_from(SAID))
    at, to = sorted(draw(st.tuples(st.integers(0, len(said)), st.integers(0, len(said)))))
    new = draw(text | st.sampled_from(WORDS) | st.sampled_from(SAID) | st.integers().map(str))
    return said[:at] + new + said[to:]


@examples(80, told=operations, who=st.sampled_from(PRINCIPALS))
def test_an_operation_is_sound_or_refused_and_never_reaches_more_than_who_asks_may(told: Any, who: Principal) -> None:
    operation = never(lambda: HisOperation.model_validate_json(json.dumps(told)), ValidationError)
    if isinstance(operation, ValidationError):
        return
    assert isinstance(operation, HisOperation)
    assert HisOperation.model_validate_json(operation.model_dump_json()) == operation
    narrowed = never(lambda: narrow(who, operation), NotPermitted)
    if isinstance(narrowed, NotPermitted):
        return
    if operation.operation is Verb.CREATE:
        never(lambda: created_by(operation), ValidationError)
    else:
        matches(RECORD, narrowed, ())
        strangers = RECORD.model_copy(update={"patient_id": "P2"})
        assert not (isinstance(who, VerifiedPatient) and matches(strangers, narrowed, ()))


@examples(15, said=instructions() | text)
def test_words_become_an_operation_that_could_be_told_or_are_refused(said: str) -> None:
    found = parse(said, now=NOW)
    if not isinstance(found, Refused):
        assert HisOperation.model_validate_json(found.model_dump_json()) == found
        if found.operation in (Verb.UPDATE, Verb.DELETE):
            assert {Column.PATIENT_ID, Column.OUTPATIENT_NUMBER, Column.NAME} & found.condition.keys()
    read_journal(said)
