"""What a nurse has asked, read from her words; the reply then means what it should."""

import pytest

from models.embedded.understanding.replies.asked import asked_in


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        ("Do you have any known allergies to medications?", ("allergies",)),
        ("对什么药过敏吗？", ("allergies",)),
        ("What medicines are you taking?", ("medicines",)),
        ("平时吃什么药？", ("medicines",)),
        ("How long have you had it?", ("duration",)),
        ("疼了多久了？", ("duration",)),
        ("Do you smoke?", ("habit:smoking",)),
        ("抽烟喝酒吗？", ("habit:smoking", "habit:drinking")),
        ("Any fever?", ("finding:fever",)),
        ("发烧吗？咳嗽吗？", ("finding:fever", "finding:cough")),
        ("有没有高血压？", ("condition:hypertension",)),
        ("以前得过什么病吗？", ("past_history",)),
        ("Any medical conditions in your family?", ("family",)),
        ("做过手术吗？", ("operations",)),
        ("How old are you?", ("age",)),
        ("哪里不舒服？", ("open",)),
        ("Where exactly is the pain?", ("site",)),
        ("I'm going to prescribe you something.", ()),
        ("好的。", ()),
    ],
)
def test_a_question_is_known_by_its_key(text: str, keys: tuple[str, ...]) -> None:
    assert asked_in(text) == keys
