"""What was heard becomes facts: a tile, a plain reply, a value that is sure; whatever else was said stays words."""

from datetime import datetime

import pytest

from frontdesk.app.reception.reception import Reception
from frontdesk.app.reception.record.parsed import person_in
from frontdesk.models.facts import Answer, Language, Relation, Sex, Side, Status, Topic
from frontdesk.models.knowledge.load import knowledge
from frontdesk.models.parsers import plain_reply
from frontdesk.models.reading.alone import time_alone
from tests.app.reception.talk import Talk

ZH, EN = Language.ZH, Language.EN
NOW = datetime(2026, 11, 18, 10, 0)
BOTH = pytest.mark.parametrize("language", [ZH, EN])


def at_danger(reception: Reception, language: Language = ZH) -> Talk:
    """A headache, tapped; its danger signs stand on the screen."""
    talk = Talk(reception, language).as_guest()
    talk.taps("fact:finding:headache")
    return talk.to_page("danger", who="self_female", age="40")


def coughing(reception: Reception, language: Language = ZH) -> Talk:
    talk = Talk(reception, language).as_guest()
    talk.taps("fact:finding:cough")
    return talk


# --- tiles -----------------------------------------------------------------------------------------------------------


@BOTH
def test_a_tile_means_its_key_and_nothing_else(reception: Reception, language: Language) -> None:
    talk = coughing(reception, language)
    (cough,) = talk.state.record
    assert (cough.topic, cough.code, cough.status) == (Topic.FINDING, "cough", Status.PRESENT)
    assert (cough.quote, cough.turn, cough.asked) == ({ZH: "咳嗽", EN: "Cough"}[language], 1, "open")


def test_several_tiles_are_several_statements(reception: Reception) -> None:
    talk = Talk(reception).as_guest()
    talk.taps("fact:finding:cough", "fact:finding:headache")
    assert talk.present == {"cough", "headache"}


@BOTH
def test_a_danger_sign_left_untapped_is_neither_there_nor_denied(reception: Reception, language: Language) -> None:
    talk = at_danger(reception, language)
    first, *others = sorted(talk.signs)
    talk.taps(f"sign:{first}")
    assert first in talk.present
    assert others and not set(others) & talk.codes()


@BOTH
def test_none_of_these_denies_them_all(reception: Reception, language: Language) -> None:
    talk = at_danger(reception, language)
    signs = talk.signs
    talk.taps("none")
    assert signs <= talk.denied and not talk.alarms


def test_none_excludes_whatever_is_sent_with_it(reception: Reception) -> None:
    talk = at_danger(reception)
    signs = talk.signs
    talk.taps("none", f"sign:{min(signs)}")
    assert signs <= talk.denied and not talk.alarms


@BOTH
def test_who_is_not_sure_of_the_danger_signs_denies_none(reception: Reception, language: Language) -> None:
    talk = at_danger(reception, language)
    signs = talk.signs
    talk.taps("unsure")
    assert talk.codes(Status.UNKNOWN) == talk.signs < signs  # the one that is asked about alone
    assert not (talk.present & signs or talk.denied & signs)


def test_not_sure_is_kept_of_a_detail_and_of_the_history(reception: Reception) -> None:
    talk = coughing(reception).to_page("background")
    talk.says("不清楚")
    history = [f.status for f in talk.state.record if f.topic is Topic.CONDITION]
    assert history == [Status.UNKNOWN]
    talk.to_page("since").taps("unsure")
    assert talk.fact("since").status is Status.UNKNOWN


@pytest.mark.parametrize(
    ("tile", "hours", "words"),
    [
        ("today", 8, "since today"),
        ("yesterday", 30, "since yesterday or last night"),
        ("days", 60, "for two or three days"),
        ("week", 168, "for about a week"),
        ("weeks", 336, "for about two weeks"),
        ("month", 720, "for about a month"),
        ("half_year", 4380, "for about half a year"),
        ("years", 17520, "for more than a year"),
    ],
)
def test_a_span_is_hours_and_the_words_of_its_tile_in_a_line(
    reception: Reception, tile: str, hours: float, words: str
) -> None:
    talk = coughing(reception, EN).to_page("since")
    talk.taps(tile)
    lasting = talk.fact("since").details.duration
    assert lasting is not None and lasting.hours == hours and lasting.words == words


@pytest.mark.parametrize(
    ("tile", "relation", "sex"),
    [
        ("self_male", Relation.SELF, Sex.MALE),
        ("self_female", Relation.SELF, Sex.FEMALE),
        ("child_female", Relation.CHILD, Sex.FEMALE),
        ("other_male", Relation.OTHER, Sex.MALE),
    ],
)
def test_who_is_ill_and_of_which_sex_is_one_tile(reception: Reception, tile: str, relation: Relation, sex: Sex) -> None:
    talk = coughing(reception).to_page("who")
    talk.taps(tile)
    assert (talk.state.person.relation, talk.state.person.sex) == (relation, sex)


