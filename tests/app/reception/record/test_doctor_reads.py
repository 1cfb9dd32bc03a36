"""What the doctor will read, seen by everybody before the hand-over, each line to be taken out or said anew."""

import pytest

from frontdesk.app.reception.reception import Reception
from frontdesk.app.reception.record.doctor_reads import Line, doctor_reads
from frontdesk.app.reception.record.headings import Part
from frontdesk.app.reception.session.events import Entry
from frontdesk.app.reception.session.questions import DOCTOR_READS
from frontdesk.app.reception.session.state import Phase
from frontdesk.models.facts import Language, Status, Topic
from tests.app.reception.talk import Clock, Talk

ZH, EN = Language.ZH, Language.EN
BOTH = pytest.mark.parametrize("language", [ZH, EN])


def read(talk: Talk) -> dict[Part, tuple[Line, ...]]:
    return doctor_reads(talk.state, talk.state.language)


def texts(talk: Talk, part: Part) -> list[str]:
    return [line.text for line in read(talk).get(part, ())]


def at_last(reception: Reception, language: Language, **answers: str | tuple[str, ...]) -> Talk:
    talk = Talk(reception, language).as_guest()
    talk.says("咳嗽三天了，晚上咳得厉害" if language is ZH else "I've had a cough for three days, worse at night")
    return talk.to_page(DOCTOR_READS, **answers)


@BOTH
def test_a_guest_sees_what_the_doctor_will_read_and_says_that_it_is_right(
    reception: Reception, language: Language
) -> None:
    talk = at_last(reception, language, allergies="fact:allergy:penicillin")
    assert ("医生会看到" if language is ZH else "your doctor will read") in talk.reply
    assert any(line.quoted for line in read(talk)[Part.COMPLAINT])
    assert texts(talk, Part.ALLERGIES) == ["青霉素" if language is ZH else "penicillin"]
    assert texts(talk, Part.MEDICINES) == ["无" if language is ZH else "none"]
    talk.taps("yes")
    assert talk.state.confirmed and talk.state.phase is Phase.RECOMMENDATION


@BOTH
def test_it_is_said_to_be_right_in_words(reception: Reception, language: Language) -> None:
    talk = at_last(reception, language)
    talk.says("对的" if language is ZH else "yes")
    assert talk.state.confirmed and talk.page is None


@pytest.mark.parametrize(
    ("language", "told"),
    [
        (ZH, "我一直在吃氨氯地平，咳嗽三天了"),
        (EN, "I've been on amlodipine for years and I have had a cough for three days"),
    ],
)
def test_a_heading_quotes_the_words_that_speak_of_it(reception: Reception, language: Language, told: str) -> None:
    talk = Talk(reception, language).as_guest()
    talk.says(told)
    talk.to_department()
    talk.taps("skip")
    assert talk.page == DOCTOR_READS
    lines = read(talk)[Part.MEDICINES]
    assert lines and all("amlodipine" in line.text or "氨氯地平" in line.text for line in lines)


@BOTH
def test_words_stand_under_the_heading_that_they_answered(reception: Reception, language: Language) -> None:
    words = "早上吃一片白色的" if language is ZH else "a white one in the morning"
    talk = at_last(reception, language, medicines=words)
    (line,) = (line for line in read(talk)[Part.MEDICINES] if line.quoted)
    assert line.text == words


@BOTH
def test_that_nobody_was_asked_is_not_that_there_is_none(reception: Reception, language: Language) -> None:
    talk = Talk(reception, language).as_guest()
    talk.taps("fact:finding:cough")
    talk.to_department()
    talk.taps("skip")
    assert read(talk)[Part.ALLERGIES] == () == read(talk)[Part.MEDICINES]


@BOTH
def test_a_line_taken_out_is_gone_and_the_page_comes_again_in_other_words(
    reception: Reception, language: Language
) -> None:
    talk = at_last(reception, language, allergies="fact:allergy:penicillin")
    before = talk.reply
    talk.corrects("allergy:penicillin")
    assert talk.page == DOCTOR_READS and talk.reply != before
    assert "penicillin" not in talk.codes()
    assert talk.state.recommended is not None


