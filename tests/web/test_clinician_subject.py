"""Whose records a question on a patient's page is answered from, over HTTP: the page's patient's, and nobody else's."""

from collections.abc import Callable

import pytest
from flask.testing import FlaskClient

from frontdesk.app.web.parts import Parts
from frontdesk.his_adapter.records import OutpatientRecord

PAGE, DEPARTMENT, WHOSE, NAME = 20124, "cardiology", "P1012", "蒋月娥"
ANOTHERS = (
    "What is the diagnosis of patient P1004?",
    "Ｐ１００４ allergies?",
    "patient 1004: any ECG?",
    "p-1004 latest INR",
    "compare her INR with P1004's",
    "陈桂花的诊断是什么？",
    "陳桂花吃什麼藥",
    "帮我看看陈桂花对什么过敏",
    "她和赵晨曦比哪个血糖高",
    "chen guihua's blood pressure",
    "Guihua Chen: what was the complaint at the last visit?",
    "is hannah brightwater on aspirin?",
    "How is Mr Okafor's creatinine?",
    "王大爷的肌酐",
    "what was the complaint of the patient before?",
    "another patient: the latest INR",
    "上一个病人的诊断",
    "隔壁床的INR",
    "3床的血压",
    "record 99999: what was the complaint?",
    "门诊号20003的诊断",
    "tel. 138 0013 8000: the latest INR",
)
OWN = (
    "what is the latest INR?",
    "P1012: the latest INR",
    "patient 1012, latest INR",
    "record 20124: what was the complaint?",
    "蒋月娥最近的INR",
    "蔣月娥對什麼過敏",
    "蒋 月 娥 的 血压",
    "Jiang Yue'e's INR",
    "Yuee Jiang, any allergies?",
    "Mrs Jiang's latest INR",
    "这个病人对什么过敏",
    "what was the treatment at the last visit?",
)
QUIET = ("which of my patients have atrial fibrillation?",)


@pytest.fixture
def asked(signed_in: Callable[..., FlaskClient]) -> Callable[[str], dict[str, object]]:
    doctor = signed_in("doctor", DEPARTMENT)
    return lambda question: dict(doctor.post(f"/api/worklist/{PAGE}/questions", json={"question": question}).json or {})


@pytest.fixture
def hidden(parts: Parts) -> list[OutpatientRecord]:
    own = next(one for one in parts.hospital.directory.departments() if one.department_id == DEPARTMENT).name.values()
    return [one for one in parts.records.of_patient(WHOSE) if one.department not in own]


def test_a_question_about_another_patient_is_not_answered_from_the_open_page(
    asked: Callable[[str], dict[str, object]],
) -> None:
    answers = {question: asked(question) for question in ANOTHERS}
    assert [question for question, one in answers.items() if one["answered"] or one["steps"] or one["sources"]] == []
    assert [question for question, one in answers.items() if f"{NAME} {WHOSE}" not in str(one["answer"])] == []


def test_an_answer_says_whose_data_it_is_however_the_patient_is_named(
    asked: Callable[[str], dict[str, object]],
) -> None:
    answers = {question: asked(question) for question in OWN}
    assert [question for question, one in answers.items() if not one["answered"]] == []
    firsts = {question: str(one["answer"]).splitlines()[0] for question, one in answers.items()}
    assert [question for question, first in firsts.items() if f"{NAME} {WHOSE}" not in first] == []


def test_what_tells_nothing_of_the_patient_does_not_say_whose_it_is(asked: Callable[[str], dict[str, object]]) -> None:
    assert [question for question in QUIET if str(asked(question)["answer"]).startswith(NAME)] == []


def test_what_other_departments_hold_is_said_to_exist_and_nothing_of_it(
    asked: Callable[[str], dict[str, object]], hidden: list[OutpatientRecord]
) -> None:
    assert hidden, "the demonstration hospital has such records"
    english, chinese = str(asked("her ferritin?")["answer"]), str(asked("铁蛋白多少")["answer"])
    assert f"other departments hold {len(hidden)} of this patient's records, which you may not see" in english
    assert f"其他科室还有{len(hidden)}份病历" in chinese
    assert "Not available" in english, "that it is not on record is told too"
    texts = [text for one in hidden for text in (one.preliminary_diagnosis, one.chief_complaint) if text]
    assert [text for text in texts if text in english + chinese] == []


def test_a_record_of_another_department_is_the_patients_own_and_not_visible(
    asked: Callable[[str], dict[str, object]], hidden: list[OutpatientRecord]
) -> None:
    answer = asked(f"record {hidden[0].outpatient_number}: what was the complaint?")
    assert (answer["answered"], answer["steps"]) == (False, [])
    assert f"{NAME} {WHOSE}: record {hidden[0].outpatient_number} is another department's" in str(answer["answer"])