def test_an_age_tapped_is_a_band(reception: Reception) -> None:
    talk = coughing(reception).to_page("age")
    talk.taps("sixties")
    assert talk.state.person.age_between == (720, 900)
    assert talk.state.person.age is None and talk.state.person.is_from(60) and talk.state.person.is_under(75)


def test_an_illness_and_a_medicine_tapped_are_in_the_record_under_their_topics(reception: Reception) -> None:
    talk = coughing(reception).to_department(who="self_male")
    tile = next(key for key in sorted(talk.tiles) if key.startswith("past_history/fact:condition:"))
    talk.taps(tile, "medicines/forgot", "allergies/none")
    assert talk.fact(tile.rpartition(":")[2]).topic is Topic.CONDITION
    assert talk.fact("unknown").topic is Topic.MEDICINE
    assert [f.code for f in talk.state.record if f.topic is Topic.ALLERGY] == ["none"]


def test_pregnancy_tapped_is_known_of_the_person(reception: Reception) -> None:
    talk = coughing(reception).to_department(who="self_female", age="28")
    talk.taps("fact:pregnancy:pregnancy_known")
    assert talk.state.person.pregnant is True


# --- plain replies ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("language", "reply"), [(ZH, "没有"), (ZH, "都没有"), (EN, "no"), (EN, "None of them")])
def test_a_plain_no_is_none_of_these(reception: Reception, language: Language, reply: str) -> None:
    talk = at_danger(reception, language)
    signs = talk.signs
    talk.says(reply)
    assert signs <= talk.denied
    assert talk.fact(min(signs)).quote == reply


@pytest.mark.parametrize(("language", "reply"), [(ZH, "不知道"), (EN, "I don't know")])
def test_a_plain_i_do_not_know_is_not_sure(reception: Reception, language: Language, reply: str) -> None:
    talk = at_danger(reception, language)
    signs = talk.signs
    talk.says(reply)
    assert talk.codes(Status.UNKNOWN) == talk.signs < signs


@pytest.mark.parametrize(("language", "reply"), [(ZH, "有"), (EN, "yes")])
def test_a_yes_to_several_signs_says_of_none_that_it_is_there(
    reception: Reception, language: Language, reply: str
) -> None:
    talk = at_danger(reception, language)
    signs = talk.signs
    talk.says(reply)
    assert not (signs & (talk.present | talk.denied))
    assert talk.page == "danger" and talk.signs == signs  # which one is asked


@pytest.mark.parametrize(
    ("language", "reply"),
    [
        (ZH, "没有吧，昨天好像有一阵儿"),
        (EN, "no, but my neck is a bit sore"),
        (EN, "not that one, well, sometimes"),
    ],
)
def test_a_no_with_a_but_is_kept_as_words_and_never_as_its_opposite(
    reception: Reception, language: Language, reply: str
) -> None:
    assert plain_reply(reply) is not Answer.NO
    talk = at_danger(reception, language)
    signs = talk.signs
    talk.says(reply)
    assert not signs & (talk.present | talk.denied)
    assert talk.words["danger"] == reply


@pytest.mark.parametrize(
    ("language", "reply"),
    [
        (ZH, "没有，就是有点出汗"),
        (ZH, "哎呀都没得，就是晚上老睡不踏实"),
        (EN, "ah no, nothing like that, thank God"),
        (EN, "none of those, I just want some sleep"),
        (EN, "No not one of them. Only a stuffy nose this week"),
    ],
)
def test_a_denial_of_all_in_words_is_one_though_more_is_told(
    reception: Reception, language: Language, reply: str
) -> None:
    talk = at_danger(reception, language)
    signs = talk.signs
    talk.says(reply)
    assert signs <= talk.denied and talk.page != "danger"


@pytest.mark.parametrize(
    ("language", "reply"),
    [(ZH, "不是不是，脖子能动的"), (EN, "no, I can bend it fine"), (EN, "no no, it crept up over the morning")],
)
def test_a_sign_asked_about_alone_is_denied_in_any_words(reception: Reception, language: Language, reply: str) -> None:
    talk = at_danger(reception, language)
    talk.taps("unsure")
    assert talk.page == "danger_one"
    (sign,) = talk.signs
    talk.says(reply)
    assert sign in talk.denied and not talk.alarms


