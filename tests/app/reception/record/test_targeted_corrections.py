"""A correction changes the line that it is of, by what it says of it, and leaves nothing of itself behind."""

import pytest

from frontdesk.app.reception.reception import Reception
from frontdesk.app.reception.record.doctor_reads import doctor_reads
from frontdesk.app.reception.record.headings import Part
from frontdesk.models.facts import Language, Topic
from tests.app.reception.talk import Talk

ZH, EN = Language.ZH, Language.EN
COMPLAINT = {ZH: "两条腿都肿，有三个星期了，我75岁，女", EN: "I've had low back pain for ten days. I'm 60, male."}
TAKEN = {ZH: "布洛芬，一天两次", EN: "ibuprofen 400 mg twice a day"}


def reviewing(reception: Reception, language: Language, medicine: str = "") -> Talk:
    talk = Talk(reception, language).as_guest()
    talk.says(COMPLAINT[language])
    return talk.to_page("doctor_reads", medicines=medicine or TAKEN[language])


def medicines(talk: Talk) -> dict[str, str]:
    return {one.code: one.details.value or "" for one in talk.state.record if one.topic is Topic.MEDICINE}


def notes(talk: Talk) -> list[str]:
    lines = doctor_reads(talk.state, talk.state.language).get(Part.NOTES, ())
    return [line.text for line in lines if line.quoted]


@pytest.mark.parametrize(
    ("language", "said"),
    [
        (EN, "And I never took 2000 mg of ibuprofen"),
        (EN, "No, I didn't take 800 mg of ibuprofen"),
        (EN, "I never took that much ibuprofen"),
        (EN, "The 20 a day is cigarettes"),
        (EN, "I don't take ibuprofen three times a day"),
        (ZH, "我没吃过那么多布洛芬"),
        (ZH, "我没吃过2000毫克的布洛芬"),
        (ZH, "布洛芬没有一天吃五次"),
    ],
)
def test_an_amount_denied_leaves_the_medicine(reception: Reception, language: Language, said: str) -> None:
    talk = reviewing(reception, language)
    before = medicines(talk)
    talk.says(said)
    assert medicines(talk) == before


@pytest.mark.parametrize(
    ("language", "said"),
    [
        (EN, "I never took ibuprofen"),
        (EN, "I don't take ibuprofen 400 mg"),
        (EN, "Take the ibuprofen off"),
        (ZH, "我没吃过布洛芬"),
        (ZH, "把布洛芬去掉"),
    ],
)
def test_a_medicine_denied_goes(reception: Reception, language: Language, said: str) -> None:
    talk = reviewing(reception, language)
    talk.says(said)
    assert "ibuprofen" not in medicines(talk)


@pytest.mark.parametrize(
    ("language", "said", "dose"),
    [
        (ZH, "布洛芬那条也不对：一天三次，一个月了", "一天三次，一个月了"),
        (ZH, "布洛芬写错了，一次一片，一天三次", "一次一片，一天三次"),
        (EN, "The ibuprofen is wrong: 200 mg, three times a day", "200 mg, three times a day"),
    ],
)
def test_a_dose_put_right_is_told_once(reception: Reception, language: Language, said: str, dose: str) -> None:
    talk = reviewing(reception, language)
    talk.says(said)
    assert medicines(talk)["ibuprofen"] == dose


def test_what_is_put_back_with_its_dose_is_one_line(reception: Reception) -> None:
    talk = reviewing(reception, EN)
    talk.says("Take the ibuprofen off")
    talk.says("I did take ibuprofen, 400 mg twice a day this week. Please put it back.")
    assert medicines(talk)["ibuprofen"].startswith("400 mg twice a day")
    assert not [one for one in talk.state.record if one.code.startswith("told:")]


@pytest.mark.parametrize(
    ("language", "said"),
    [
        (ZH, "写错了，腿肿四个星期了，不是三个星期"),
        (ZH, "布洛芬那条不对：一天三次"),
        (EN, "That's wrong. I take ibuprofen 200 mg twice a day."),
        (EN, "No, it's two weeks, not ten days"),
    ],
)
def test_words_that_only_put_lines_right_are_no_note(reception: Reception, language: Language, said: str) -> None:
    talk = reviewing(reception, language)
    talk.says(said)
    assert notes(talk) == []


@pytest.mark.parametrize(
    ("language", "said"),
    [
        (ZH, "布洛芬那条不对：一天三次。我儿子来接我"),
        (EN, "That's wrong, it's two weeks. And the 20 a day is cigarettes."),
    ],
)
def test_words_that_tell_something_besides_stay(reception: Reception, language: Language, said: str) -> None:
    talk = reviewing(reception, language)
    talk.says(said)
    told = doctor_reads(talk.state, language)
    assert any(said[-6:-1] in line.text for lines in told.values() for line in lines)
