"""Nothing is written on what only sounds like an order, and never to more records than were meant."""

import pytest

from frontdesk.evaluation.instructions import NOW
from frontdesk.his_adapter.hospinfo import Reason, Refused, parse
from frontdesk.his_adapter.operation import HisOperation, Verb


@pytest.mark.parametrize(
    "instruction",
    [
        "Do not change P1003's department to ENT",
        "Stop! do not delete record 7300106",
        "I don't want P1003's record deleted",
        "Don't create a record for P1003",
        "Please leave P1003's notes as they are",
        "If P1003's age is under 18, change the department to Pediatrics",
        "Swap the departments of P1003 and P1004",
        "Undo the last change to P1003",
        "Cancel P1003's appointment",
        "不要把P1003的科室改成儿科",
        "千万别把7300106删掉",
        "别给P1003建档",
        "P1003的备注不用改成复查了",
        "昨天已经把P1003的备注改成复查了",
        "7300106已经删了",
        "如果P1003不满18岁，就把科室改为儿科",
        "合并P1003和P1004",
        "Delete 7300106, never mind",
        "Change P1003's diagnosis to gout - no, leave it",
        "Cancel that deletion of 7300106",
        "删除7300106，算了",
        "把P1003的诊断改成痛风，先不改",
    ],
)
def test_what_forbids_reports_or_depends_is_no_order(instruction: str) -> None:
    refused = parse(instruction, now=NOW)
    assert isinstance(refused, Refused) and refused.reason is Reason.NO_ORDER


@pytest.mark.parametrize(
    "instruction",
    [
        "Who changed P1003's allergy to penicillin?",
        "When was P1003's department changed to ENT?",
        "Was P1003's record deleted?",
        "Should P1003's department be ENT?",
        "谁把P1003的过敏史改成青霉素的？",
        "P1003的科室什么时候改成儿科的",
        "P1003的科室是不是应该改成儿科？",
        "P1003的病历被删了吗",
        "P1003的记录为什么删了",
        "昨天是谁删了7300106",
        "P1003的记录要删吗",
        "你把P1003删了吗",
    ],
)
def test_a_question_about_a_change_changes_nothing(instruction: str) -> None:
    read_as = parse(instruction, now=NOW)
    assert isinstance(read_as, HisOperation) and read_as.operation is Verb.SELECT


@pytest.mark.parametrize(
    ("instruction", "reason"),
    [
        ("Delete the latest record of P1003", Reason.WHICH_RECORD),
        ("Change the notes of P1003's last visit to 'come back'", Reason.WHICH_RECORD),
        ("Delete P1003's record about the broken arm", Reason.WHICH_RECORD),
        ("Remove 'aspirin' from the notes of P1003", Reason.WHICH_RECORD),
        ("delete all of P1003's visits except the one today", Reason.EXCEPTION),
        ("Delete everything for P1003 that is not from Cardiology", Reason.EXCEPTION),
        ("Change P1003's age to 30 and P1004's gender to male", Reason.SEVERAL),
        ("Create records for P1003 and P1004", Reason.SEVERAL),
        ("Change P1003's department to Cardiology or Neurology", Reason.BAD_VALUE),
        ("Set P1003's gender to purple", Reason.BAD_VALUE),
        ("Set P1003's age to old", Reason.BAD_VALUE),
        ("Update the shoe size of P1003 to 42", Reason.UNKNOWN_FIELD),
        ("Delete P1003's visits with no diagnosis", Reason.WHICH_RECORD),
        ("Delete a record of P1003", Reason.WHICH_RECORD),
        ("Delete any duplicate records of P1003", Reason.WHICH_RECORD),
        ("Delete P1003's visits on 1 March and 5 March", Reason.SEVERAL),
        ("删除P1003的两条记录", Reason.WHICH_RECORD),
        ("把P1003从名单里删掉", Reason.NO_CHANGE),
        ("Delete P1003's visits from 5 March to 1 March", Reason.BAD_VALUE),
        ("Set P1003's and P1004's ages to 30 and 40", Reason.BAD_VALUE),
        ("Set P1003's age to 200", Reason.BAD_VALUE),
        ("Change P1003's name to the same as P1004", Reason.SEVERAL),
        ("Set the notes of 7300106 or 7300107 to 'x'", Reason.SEVERAL),
        ("Update P1003 with the notes from last time", Reason.NO_CHANGE),
        ("Update Wang's allergy to aspirin", Reason.WHICH_RECORD),
        ("Record P1003 as deceased", Reason.NO_CHANGE),
        ("把P1003的过敏史改为青霉素，P1004也一样", Reason.SEVERAL),
        ("Delete P1003's notes and set the diagnosis to flu", Reason.SEVERAL),
        ("Set P1003's diagnosis to flu and delete the notes", Reason.SEVERAL),
        ("P1003 isn't allergic to penicillin, correct that", Reason.UNKNOWN_FIELD),
        ("P1003不对青霉素过敏，改一下", Reason.NO_CHANGE),
        ("登记P1003，对青霉素不过敏", Reason.NO_CHANGE),
        ("把P1003的备注删掉，诊断改为流感", Reason.SEVERAL),
        ("P1003的科室不对", Reason.NO_CHANGE),
        ("删除P1003最近一次就诊记录", Reason.WHICH_RECORD),
        ("把P1003上次就诊的备注改为复查", Reason.WHICH_RECORD),
        ("把P1003摔断胳膊那次的记录删了", Reason.WHICH_RECORD),
        ("把P1003的备注里的电话删掉", Reason.WHICH_RECORD),
        ("除了今天的，P1003的记录都删了", Reason.EXCEPTION),
        ("把P1003的年龄改为30岁，P1004的性别改为男", Reason.SEVERAL),
        ("把P1003的年龄加1岁", Reason.BAD_VALUE),
        ("把P1003的科室改成心内科或者神内科", Reason.BAD_VALUE),
    ],
)
def test_a_change_wider_or_other_than_said_is_refused(instruction: str, reason: Reason) -> None:
    refused = parse(instruction, now=NOW)
    assert isinstance(refused, Refused) and refused.reason is reason


