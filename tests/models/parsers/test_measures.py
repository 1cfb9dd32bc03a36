"""Sides and body temperatures."""

import pytest

from frontdesk.models.facts import Side
from frontdesk.models.parsers import side, temperature


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("左边", Side.LEFT),
        ("右膝盖疼", Side.RIGHT),
        ("两边都有", Side.BOTH),
        ("左右两边都疼", Side.BOTH),
        ("双膝疼", Side.BOTH),
        ("两条腿都肿", Side.BOTH),
        ("右膝盖，不对，是左膝盖", Side.LEFT),
        ("右……不对，是左", Side.LEFT),
        ("不是左边，是右边", Side.RIGHT),
        ("left", Side.LEFT),
        ("the left one", Side.LEFT),
        ("my right knee hurts", Side.RIGHT),
        ("it's on the right", Side.RIGHT),
        ("both", Side.BOTH),
        ("both knees", Side.BOTH),
        ("both of them", Side.BOTH),
        ("the right, no sorry, the left", Side.LEFT),
        ("not the left, the right", Side.RIGHT),
        ("my left eye since I left work", Side.LEFT),
        ("my right, sorry, my left", Side.LEFT),
        ("Right, so it's my left ear", Side.LEFT),
        ("左耳朵，两天，不对，三天", Side.LEFT),
        ("左下腹", Side.LEFT),
    ],
)
def test_one_side_is_told(text: str, told: Side) -> None:
    assert side(text) is told


@pytest.mark.parametrize(
    "text",
    [
        "it hurts right now",
        "all right",
        "that's right",
        "I left home early",
        "I'm left-handed",
        "is this the right department?",
        "no pills left",
        "two days left",
        "left knee and right hip",
        "左膝盖疼，右手麻",
        "两天左右",
        "38度左右",
        "我是左撇子",
        "both my parents",
        "两个礼拜",
        "my knee",
        "膝盖",
        "right?",
        "It's the right knee, no sorry the left, two weeks now, no, two days",
        "两只手都有，左手也僵",
        "left knee, right hurts now",
        "the left one and the other one a bit",
        "右腿，另一条也有点",
        "my left, well both really",
        "the left, I think, or maybe the right",
        "the left one, no, wait",
        "Right, so I've got a cough",
        "now I write with my left",
        "hurts when I turn right",
        "my dad has arthritis in both hips and I cough",
    ],
)
def test_no_side_and_two_are_none(text: str) -> None:
    assert side(text) is None


@pytest.mark.parametrize(
    ("text", "asked", "degrees"),
    [
        ("38.5", True, 38.5),
        ("三十八度五", True, 38.5),
        ("39", True, 39.0),
        ("101", True, 38.3),
        ("it was 38 point 5", True, 38.5),
        ("37度2", False, 37.2),
        ("38.5℃", False, 38.5),
        ("３８．５度", False, 38.5),
        ("体温37.2", False, 37.2),
        ("烧到39了", False, 39.0),
        ("101 F", False, 38.3),
        ("a temperature of 39.2 and a cough", False, 39.2),
        ("my temp was 101 this morning", False, 38.3),
        ("38度，不对，39度", False, 39.0),
        ("三十八度半", False, 38.5),
        ("a temperature of about 38 and a half", False, 38.5),
        ("38,6", True, 38.6),
        ("体温40,2", False, 40.2),
        ("my temp was 101,3", False, 38.5),
    ],
)
def test_one_body_temperature_is_told(text: str, asked: bool, degrees: float) -> None:
    assert temperature(text, asked=asked) == degrees


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("39", False),
        ("I'm 39 with a fever", False),
        ("40岁，发烧", False),
        ("水温40度", False),
        ("bend it 40 degrees", False),
        ("昨天39度，今天37度", False),
        ("between 38 and 39", True),
        ("三十七八度", True),
        ("12", True),
        ("我35岁", True),
        ("fever for 40 days", False),
        ("发烧", True),
        ("no", True),
        ("近视300度", False),
        ("pulse 101, fever", False),
        ("a fever and a sats reading of 94", False),
        ("38.5, no, I'm not sure", True),
        ("my temp was 37.5 then 38.9", False),
    ],
)
def test_what_is_no_reading_or_two_is_none(text: str, asked: bool) -> None:
    assert temperature(text, asked=asked) is None


@pytest.mark.parametrize(
    "text",
    [
        "右腿做过手术，现在肩膀疼",
        "摔断过左胳膊，这次是脚疼",
        "右边更疼一点",
        "左氧氟沙星眼药水",
        "had my left hip done, now my shoulder hurts",
    ],
)
def test_a_side_of_old_and_one_of_two_are_none(text: str) -> None:
    assert side(text) is None


@pytest.mark.parametrize("text", ["烧到38.7度，心跳110", "体温38.7，体重41.3", "temperature 38.7, weight 41.3"])
def test_another_value_beside_a_temperature_is_no_second_reading_of_it(text: str) -> None:
    assert temperature(text, asked=False) == 38.7
