"""What the nurse says of a medicine: by its name, and nobody is told to stop alone what must not be stopped alone."""

import pytest

from frontdesk.app.reception.reception import Reception
from frontdesk.app.reception.turn.answers.danger import ALERT_RULE
from frontdesk.his_adapter.records import Section
from frontdesk.models.facts import Language
from frontdesk.models.speaking import LONGEST, length
from tests.app.reception.talk import Talk
from tests.app.reception.test_receptions import finished, texts

ZH, EN = Language.ZH, Language.EN


@pytest.mark.parametrize(
    ("language", "illness", "medicine", "named"),
    [
        (ZH, "有慢性肾病", "我在吃芬必得", "芬必得"),
        (ZH, "哮喘，随身带着喷雾", "布洛芬，吃了两天", "布洛芬"),
        (EN, "asthma, I carry a blue inhaler", "naproxen", "naproxen"),
        (EN, "high blood pressure", "Sudafed, for my nose", "Sudafed"),
    ],
)
def test_a_medicine_that_may_do_harm_is_named(
    reception: Reception, language: Language, illness: str, medicine: str, named: str
) -> None:
    talk = Talk(reception, language).as_guest()
    talk.taps("fact:finding:cough")
    talk.to_page("past_history", who="self_male", age="50")
    talk.says(illness)
    talk.to_page("medicines")
    reply = talk.says(medicine)
    assert named in reply
    assert ("先别再吃" if language is ZH else "no more") in reply
    assert length(reply, language) <= LONGEST[language]


@pytest.mark.parametrize(
    ("language", "told", "named"),
    [
        (ZH, "我在吃华法林，这两天膝盖疼又吃了布洛芬，70岁，男", "布洛芬"),
        (EN, "I'm 70, male, my knee hurts. I take warfarin and now ibuprofen as well", "ibuprofen"),
    ],
)
def test_two_medicines_told_in_passing_that_do_not_go_together_are_noted(
    reception: Reception, language: Language, told: str, named: str
) -> None:
    talk = Talk(reception, language).as_guest()
    reply = talk.says(told)
    assert ("先别再吃" if language is ZH else "no more") in reply
    visit = finished(talk.to_end())
    assert any(named in note for note in texts(visit, Section.NOTES))


@pytest.mark.parametrize(
    ("language", "illness", "medicine"),
    [(EN, "kidney failure, on dialysis", "metformin"), (ZH, "慢性肾衰，每周透析三次", "二甲双胍")],
)
def test_nobody_is_told_to_stop_what_a_doctor_prescribed(
    reception: Reception, language: Language, illness: str, medicine: str
) -> None:
    talk = Talk(reception, language).as_guest()
    talk.taps("fact:finding:cough")
    talk.to_page("past_history", who="self_male", age="62")
    talk.says(illness)
    talk.to_page("medicines")
    reply = talk.says(medicine)
    assert "no more" not in reply and "先别再吃" not in reply
    assert any(medicine in note for note in texts(finished(talk.to_end()), Section.NOTES))


@pytest.mark.parametrize(
    ("language", "told", "kept"),
    [
        (ZH, "心脏放了支架，在吃氯吡格雷，老流鼻血，能不能先把氯吡格雷停了？66岁男", "氯吡格雷"),
        (ZH, "我吃强的松两个月脸都圆了，可以不吃了吗，女，41岁", "强的松"),
        (ZH, "在吃倍他乐克，人没劲，是不是可以停药，男，55岁", "倍他乐克"),
        (EN, "I take Eliquis and warfarin is long gone. Can I stop the Eliquis? I bruise. I'm 70, male.", "Eliquis"),
        (EN, "Keppra makes me tired. Is it safe to come off it? I'm 30, female.", "Keppra"),
    ],
)
def test_what_must_not_be_stopped_alone_is_left_to_the_doctor(
    reception: Reception, language: Language, told: str, kept: str
) -> None:
    reply = Talk(reception, language).as_guest().says(told)
    assert (
        f"{kept}先不要自己停" in reply
        if language is ZH
        else f"do not stop or change {kept}" in reply.replace("baby ", "")
    )
    assert "先别再吃" not in reply and "no more" not in reply


@pytest.mark.parametrize(
    ("language", "told"),
    [
        (ZH, "我想问问是不是药吃多了，天天一大堆，头有点晕，68岁男"),
        (ZH, "一天六种药，会不会药吃多了"),
        (EN, "Am I taking too many tablets? I'm dizzy now and then. I'm 72, female."),
    ],
)
def test_who_asks_whether_there_are_too_many_medicines_took_no_overdose(
    reception: Reception, language: Language, told: str
) -> None:
    talk = Talk(reception, language).as_guest()
    talk.says(told)
    assert talk.state.alerts == () and "overdose" not in talk.codes()


