"""The twelve receptions, without a browser: what the patient hears, and what the hospital holds afterwards."""

from datetime import date

import pytest

from frontdesk.app.reception.errors import SessionEnded
from frontdesk.app.reception.reception import Reception
from frontdesk.app.reception.session.events import Entry
from frontdesk.app.reception.session.state import Phase
from frontdesk.his_adapter.records import Level, Section, Visit
from frontdesk.models.facts import Language, Relation, Side, Status, Topic
from frontdesk.models.red_flags import BY_SIGN
from tests.app.reception.talk import Clock, Talk, kept

ZH, EN = Language.ZH, Language.EN


def finished(talk: Talk) -> Visit:
    """Ends the session and reads the visit back from the hospital's system."""
    talk.state = talk.reception.finish(talk.session_id)
    assert talk.state.handed_over is not None
    return kept(talk.reception).visit(talk.state.handed_over)


def texts(visit: Visit, section: Section) -> list[str]:
    assert visit.summary is not None
    return [s.text for s in visit.summary.statements if s.section is section]


# --- 1 ---------------------------------------------------------------------------------------------------------------


def test_an_old_man_who_is_vague_is_brought_to_cardiology(reception: Reception) -> None:
    told = "心口这块儿，闷，好几天了，爬楼就厉害，我今年七十二了"
    talk = Talk(reception).as_guest()
    talk.says("不舒服。")
    talk.to_page("site", who="self_male")
    assert talk.state.question is not None and talk.state.question.body_map
    talk.says(told)
    assert talk.state.phase is Phase.CONVERSATION
    talk.to_page("danger", offered="fact:finding:chest_tightness", who="self_male")
    assert len(talk.signs) >= 3 and talk.state.recommended is None
    talk.taps("none")
    talk.to_department(offered="fact:finding:chest_tightness", sex="male", who="self_male", how="none")
    assert talk.state.recommended is not None and talk.state.recommended.specialty == "cardiology"
    talk.to_end(past_history="高血压十来年，吃个白片片")
    assert talk.state.phase is Phase.RECOMMENDATION
    visit = finished(talk)
    assert "胸闷" in visit.record.chief_complaint and told in visit.record.chief_complaint
    assert "高血压" in visit.record.past_history
    assert any("白片片" in text for text in texts(visit, Section.WORDS))
    assert not any(text != "无" for text in texts(visit, Section.MEDICINES))
    assert any("吸烟" in text for text in texts(visit, Section.NOT_ASKED))
    assert any("汗" in text for text in texts(visit, Section.NEGATIVES))


# --- 2 ---------------------------------------------------------------------------------------------------------------


def test_chest_pain_now_stops_the_interview_until_a_named_nurse_answers(reception: Reception) -> None:
    talk = Talk(reception, EN).as_guest()
    reply = talk.says("My chest is crushing and my left arm is numb, I'm sweating.")
    assert talk.state.phase is Phase.EMERGENCY
    assert talk.state.question is None and "?" not in reply
    alert = next(a for a in talk.state.alerts if a.raised.level is Level.A)
    talk.state = reception.acknowledge(
        talk.session_id, alert.raised.alert_id, by="nurse", name="Nurse Lin", reason="with the patient"
    )
    assert talk.state.phase is Phase.EMERGENCY
    assert talk.state.emergency is not None and talk.state.emergency.acknowledged is not None
    assert talk.state.handed_over is not None
    visit = kept(reception).visit(talk.state.handed_over)
    assert visit.summary is not None and visit.summary.level is Level.A
    words = " ".join(s.text for s in visit.summary.statements if s.section is not Section.NOT_ASKED).split()
    assert len(words) <= 90
    assert talk.state.recommended is None


def test_chest_pain_now_may_be_tapped_too(reception: Reception) -> None:
    talk = Talk(reception, EN).as_guest()
    talk.says("I don't feel well")
    talk.to_page("site", who="self_male", age="70").taps("site:chest")
    talk.taps("fact:finding:chest_pain")
    talk.to_page("danger", who="self_male", age="70")
    grave = [
        sign
        for sign in sorted(talk.signs)
        if BY_SIGN[sign].slug in ("crushing_chest_pain", "chest_pain_with_sweating", "tearing_pain")
    ]
    talk.taps(f"sign:{grave[0]}")
    assert talk.state.phase is Phase.EMERGENCY and talk.state.question is None


# --- 3 ---------------------------------------------------------------------------------------------------------------


def test_a_feverish_baby_under_three_months_is_an_alarm_and_the_child_is_the_patient(reception: Reception) -> None:
    talk = Talk(reception).as_guest()
    talk.says("宝宝两个多月，烧到38度5，不爱吃奶")
    assert talk.state.phase is Phase.EMERGENCY
    assert "young_baby_fever" in talk.alarms
    assert talk.state.person.relation is Relation.CHILD


