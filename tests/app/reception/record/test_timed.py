"""A time is of what its clause names: the complaint's is changed by no other."""

import pytest

from frontdesk.app.reception.reception import Reception
from frontdesk.app.reception.record.timed import is_of_the_complaint
from frontdesk.models.facts import Details, Duration, Fact, Language, Record, Topic
from tests.app.reception.talk import Talk

ZH, EN = Language.ZH, Language.EN
COMPLAINT = {ZH: "两条腿都肿，有三个星期了，我75岁，女", EN: "I've had low back pain for ten days. I'm 60, male."}
FINDING = {ZH: "leg_swelling", EN: "back_pain"}
SINCE = {ZH: "三个星期", EN: "ten days"}


def record(language: Language) -> Record:
    said = Fact(topic=Topic.SAID, code="open:1", quote=COMPLAINT[language], asked="open")
    finding = Fact(topic=Topic.FINDING, code=FINDING[language], quote=COMPLAINT[language], asked="open")
    lasting = Details(duration=Duration(hours=240, words=SINCE[language]))
    return (said, finding, Fact(topic=Topic.DETAIL, code="since", quote=SINCE[language], details=lasting))


@pytest.mark.parametrize(
    ("language", "said", "words"),
    [
        (ZH, "小便泡沫多，大概两个星期了", "大概两个星期"),
        (ZH, "布洛芬吃了一个月了", "一个月"),
        (ZH, "布洛芬那条也不对：一天两次，一个月了", "一个月"),
        (ZH, "糖尿病二十多年", "二十多年"),
        (ZH, "咳嗽有半年了", "半年"),
        (ZH, "膝盖疼一年了", "一年"),
        (EN, "I've been on amlodipine for two years", "two years"),
        (EN, "I only took ibuprofen, for a week", "a week"),
        (EN, "the cough is three months old", "three months"),
        (EN, "I've had high blood pressure for six years", "six years"),
        (EN, "my left foot tingles, about two days", "two days"),
    ],
)
def test_a_time_told_of_something_else_is_none_of_the_complaint(language: Language, said: str, words: str) -> None:
    assert not is_of_the_complaint(said, words, record(language))


@pytest.mark.parametrize(
    ("language", "said", "words"),
    [
        (ZH, "腿肿有四个星期了", "四个星期"),
        (ZH, "三个星期吧", "三个星期"),
        (ZH, "小便泡沫多。四个星期了", "四个星期"),
        (ZH, "腿是上个月开始肿的", "上个月"),
        (EN, "about two weeks", "two weeks"),
        (EN, "The back pain started two weeks ago", "two weeks"),
        (EN, "My back has been like this for a month", "a month"),
        (EN, "I take amlodipine. It started two weeks ago", "two weeks"),
    ],
)
def test_a_time_told_of_the_complaint_or_alone_is_of_it(language: Language, said: str, words: str) -> None:
    assert is_of_the_complaint(said, words, record(language))


@pytest.mark.parametrize(
    ("language", "told"),
    [
        (ZH, "布洛芬是治膝盖疼的，布洛芬吃了一个月了。小便有泡沫大概两个星期了"),
        (ZH, "越来越重。糖尿病二十多年了"),
        (EN, "It's getting worse. I've taken ibuprofen for a week. The cough is three months old."),
        (EN, "I get tingling in my left foot, since yesterday"),
    ],
)
def test_what_is_told_later_of_anything_leaves_the_time_of_the_complaint(
    reception: Reception, language: Language, told: str
) -> None:
    talk = Talk(reception, language).as_guest()
    talk.says(COMPLAINT[language])
    talk.to_page("tell_doctor")
    talk.says(told)
    assert talk.fact("since").quote == SINCE[language]


@pytest.mark.parametrize(
    ("language", "told"),
    [
        (ZH, "布洛芬那条也不对：一天两次，一个月了"),
        (ZH, "小便泡沫是两个星期，不是一个月"),
        (EN, "The 20 a day is cigarettes, not ibuprofen. I only took ibuprofen 400 mg twice a day."),
        (EN, "That's wrong, I smoke twenty a day, not ten a day"),
    ],
)
def test_lines_of_other_things_put_right_leave_the_time_of_the_complaint(
    reception: Reception, language: Language, told: str
) -> None:
    talk = Talk(reception, language).as_guest()
    talk.says(COMPLAINT[language])
    talk.to_page("doctor_reads", medicines="布洛芬" if language is ZH else "ibuprofen")
    talk.says(told)
    assert talk.fact("since").quote == SINCE[language]


@pytest.mark.parametrize(
    ("language", "told", "since"),
    [
        (ZH, "写错了，腿肿四个星期了", "四个星期"),
        (ZH, "多久了写错了。腿肿三个星期", "三个星期"),
        (EN, "That's wrong, the back pain is three weeks", "three weeks"),
        (EN, "Not ten days, two weeks", "two weeks"),
    ],
)
def test_the_time_of_the_complaint_is_put_right(
    reception: Reception, language: Language, told: str, since: str
) -> None:
    talk = Talk(reception, language).as_guest()
    talk.says(COMPLAINT[language])
    talk.to_page("doctor_reads").says(told)
    assert talk.fact("since").quote == since


@pytest.mark.parametrize(
    ("told", "since"),
    [
        ("我刚才说过了，三个星期", "三个星期"),
        ("刚才告诉你了呀，五天", "五天"),
        ("有三个星期了，一天到晚没力气", "三个星期"),
        ("三天，一天比一天厉害", "三天"),
        ("刚才开始的", "刚才"),
    ],
)
def test_words_of_the_talk_and_set_phrases_are_no_time(reception: Reception, told: str, since: str) -> None:
    talk = Talk(reception, ZH).as_guest()
    talk.says("腿肿，我75岁，女")
    talk.to_page("since").says(told)
    assert talk.fact("since").quote == since


def test_another_finding_that_is_there_keeps_its_own_time(reception: Reception) -> None:
    talk = Talk(reception, EN).as_guest()
    talk.says(COMPLAINT[EN])
    talk.to_page("tell_doctor").says("I have a cough as well. The cough has been there for three months")
    lasting = talk.fact("cough").details.duration
    assert lasting is not None and "three months" in lasting.words
