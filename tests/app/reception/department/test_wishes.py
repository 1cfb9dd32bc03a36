"""A department or a doctor wished for or refused: by name, before it is named or after, and what else is said then."""

import pytest

from frontdesk.app.reception.department.named import named_in
from frontdesk.app.reception.department.steering import Act, beside, read
from frontdesk.app.reception.reception import Reception
from frontdesk.models.facts import Language, Sex, Status, Topic
from tests.app.reception.talk import Clock, Talk

ZH, EN = Language.ZH, Language.EN
COUGH = {ZH: "咳嗽三天了，我45岁，女", EN: "I've had a cough for three days, I'm 45, female"}
BOTH = pytest.mark.parametrize("language", [ZH, EN])


def said_to(reception: Reception, language: Language, *lines: str) -> Talk:
    talk = Talk(reception, language).as_guest()
    for line in lines:
        talk.says(line)
    return talk


@pytest.mark.parametrize(
    ("said", "stances"),
    [
        ("I was told by my GP to see cardiology", {"general-practice": "mentioned", "cardiology": "wished"}),
        ("rheumatology please, or bone doctor", {"rheumatology": "wished", "orthopedics": "wished"}),
        ("bone doctor or hand surgeon", {"orthopedics": "wished", "general-surgery": "mentioned"}),
        ("cant i see a heart doctor", {"cardiology": "wished"}),
        ("is cardiology open?", {"cardiology": "asked"}),
        ("i dont want emergency", {"emergency": "refused"}),
        ("not neurology but cardiology", {"neurology": "denied", "cardiology": "wished"}),
        ("Nothing, no tablets, no allergies.", {}),
        ("I want gynecology", {"gynecology": "wished"}),
        ("no, send me to ENT, not neurology", {"ent": "wished", "neurology": "refused"}),
        ("不是神经内科，是骨科", {"neurology": "refused", "orthopedics": "wished"}),
        ("泌尿科男医生多我不去", {"urology": "refused"}),
        ("中医科不行吗？", {"chinese-medicine": "wished"}),
        ("挂妇科还是内分泌啊", {"gynecology": "asked", "endocrinology": "asked"}),
        ("眼科的医生说没事", {"ophthalmology": "mentioned"}),
        ("今天能看耳鼻喉不", {"ent": "wished"}),
        ("急诊贵不贵啊", {"emergency": "asked"}),
        ("他这黄疸要不要现在去急诊", {"emergency": "asked"}),
        ("burning and tingling on the soles, both of them", {}),
        ("还是得去妇科", {"gynecology": "asked"}),
        ("do I need to go to A&E", {"emergency": "asked"}),
        ("我说耳鼻喉！不是神经内科！", {"ent": "wished", "neurology": "refused"}),
        ("我唔想睇肛肠科，惊男医生", {"colorectal-surgery": "refused"}),
        ("我要改成妇科", {"gynecology": "wished"}),
        ("我要去妇产科", {"gynecology": "wished"}),
    ],
)
def test_how_a_department_is_named(reception: Reception, said: str, stances: dict[str, str]) -> None:
    found = named_in(reception.services, said)
    assert {one.department.department_id: one.stance.value for one in found} == stances


@pytest.mark.parametrize(
    ("said", "department"),
    [
        ("rheumatology please, or bone doctor", "rheumatology"),
        ("the eye clinic please, no wait, ENT please", "ent"),
        ("我要挂眼科，不对，我要挂骨科", "orthopedics"),
    ],
)
def test_the_first_wish_counts_unless_it_is_taken_back(reception: Reception, said: str, department: str) -> None:
    wishes = read(reception.services, said, offered=(), named="general-practice")
    assert [wish.department for wish in wishes if wish.act is Act.CHOOSES] == [department]


@pytest.mark.parametrize(
    ("said", "act", "sex"),
    [
        ("男医生多我不去", Act.PREFERS, Sex.FEMALE),
        ("我不要男医生", Act.PREFERS, Sex.FEMALE),
        ("not a male doctor please", Act.PREFERS, Sex.FEMALE),
        ("I don't want a woman doctor", Act.PREFERS, Sex.MALE),
        ("isn't there a woman doctor?", Act.PREFERS, Sex.FEMALE),
        ("有没有女医生", Act.PREFERS, Sex.FEMALE),
        ("我没说要找男医生", Act.TAKES_BACK, Sex.MALE),
        ("I never asked for a male doctor", Act.TAKES_BACK, Sex.MALE),
    ],
)
def test_a_doctor_who_is_not_wanted(reception: Reception, said: str, act: Act, sex: Sex) -> None:
    (wish,) = read(reception.services, said, offered=(), named=None)
    assert (wish.act, wish.doctor) == (act, sex)


