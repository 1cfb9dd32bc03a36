"""What is denied: each illness that was shown, anything at all only where it was asked; asked in vain is no denial."""

import pytest

from frontdesk.app.reception.reception import Reception
from frontdesk.app.reception.record.doctor_reads import doctor_reads
from frontdesk.app.reception.record.headings import Part
from frontdesk.app.reception.record.pages import ways_out
from frontdesk.his_adapter.records import Section
from frontdesk.models.facts import Language, Status, Topic
from tests.app.reception.talk import Talk
from tests.app.reception.test_receptions import finished

BOTH = pytest.mark.parametrize("language", list(Language))


def on(page: str, reception: Reception, language: Language = Language.EN) -> Talk:
    talk = Talk(reception, language).as_guest()
    talk.taps("fact:finding:cough")
    return talk.to_page(page)


@BOTH
def test_none_of_these_denies_each_that_was_shown(reception: Reception, language: Language) -> None:
    talk = on("past_history", reception, language)
    shown = {key.rpartition(":")[2] for key in talk.tiles if key.startswith("fact:condition:")}
    talk.taps("none")
    illnesses = [fact for fact in talk.state.record if fact.topic is Topic.CONDITION]
    assert {fact.code for fact in illnesses} == shown
    assert {fact.status for fact in illnesses} == {Status.ABSENT}
    lines = doctor_reads(talk.state, language)[Part.ILLNESSES]
    assert len([line for line in lines if line.denied]) == len(shown)
    person = doctor_reads(talk.state, language)[Part.PERSON]
    assert "pregnancy:pregnancy_known" in {line.key for line in person}  # it stood there too, and is no illness
    assert talk.page != "past_history"


@pytest.mark.parametrize(("language", "words"), [(Language.EN, "No"), (Language.ZH, "没有")])
def test_a_plain_no_denies_any_other_too(reception: Reception, language: Language, words: str) -> None:
    talk = on("past_history", reception, language)
    talk.says(words)
    assert talk.fact("none").topic is Topic.CONDITION and talk.page != "past_history"


@pytest.mark.parametrize("page", ["medicines", "allergies"])
@BOTH
def test_whether_there_is_any_is_asked_and_answered_in_as_many_words(
    reception: Reception, page: str, language: Language
) -> None:
    talk = on(page, reception, language)
    assert talk.state.question
    tile = next(one for one in ways_out(talk.state.question) if one.key == "none").label[language]
    assert tile in {"没在吃药", "没有过敏", "No medicines", "No allergies"}
    talk.taps("none")
    assert tile in {fact.quote for fact in talk.state.record if fact.code == "none" and fact.asked == page}


@BOTH
def test_what_was_asked_in_vain_is_told_apart_from_what_was_not_asked(reception: Reception, language: Language) -> None:
    talk = on("past_history", reception, language)
    talk.taps("skip")
    visit = finished(talk.to_end())
    assert visit.summary
    unasked = next(one.text for one in visit.summary.statements if one.section is Section.NOT_ASKED)
    in_vain = {Language.ZH: "既往病史（问过，没有回答）", Language.EN: "past illness (asked, not answered)"}[language]
    assert in_vain in unasked
    assert {Language.ZH: "吸烟、饮酒（", Language.EN: "smoking and drinking ("}[language] not in unasked
