"""What a regimen sounds like is no alarm where plain code finds it harmless; an overdose and a pad an hour are."""

import pytest

from frontdesk.models.facts import Person, Sex
from frontdesk.models.red_flags import chance
from frontdesk.models.red_flags.rules import OVERDOSE, PAD_AN_HOUR

WOMAN = Person(sex=Sex.FEMALE)


@pytest.mark.parametrize("text", ["扑热息痛0.5克，每六小时一片", "四小时一次，一次一片", "布洛芬每小时吃一片"])
def test_a_tablet_every_few_hours_is_no_pad(text: str) -> None:
    assert chance(PAD_AN_HOUR, text, WOMAN) < 0.05


@pytest.mark.parametrize(
    "text", ["一小时一片", "下面流血，每小时换一片", "四十分钟一片，都是满的", "月经量大，吃了止血药还是一小时一片"]
)
def test_a_pad_an_hour_is_heard(text: str) -> None:
    assert chance(PAD_AN_HOUR, text, WOMAN) > 0.5


@pytest.mark.parametrize(
    "text",
    [
        "对乙酰氨基酚500毫克，上个月一天吃10片，现在一天只吃1片了",
        "对乙酰氨基酚500毫克现在一天只吃一片，上个月一天吃10片",
        "对乙酰氨基酚500毫克，现在一天只吃1片了",
    ],
)
def test_an_excess_that_ended_long_ago_is_no_overdose(text: str) -> None:
    assert chance(OVERDOSE, text, WOMAN) < 0.05


@pytest.mark.parametrize(
    "text",
    [
        "昨晚吃了20片扑热息痛0.5克",
        "I took 20 paracetamol last night",
        "last year I took an overdose and today I took forty paracetamol",
        "paracetamol 500 mg one a day, but tonight I swallowed the whole bottle",
    ],
)
def test_an_overdose_beside_a_regimen_is_heard(text: str) -> None:
    assert chance(OVERDOSE, text, WOMAN) > 0.5
