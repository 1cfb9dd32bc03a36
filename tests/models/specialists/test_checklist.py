"""What the record still lacks, and what an utterance settles."""

import pytest

from models.facts import Person, Status
from models.specialists.checklist import Known, checklist, open_items, told

NOTHING = Known(record=(), person=Person())


def after(*said: str, asked: str | None = None) -> Known:
    known = NOTHING
    for words in said:
        known = told(words, known)
    return known.model_copy(update={"asked": (asked,) if asked else ()})


def test_a_complaint_settles_itself_and_opens_the_questions_about_danger() -> None:
    found = checklist("I've had chest pain for two days", NOTHING)
    assert found.answers == ("complaint", "duration")
    assert "allergies" in found.lacks
    assert any(item.startswith("finding:") for item in found.lacks)


def test_a_denial_settles_what_was_asked_and_nothing_else() -> None:
    assert checklist("没有。", after("胸口疼。", asked="finding:sweating")).answers == ("finding:sweating",)
    assert checklist("None.", after("My knee hurts.", asked="allergies")).answers == ("allergies",)


def test_an_answer_to_something_else_leaves_the_question_open() -> None:
    found = checklist("Where is the toilet?", after("I have a cough.", asked="duration"))
    assert found.answers == () and "duration" in found.lacks


def test_pregnancy_is_an_item_only_where_it_can_be() -> None:
    assert "pregnancy" in open_items(after("I'm a 28 year old woman and my stomach hurts"))
    assert "pregnancy" not in open_items(after("I'm a 68 year old woman and my stomach hurts"))
    assert "pregnancy" not in open_items(after("I'm a 28 year old man and my stomach hurts"))


def test_weeks_of_pregnancy_are_not_how_long_it_hurts() -> None:
    known = after("I'm a 28 year old woman and my stomach hurts", asked="pregnancy")
    assert checklist("Yes, ten weeks.", known).answers == ("pregnancy",)


def test_a_follow_up_has_items_of_its_own() -> None:
    assert open_items(NOTHING.model_copy(update={"follow_up": True}))[:3] == ("course", "adherence", "result")


@pytest.mark.parametrize("say", ["我姥爷有高血压。", "My mum has asthma.", "我哥吃降压药。"])
def test_a_relative_named_in_reply_is_not_who_is_ill(say: str) -> None:
    assert checklist(say, after("I've got a rash.", asked="past_history")).answers == ()


def test_who_is_ill_may_be_said_before_any_complaint() -> None:
    assert checklist("My mum has asthma and she's wheezing.", NOTHING).answers[0] == "complaint"


@pytest.mark.parametrize("say", ["my chin won't go near my chest", "下巴够不着胸口，疼"])
def test_a_chin_that_does_not_reach_it_does_not(say: str) -> None:
    record = told(say, after("头疼。", asked="finding:stiff_neck")).record
    assert all(one.status is not Status.ABSENT for one in record if one.code == "stiff_neck")


@pytest.mark.parametrize(
    ("say", "settled"),
    [
        ("I'm a man of sixty-three with an achey shoulder", {"complaint", "age", "sex"}),
        ("my granddaughter's nine and her ear hurts", {"complaint", "age", "sex"}),
    ],
)
def test_an_age_told_of_somebody_as_such_is_heard(say: str, settled: set[str]) -> None:
    assert set(checklist(say, NOTHING).answers) == settled


def test_allergies_and_medicines_denied_in_one_breath_are_both_settled() -> None:
    found = checklist("No allergies, and no tablets.", after("My knee hurts.", asked="allergies"))
    assert set(found.answers) == {"allergies", "medicines"}


@pytest.mark.parametrize(
    ("asked", "say"),
    [
        ("past_history", "Right as rain, never a day's sickness."),
        ("past_history", "壮得像头牛，没住过院"),
        ("medicines", "I don't touch pills"),
        ("medicines", "药片一颗都没碰"),
        ("allergies", "Latex gloves turn my hands red raw"),
        ("allergies", "bee stings"),
        ("allergies", "膏药一贴就起水泡"),
        ("allergies", "芒果碰到嘴就肿"),
        ("pregnancy", "Did one this morning, came up negative"),
        ("pregnancy", "two faint lines on the stick"),
        ("pregnancy", "验孕棒就一道杠"),
        ("sex", "大嫂一个"),
        ("sex", "a wee lassie"),
    ],
)
def test_a_reply_in_everyday_words_settles_what_was_asked(asked: str, say: str) -> None:
    known = after("I'm a 28 year old woman and my knee hurts") if asked == "pregnancy" else after("My knee hurts.")
    assert checklist(say, known.model_copy(update={"asked": (asked,)})).answers == (asked,)


@pytest.mark.parametrize(
    ("asked", "say"),
    [
        ("allergies", "is the wait long?"),
        ("pregnancy", "not positive yet"),
        ("medicines", "我要找护士"),
    ],
)
def test_words_beside_the_question_do_not_settle_it(asked: str, say: str) -> None:
    known = after("I'm a 28 year old woman and my knee hurts") if asked == "pregnancy" else after("My knee hurts.")
    assert asked not in checklist(say, known.model_copy(update={"asked": (asked,)})).answers


def test_a_bad_knee_is_a_complaint() -> None:
    assert checklist("61 year old plumber, dodgy knee for a month", NOTHING).answers == ("complaint", "duration", "age")