@pytest.mark.parametrize(
    ("language", "page", "reply", "topic"),
    [
        (ZH, "past_history", "没有", Topic.CONDITION),
        (EN, "past_history", "no", Topic.CONDITION),
        (ZH, "medicines", "都没有", Topic.MEDICINE),
        (EN, "allergies", "none", Topic.ALLERGY),
    ],
)
def test_a_plain_no_to_the_history_is_none(
    reception: Reception, language: Language, page: str, reply: str, topic: Topic
) -> None:
    talk = coughing(reception, language).to_page(page)
    talk.says(reply)
    (fact,) = [f for f in talk.state.record if f.topic is topic]
    assert (fact.code, fact.status, fact.quote) == ("none", Status.ABSENT, reply)


@pytest.mark.parametrize(("language", "reply"), [(ZH, "没有"), (EN, "no")])
def test_nothing_new_and_nothing_else_are_no_statements(reception: Reception, language: Language, reply: str) -> None:
    talk = coughing(reception, language).to_page("tell_doctor")
    before = talk.state.record
    talk.says(reply)
    assert talk.state.record == before


@pytest.mark.parametrize(
    ("language", "reply", "key"), [(ZH, "左边", "side"), (EN, "right", "side"), (ZH, "女", "sex"), (EN, "male", "sex")]
)
def test_the_words_of_a_tile_are_the_tile(reception: Reception, language: Language, reply: str, key: str) -> None:
    talk = Talk(reception, language).as_guest()
    talk.says("我膝盖疼" if language is ZH else "my knee hurts")
    talk.to_page(key, offered="fact:finding:knee_pain")
    talk.says(reply)
    found = talk.fact("side").details.side if key == "side" else talk.state.person.sex
    assert found in (Side.LEFT, Side.RIGHT, Sex.FEMALE, Sex.MALE)
    assert not talk.words.get(key)


# --- values ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("language", "reply", "months"),
    [
        (ZH, "34", 34 * 12),
        (ZH, "三十四", 34 * 12),
        (ZH, "今年七十二了", 72 * 12),
        (EN, "34", 34 * 12),
        (EN, "I'm forty-one", 41 * 12),
        (EN, "29 years old", 29 * 12),
    ],
)
def test_an_age_said_where_it_was_asked_is_a_number(
    reception: Reception, language: Language, reply: str, months: int
) -> None:
    talk = coughing(reception, language).to_page("age")
    talk.says(reply)
    assert talk.state.person.age_months == months and talk.state.person.age_between is None
    assert "age" not in talk.words


@pytest.mark.parametrize(
    ("language", "reply", "hours"),
    [(ZH, "三天了", 72), (ZH, "两个礼拜", 336), (EN, "for two weeks", 336), (EN, "since yesterday", 24)],
)
def test_a_time_said_where_it_was_asked_is_a_duration(
    reception: Reception, language: Language, reply: str, hours: float
) -> None:
    talk = coughing(reception, language).to_page("since")
    talk.says(reply)
    lasting = talk.fact("since").details.duration
    assert lasting is not None and lasting.hours == hours and lasting.words in reply


@pytest.mark.parametrize(("language", "reply"), [(ZH, "39度2"), (EN, "39.2")])
def test_a_temperature_said_where_it_was_asked_is_a_value(reception: Reception, language: Language, reply: str) -> None:
    talk = Talk(reception, language).as_guest()
    talk.taps("fact:finding:fever")
    talk.to_page("temperature", age="40")
    talk.says(reply)
    assert talk.fact("temperature").details.value == "39.2 °C"


@pytest.mark.parametrize(("language", "reply"), [(ZH, "从我妈走了以后"), (EN, "ever since the funeral")])
def test_words_no_parser_is_sure_of_stand_under_their_question_and_it_is_not_asked_again(
    reception: Reception, language: Language, reply: str
) -> None:
    talk = coughing(reception, language).to_page("since")
    talk.says(reply)
    assert talk.words["story"] == reply
    talk.to_end()
    assert talk.state.asked.count("story") == 1


@pytest.mark.parametrize(
    ("language", "reply", "code"),
    [(ZH, "高血压十来年，吃个白片片", "hypertension"), (EN, "gout, now and then", "gout")],
)
def test_an_illness_said_where_it_was_asked_is_named_and_the_words_are_kept(
    reception: Reception, language: Language, reply: str, code: str
) -> None:
    talk = coughing(reception, language).to_page("past_history")
    talk.says(reply)
    assert talk.fact(code).topic is Topic.CONDITION
    assert talk.words["past_history"] == reply


def test_a_medicine_nobody_can_name_is_not_guessed(reception: Reception) -> None:
    talk = coughing(reception).to_page("medicines")
    talk.says("吃个白片片，叫不上名")
    assert [f for f in talk.state.record if f.topic is Topic.MEDICINE] == []
    assert talk.words["medicines"] == "吃个白片片，叫不上名"


# --- nothing twice, nothing that was told ----------------------------------------------------------------------------

