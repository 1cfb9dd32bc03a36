"""Refusing and steering: another department, a woman doctor, a floor, a time, in words and by tap."""

from datetime import time

import pytest

from frontdesk.app.reception.department.steering import Act, read
from frontdesk.app.reception.reception import Reception
from frontdesk.app.reception.session.questions import HISTORY
from frontdesk.app.reception.session.state import Phase
from frontdesk.models.facts import Language, Sex, Topic
from frontdesk.models.reading import DialogueAct as Spoken
from frontdesk.models.reading import SpokenAct
from tests.app.reception.talk import Talk

ZH, EN = Language.ZH, Language.EN
BOTH = pytest.mark.parametrize("language", [ZH, EN])
COUGH = {ZH: "咳嗽三天了，我45岁，女", EN: "I've had a cough for three days, I'm 45, a woman"}


def sent(reception: Reception, language: Language) -> Talk:
    talk = Talk(reception, language).as_guest()
    talk.says(COUGH[language])
    return talk.to_department()


def department(talk: Talk) -> str:
    assert talk.state.department_id is not None
    return talk.state.department_id


def choices(talk: Talk) -> list[str]:
    assert talk.state.question is not None
    return [o.key.removeprefix("department:") for o in talk.state.question.options]


# --- what is read of words -------------------------------------------------------------------------------------------

OFFERED = ("respiratory", "neurology")


@pytest.mark.parametrize(
    ("said", "refused"),
    [
        ("not neurology", "neurology"),
        ("Neurology? No thanks", "neurology"),
        ("神经内科不要", "neurology"),
        ("不看神经内科", "neurology"),
        ("I don't want to go to respiratory medicine", "respiratory"),
        ("another department please", None),
        ("换个科吧", None),
        ("能不能去别的科室", None),
        ("I'd rather not go there", None),
    ],
)
def test_refusals(reception: Reception, said: str, refused: str | None) -> None:
    wishes = read(reception.services, said, offered=OFFERED, named="respiratory")
    assert [(wish.act, wish.department) for wish in wishes] == [(Act.REFUSES, refused)]


def test_a_refusal_that_the_reader_heard(reception: Reception) -> None:
    said = "neurology gives me the creeps"
    acts = (SpokenAct(act=Spoken.REFUSES, quote="neurology gives me the creeps", sure=True),)
    (wish,) = read(reception.services, said, offered=OFFERED, named="respiratory", acts=acts)
    assert (wish.act, wish.department) == (Act.REFUSES, "neurology")


@pytest.mark.parametrize(
    "said",
    ["neurology please", "呼吸科挺好", "不错，就去呼吸内科", "My doctor is in another town", "早上吃一片，不吃别的"],
)
def test_what_refuses_nothing(reception: Reception, said: str) -> None:
    wishes = read(reception.services, said, offered=OFFERED, named="respiratory")
    assert not [wish for wish in wishes if wish.act is Act.REFUSES]


@pytest.mark.parametrize(
    ("said", "sex"),
    [
        ("Is there a woman doctor?", Sex.FEMALE),
        ("could I see a lady doctor", Sex.FEMALE),
        ("有没有女医生", Sex.FEMALE),
        ("想看男大夫", Sex.MALE),
        ("上次那个女医生给我开的药", None),
        ("the woman doctor said it was nothing", None),
    ],
)
def test_a_doctor_of_one_sex(reception: Reception, said: str, sex: Sex | None) -> None:
    assert [wish.doctor for wish in read(reception.services, said, offered=(), named=None)] == ([sex] if sex else [])


@pytest.mark.parametrize(
    ("said", "starts"),
    [
        ("the one at half past ten", time(10, 30)),
        ("10:30 please", time(10, 30)),
        ("ten thirty", time(10, 30)),
        ("挂十点半的", time(10, 30)),
        ("quarter to nine", time(8, 45)),
        ("下午两点一刻的那个", time(14, 15)),
        ("half past two", time(14, 30)),
        ("我有点头晕", None),
        ("one thirty year old tablet", None),
        ("吃缬沙坦80，骨化三醇0.25一天一次", None),
        ("眼药水点的，好一点点", None),
        ("it started at half past ten", None),
    ],
)
def test_a_time_of_the_day(reception: Reception, said: str, starts: time | None) -> None:
    wishes = read(reception.services, said, offered=(), named="respiratory")
    assert [wish.starts for wish in wishes if wish.starts] == ([starts] if starts else [])


