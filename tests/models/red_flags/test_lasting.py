"""What is there for weeks is asked about; what is told as new beside it alarms."""

import pytest

from frontdesk.models.facts import Fact, Language, Topic
from frontdesk.models.parsers import language_of, normalise
from frontdesk.models.red_flags import check, is_long_there, long_there, suspected


def alarms(text: str) -> set[str]:
    return {flag.rule for flag in check(normalise(text), language=language_of(text) or Language.EN)}


OLD = (
    "我家那口子中风俩月了，左边胳膊抬不起来，想做康复锻炼。",
    "我爸脑梗三个月了，右腿使不上劲，来问问怎么康复。",
    "My wife's stroke was ten weeks ago, her speech is still slurred and her right hand is weak, we'd like physio",
)


@pytest.mark.parametrize("text", OLD)
def test_what_a_stroke_of_months_ago_left_alarms_nothing(text: str) -> None:
    weak = Fact(topic=Topic.FINDING, code="weak_one_side", quote=text)
    there = long_there((normalise(text),))
    assert there
    record = (weak,) if "weak_one_side" in there else ()
    assert check(normalise(text), language=language_of(text) or Language.EN, record=record) == ()


@pytest.mark.parametrize("text", [OLD[0], OLD[2]])
def test_whether_it_is_new_is_asked(text: str) -> None:
    assert suspected(normalise(text), language=language_of(text) or Language.EN)[0] == "stroke_signs"


@pytest.mark.parametrize(
    "text",
    [
        "It started two months ago with a stroke and since this morning he can't speak",
        "He had a stroke two months ago, still in rehab, and since yesterday his speech is slurred",
        "我妈中风两个月了，今天早上突然说不出话来，嘴也歪了。",
    ],
)
def test_what_is_new_after_an_old_stroke_alarms(text: str) -> None:
    assert "stroke_signs" in alarms(text)


def test_a_date_of_something_else_makes_no_sign_old() -> None:
    assert long_there((normalise("I've had headaches for two months and my speech is slurred"),)) == frozenset()


def test_a_later_word_of_it_as_new_and_a_tap_where_danger_is_asked_about_count() -> None:
    old = normalise(OLD[0])
    assert "weak_one_side" in long_there((old, normalise("就是左边胳膊抬不起来")))
    assert "weak_one_side" not in long_there((old, normalise("今天左边胳膊突然抬不起来")))
    tapped = Fact(topic=Topic.FINDING, code="weak_one_side", quote="x", asked="danger")
    assert not is_long_there(tapped, long_there((old,)))


@pytest.mark.parametrize(
    "text",
    [
        "My husband's hand keeps shaking, and he's gone ever so slow.",
        "发烧，三十九度，浑身疼，跟被人打了一顿一样。",
    ],
)
def test_a_rule_of_which_nothing_is_told_does_not_alarm_on_a_small_chance(text: str) -> None:
    assert alarms(text) == set()
    assert suspected(normalise(text), language=language_of(text) or Language.EN)


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("发高烧，头疼得厉害，脖子硬得低不下去头。", "fever_stiff_neck"),
        ("I'm diabetic, took my insulin, now I'm sweating and shaking and muddled", "low_sugar"),
    ],
)
def test_its_own_sign_alarms(text: str, rule: str) -> None:
    assert rule in alarms(text)
