"""A dialogue as the fields of the record: what is sure in code, all else in words, nothing as its opposite."""

from typing import Any

import pytest

from frontdesk.app.reception.record.extraction import Spoken, extracted


def read(*lines: tuple[str, str]) -> dict[str, Any]:
    """Doctor's questions with the patient's replies; an empty question is left out."""
    spoken = [(by, text) for question, reply in lines for by, text in ((False, question), (True, reply)) if text]
    return extracted([Spoken(by_patient=by, text=text) for by, text in spoken])


OPENING_EN, OPENING_ZH = ("What is it?", "I am not sure"), ("怎么了？", "说不清楚")


@pytest.mark.parametrize(
    ("lines", "complaint"),
    [
        ((("What brings you in?", "I've had this cough for a week now"),), "I've had this cough for a week now"),
        ((("您好，哪里不舒服？", "咳嗽一个礼拜了，晚上厉害"),), "咳嗽一个礼拜了，晚上厉害"),
        ((("", "my knee, it gives way"),), "my knee, it gives way"),
    ],
)
def test_the_first_telling_is_the_complaint_whole(lines: tuple[tuple[str, str], ...], complaint: str) -> None:
    assert complaint in read(*lines)["record"]["chief_complaint"]


@pytest.mark.parametrize(
    ("question", "reply", "positives", "negatives", "unknowns"),
    [
        ("Do you have a fever?", "no", 0, 1, 0),
        ("Do you have a fever?", "yes", 1, 0, 0),
        ("Do you have a fever?", "I don't know", 0, 0, 1),
        ("有没有发烧？", "没有", 0, 1, 0),
        ("有没有发烧？", "有", 1, 0, 0),
    ],
)
def test_a_plain_reply_answers_what_the_question_names(
    question: str, reply: str, positives: int, negatives: int, unknowns: int
) -> None:
    told = read(OPENING_EN if question.isascii() else OPENING_ZH, (question, reply))
    assert (len(told["positives"]), len(told["negatives"]), len(told["unknowns"])) == (positives, negatives, unknowns)


@pytest.mark.parametrize(
    ("question", "reply"),
    [
        ("Do you have a fever?", "no, but I felt hot on Tuesday"),
        ("Any fever or chills?", "only the chills, at night, when I lie down"),
        ("有没有发烧？", "没有，就是身上发冷"),
        ("Does it come in periods?", "no"),
    ],
)
def test_what_is_not_plain_is_kept_as_words_and_never_as_its_opposite(question: str, reply: str) -> None:
    told = read(OPENING_EN if question.isascii() else OPENING_ZH, (question, reply))
    assert not any("fever" in one or "发烧" in one for one in told["positives"])
    assert any(reply in text and question in text for text in told["record"].values())


@pytest.mark.parametrize(
    ("question", "reply", "field"),
    [
        ("Are you allergic to anything?", "penicillin brings me out in spots", "drug_allergy_history"),
        ("您对什么药过敏吗？", "青霉素，一打就起疹子", "drug_allergy_history"),
        ("Do you take any medicines?", "a water tablet, mornings", "medications"),
        ("家里有人得过这个病吗？", "我妈也这样", "family_history"),
        ("Have you had any operations?", "my gall bladder, years ago", "past_surgical_history"),
        ("Do you smoke?", "ten a day since school", "social_history"),
        ("How did it start?", "I was lifting a fridge", "present_illness_history"),
    ],
)
def test_words_stand_in_the_field_their_question_is_about(question: str, reply: str, field: str) -> None:
    told = read(("What is it?", "my back") if question.isascii() else ("怎么了？", "后背疼"), (question, reply))
    assert reply in told["record"][field]


def test_every_field_quotes_lines_of_the_patient() -> None:
    lines = (
        ("What is it?", "my back"),
        ("Since when?", "the funeral, in May"),
        ("Any fever?", "no"),
        ("Age?", "I'm 58"),
    )
    told = read(*lines)
    replies = {2 * place + 2: reply for place, (_, reply) in enumerate(lines)}
    assert set(told["evidence"]) == set(told["record"])
    for quotes in told["evidence"].values():
        assert quotes and all(one["quote"] in replies[one["turn"]] for one in quotes)