@pytest.mark.parametrize(
    "said",
    [
        "走平路不喘，上二楼要歇一歇",
        "不是问二楼。我是说爬楼梯到二楼会喘，要歇一歇",
        "我家住三楼，没有电梯",
        "爬到五楼腿就发软",
        "从二楼摔下来的",
        "上三楼就心慌",
        "我在四楼上班，天天坐着",
        "I have to stop when I climb to the second floor",
        "I live on the third floor and the stairs kill me",
        "I fell from the first floor window",
        "By the time I get to the second floor I'm out of breath",
        "I work on the fifth floor",
    ],
)
def test_a_floor_of_somebodys_life_is_no_wish(reception: Reception, said: str) -> None:
    assert [w for w in read(reception.services, said, offered=(), named="respiratory") if w.floor] == []


@pytest.mark.parametrize(
    ("said", "floor"),
    [
        ("我想去三楼", 3),
        ("二楼", 2),
        ("去二楼看吧", 2),
        ("改到五楼行吗", 5),
        ("上二楼可以吗", 2),
        ("膝盖疼，能不能去一楼看", 1),
        ("I'd rather go to floor 3", 3),
        ("the second floor please", 2),
        ("what is on the fourth floor?", 4),
        ("My knee hurts, could I go to the first floor?", 1),
    ],
)
def test_a_floor_wished_for_or_asked_about_is_one(reception: Reception, said: str, floor: int) -> None:
    assert [w.floor for w in read(reception.services, said, offered=(), named="respiratory") if w.floor] == [floor]


@pytest.mark.parametrize(
    ("said", "floor"), [("can I just go to the fifth floor", 5), ("能直接去三楼吗", 3), ("floor 2 is fine", 2)]
)
def test_a_floor(reception: Reception, said: str, floor: int) -> None:
    assert [w.floor for w in read(reception.services, said, offered=(), named="respiratory") if w.floor] == [floor]


# --- what becomes of it ----------------------------------------------------------------------------------------------


@BOTH
def test_every_card_offers_other_departments_each_with_a_reason(reception: Reception, language: Language) -> None:
    talk = sent(reception, language)
    first = department(talk)
    talk.sends("another")
    assert talk.page == "choose_again" and talk.state.recommended is None
    assert talk.state.question is not None
    others = talk.state.question.options[:-1]
    assert 2 <= len(others) <= 3 and all(option.why for option in others)
    assert first not in choices(talk)[:-1] and choices(talk)[-1] == first
    name = reception.services.department(first)
    assert name is not None and name.name[language] in talk.reply


@BOTH
def test_by_tap_after_the_last_page(reception: Reception, language: Language) -> None:
    talk = sent(reception, language).to_end()
    assert talk.state.phase is Phase.RECOMMENDATION
    talk.sends("another")
    assert talk.page == "choose_again"
    second = choices(talk)[0]
    talk.taps(f"department:{second}")
    assert department(talk) == second and talk.state.recommended is not None
    assert talk.state.recommended.chosen == "patient"


@BOTH
def test_refused_in_words_on_a_page_answers_nothing_there(reception: Reception, language: Language) -> None:
    talk = sent(reception, language).to_page("background")
    talk.says("我不想去呼吸内科" if language is ZH else "I don't want to go to respiratory medicine")
    assert talk.page == "choose_again" and talk.words.keys().isdisjoint({"background", *HISTORY})
    talk.taps(f"department:{choices(talk)[0]}")
    assert talk.page == "background" and talk.state.question is not None
    assert [row.key for row in talk.state.question.rows] == list(HISTORY)


@BOTH
def test_only_a_name_chooses_and_a_refusal_brings_the_next_choice(reception: Reception, language: Language) -> None:
    talk = sent(reception, language)
    talk.sends("another")
    first, *rest = choices(talk)
    found = reception.services.department(first)
    assert found is not None
    said = f"不去{found.name[ZH]}" if language is ZH else f"not {found.name[EN]}"
    talk.says(said)
    assert talk.state.recommended is None and talk.page == "choose_again"
    assert first not in choices(talk)[:-1]
    other = reception.services.department(rest[0])
    assert other is not None
    talk.says(f"那就{other.name[ZH]}吧" if language is ZH else f"{other.name[EN]} then please")
    assert department(talk) == rest[0]