@pytest.mark.parametrize(
    "instruction",
    ["Open P1003's record", "Make a list of P1003's visits", "Generate a report on P1003", "写一份P1003的总结"],
)
def test_what_is_only_to_be_compiled_is_no_new_record(instruction: str) -> None:
    read_as = parse(instruction, now=NOW)
    assert isinstance(read_as, HisOperation) and read_as.operation is Verb.SELECT


@pytest.mark.parametrize(
    ("instruction", "condition"),
    [
        ("Change the department of P1003, not P1004, to ENT", {"patient_id": "P1003"}),
        ("delete 7300106 and keep 7300107", {"outpatient_number": 7300106}),
        ("Delete P1003... no wait, P1004", {"patient_id": "P1004"}),
        (
            "Delete P1003's records older than 5 years",
            {"patient_id": "P1003", "visit_date__lt": "2021-03-18T00:00"},
        ),
        (
            "Change the notes of P1003's visit signed by Dr Wang to 'x'",
            {"patient_id": "P1003", "physician_signature": "Wang"},
        ),
        ("删7300106，不是7300107", {"outpatient_number": 7300106}),
        ("删除7300106，保留7300107", {"outpatient_number": 7300106}),
        ("把P1003，哦说错了，P1004的备注改为复查", {"patient_id": "P1004"}),
        (
            "把P1003诊断为痛风的那次的处理意见改为低嘌呤饮食",
            {"patient_id": "P1003", "preliminary_diagnosis": "痛风"},
        ),
        ("删除P1003有青霉素过敏的记录", {"patient_id": "P1003", "drug_allergy_history": "青霉素"}),
    ],
)
def test_only_the_records_meant_are_changed(instruction: str, condition: dict[str, object]) -> None:
    read_as = parse(instruction, now=NOW)
    assert isinstance(read_as, HisOperation) and read_as.operation is not Verb.SELECT
    assert read_as.condition == condition


@pytest.mark.parametrize(
    "instruction",
    ["Delete P1003's notes", "P1003's notes should be deleted", "I want the notes of P1003 deleted", "删掉P1003的备注"],
)
def test_a_field_that_is_deleted_is_emptied_and_its_record_stays(instruction: str) -> None:
    read_as = parse(instruction, now=NOW)
    assert isinstance(read_as, HisOperation) and read_as.operation is Verb.UPDATE
    assert read_as.column_change == {"notes": ""}


@pytest.mark.parametrize(
    ("instruction", "filled"),
    [
        ("Register P3001 with fever since last night", {"chief_complaint": "fever since last night"}),
        ("登记P3001，昨晚开始发烧", {"chief_complaint": "昨晚开始发烧"}),
        ("登记P3001，3月1日在外院做过手术，现在腹痛", {"chief_complaint": "腹痛"}),
        ("新建P3001病历，女，28岁，去年生过孩子", {"gender": "女", "age": "28岁"}),
        ("登记P3001，从内科转来外科，腹痛", {"department": "外科", "chief_complaint": "腹痛"}),
        ("Create record P3001, male no sorry female, 40", {"gender": "female", "age": "40 years"}),
    ],
)
def test_a_new_record_holds_what_is_so_now(instruction: str, filled: dict[str, str]) -> None:
    read_as = parse(instruction, now=NOW)
    assert isinstance(read_as, HisOperation) and read_as.operation is Verb.CREATE
    assert read_as.column_change == {"patient_id": "P3001"} | filled


@pytest.mark.parametrize(
    "instruction",
    [
        "P1003的母亲对青霉素过敏，记到过敏史里",
        "20466对花生不过敏，记到过敏史里",
        "20466可能对花生过敏，记到过敏史里",
        "医生说20466对花生过敏，记到过敏史里",
        "P2333不能吃布洛芬，过敏，记一下",
        "30412 is not allergic to latex, add that to the record",
        "P1003 and P1004 are allergic to latex, add that to the record",
        "If P1003 is allergic to latex, add that to the record",
        "P1003对青霉素过敏，不要写进过敏史",
        "P1007说对虾过敏，不用记",
    ],
)
def test_a_statement_that_is_not_plainly_of_the_patient_writes_nothing(instruction: str) -> None:
    assert isinstance(parse(instruction, now=NOW), Refused)


@pytest.mark.parametrize("instruction", ["查没有不宁腿综合征的病人", "查没来的病人", "patients who never came"])
def test_a_negation_that_nothing_was_read_in_shows_nobody(instruction: str) -> None:
    refused = parse(instruction, now=NOW)
    assert isinstance(refused, Refused) and refused.reason is Reason.EXCEPTION
