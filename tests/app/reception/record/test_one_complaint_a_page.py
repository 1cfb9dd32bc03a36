"""With several complaints told, a page asks one thing about one of them, by its name; the gravest first."""

import pytest

from frontdesk.app.reception.reception import Reception
from frontdesk.app.reception.record.doctor_reads import doctor_reads
from frontdesk.app.reception.record.headings import Part
from frontdesk.app.reception.record.interview import Known
from frontdesk.app.reception.record.pages import put
from frontdesk.app.reception.record.summary import chief_complaint
from frontdesk.models.facts import Fact, Language, Person, Record, Topic
from frontdesk.models.knowledge.load import knowledge
from tests.app.reception.talk import Talk

COUGH, RASH = "fact:finding:cough", "fact:finding:rash"


def told(reception: Reception, *tiles: str, language: Language = Language.EN) -> Talk:
    talk = Talk(reception, language).as_guest()
    talk.taps(*tiles)
    return talk


@pytest.mark.parametrize(("language", "name"), [(Language.EN, "Cough: "), (Language.ZH, "咳嗽：")])
def test_the_page_names_the_complaint_that_it_is_of(reception: Reception, language: Language, name: str) -> None:
    talk = told(reception, COUGH, RASH, language=language).to_page("since")
    assert name in talk.reply


def tapped(*codes: str) -> Record:
    return tuple(Fact(topic=Topic.FINDING, code=code, quote=code, asked="open") for code in codes)


def test_what_it_is_like_is_asked_of_one() -> None:
    page = put("how", Known(record=tapped("cough", "rash"), person=Person()))
    assert page.text[Language.EN].startswith("Cough: what")
    of_it = set(knowledge().findings["cough"].qualifiers)
    assert {option.key.removeprefix("how:") for option in page.options} <= of_it


@pytest.mark.parametrize("told", [("rash", "chest_pain"), ("chest_pain", "rash")])
def test_the_gravest_is_asked_about_first(told: tuple[str, ...]) -> None:
    page = put("since", Known(record=tapped(*told), person=Person()))
    assert page.text[Language.EN].startswith("Chest pain: ")


def test_left_or_right_is_asked_of_what_has_sides() -> None:
    page = put("side", Known(record=tapped("chest_pain", "knee_pain"), person=Person()))
    assert page.text[Language.EN].startswith("Knee pain: ")


def test_one_complaint_is_not_named_again(reception: Reception) -> None:
    talk = told(reception, COUGH).to_page("since")
    assert "Cough:" not in talk.reply


@pytest.mark.parametrize("language", list(Language))
def test_what_is_told_of_one_stands_with_it(reception: Reception, language: Language) -> None:
    talk = told(reception, COUGH, RASH, language=language).to_page("since")
    talk.taps("week")
    expected = {Language.EN: "cough, for about a week; rash", Language.ZH: "咳嗽，一个星期左右；皮疹"}[language]
    assert chief_complaint(talk.state) == expected
    line = next(one for one in doctor_reads(talk.state, language)[Part.STORY] if one.key == "detail:since")
    assert line.asked and {Language.EN: "Cough", Language.ZH: "咳嗽"}[language] in line.asked


@pytest.mark.parametrize("language", list(Language))
def test_the_question_what_it_is_like_asks_one_thing(reception: Reception, language: Language) -> None:
    talk = told(reception, COUGH, language=language).to_page("how")
    assert talk.state.question
    assert talk.state.question.text[language].count("？" if language is Language.ZH else "?") == 1
    assert "，" not in talk.state.question.text[language].partition("？")[0]
