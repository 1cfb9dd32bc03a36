"""Medicines told or put right in a talk: over where somebody gave them up, and no other line changed by it."""

import pytest

from frontdesk.app.reception.reception import Reception
from frontdesk.app.reception.record.doctor_reads import doctor_reads
from frontdesk.models.facts import Fact, Language, Topic
from tests.app.reception.talk import Talk

ZH, EN = Language.ZH, Language.EN
CAME_FOR = {
    ZH: "我妈78岁，女，两条腿肿了十天",
    EN: "My mum is 78, female. Her legs have been swollen for ten days.",
}


def reviewing(reception: Reception, language: Language, medicines: str) -> Talk:
    talk = Talk(reception, language).as_guest()
    talk.says(CAME_FOR[language])
    return talk.to_page("doctor_reads", medicines=medicines)


def medicines(talk: Talk) -> dict[str, Fact]:
    return {one.code: one for one in talk.state.record if one.topic is Topic.MEDICINE}


def values(talk: Talk) -> dict[str, str]:
    return {code: one.details.value or "" for code, one in medicines(talk).items()}


THREE = (
    "She takes a thyroid tablet, and she gave up her water tablet, bumetanide 1 mg in the morning, two months ago"
    " because of cramps. Naproxen 250 mg twice a day, still taking it"
)


def test_what_she_gave_up_is_past_with_when_and_why(reception: Reception) -> None:
    found = medicines(reviewing(reception, EN, THREE))
    assert {code: one.past for code, one in found.items()} == {
        "thyroid medicine": False,
        "bumetanide": True,
        "naproxen": False,
    }
    assert found["bumetanide"].details.value == "1 mg in the morning, two months ago because of cramps"
    assert found["thyroid medicine"].details.value is None


def test_what_was_stopped_in_the_third_person_is_past_in_chinese(reception: Reception) -> None:
    found = medicines(reviewing(reception, ZH, "她上个月自己把降压药停了，嫌麻烦。布洛芬一天两次"))
    assert found["blood pressure medicine"].past
    assert "嫌麻烦" in (found["blood pressure medicine"].details.value or "")
    assert not found["ibuprofen"].past


@pytest.mark.parametrize(
    "said",
    [
        "Please correct: she is NOT taking the naproxen now, she stopped it last week.",
        "The medicine line is wrong. She stopped naproxen last week.",
        "She is not taking naproxen any more",
    ],
)
def test_a_medicine_not_taken_now_is_past_and_no_other_line_changes(reception: Reception, said: str) -> None:
    talk = reviewing(reception, EN, THREE)
    before = medicines(talk)
    talk.says(said)
    after = medicines(talk)
    assert after["naproxen"].past
    assert "250 mg" in (after["naproxen"].details.value or "")
    assert after.keys() == before.keys()
    assert all(after[code] == before[code] for code in before if code != "naproxen")


def test_a_medicine_not_taken_now_is_past_in_chinese(reception: Reception) -> None:
    talk = reviewing(reception, ZH, "布洛芬一次一片一天两次，还吃二甲双胍")
    talk.says("布洛芬现在没在吃了")
    assert medicines(talk)["ibuprofen"].past
    assert not medicines(talk)["metformin"].past


def test_a_wrong_medicine_line_that_is_not_named_takes_no_other_out(reception: Reception) -> None:
    talk = reviewing(reception, EN, "A blood pressure tablet and metformin 500 mg twice a day")
    before = values(talk)
    talk.says("The medicine line is wrong")
    assert values(talk) == before


def test_why_it_was_stopped_outlives_a_shorter_telling(reception: Reception) -> None:
    talk = reviewing(reception, EN, THREE)
    talk.says("She stopped bumetanide 1 mg two months ago.")
    assert values(talk)["bumetanide"].endswith("because of cramps")
    talk.says("No, she stopped bumetanide five weeks ago.")
    assert "five weeks ago" in values(talk)["bumetanide"]


@pytest.mark.parametrize(
    ("language", "said"),
    [
        (EN, "I'd like to ask if she needs steroids and if her knees could be damaged."),
        (EN, "We wonder whether the antibiotics would help her."),
        (ZH, "我想问问医生她要不要吃抗生素。"),
    ],
)
def test_a_question_to_the_doctor_is_no_medicine(reception: Reception, language: Language, said: str) -> None:
    talk = reviewing(reception, language, "ibuprofen 400 mg" if language is EN else "布洛芬")
    before = values(talk)
    talk.says(said)
    assert values(talk) == before
    told = doctor_reads(talk.state, language)
    assert any(said[10:20] in line.text for part in told.values() for line in part)


def test_a_medicine_that_was_left_out_is_added(reception: Reception) -> None:
    talk = reviewing(reception, EN, "ibuprofen 400 mg")
    talk.says("You left out the steroids, she takes steroids")
    assert "steroid" in medicines(talk)


def test_strength_and_times_join_the_amount(reception: Reception) -> None:
    talk = Talk(reception, EN).as_guest()
    talk.says("My 4 year old son has had a fever since last night. I gave him ibuprofen 7.5 ml twice.")
    told = "Only the ibuprofen, 7.5 ml of 100 mg per 5 ml, at 9 last night and half past five this morning"
    talk.to_page("doctor_reads", medicines=told)
    for part in ("7.5 ml", "100 mg per 5 ml", "twice", "at 9 last night and half past five this morning"):
        assert part in values(talk)["ibuprofen"]
    talk.says("The ibuprofen line should say three times: at 9 last night, at 2 this morning.")
    for part in ("7.5 ml", "100 mg per 5 ml", "three times", "at 9 last night, at 2 this morning"):
        assert part in values(talk)["ibuprofen"]
    assert "twice" not in values(talk)["ibuprofen"]


@pytest.mark.parametrize(
    "said", ["amoxicillin was a year ago, not now", "The amoxicillin was a year ago, she isn't taking it now"]
)
def test_a_medicine_of_long_ago_is_past(reception: Reception, said: str) -> None:
    talk = reviewing(reception, EN, "amoxicillin 250 mg, and metformin 500 mg")
    talk.says(said)
    assert medicines(talk)["amoxicillin"].past
    assert not medicines(talk)["metformin"].past
    assert "a year ago" in values(talk)["amoxicillin"]
