"""The first line of a nurse's reply: a decision of the closed list, or nothing is said of it."""

import pytest

from frontdesk.models.nurse import Decision, Does, Undecided, decided
from frontdesk.models.nurse.decision import read


@pytest.mark.parametrize(
    ("line", "does", "what"),
    [
        ("ASK knee_swelling", Does.ASK, "knee_swelling"),
        ("SEND: orthopedics", Does.SEND, "orthopedics"),
        ("  LOOK UP when does radiology close?", Does.LOOK_UP, "when does radiology close?"),
        ("CALL nurse", Does.CALL, "nurse"),
        ("ANSWER", Does.ANSWER, ""),
        ("CLOSE", Does.CLOSE, ""),
    ],
)
def test_a_decision_is_read(line: str, does: Does, what: str) -> None:
    assert read(line) == Decision(does=does, what=what)


@pytest.mark.parametrize("line", ["", "Of course, dear.", "ask fever", "ASK", "SEND", "DOSE aspirin", "ASKING fever"])
def test_anything_else_is_no_decision(line: str) -> None:
    with pytest.raises(Undecided):
        read(line)


def test_the_words_go_on_as_they_come() -> None:
    decision, words = decided(iter(["AS", "K fev", "er\nHave", " you a", " fever?"]))
    assert decision == Decision(does=Does.ASK, what="fever")
    assert "".join(words) == "Have you a fever?"


def test_prose_without_a_first_line_is_given_up_early() -> None:
    pieces = iter(["word " * 20] * 100)
    with pytest.raises(Undecided):
        decided(pieces)
    assert len(list(pieces)) > 90