@pytest.mark.parametrize("language", [ZH, EN])
def test_the_same_baby_tapped_is_the_same_alarm(reception: Reception, language: Language) -> None:
    talk = Talk(reception, language).as_guest()
    talk.taps("fact:finding:fever")
    talk.to_page("age", who="child_female")
    talk.taps("newborn")
    talk.to_end(temperature="38.5")
    assert talk.state.phase is Phase.EMERGENCY and "young_baby_fever" in talk.alarms


# --- 4 ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("language", "department", "worse"), [(ZH, "泌尿", "更重了"), (EN, "Urology", "Worse")])
def test_a_follow_up_hears_of_the_earlier_visit_only_after_verification(
    reception: Reception, language: Language, department: str, worse: str
) -> None:
    patient = reception.hospital.patients.patient("P1003")  # seen in urology for a kidney stone
    talk = Talk(reception, language, Entry.FOLLOW_UP)
    talk.identifies(patient.patient_id, birth_date=date(1901, 1, 1))
    assert department not in talk.reply and not talk.state.verified
    talk.identifies(patient.patient_id, birth_date=patient.birth_date)
    assert department in talk.reply
    assert talk.page == "course"
    talk.taps("worse")
    assert talk.page == "new"
    talk.says("没有" if language is ZH else "no")
    assert not {"who", "age", "sex", "site"} & set(talk.state.asked)
    talk.to_end(adherence="stopped", result="brought")
    assert talk.state.phase is Phase.RECOMMENDATION
    visit = finished(talk)
    assert "泌尿" in visit.record.department or "Urology" in visit.record.department
    assert len(texts(visit, Section.FOLLOW_UP)) == 3
    assert any(worse.lower() in text.lower() for text in texts(visit, Section.FOLLOW_UP))
    assert "没有" not in visit.record.chief_complaint and visit.record.chief_complaint


def test_something_new_beside_the_follow_up_is_asked_about_like_any_complaint(reception: Reception) -> None:
    patient = reception.hospital.patients.patient("P1003")
    talk = Talk(reception, EN, Entry.FOLLOW_UP).identifies("P1003", birth_date=patient.birth_date)
    talk.to_page("new", course="new", adherence="as_told", result="waiting")
    talk.says("I have had chest pain since yesterday")
    talk.to_page("danger", offered="fact:finding:chest_pain")
    talk.taps("none")
    talk.to_department()
    assert talk.words["new"] == "I have had chest pain since yesterday"


# --- 5: tests/app/reception/turn/test_visitors.py --------------------------------------------------------------------


def test_only_a_question_is_answered_with_sources_and_leaves_no_record(reception: Reception) -> None:
    talk = Talk(reception, EN, Entry.QUESTION)
    assert talk.state.phase is Phase.CONVERSATION
    talk.says("Where do I pay for a blood test, and can I get two months of my tablets?")
    assert talk.state.reply is not None and len(talk.state.reply.sources) >= 2
    assert talk.page == "anything_else"
    talk.taps("finish")
    assert talk.state.closed is not None and talk.state.closed.reason == "question_only"
    assert talk.state.handed_over is None


# --- 6 ---------------------------------------------------------------------------------------------------------------


def test_a_changed_mind_is_what_the_record_holds(reception: Reception) -> None:
    told = "右膝盖疼……不对，是左边，两个礼拜了，哦不是，两天"
    talk = Talk(reception).as_guest()
    talk.says(told)
    assert talk.words["open"] == told
    talk.to_end(offered="fact:finding:knee_pain", side="left", since="days")
    visit = finished(talk)
    assert visit.record.chief_complaint.endswith(f"“{told}”")
    assert "右" not in visit.record.chief_complaint.replace(told, "")


def test_a_correction_in_a_later_turn_is_taken_and_shown_to_the_doctor(reception: Reception) -> None:
    talk = Talk(reception, EN).as_guest()
    talk.says("My right leg hurts, it has been two weeks. I'm 40, male.")
    page = talk.page
    talk.says("Sorry, no, that's wrong, it's the left leg")
    assert talk.page == page
    talk.to_end(offered="fact:finding:leg_pain")
    assert talk.fact("side").details.side is Side.LEFT
    visit = finished(talk)
    assert any("Taken back" in text for text in texts(visit, Section.STORY))
    assert "left" in visit.record.chief_complaint


# --- 7 ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("language", "words", "sorry"),
    [
        (EN, "I've told three people already! Just give me a doctor.", "sorry"),
        (ZH, "我都跟三个人说过了！直接给我找个医生。", "对不起"),
        (EN, "This is ridiculous! Just give me a doctor.", "sorry"),
        (EN, "This is ridiculous!", "sorry"),
        (ZH, "什么破机器！", "对不起"),
    ],
)
def test_an_angry_patient_gets_one_apology_and_the_choice_of_a_nurse(
    reception: Reception, language: Language, words: str, sorry: str
) -> None:
    talk = Talk(reception, language).as_guest()
    reply = talk.says(words)
    assert reply.lower().count(sorry) == 1
    if talk.page == "offer":  # no person was asked for: a nurse now, or the shortest way
        assert {"now", "shortest"} <= talk.tiles
        talk.taps("now")
    assert talk.state.person_called
    assert talk.says("我说了，叫人来" if language is ZH else "I said get me a nurse").count(sorry) == 0


