from datetime import datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from frontdesk.his_adapter.access import (
    Admin,
    Doctor,
    Kiosk,
    Narrowed,
    NotPermitted,
    Nurse,
    Principal,
    RecordsOfficer,
    Rows,
    UnverifiedPatient,
    VerifiedPatient,
    narrow,
    narrow_pre_visit,
)
from frontdesk.his_adapter.operation import ALL, COLUMNS, Column, HisOperation, Verb, created_by, creation_of
from frontdesk.his_adapter.records import OutpatientRecord

WANG = VerifiedPatient(patient_id="P1")
DOCTOR = Doctor(username="lin", department_id="cardiology", departments=("心内科", "Cardiology"))


def operation(verb: Verb = Verb.SELECT, **fields: Any) -> HisOperation:
    return HisOperation.model_validate({"operation": verb, **fields})


def condition(principal: Principal, asked: HisOperation) -> dict[str, Any]:
    return dict(narrow(principal, asked).operation.condition)


@pytest.mark.parametrize("principal", [Kiosk(), UnverifiedPatient(), Admin(username="root")])
@pytest.mark.parametrize(
    "asked",
    [
        operation(),
        operation(condition={"patient_id": "P1"}),
        operation(Verb.CREATE, column_change={"patient_id": "P1"}),
        operation(Verb.UPDATE, condition={"patient_id": "P1"}, column_change={"notes": "x"}),
        operation(Verb.DELETE, condition={"patient_id": "P1"}),
    ],
)
def test_who_has_no_business_with_records_gets_none(principal: Principal, asked: HisOperation) -> None:
    with pytest.raises(NotPermitted):
        narrow(principal, asked)


def test_a_verified_patient_sees_own_records_whatever_is_asked() -> None:
    assert condition(WANG, operation()) == {"patient_id": "P1"}
    assert condition(WANG, operation(condition={"name": "王芳"})) == {"name": "王芳", "patient_id": "P1"}
    assert condition(WANG, operation(condition={"patient_id": ["P1", "P2"]})) == {"patient_id": "P1"}


def test_a_verified_patient_asking_for_somebody_else_is_refused() -> None:
    with pytest.raises(NotPermitted):
        narrow(WANG, operation(condition={"patient_id": "P2"}))


def test_a_patient_sees_no_notes_and_cannot_search_by_them() -> None:
    assert Column.NOTES not in narrow(WANG, operation()).operation.columns
    assert narrow(WANG, operation(column_output=["notes", "age"])).operation.columns == (Column.AGE,)
    for hidden in ({"column_output": ["notes"]}, {"condition": {"notes": "x"}}):
        with pytest.raises(NotPermitted):
            narrow(WANG, operation(**hidden))


@pytest.mark.parametrize("verb", [Verb.CREATE, Verb.UPDATE, Verb.DELETE])
def test_a_patient_changes_nothing(verb: Verb) -> None:
    fields: dict[str, Any] = {} if verb is Verb.CREATE else {"condition": {"patient_id": "P1"}}
    if verb is not Verb.DELETE:
        fields["column_change"] = {"past_history": "x", "patient_id": "P1"}
    with pytest.raises(NotPermitted):
        narrow(WANG, operation(verb, **fields))


def test_a_doctor_reaches_the_records_of_the_own_department_only() -> None:
    assert narrow(DOCTOR, operation()).rows == Rows(department_id="cardiology")
    assert narrow(DOCTOR, operation()).operation.column_output == (ALL,)
    assert narrow(DOCTOR, operation(condition={"department": "心内"})).rows == Rows(department_id="cardiology")
    update = operation(Verb.UPDATE, condition={"outpatient_number": 7}, column_change={"treatment_opinion": "复查"})
    assert narrow(DOCTOR, update) == Narrowed(operation=update, rows=Rows(department_id="cardiology"))
    with pytest.raises(NotPermitted):
        narrow(DOCTOR, operation(condition={"department": "泌尿外科"}))
    with pytest.raises(NotPermitted):
        narrow(DOCTOR, operation(Verb.CREATE, column_change={"patient_id": "P1", "department": "泌尿外科"}))
    with pytest.raises(NotPermitted):
        narrow(DOCTOR, operation(Verb.CREATE, column_change={"patient_id": "P1"}))


def pre_visit(**fields: Any) -> HisOperation:
    record = OutpatientRecord(patient_id="P1", visit_date=datetime(2026, 11, 23, 9), chief_complaint="胸闷")
    return creation_of(record.model_copy(update=fields))


def test_a_patient_hands_over_the_own_pre_visit_record_and_only_what_a_patient_can_tell() -> None:
    narrow_pre_visit(WANG, pre_visit())
    narrow_pre_visit(UnverifiedPatient(), pre_visit(patient_id="GUEST-1"))
    wrong = [
        (WANG, pre_visit(patient_id="P2")),
        (WANG, pre_visit(patient_id="GUEST-1")),
        (WANG, pre_visit(preliminary_diagnosis="冠心病")),
        (WANG, pre_visit(physician_signature="林和")),
        (UnverifiedPatient(), pre_visit()),
        (Kiosk(), pre_visit(patient_id="GUEST-1")),
        (Admin(username="root"), pre_visit()),
    ]
    for principal, asked in wrong:
        with pytest.raises(NotPermitted):
            narrow_pre_visit(principal, asked)


