"""A quotation is verbatim and in its order: what is left out of it leaves an ellipsis."""

import pytest

from frontdesk.app.reception.record.background import by_page
from frontdesk.app.reception.record.excerpts import LEFT_OUT
from frontdesk.app.reception.record.speaks_of import Part, speaks_of
from frontdesk.app.reception.session.questions import BACKGROUND
from frontdesk.models.facts import Relation

ANSWERS = [
    "糖尿病二十多年,查出肾病五年了。一直打胰岛素,吃二甲双胍和缬沙坦。缬沙坦我头晕,十来天前自己停了。膝盖疼,一个月前自己到药店买了布洛芬吃,一天两次。药没有过敏的。",
    "高血压十年了,吃氨氯地平。对青霉素过敏。还有痛风,吃别嘌醇。",
    "I have high blood pressure and take amlodipine. I'm not allergic to anything. I took ibuprofen this week, too.",
    "Penicillin gave me a rash. I'm on the pill. Amoxicillin did the same. No illnesses otherwise.",
]


@pytest.mark.parametrize("said", ANSWERS)
def test_what_stands_under_a_heading_was_said_so(said: str) -> None:
    for words in by_page(BACKGROUND, said).values():
        rest = said
        for part in words.split(LEFT_OUT):
            assert part.strip() in rest
            rest = rest[rest.index(part.strip()) + len(part.strip()) :]


def test_what_was_left_out_is_marked_and_a_new_sentence_goes_with_its_own() -> None:
    told = by_page(BACKGROUND, ANSWERS[0])
    assert told["allergies"] == "缬沙坦我头晕,十来天前自己停了。…药没有过敏的"
    assert told["medicines"].endswith("…膝盖疼,一个月前自己到药店买了布洛芬吃,一天两次")


def test_sentences_that_stood_apart_stand_apart() -> None:
    told = speaks_of("I take ramipril. My dog barks. I also take aspirin.", Relation.SELF, None)
    assert told[Part.MEDICINES] == "I take ramipril. … I also take aspirin."
    together = speaks_of("I take ramipril. I also take aspirin. My dog barks.", Relation.SELF, None)
    assert together[Part.MEDICINES] == "I take ramipril. I also take aspirin."
