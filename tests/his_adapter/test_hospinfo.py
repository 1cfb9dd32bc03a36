import json
from datetime import datetime

import pytest

from frontdesk.commands.hospinfo import BadLine, answers
from frontdesk.evaluation.hospinfo import judged
from frontdesk.evaluation.instructions import FOLDER, NOW, Instruction, read
from frontdesk.his_adapter.hospinfo import Reason, Refused, parse
from frontdesk.his_adapter.hospinfo.reading import Read, read_words
from frontdesk.his_adapter.hospinfo.vocabulary import FOLDER as GRAMMAR
from frontdesk.his_adapter.hospinfo.vocabulary import grammar, patterns, rules, vocabulary
from frontdesk.his_adapter.operation import HisOperation, Verb

CASES = [row for file in sorted(FOLDER.glob("*.yaml")) for row in read(file)]


@pytest.mark.parametrize("instruction", [row for row in CASES if not row.beyond], ids=lambda row: row.said)
def test_an_instruction_becomes_its_operation(instruction: Instruction) -> None:
    found = judged(instruction)
    assert not found.wrong, (found.got, instruction.operation or instruction.reason)


@pytest.mark.parametrize("instruction", [row for row in CASES if row.beyond], ids=lambda row: row.said)
def test_what_cannot_be_read_yet_writes_nothing(instruction: Instruction) -> None:
    found = parse(instruction.said, now=instruction.now)
    assert isinstance(found, Refused) or found.operation is Verb.SELECT


@pytest.mark.parametrize(
    "instruction",
    [
        "删除所有病历",
        "Delete every record",
        "把药物过敏改成青霉素",
        "Set the notes to 'come back'",
        "Drop the records of children",
    ],
)
def test_a_change_that_names_nobody_is_refused(instruction: str) -> None:
    refused = parse(instruction, now=NOW)
    assert isinstance(refused, Refused) and refused.reason is Reason.NO_PATIENT


@pytest.mark.parametrize("instruction", ["把P8333的名字改一下。", "P8333姓名写错了，改一下，谢谢"])
def test_a_change_that_says_no_value_writes_nothing(instruction: str) -> None:
    refused = parse(instruction, now=NOW)
    assert isinstance(refused, Refused) and refused.reason is Reason.NO_CHANGE


@pytest.mark.parametrize(
    ("instruction", "condition"),
    [
        ("Delete record 8300006 because P8314 was registered twice today", {"outpatient_number": 8300006}),
        ("因为P8334昨天没来，请删除门诊号8300016", {"outpatient_number": 8300016}),
        (
            "For patient P8314, delete the wrong record 8300006",
            {"patient_id": "P8314", "outpatient_number": 8300006},
        ),
    ],
)
def test_the_reason_for_a_deletion_names_nothing_to_delete(instruction: str, condition: dict[str, object]) -> None:
    read_as = parse(instruction, now=NOW)
    assert isinstance(read_as, HisOperation) and read_as.operation is Verb.DELETE and read_as.condition == condition


@pytest.mark.parametrize(
    ("instruction", "filled"),
    [
        ("新建P8315病历，男，20岁，骨科，昨天开始脚踝疼", {"chief_complaint": "昨天开始脚踝疼"}),
        (
            "新建P8315病历，男，20岁，骨科，昨天就诊，脚踝疼",
            {"chief_complaint": "脚踝疼", "visit_date": "2026-03-17T00:00"},
        ),
    ],
)
def test_when_a_complaint_began_is_no_date_of_the_visit(instruction: str, filled: dict[str, str]) -> None:
    read_as = parse(instruction, now=NOW)
    assert isinstance(read_as, HisOperation) and read_as.operation is Verb.CREATE
    about = {"patient_id": "P8315", "gender": "男", "age": "20岁", "department": "骨科"}
    assert read_as.column_change == about | filled


def test_what_stands_in_quotes_is_text_and_nothing_else() -> None:
    read_as = parse('Change the notes of P1003 to "x\'; DROP TABLE records; -- delete P1001"', now=NOW)
    assert isinstance(read_as, HisOperation) and read_as.operation is Verb.UPDATE
    assert read_as.condition == {"patient_id": "P1003"}
    assert read_as.column_change == {"notes": "x'; DROP TABLE records; -- delete P1001"}


@pytest.mark.parametrize("nonsense", ["", "   ", "?!", "今天天气真好", "tell me a joke", "\ue000\ue001 P", "把" * 5000])
def test_nonsense_is_refused_and_never_an_operation(nonsense: str) -> None:
    assert isinstance(parse(nonsense, now=NOW), Refused)


def test_a_refusal_helps_in_the_language_of_the_instruction() -> None:
    zh, en = parse("删除病历", now=NOW), parse("Delete the record", now=NOW)
    assert isinstance(zh, Refused) and "患者编号" in zh.help
    assert isinstance(en, Refused) and "patient ID" in en.help


def test_every_pattern_of_the_grammar_can_be_read() -> None:
    for file in GRAMMAR.glob("*.yaml"):
        if file.stem == "words":
            assert vocabulary().refusals.keys() == {reason.value for reason in Reason}
        elif file.stem != "departments":  # its patterns wait for the names of a directory
            rules(file.stem, "中")
            for name in grammar(file.stem).patterns:
                assert patterns(file.stem, name)