OPENINGS = [
    (ZH, "我右腿疼两个星期了，我40岁，男", {"who", "sex", "age", "since", "side"}),
    (EN, "My left knee hurts, for about three months. I am 58, male.", {"who", "sex", "age", "since", "side"}),
    (ZH, "我儿子五岁，咳嗽一个星期了", {"who", "sex", "age", "since"}),
    (EN, "My mother is 71, she has been dizzy since yesterday", {"who", "sex", "age", "since"}),
]


@pytest.mark.parametrize(("language", "words", "told"), OPENINGS)
def test_what_was_told_at_the_start_is_not_asked(
    reception: Reception, language: Language, words: str, told: set[str]
) -> None:
    talk = Talk(reception, language).as_guest()
    talk.says(words)
    talk.to_page("past_history", offered=_first_of(talk) if talk.page == "offered" else "none")
    assert not told & set(talk.state.asked)


@pytest.mark.parametrize(("language", "words", "told"), OPENINGS)
def test_nothing_is_asked_twice(reception: Reception, language: Language, words: str, told: set[str]) -> None:
    talk = Talk(reception, language).as_guest()
    talk.says(words)
    talk.to_end()
    assert len(set(talk.state.asked)) == len(talk.state.asked)


@pytest.mark.parametrize(
    ("language", "mumbled"), [(ZH, "这个嘛，怎么说呢，说来话长"), (EN, "well you know how it goes")]
)
def test_an_answer_nobody_understands_moves_the_talk_on_as_any_other(
    reception: Reception, language: Language, mumbled: str
) -> None:
    talk = coughing(reception, language)
    for _ in range(14):
        if talk.page is None:
            break
        talk.says(mumbled)
    assert talk.page is None and talk.state.recommended is not None
    assert len(set(talk.state.asked)) == len(talk.state.asked) - 1  # what the doctor will read, once more


def test_what_the_words_name_is_offered_filled_in_and_not_taken_for_granted(reception: Reception) -> None:
    words = "it's my knee again, the left one is playing up since I fell off the step at Easter, the dog pulled me"
    talk = Talk(reception, EN).as_guest()
    talk.says(words)
    talk.to_page("offered")
    assert talk.state.question is not None
    (knee,) = [option for option in talk.state.question.options if option.key == "fact:finding:knee_pain"]
    assert knee.quote is not None and knee.quote in words
    assert "knee_pain" not in talk.codes()
    talk.taps("none")
    assert "knee_pain" not in talk.codes()
    assert talk.words["open"] == words


@pytest.mark.parametrize(
    ("language", "words", "codes"),
    [
        (ZH, "咳嗽三天了", {"cough"}),
        (EN, "I have a cough and a runny nose", {"cough", "runny_nose"}),
        (ZH, "我妈头晕", {"dizziness"}),
    ],
)
def test_a_complaint_that_is_all_the_words_say_is_taken_as_told(
    reception: Reception, language: Language, words: str, codes: set[str]
) -> None:
    talk = Talk(reception, language).as_guest()
    talk.says(words)
    assert codes <= talk.present and talk.words["open"] == words
    assert "offered" not in talk.state.asked


def test_at_most_five_are_offered_and_all_of_them_are_known(reception: Reception) -> None:
    for words in ("my shoulder is playing me up and I feel not right", "my foot has been playing up again"):
        talk = Talk(reception, EN).as_guest()
        talk.says(words)
        talk.to_page("offered")
        offered = [key for key in talk.tiles if key.startswith("fact:")]
        assert 0 < len(offered) <= 5
        assert {key.rpartition(":")[2] for key in offered} <= set(knowledge().findings)


def _first_of(talk: Talk) -> str:
    assert talk.state.question is not None
    return talk.state.question.options[0].key


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("me, im a girl, 17. about 5 weeks. not itchy", "about 5 weeks"),
        ("I'm 83. It's about eight months, drags worse by the end of the day", "about eight months"),
        ("我个人看，七十六了。快一年了", "快一年"),
        ("I take it for 5 weeks, then I stop", None),
        ("两天了，吃了三天药", "两天"),
    ],
)
def test_a_time_alone_in_its_clause(text: str, words: str | None) -> None:
    told = time_alone(text, now=NOW)
    assert (told.words if told else None) == words


@pytest.mark.parametrize(
    ("text", "age", "sex"),
    [
        ("我个人看,我王桂兰,七十六了,女的。这三个月走道儿迈不开腿,栽了两回,没磕着头,夜里睡觉还喊叫", 76, Sex.FEMALE),
        (
            "Me, I'm 78, a bloke, my wife is 75 and she drove me here because I get the spins whenever I turn over",
            78,
            None,
        ),
    ],
)
def test_who_is_ill_is_told_before_a_story(text: str, age: int, sex: Sex | None) -> None:
    person = person_in(text, "who")
    assert person is not None and person.age_months == age * 12
    assert sex is None or person.sex is sex
