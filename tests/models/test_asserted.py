"""What is absent or another's chooses no department; where it is all that is told, it does."""

from pathlib import Path

import pytest
import yaml

from frontdesk.models.facts import Person
from frontdesk.models.mentions import asserted
from frontdesk.models.triage import triage
from frontdesk.models.triage.hints import hints

CASES = yaml.safe_load(Path(__file__).with_name("absent_or_anothers.yaml").read_text("utf-8"))
GROWN = Person(age_months=540)


@pytest.mark.parametrize("case", CASES, ids=[case["text"] for case in CASES])
def test_the_patients_own_complaint_chooses_the_department(case: dict[str, list[str]]) -> None:
    text = str(case["text"])
    assert triage(hints(text), person=GROWN, text=text).specialty in case["right"]


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("没有胸闷没有胸痛，就是脚崴了", "就是脚崴了"),
        ("疼的不是牙，是耳朵", "疼的是耳朵"),
        ("我爸就是胃癌走的，我嗓子疼", "我嗓子疼"),
        ("My dad has prostate cancer. I have a sore throat", "I have a sore throat"),
        ("My son has a fever and a cough", "My son has a fever and a cough"),
        ("医生，我朋友得了糖尿病，吃什么好？", "医生，我朋友得了糖尿病，吃什么好？"),
        ("没断过吐血", "没断过吐血"),
    ],
)
def test_what_a_text_asserts_of_the_patient(text: str, left: str) -> None:
    assert asserted(text) == left