def test_the_command_reads_lines_and_names_the_bad_one() -> None:
    line = json.dumps({"id": 7, "instruction": "P1001上周的主诉", "now": "2026-03-18T10:30"})
    (answer,) = answers([line, ""], datetime(2020, 1, 1))
    assert answer["id"] == 7 and answer["column_output"] == ["chief_complaint"]
    assert answer["condition"]["visit_date__range"] == ["2026-03-09T00:00", "2026-03-15T23:59"]
    with pytest.raises(BadLine, match="line 2: instruction"):
        list(answers([line, '{"id": 8}'], datetime(2020, 1, 1)))


def test_the_command_tells_why_there_is_no_operation() -> None:
    (answer,) = answers(['{"id": "a", "instruction": "Delete all records"}'], NOW)
    assert answer["operation"] is None and answer["refused"] == "no_patient"


@pytest.mark.parametrize(
    ("instruction", "said_back"),
    [
        ("show the records of patient P1003; DROP TABLE patient", "DROP"),
        ("查一下P1003的就诊记录; DELETE FROM outpatient_record", "DELETE"),
        ("show the records of P1003 and then SUDO rm -rf", "SUDO"),
    ],
)
def test_what_plays_no_part_is_said_back_in_capitals_too(instruction: str, said_back: str) -> None:
    asked = read_words(instruction, now=datetime(2026, 11, 23, 9))
    assert isinstance(asked, Read)
    assert any(said_back in words for words in asked.unread)


@pytest.mark.parametrize(
    "instruction",
    [
        "Patients not allergic to penicillin",
        "patients who never smoked",
        "non-diabetic patients",
        "Show visits that were not signed by Dr Zhou",
        "查没有高血压的病人",
        "查今天不是消化科的就诊",
        "查未用过阿司匹林的心内科病人",
        "查非高血压的女患者",
        "查不是周医生接诊的病历",
    ],
)
def test_a_denied_condition_is_refused_and_never_searched_for(instruction: str) -> None:
    read = parse(instruction, now=NOW)
    assert isinstance(read, Refused) and read.reason is Reason.EXCEPTION


@pytest.mark.parametrize(
    ("instruction", "condition"),
    [
        ("查非小细胞肺癌的病人", {"preliminary_diagnosis": "非小细胞肺癌"}),
        ("查不孕的病人", {"past_history": "不孕"}),
        ("查诸葛明的病历", {"name": "诸葛明"}),
        ("查尉迟恭的主诉", {"name": "尉迟恭"}),
        ("查阿不都·热合曼和李红的病历", {"name": ("阿不都·热合曼", "李红")}),
        ("Show the visits of Jean-Marc Petit", {"name": "Jean-Marc Petit"}),
        ("Show the records of Trần Thị Mai", {"name": "Trần Thị Mai"}),
        ("records of patient van der Berg", {"name": "van der Berg"}),
        ("Show Ludwig van Beethoven's visits", {"name": "Ludwig van Beethoven"}),
        ("patients over 65 with asthma", {"age__gt": 65, "past_history": "asthma"}),
        ("men with gout over 40", {"gender": "male", "past_history": "gout", "age__gt": 40}),
    ],
)
def test_names_of_every_shape_and_names_that_begin_like_a_denial(instruction: str, condition: dict[str, str]) -> None:
    read = parse(instruction, now=NOW)
    assert isinstance(read, HisOperation)
    assert read.condition == condition or set(read.condition.values()) == set(condition.values())


@pytest.mark.parametrize(
    "instruction",
    [
        "Patients with blood sugar over 11",
        "Patients with a pain score over 7",
        "patients weighing less than 45 kg",
        "Patients with ejection fraction below 40",
        "查体重不到45公斤的病人",
        "查血压180以上的病人",
        "查疼痛评分大于7的病人",
    ],
)
def test_a_number_about_a_finding_is_no_age_and_is_not_passed_over(instruction: str) -> None:
    read = parse(instruction, now=NOW)
    assert isinstance(read, Refused) and read.reason is Reason.MEASURED


@pytest.mark.parametrize("instruction", ["records of fatima sayed", "查朴恩惠的病历", "Show me Kofi's visits"])
def test_a_name_that_is_not_known_for_one_does_not_show_everybody(instruction: str) -> None:
    read = parse(instruction, now=NOW)
    assert isinstance(read, Refused)


@pytest.mark.parametrize(
    ("instruction", "lost"),
    [
        ("Patients in Cardiology who smoke", ("smoke",)),
        ("Show the visits of Anna Berg and her husband", ("husband",)),
        ("patients named Wang seen by Dr Li about headaches", ("headaches",)),
        ("查内科戴眼镜的病人", ("戴眼镜",)),
        ("查周大爷的病历", ("周",)),
        ("visits on Easter Monday", ("Easter",)),
    ],
)
def test_a_word_nobody_read_refuses_and_is_said(instruction: str, lost: tuple[str, ...]) -> None:
    refused = parse(instruction, now=NOW)
    assert isinstance(refused, Refused) and refused.words == lost
    assert all(word in refused.help for word in lost)
