"""Who was cut in a pause goes on: nothing is lost, and nothing is answered that is half of what was said."""

import pytest

from frontdesk.app.reception.reception import Reception
from frontdesk.app.reception.session.state import State
from frontdesk.app.reception.turn.utterance import Utterance
from frontdesk.models.facts import Language, Status, Topic
from tests.app.reception.talk import Talk


def spoken(text: str, number: int, *, goes_on: bool = False, **more: object) -> Utterance:
    return Utterance(
        turn_id=f"spoken-{number}",
        number=number,
        text=text,
        heard=text,
        means="spoken",
        goes_on=goes_on,
        **more,  # type: ignore[arg-type]
    )


@pytest.fixture(params=["en", "zh"])
def language(request: pytest.FixtureRequest) -> Language:
    return Language(request.param)


@pytest.fixture
def talk(reception: Reception, language: Language) -> Talk:
    return Talk(reception, language).as_guest()


HALVES = {
    Language.EN: ("My daughter has a rash but no fever", "and she won't drink anything"),
    Language.ZH: ("我女儿起疹子，没有发烧", "什么都不肯喝"),
}


def findings(state: State) -> list[tuple[str, Status]]:
    return [(fact.code, fact.status) for fact in state.record if fact.topic is not Topic.SAID]


def test_the_halves_are_one_turn_to_the_page_that_was_asked(reception: Reception, talk: Talk) -> None:
    first, second = HALVES[talk.state.language]
    asked = talk.state.question
    reception.take_turn(talk.session_id, spoken(first, 1, confidence=0.9))
    state = reception.take_turn(talk.session_id, spoken(second, 2, goes_on=True, confidence=0.7))
    said = [(line.text, line.confidence) for line in state.lines if line.speaker == "patient" and not line.undone]
    between = {Language.EN: ", ", Language.ZH: "，"}[talk.state.language]
    assert said == [(first + between + second, 0.7)]
    alone = Talk(reception, talk.state.language).as_guest()
    alone.state = reception.take_turn(alone.session_id, spoken(first + between + second, 1))
    assert asked == alone.state.questions[0][1]
    assert findings(state) == findings(alone.state)
    assert state.question == alone.state.question, "as if there had been no pause"
    assert state.asked == alone.state.asked


def test_the_rest_of_a_sentence_answers_no_page_that_nobody_has_read(reception: Reception, talk: Talk) -> None:
    """ "什么都不肯喝" would be "none of these" to a page of danger signs."""
    half, rest = {
        Language.EN: ("My daughter has a fever", "not any more since this morning"),
        Language.ZH: ("我女儿发烧了", "什么都不肯喝"),
    }[talk.state.language]
    reception.take_turn(talk.session_id, spoken(half, 1))
    state = reception.take_turn(talk.session_id, spoken(rest, 2, goes_on=True))
    assert not [fact for fact in state.record if fact.status is Status.ABSENT and fact.code != "fever"]


def test_the_same_words_again_get_the_same_answer(reception: Reception, talk: Talk) -> None:
    first, second = HALVES[talk.state.language]
    reception.take_turn(talk.session_id, spoken(first, 1))
    once = reception.take_turn(talk.session_id, spoken(second, 2, goes_on=True))
    assert reception.take_turn(talk.session_id, spoken(second, 2, goes_on=True)) == once


def test_cut_off_between_its_two_writes_it_is_joined_all_the_same(
    reception: Reception, talk: Talk, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = HALVES[talk.state.language]
    reception.take_turn(talk.session_id, spoken(first, 1))

    def cut(*_: object, **__: object) -> None:
        raise RuntimeError("the power is cut")

    with monkeypatch.context() as faulty, pytest.raises(RuntimeError):
        faulty.setattr("frontdesk.app.reception.turn.turn.listen", cut)
        reception.take_turn(talk.session_id, spoken(second, 2, goes_on=True))
    state = reception.take_turn(talk.session_id, spoken(second, 2, goes_on=True))
    assert [line.text.startswith(first) for line in state.lines if line.number == 2] == [True]


def test_what_is_said_later_is_a_turn_of_its_own(reception: Reception, talk: Talk) -> None:
    first, second = HALVES[talk.state.language]
    reception.take_turn(talk.session_id, spoken(first, 1))
    state = reception.take_turn(talk.session_id, spoken(second, 2))
    assert [line.undone for line in state.lines if line.speaker == "patient"] == [False, False]


def test_an_alarm_of_the_half_is_not_taken_back(reception: Reception, talk: Talk) -> None:
    first, second = {
        Language.EN: ("I can't breathe", "since this morning"),
        Language.ZH: ("我喘不上气了", "从早上开始"),
    }[talk.state.language]
    reception.take_turn(talk.session_id, spoken(first, 1))
    state = reception.take_turn(talk.session_id, spoken(second, 2, goes_on=True))
    assert state.emergency is not None
    assert not any(line.undone for line in state.lines)


def test_what_was_typed_or_tapped_is_not_joined(reception: Reception, talk: Talk) -> None:
    first, second = HALVES[talk.state.language]
    reception.take_turn(talk.session_id, Utterance(turn_id="typed-turn", number=1, text=first))
    state = reception.take_turn(talk.session_id, spoken(second, 2, goes_on=True))
    assert not any(line.undone for line in state.lines)
