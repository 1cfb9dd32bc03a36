"""Words on a page of tiles: what they surely answer counts as tapped, what they may mean is ticked, to be confirmed."""

import pytest

from frontdesk.app.reception.record.understood import answered, guessed
from frontdesk.app.reception.session.events import Option, Question
from frontdesk.models.facts import Language, Status
from frontdesk.models.reading import Assertion, Kind, Reading, Statement

COUGH, FEVER = "fact:finding:cough", "fact:finding:fever"


def page(key: str) -> Question:
    options = tuple(Option(key=one, label=dict.fromkeys(Language, one)) for one in (COUGH, FEVER))
    return Question(key=key, text=dict.fromkeys(Language, "?"), options=options, several=True)


def statement(*, sure: bool) -> Statement:
    return Statement(kind=Kind.SYMPTOM, quote="cough", status=Assertion.PRESENT, sure=sure, start=0, end=5)


def test_a_sure_answer_counts_as_tapped_with_the_words_as_its_quote() -> None:
    heard = answered(page("also"), Reading(answers={COUGH: True, FEVER: False}), "just the cough", Language.EN)
    assert heard is not None and heard.answers
    assert [(fact.code, fact.status, fact.quote) for fact in heard.facts] == [
        ("cough", Status.PRESENT, "just the cough"),
        ("fever", Status.ABSENT, "just the cough"),
    ]


@pytest.mark.parametrize("key", ["choose", "open", "read_back"])
def test_departments_and_the_read_back_are_not_answered_by_what_words_sound_like(key: str) -> None:
    reading = Reading(answers={COUGH: True, FEVER: False}, statements=(statement(sure=False),))
    assert answered(page(key), reading, "well", Language.EN) is None
    assert guessed(page(key), reading, "well") is None


def test_a_danger_sign_told_among_others_is_asked_alone_before_it_counts_and_no_guess_of_one_is_ticked() -> None:
    reading = Reading(answers={COUGH: True, FEVER: False}, statements=(statement(sure=False),))
    heard = answered(page("danger"), reading, "cough yes, no fever", Language.EN)
    assert heard is not None
    assert [(fact.code, fact.status) for fact in heard.facts] == [
        ("cough", Status.UNKNOWN),
        ("fever", Status.ABSENT),
    ]
    assert guessed(page("danger"), Reading(guesses={COUGH: True}, statements=(statement(sure=False),)), "hm") is None


@pytest.mark.parametrize("said", ["no, well, sometimes", "not so bad", "咿呀", "可能没有吧"])
def test_words_that_hedge_or_hold_no_denial_deny_no_danger_sign(said: str) -> None:
    language = Language.EN if said.isascii() else Language.ZH
    assert answered(page("danger"), Reading(answers={COUGH: False, FEVER: False}), said, language) is None


def test_a_guess_is_ticked_under_the_words_and_nothing_else_is() -> None:
    put = guessed(page("also"), Reading(guesses={COUGH: True}, statements=(statement(sure=False),)), "barking a bit")
    assert put is not None
    assert [(option.key, option.quote) for option in put.options] == [(COUGH, "barking a bit"), (FEVER, None)]


def test_words_that_state_nothing_tick_nothing() -> None:
    assert guessed(page("also"), Reading(guesses={COUGH: True}), "well you know") is None


def test_an_illness_that_the_words_do_not_name_is_not_denied_by_them() -> None:
    options = tuple(
        Option(key=f"fact:condition:{one}", label=dict.fromkeys(Language, one)) for one in ("gout", "diabetes")
    )
    question = Question(key="past_history", text=dict.fromkeys(Language, "?"), options=options, several=True)
    absent = Statement(kind=Kind.ILLNESS, quote="gout", status=Assertion.ABSENT, sure=True, start=0, end=4)
    reading = Reading(answers={option.key: False for option in options}, statements=(absent,))
    heard = answered(question, reading, "no gout, nothing else", Language.EN)
    assert heard is not None and [fact.code for fact in heard.facts] == ["gout"]