def test_the_shortest_way_asks_only_what_danger_and_the_department_need(reception: Reception) -> None:
    talk = Talk(reception, EN).as_guest()
    talk.says("This is ridiculous. Nobody listens to me!")
    talk.taps("shortest")
    talk.to_department(open="my knee hurts", offered="fact:finding:knee_pain")
    assert talk.reply.count("sorry") == 0
    assert not {"also", "how", "since", "side", "past_history"} & set(talk.state.asked)


# --- 8 ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("language", "first", "second"),
    [(ZH, "给我讲个笑话", "我想让话费打个折"), (EN, "tell me a joke", "I want a discount on my phone bill")],
)
def test_off_topic_twice_is_shown_the_way_out(
    reception: Reception, language: Language, first: str, second: str
) -> None:
    talk = Talk(reception, language).as_guest()
    talk.says(first)
    assert talk.page == "open"
    talk.says(second)
    assert talk.page == "offer" and "now" in talk.tiles
    assert talk.state.record == ()
    talk.taps("finish")
    assert talk.state.closed is not None and talk.state.handed_over is None


# --- 9: tests/app/reception/turn/test_questions.py; 10 ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("language", "words", "never"),
    [
        (ZH, "活着没意思，不想活了", ("死", "自杀")),
        (EN, "i dont want to be here anymore, i want to end it", ("die", "suic")),
    ],
)
def test_wanting_to_die_brings_somebody_and_a_bare_screen(
    reception: Reception, language: Language, words: str, never: tuple[str, ...]
) -> None:
    talk = Talk(reception, language).as_guest()
    reply = talk.says(words)
    assert talk.state.phase is Phase.PRIVATE
    assert talk.state.question is None
    assert not any(word in reply.lower() for word in never)
    assert any(a.raised.private and a.raised.level is Level.A for a in talk.state.open_alerts)


# --- 11 --------------------------------------------------------------------------------------------------------------


def test_ibuprofen_with_kidney_disease_is_noted_with_the_dose_and_not_prescribed(reception: Reception) -> None:
    talk = Talk(reception, EN).as_guest()
    reply = talk.says("I take advil for my back, six 200s a day, and I have kidney disease stage 3. I'm 62, female.")
    assert "no more" in reply
    talk.to_end()
    visit = finished(talk)
    (note,) = texts(visit, Section.NOTES)
    assert "ibuprofen" in note and "1,200 mg" in note


# --- 12 --------------------------------------------------------------------------------------------------------------


def test_mixed_and_cut_off_goes_on_where_it_stopped(reception: Reception, clock: Clock) -> None:
    patient = reception.hospital.patients.patient("P1003")
    talk = Talk(reception, EN).identifies("P1003", birth_date=patient.birth_date)
    talk.says("My stomach hurts")
    talk.says("疼了三天了，吃完饭更厉害")
    assert talk.state.language is ZH
    asked = talk.state.question
    talk.state = reception.suspend(talk.session_id)
    assert talk.state.phase is Phase.SUSPENDED
    clock.tick(minutes=40)
    again = reception.resume(kiosk="other", number="p1003", name=patient.name, birth_date=None, language=ZH)
    assert again.session_id == talk.session_id
    assert again.phase is Phase.CONVERSATION and again.question == asked
    assert {f.key for f in again.record} == {f.key for f in talk.state.record}


# --- and every one of them -------------------------------------------------------------------------------------------


def test_after_the_end_nothing_can_be_said(reception: Reception) -> None:
    talk = Talk(reception).as_guest()
    talk.says("嗓子疼两天了，35岁")
    finished(talk.to_end())
    with pytest.raises(SessionEnded):
        talk.says("还有")


def test_a_dog_bite_hears_that_a_nurse_comes_first(reception: Reception) -> None:
    talk = Talk(reception).as_guest()
    talk.says("昨天被狗咬了，破皮了")
    reply = talk.reply if talk.alarms else talk.taps("sign:bite_broke_skin")
    assert "护士会优先" in reply and talk.state.phase is Phase.CONVERSATION


def test_a_traditional_emergency_is_an_emergency(reception: Reception) -> None:
    talk = Talk(reception).as_guest()
    talk.says("我胸口像壓了塊石頭，一直冒冷汗，喘不過氣")
    assert talk.state.phase is Phase.EMERGENCY


def test_an_illness_for_the_doctor_does_not_decide_where_to(reception: Reception) -> None:
    talk = Talk(reception).as_guest()
    talk.taps("fact:finding:back_pain")
    talk.to_department(who="self_male", age="40")
    first = talk.state.recommended
    talk.to_end(past_history="冠心病，放过支架")
    assert talk.state.recommended == first
    assert any(f.topic is Topic.CONDITION and f.status is Status.PRESENT for f in talk.state.record)
