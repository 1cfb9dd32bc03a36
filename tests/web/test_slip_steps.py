"""The way on a telephone: a sentence a step."""

from frontdesk.app.web.slip import steps


def test_the_way_on_a_telephone_is_a_sentence_a_step() -> None:
    assert steps("往前走，左边是1号电梯。乘到5楼。") == ["往前走，左边是1号电梯。", "乘到5楼。"]
    assert steps("Walk ahead. Go to floor 5") == ["Walk ahead.", "Go to floor 5"]
