"""When a person is brought in, when more is asked, and when there is nothing to act on."""

import pytest

from frontdesk.models.facts import Sex
from frontdesk.models.specialists.case import Patient, Verdict
from frontdesk.models.specialists.human_intervention import check


def verdict(utterance: str, patient: Patient = Patient()) -> Verdict | None:  # noqa: B008  (frozen)
    found = check(utterance, patient)
    return found[0].verdict if found else None


@pytest.mark.parametrize(
    ("utterance", "patient"),
    [
        ("I keep coughing up blood", Patient(age=50)),
        ("I have severe pain in my belly", Patient(age=30)),
        ("my temp is 38.2", Patient(age=0.1)),
        ("血压二百一十，一百三", Patient(age=60)),
        ("刚才晕倒了一次", Patient(age=70)),
        ("肚子疼得厉害", Patient(age=30)),
    ],
)
def test_danger_brings_a_person_in(utterance: str, patient: Patient) -> None:
    assert verdict(utterance, patient) == "escalate"


def test_a_symptom_of_concern_is_asked_about() -> None:
    (found,) = check("I'm at work and my neck really hurts", Patient())
    assert (found.verdict, found.subject) == ("ask_more", "neck pain")
    assert "stiff neck" in found.text.lower()
    (found,) = check("我这两天老头晕", Patient(age=66))
    assert found.verdict == "ask_more" and "还要问" in found.text


@pytest.mark.parametrize(
    "utterance",
    [
        "there's a lump under my left nipple",
        "I've dropped two stone since the summer, clothes hang off me",
        "I'm peeing every quarter hour, it burns",
        "左耳嗡嗡叫一个礼拜了",
        "我最近瘦了二十斤",
    ],
)
def test_a_complaint_is_asked_about_though_no_danger_question_belongs_to_it(utterance: str) -> None:
    assert verdict(utterance, Patient(age=44)) == "ask_more"


@pytest.mark.parametrize(
    "utterance",
    [
        "just a runny nose",
        "就是打喷嚏",
        "This form's a right pain",
        "My tablet is dying, got a charger?",
        "手机快不行了，心急",
    ],
)
def test_a_trifle_and_what_only_dies_of_its_battery_are_nothing(utterance: str) -> None:
    assert verdict(utterance, Patient(age=44)) == "none"


def test_once_the_danger_is_denied_nothing_more_is_asked() -> None:
    told = "I have a headache but no fever, no confusion, no stiff neck, no weakness on one side and no blurry vision"
    assert verdict(told, Patient(age=30)) == "none"


@pytest.mark.parametrize(
    ("utterance", "patient"),
    [
        ("This job is a pain in the neck", Patient()),
        ("My friend has chest pain and is sweating at home, she called me", Patient(age=30)),
        ("my son had a fever", Patient(age=40, sex=Sex.FEMALE)),
        ("I had a seizure when I was a child", Patient(age=40)),
        ("no pain anywhere", Patient()),
        ("这破电脑真让人头疼", Patient()),
        ("我没有头疼，也不晕", Patient()),
    ],
)
def test_figures_of_speech_the_past_and_other_people_need_nobody(utterance: str, patient: Patient) -> None:
    assert verdict(utterance, patient) == "none"


def test_talk_of_other_things_is_not_reported() -> None:
    assert check("Where can I park?", Patient()) == ()


def test_what_is_private_stays_out_of_the_words() -> None:
    (found,) = check("I want to end my life", Patient(age=25))
    assert found.verdict == "escalate"
    assert "die" not in found.text and "life" not in found.text
