"""Negation that makes danger worse is no denial of it, and a plain denial is one."""

from pathlib import Path

import pytest
import yaml

from frontdesk.models import red_flags
from frontdesk.models.assertion import affirmed
from frontdesk.models.facts import Language, Person
from frontdesk.models.mentions import mentions
from frontdesk.models.specialists.case import Patient
from frontdesk.models.specialists.human_intervention import check

SAID = yaml.safe_load(Path(__file__).with_name("negation.yaml").read_text("utf-8"))
GROWN = Patient(age=58)


def said(kind: str) -> list[str]:
    return [text for texts in SAID[kind].values() for text in texts]


@pytest.mark.parametrize("text", said("worse"))
def test_a_negation_that_makes_it_worse_brings_somebody_or_a_question(text: str) -> None:
    assert {found.verdict for found in check(text, GROWN)} & {"escalate", "ask_more"}


@pytest.mark.parametrize("text", said("denied"))
def test_a_plain_denial_brings_nobody(text: str) -> None:
    assert "escalate" not in {found.verdict for found in check(text, GROWN)}


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("没断过吐血", "吐血"),
        ("大便没有一次不带血", "大便带血"),
        ("不能说没有胸痛", "胸痛"),
        ("没有胸痛", "没有胸痛"),
        ("没有一天咳过血", "没有一天咳过血"),
        ("没有不想活的念头", "没有不想活的念头"),
        ("没有胸闷没有胸痛", "没有胸闷没有胸痛"),
        ("not a day goes by without chest pain", " chest pain"),
        ("i haven't stopped coughing up blood", "i  coughing up blood"),
        ("no fever, no cough", "no fever, no cough"),
        ("i've never had chest pain this year", "i've never had chest pain this year"),
    ],
)
def test_two_operators_cancel_each_other(text: str, left: str) -> None:
    assert affirmed(text).text == left


@pytest.mark.parametrize(
    ("text", "code", "denied"),
    [
        ("便血没断过", "blood_in_stool", False),
        ("头从来没这么疼过", "headache", False),
        ("宝宝不吃奶也不醒", "hard_to_wake", False),
        ("没有不舒服", "unwell", True),
        ("无明显诱因出现腹部疼痛", "abdominal_pain", False),
        ("I'm not without chest pain", "chest_pain", False),
        ("My left arm won't move", "weak_one_side", False),
        ("There hasn't been a single day with chest pain", "chest_pain", True),
    ],
)
def test_what_is_mentioned_is_denied_or_not(text: str, code: str, denied: bool) -> None:
    assert [one.denied for one in mentions(text) if one.code == code] == [denied]


@pytest.mark.parametrize(
    "text", ["I don't have any thoughts of suicide", "从没想过自杀", "I don't cough up blood any more"]
)
def test_a_sign_only_denied_raises_no_alarm(text: str) -> None:
    language = Language.ZH if text[0] == "从" else Language.EN
    assert not red_flags.check(text, language=language, person=Person(age_months=696))


@pytest.mark.parametrize("text", ["不是没有想过自杀", "这两天没停过吐血，吐了好几口"])
def test_a_sign_whose_denial_is_taken_back_alarms(text: str) -> None:
    assert red_flags.check(text, language=Language.ZH, person=Person(age_months=696))