@pytest.mark.parametrize(
    ("language", "told"),
    [
        (ZH, "我糊涂了，格列齐特早上吃了两遍，63岁女"),
        (ZH, "把晚上的亚莫利跟早上的一起吃了，男，60岁"),
        (ZH, "刚才华法林又吃了一片，忘了早上吃过，71男"),
        (EN, "I forgot and injected my NovoRapid twice at breakfast. I'm 54, male."),
        (EN, "I took both my glimepiride tablets together by mistake, I'm 66, female."),
        (EN, "Had an extra dose of my digoxin an hour back, I'm 80, male."),
    ],
)
def test_a_double_dose_of_what_is_dangerous_twice_brings_a_nurse(
    reception: Reception, language: Language, told: str
) -> None:
    talk = Talk(reception, language).as_guest()
    talk.says(told)
    assert talk.state.alerts != ()


@pytest.mark.parametrize(
    ("language", "told"),
    [
        (ZH, "格列齐特一天吃两次，早晚各一片，63岁女，来复查"),
        (ZH, "华法林我没有多吃，按时吃的，71男，膝盖疼"),
        (EN, "I take my gliclazide twice a day as told. I'm 66, female, sore elbow."),
        (EN, "I doubled my vitamin C this week for my cold. I'm 40, male."),
    ],
)
def test_a_dose_as_prescribed_is_no_double_dose(reception: Reception, language: Language, told: str) -> None:
    talk = Talk(reception, language).as_guest()
    talk.says(told)
    assert [alert for alert in talk.state.alerts if alert.raised.rule == ALERT_RULE] == []


@pytest.mark.parametrize(
    ("language", "told"),
    [
        (EN, "I'm 74, male, my ears feel blocked. I take bisoprolol and a small aspirin every day"),
        (EN, "I'm 66, female, my shoulder hurts, I've got high blood pressure. I rub Voltarol into my shoulder"),
        (EN, "I'm 58, male, my ankle hurts and I have high blood pressure. I put ibuprofen gel on it"),
        (ZH, "我七十三岁，男，耳朵闷，每天吃阿司匹林"),
        (ZH, "女，六十六岁，肩膀疼，有高血压，抹了扶他林"),
    ],
)
def test_who_only_names_a_medicine_taken_for_long_or_rubbed_in_is_not_warned(
    reception: Reception, language: Language, told: str
) -> None:
    reply = Talk(reception, language).as_guest().says(told)
    warnings = ("不要自己停", "先别再吃") if language is ZH else ("do not stop", "take no more")
    assert not any(warning in reply for warning in warnings)


@pytest.mark.parametrize(
    ("language", "told", "sums"),
    [
        (EN, "I'm 60, male, my knee hurts. I take methotrexate 10 mg every morning.", ("10 mg", "once in 7 days")),
        (EN, "I'm 40, male, back pain. Every Saturday night I take 20 paracetamol 500 mg.", ("20 x 500 mg", "10,000")),
        (EN, "I'm 40, female, sore back. Ibuprofen 400 mg. Two tablets. I take them three times a day.", ("2,400",)),
        (ZH, "我六十岁，男，膝盖疼，甲氨蝶呤每天吃四片", ("7天一次", "4")),
        (ZH, "我四十岁，男，腰疼，布洛芬0.2克，早中晚睡前半夜各两片", ("2,000毫克", "1,200毫克")),
    ],
)
def test_too_much_on_one_day_or_too_often_brings_a_nurse_with_the_arithmetic(
    reception: Reception, language: Language, told: str, sums: tuple[str, ...]
) -> None:
    talk = Talk(reception, language).as_guest()
    talk.says(told)
    (alert,) = [one.raised for one in talk.state.alerts if one.raised.rule == ALERT_RULE]
    assert all(part in alert.reason[language] for part in sums), alert.reason
    notes = texts(finished(talk.to_end()), Section.NOTES)
    assert any(all(part in note for part in sums) for note in notes), notes


@pytest.mark.parametrize(
    ("language", "told"),
    [
        (EN, "I'm 60, male, my knee hurts. I take methotrexate 10 mg every Monday, folic acid every day."),
        (EN, "I'm 40, male, back pain. Two paracetamol 500 mg every other day."),
        (ZH, "我六十岁，男，膝盖疼，甲氨蝶呤每周一吃四片"),
        (ZH, "我四十岁，男，腰疼，布洛芬0.2克，早晚各一片"),
    ],
)
def test_what_the_label_allows_brings_nobody(reception: Reception, language: Language, told: str) -> None:
    talk = Talk(reception, language).as_guest()
    talk.says(told)
    assert [alert for alert in talk.state.alerts if alert.raised.rule == ALERT_RULE] == []
