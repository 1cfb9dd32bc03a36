"""What the record still lacks, and what an utterance settles."""

from models.embedded.asking import Known
from models.embedded.specialists.checklist import checklist, open_items, told
from models.facts import Person

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
