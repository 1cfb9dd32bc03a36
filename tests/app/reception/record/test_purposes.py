"""What is no complaint has its own way from the first sentence: medicine, a report, an appointment, a follow-up."""

import pytest

from frontdesk.app.reception.reception import Reception
from frontdesk.app.reception.record.purposes import purpose_of
from frontdesk.models.facts import Language, Topic
from tests.app.reception.talk import Talk

ZH, EN = Language.ZH, Language.EN
BOTH = pytest.mark.parametrize("language", [ZH, EN])
OF_A_PAIN = {"site", "place", "since", "how", "severity", "side", "offered"}


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ("我来开药", "repeat_prescription"),
        ("开点降压药", "repeat_prescription"),
        ("高血压，药吃完了，想再开一个月的", "repeat_prescription"),
        ("I need more metformin", "repeat_prescription"),
        ("I've run out of my blood pressure tablets, can I get more?", "repeat_prescription"),
        ("取一下昨天的抽血报告", "collect_report"),
        ("I'm here to collect my blood test results", "collect_report"),
        ("化验单出来了，想找医生看看", "read_report"),
        ("我预约了今天十点的号", "appointment_made"),
        ("I have an appointment at 10 with cardiology", "appointment_made"),
        ("医生让我两周后来复诊", "follow_up_visit"),
        ("I'm back for a follow-up after my operation", "follow_up_visit"),
        ("吃了药还是头疼", None),
        ("头疼得厉害，想开点药", None),
        ("I have a cough and I'm out of breath", None),
        ("打过头孢过敏", None),
    ],
)
def test_what_somebody_comes_for(said: str, code: str | None) -> None:
    purpose = purpose_of(said)
    assert (purpose.code if purpose else None) == code


@pytest.mark.parametrize(
    ("language", "said", "page"),
    [
        (ZH, "我来开药", "medicines"),
        (EN, "I need a repeat prescription", "medicines"),
        (ZH, "我来拿报告", "report"),
        (EN, "I'm here to pick up my test results", "report"),
        (ZH, "我预约了今天十点的号", "appointment"),
        (EN, "I have an appointment at ten", "appointment"),
        (ZH, "医生让我两周后来复诊", "appointment"),
        (EN, "I was told to come back after two weeks", "appointment"),
    ],
)
def test_each_has_its_own_first_question_and_none_of_a_pain(
    reception: Reception, language: Language, said: str, page: str
) -> None:
    talk = Talk(reception, language).as_guest()
    talk.says(said)
    assert talk.page == page
    talk.says("不记得了" if language is ZH else "I don't remember")
    while talk.page not in (None, "past_history", "choose"):
        talk.answers_page()
    assert OF_A_PAIN.isdisjoint(talk.state.asked)


@BOTH
def test_a_medicine_that_was_named_is_not_asked_for_and_is_in_the_record(
    reception: Reception, language: Language
) -> None:
    talk = Talk(reception, language).as_guest()
    talk.says("再开点二甲双胍" if language is ZH else "I need more metformin")
    assert talk.page != "medicines"
    assert any(fact.topic is Topic.MEDICINE and fact.code == "metformin" for fact in talk.state.record)


@BOTH
def test_an_appointment_leads_to_its_department(reception: Reception, language: Language) -> None:
    talk = Talk(reception, language).as_guest()
    talk.says("我在网上预约了" if language is ZH else "I booked online")
    talk.to_page("appointment")
    talk.says("皮肤科" if language is ZH else "dermatology")
    talk.to_department()
    assert talk.state.department_id == "dermatology"


@BOTH
def test_who_collects_a_blood_report_hears_where_and_no_time_of_an_x_ray(
    reception: Reception, language: Language
) -> None:
    talk = Talk(reception, language).as_guest()
    told = talk.says("取一下昨天的抽血报告" if language is ZH else "I'm here to collect my blood test results")
    assert ("自助机" if language is ZH else "any machine") in told
    assert not any(word in told for word in ("片子", "CT", "X-ray"))


@BOTH
def test_who_asks_two_things_gets_two_answers(reception: Reception, language: Language) -> None:
    talk = Talk(reception, language).as_guest()
    told = talk.says(
        "我来开药，另外在哪里缴费？" if language is ZH else "I need a repeat prescription, and where do I pay?"
    )
    assert "5" in told and "10" in told
    assert talk.page == "medicines" and "repeat_prescription" in talk.present