def test_the_hand_over_makes_one_creation_and_nothing_else() -> None:
    for verb, fields in (
        (Verb.SELECT, {}),
        (Verb.UPDATE, {"condition": {"patient_id": "P1"}, "column_change": {"notes": "x"}}),
        (Verb.DELETE, {"condition": {"patient_id": "P1"}}),
    ):
        with pytest.raises(NotPermitted):
            narrow_pre_visit(WANG, operation(verb, **fields))
    with pytest.raises(NotPermitted):  # the same creation, asked for in words, is none
        narrow(WANG, pre_visit())


def test_a_record_is_the_same_after_it_was_an_operation() -> None:
    record = OutpatientRecord(
        patient_id="P1",
        name="王芳",
        visit_date=datetime(2026, 11, 23, 9, 5),
        chief_complaint="胸闷",
        present_illness_history="爬楼时加重；" * 500,
    )
    assert created_by(creation_of(record)) == record


@pytest.mark.parametrize("column", ["physician_signature", "patient_id", "department", "outpatient_number"])
def test_a_doctor_cannot_sign_or_move_a_record_by_an_update(column: str) -> None:
    change: dict[str, Any] = {column: 7 if column == "outpatient_number" else "x"}
    with pytest.raises(NotPermitted):
        narrow(DOCTOR, operation(Verb.UPDATE, condition={"outpatient_number": 7}, column_change=change))


def test_a_nurse_writes_down_what_is_told_and_nothing_a_doctor_concludes() -> None:
    told = operation(Verb.UPDATE, condition={"patient_id": "P1"}, column_change={"past_history": "高血压"})
    assert narrow(Nurse(username="n"), told).operation == told
    concluded = operation(
        Verb.UPDATE, condition={"patient_id": "P1"}, column_change={"preliminary_diagnosis": "冠心病"}
    )
    with pytest.raises(NotPermitted):
        narrow(Nurse(username="n"), concluded)


def test_only_the_records_officer_deletes() -> None:
    deletion = operation(Verb.DELETE, condition={"outpatient_number": 7})
    assert narrow(RecordsOfficer(username="o"), deletion).operation == deletion
    for principal in (Nurse(username="n"), DOCTOR):
        with pytest.raises(NotPermitted):
            narrow(principal, deletion)


@pytest.mark.parametrize(
    "fields",
    [
        {"operation": "DROP"},
        {"operation": "SELECT", "condition": {"password": "x"}},
        {"operation": "SELECT", "condition": {"name__gt": "x"}},
        {"operation": "SELECT", "condition": {"age__like": "4"}},
        {"operation": "SELECT", "condition": {"visit_date__range": ["2026-01-01"]}},
        {"operation": "SELECT", "condition": {"visit_date__gte": "yesterday"}},
        {"operation": "SELECT", "condition": {"visit_date__gte": ["2026-01-01", "2026-02-01"]}},
        {"operation": "SELECT", "condition": {"outpatient_number": "7 or 1=1"}},
        {"operation": "SELECT", "condition": {"name": []}},
        {"operation": "SELECT", "column_output": []},
        {"operation": "SELECT", "column_output": ["all", "name"]},
        {"operation": "SELECT", "column_output": ["password"]},
        {"operation": "SELECT", "column_change": {"name": "x"}},
        {"operation": "CREATE"},
        {"operation": "CREATE", "condition": {"name": "x"}, "column_change": {"name": "x"}},
        {"operation": "CREATE", "column_change": {"password": "x"}},
        {"operation": "UPDATE", "column_change": {"name": "x"}},
        {"operation": "UPDATE", "condition": {"name": "x"}},
        {"operation": "DELETE"},
        {"operation": "DELETE", "condition": {"name": "x"}, "column_output": ["name"]},
        {"operation": "SELECT", "table": "account"},
    ],
)
def test_what_is_not_on_the_closed_list_is_no_operation(fields: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        HisOperation.model_validate(fields)


def test_ranges_of_age_and_visit_date_survive_the_way_through_json() -> None:
    asked = operation(condition={"age__gte": "40 years", "visit_date__range": ["2026-01-01T00:00", "2026-06-30T23:59"]})
    assert asked.columns == COLUMNS
    assert HisOperation.model_validate_json(asked.model_dump_json()) == asked


@given(
    patients=st.lists(st.sampled_from(["P1", "P2", "P3"]), max_size=3),
    wanted=st.lists(st.sampled_from(list(Column)), min_size=1, unique=True),
    extra=st.dictionaries(st.sampled_from(["name", "department", "gender"]), st.text(min_size=1).filter(str.strip)),
)
def test_no_request_of_a_patient_reaches_another_patient(
    patients: list[str], wanted: list[Column], extra: dict[str, str]
) -> None:
    condition = extra | ({"patient_id": patients} if patients else {})
    try:
        narrowed = narrow(WANG, operation(condition=condition, column_output=wanted))
    except NotPermitted:
        return
    assert narrowed.operation.condition["patient_id"] == "P1"
    assert narrowed.rows == Rows(patient_id="P1")
    assert Column.NOTES not in narrowed.operation.columns