@pytest.mark.parametrize(
    ("said", "rest"),
    [
        ("no, it is not cardiology. she has glaucoma", "she has glaucoma"),
        ("No. Not cardiology please.", ""),
        ("都没有，我要去妇科", "都没有，"),
        ("不，我要去妇科", ""),
        ("GP? my knee is swollen, not GP", "my knee is swollen,"),
    ],
)
def test_what_is_said_beside_it(reception: Reception, said: str, rest: str) -> None:
    assert beside(said, read(reception.services, said, offered=(), named="cardiology")) == rest


@pytest.mark.parametrize(
    ("language", "opening", "said"),
    [
        (EN, "My cough won't go, I'm 45, a woman", "no, not respiratory. I have glaucoma and an underactive thyroid"),
        (EN, "My cough won't go, I'm 45, a woman", "no no, I want cardiology. I have glaucoma"),
        (ZH, "咳嗽三天了，我45岁，女", "不，我不去呼吸科。我有青光眼"),
        (ZH, "咳嗽三天了，我45岁，女", "不要，我要看心内科。我有青光眼"),
    ],
)
def test_a_no_to_the_department_denies_nothing_and_nothing_is_lost(
    reception: Reception, language: Language, opening: str, said: str
) -> None:
    talk = said_to(reception, language, opening).to_page("past_history")
    talk.says(said)
    illnesses = [fact for fact in talk.state.record if fact.topic is Topic.CONDITION]
    assert illnesses and all(fact.status is Status.PRESENT for fact in illnesses)
    assert any("glaucoma" in f.quote or "青光眼" in f.quote for f in talk.state.record if f.topic is Topic.SAID)


@pytest.mark.parametrize(
    ("language", "opening", "department"),
    [
        (ZH, "我是来神经内科开药的，德巴金快吃完了，我38岁，男", "neurology"),
        (EN, "follow-up with rheumatology please, I'm 41, female", "rheumatology"),
        (EN, "I want to see the bone doctor about my fingers, they are curling in, I'm 81, a woman", "orthopedics"),
        (ZH, "一咳嗽就漏尿三个月了，我想挂中医科，我自己，33岁，女", "chinese-medicine"),
        (EN, "I need more methotrexate from rheumatology, I'm 41, female", "rheumatology"),
        (EN, "my son is 4, I want neurology for his headaches", "pediatrics"),
    ],
)
def test_a_department_named_in_the_first_words_is_followed(
    reception: Reception, language: Language, opening: str, department: str
) -> None:
    talk = said_to(reception, language, opening).to_department()
    assert talk.state.department_id == department


@BOTH
def test_who_brings_a_report_is_asked_whose_it_is(reception: Reception, language: Language) -> None:
    opening = "我来看化验单，我45岁，女" if language is ZH else "I'm here for my blood test results, I'm 45, a woman"
    talk = said_to(reception, language, opening).to_page("appointment")
    talk.says("血液科" if language is ZH else "haematology")
    told = "血常规，白细胞低" if language is ZH else "a full blood count, the white cells are low"
    assert talk.to_department(report=told).state.department_id == "hematology"


@BOTH
def test_refused_before_it_is_named_it_is_not_named(reception: Reception, language: Language) -> None:
    talk = said_to(
        reception, language, "咳嗽三天了，我45岁，女" if language is ZH else "I've had a cough, I'm 45, female"
    )
    talk.says("别给我弄去呼吸科" if language is ZH else "don't send me to respiratory")
    assert talk.to_department().state.department_id != "respiratory"


@BOTH
def test_in_the_place_of_general_practice_no_unlikely_department_is_offered(
    reception: Reception, language: Language, clock: Clock
) -> None:
    clock.tick(hours=13)  # 23:00
    opening = "最近老是没劲，45岁男的" if language is ZH else "I'm worn out all the time, I'm 45, a man"
    talk = said_to(reception, language, opening).to_department()
    talk.says("不去全科" if language is ZH else "not general practice")
    offered = {key.removeprefix("department:") for key in talk.tiles}
    assert offered.isdisjoint({"ophthalmology", "hepatology", "emergency"})


@BOTH
def test_at_the_last_page_and_after_it_another_may_still_be_wished_for(
    reception: Reception, language: Language
) -> None:
    talk = said_to(
        reception, language, "咳嗽三天了，我45岁，女" if language is ZH else "I've had a cough, I'm 45, female"
    )
    talk.to_page("doctor_reads")
    talk.says("我要改成妇科" if language is ZH else "change it to gynecology please")
    assert talk.state.department_id == "gynecology"
    talk.to_end()
    talk.says("还是换成呼吸内科吧" if language is ZH else "I'd rather see respiratory after all")
    assert talk.state.department_id == "respiratory"