@BOTH
def test_the_one_refused_may_be_taken_after_all(reception: Reception, language: Language) -> None:
    talk = sent(reception, language)
    first = department(talk)
    talk.sends("another")
    talk.taps(f"department:{first}")
    assert department(talk) == first


@BOTH
def test_a_refused_department_is_not_named_again_by_a_correction(reception: Reception, language: Language) -> None:
    talk = sent(reception, language)
    first = department(talk)
    talk.sends("another")
    talk.taps(f"department:{choices(talk)[0]}")
    talk.to_page("doctor_reads")
    talk.corrects("person:age_months", "46岁" if language is ZH else "46 years old")
    assert department(talk) != first


@BOTH
def test_a_booked_time_falls_with_its_department_and_that_is_said(reception: Reception, language: Language) -> None:
    talk = sent(reception, language).to_end()
    slot = reception.services.hospital.scheduling.free_slots(department(talk), reception.services.now(), limit=1)[0]
    talk.state = reception.book(talk.session_id, slot.slot_id)
    talk.sends("another")
    assert talk.state.booked is None and ("约" in talk.reply if language is ZH else "time" in talk.reply)


@BOTH
def test_a_woman_doctor_is_named_with_her_first_free_time_and_kept_for_the_doctor(
    reception: Reception, language: Language
) -> None:
    talk = sent(reception, language).to_end()
    talk.says("有没有女医生？" if language is ZH else "Is there a woman doctor?")
    women = [p for p in reception.services.hospital.directory.physicians(department(talk)) if p.sex is Sex.FEMALE]
    assert women and any(p.name[language] in talk.reply for p in women)
    assert any(fact.topic is Topic.WISH and fact.code == "doctor_female" for fact in talk.state.record)


@BOTH
def test_wished_for_before_a_department_is_named_it_is_noted(reception: Reception, language: Language) -> None:
    talk = Talk(reception, language).as_guest()
    talk.says(
        "咳嗽三天了，想找女医生看" if language is ZH else "I've had a cough for three days, could I see a woman doctor"
    )
    assert "doctor_female" in talk.present and ("女医生" in talk.reply if language is ZH else "woman" in talk.reply)


@BOTH
def test_a_free_time_named_in_words_is_booked(reception: Reception, language: Language) -> None:
    talk = sent(reception, language).to_end()
    slot = reception.services.hospital.scheduling.free_slots(department(talk), reception.services.now(), limit=3)[-1]
    said = f"{slot.starts:%H:%M}"
    talk.says(f"挂{said}的" if language is ZH else f"the one at {said}")
    assert talk.state.booked is not None and talk.state.booked.starts.time() == slot.starts.time()
    assert said in talk.reply


@BOTH
def test_whoever_has_booked_is_sent_to_that_time(reception: Reception, language: Language) -> None:
    talk = sent(reception, language)
    slot = reception.services.hospital.scheduling.free_slots(department(talk), reception.services.now(), limit=3)[-1]
    reception.book(talk.state.session_id, slot.slot_id)
    talk.to_end()
    assert f"{slot.starts:%H:%M}" in talk.reply
    assert talk.state.booked is not None and talk.state.booked.queue_number in talk.reply


@BOTH
def test_a_time_that_is_not_free_is_answered_with_those_that_are(reception: Reception, language: Language) -> None:
    talk = sent(reception, language).to_end()
    talk.says("挂三点零七分的" if language is ZH else "the one at 15:07")
    assert talk.state.booked is None and "15:07" in talk.reply and talk.reply.count(":") >= 2


@BOTH
def test_can_i_go_now_ends_the_questions(reception: Reception, language: Language) -> None:
    talk = sent(reception, language)
    talk.says("我可以上去了吗？" if language is ZH else "Can I go up now?")
    assert talk.page == "doctor_reads"


@BOTH
def test_a_floor_is_answered_with_what_is_there(reception: Reception, language: Language) -> None:
    talk = sent(reception, language)
    page = talk.page
    talk.says("能直接去五楼吗？" if language is ZH else "can I just go to the fifth floor?")
    assert ("5楼" in talk.reply if language is ZH else "loor 5" in talk.reply) and talk.page in (page, "choose_again")