@BOTH
def test_what_is_said_anew_is_read_like_any_words_and_kept_as_a_correction(
    reception: Reception, language: Language
) -> None:
    talk = at_last(reception, language, allergies="fact:allergy:penicillin")
    talk.corrects(
        "allergy:penicillin", "不是青霉素，是头孢过敏" if language is ZH else "not penicillin, it was cephalosporins"
    )
    assert "cephalosporin" in talk.present and "penicillin" not in talk.present
    assert "allergy:penicillin" in talk.state.extended[-1].withdrawn
    assert talk.page == DOCTOR_READS


@BOTH
def test_a_denied_sign_that_is_there_after_all_alarms(reception: Reception, language: Language) -> None:
    talk = Talk(reception, language).as_guest()
    talk.taps("fact:finding:chest_pain" if "fact:finding:chest_pain" in talk.tiles else "fact:finding:headache")
    talk.to_page(DOCTOR_READS)
    sign = next(fact for fact in talk.state.record if fact.asked == "danger" and fact.status is Status.ABSENT)
    talk.corrects(sign.key, "有" if language is ZH else "yes")
    assert talk.fact(sign.code).status is Status.PRESENT
    assert talk.alarms


@BOTH
def test_another_complaint_said_anew_is_asked_about_and_sent_anew(reception: Reception, language: Language) -> None:
    talk = at_last(reception, language)
    department = talk.state.department_id
    for fact in [fact for fact in talk.state.record if fact.asked in ("open", "offered")][1:]:
        talk.corrects(fact.key)
    told = next(fact for fact in talk.state.record if fact.asked in ("open", "offered"))
    talk.corrects(told.key, "是右膝盖疼，走路就疼" if language is ZH else "it is my right knee, it hurts to walk")
    talk.to_page(DOCTOR_READS)
    assert talk.state.department_id != department
    assert not any("咳" in text or "cough" in text for text in texts(talk, Part.COMPLAINT))


@BOTH
def test_what_is_missing_is_added_and_no_turn_is_lost_on_who_only_says_no(
    reception: Reception, language: Language
) -> None:
    talk = at_last(reception, language)
    talk.says("不对" if language is ZH else "no")
    assert talk.page == DOCTOR_READS and not any("doctor_reads:" in fact.code for fact in talk.state.record)
    added = "我下周要出差" if language is ZH else "I have to travel next week"
    talk.says(added)
    assert talk.page == DOCTOR_READS and added in texts(talk, Part.STORY)


@BOTH
def test_the_page_blocks_nobody_who_only_talks(reception: Reception, language: Language) -> None:
    talk = at_last(reception, language)
    for number in range(4):
        if talk.page == DOCTOR_READS:
            talk.says(f"这个嘛，我想想{number}" if language is ZH else f"well let me think, {number}")
    assert talk.page is None and talk.state.recommended is not None


@BOTH
def test_whoever_leaves_hands_over_without_it(reception: Reception, clock: Clock, language: Language) -> None:
    talk = at_last(reception, language)
    talk.state = reception.finish(talk.session_id)
    assert talk.state.handed_over is not None and not talk.state.confirmed
    gone = at_last(reception, language)
    clock.tick(hours=2)
    reception.close_forgotten()
    gone.state = reception.log.state(gone.session_id)
    assert gone.state.handed_over is not None


@BOTH
def test_a_visitor_with_a_question_never_sees_it(reception: Reception, language: Language) -> None:
    talk = Talk(reception, language, Entry.QUESTION)
    talk.says("在哪里缴费？" if language is ZH else "Where do I pay?")
    talk.taps("finish")
    assert DOCTOR_READS not in talk.state.asked and talk.state.closed


@BOTH
def test_whoever_says_that_it_is_right_is_done_though_the_department_was_looked_at_anew(
    reception: Reception, language: Language
) -> None:
    talk = at_last(reception, language)
    told = next(fact for fact in talk.state.record if fact.topic is Topic.FINDING and fact.status is Status.ABSENT)
    talk.corrects(told.key)
    assert talk.page == DOCTOR_READS and talk.state.extended[-1].turn > talk.state.named_at
    talk.taps("yes")
    assert talk.page is None and talk.state.confirmed
