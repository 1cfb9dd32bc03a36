"""What is known already is denied by no "none of these", and what a visit is for is not asked again."""

import pytest

from frontdesk.app.reception.reception import Reception
from frontdesk.app.reception.record.doctor_reads import doctor_reads
from frontdesk.app.reception.record.headings import Part
from frontdesk.app.reception.record.heard import from_tiles, without_denials_of_told
from frontdesk.app.reception.session.events import Entry, Option, Question
from frontdesk.models.facts import Fact, Language, Person, Status, Topic
from tests.app.reception.talk import Talk

BOTH = pytest.mark.parametrize("language", list(Language))
CHECK_UP = "fact:request:antenatal_check"


@pytest.mark.parametrize("who", ["self", "other"])
@BOTH
def test_a_check_up_in_pregnancy_asks_for_none_and_denies_none(
    reception: Reception, language: Language, who: str
) -> None:
    talk = Talk(reception, language).as_guest()
    talk.sends(CHECK_UP)
    talk.to_page("past_history", who=f"{who}_female" if f"{who}_female" in talk.tiles else who, age="youth")
    assert not {tile for tile in talk.tiles if tile.startswith("fact:pregnancy")}
    talk.taps("none")
    assert not {fact.status for fact in talk.state.record if fact.topic is Topic.PREGNANCY}
    assert talk.denied, "the illnesses that stood there are denied"


@BOTH
def test_pregnancy_is_no_illness_and_its_denial_reads_as_one(reception: Reception, language: Language) -> None:
    talk = Talk(reception, language).as_guest()
    talk.taps("fact:finding:cough")
    talk.to_page("past_history").taps("none")
    lines = {part: [line.text for line in told] for part, told in doctor_reads(talk.state, language).items()}
    denied = {Language.ZH: "没有怀孕", Language.EN: "not pregnant"}[language]
    assert denied in lines[Part.PERSON] and denied not in lines[Part.ILLNESSES]


@pytest.mark.parametrize("page", ["past_history", "medicines", "allergies"])
@BOTH
def test_not_sure_of_illnesses_medicines_and_allergies_is_no_none(
    reception: Reception, language: Language, page: str
) -> None:
    talk = Talk(reception, language).as_guest()
    talk.taps("fact:finding:cough")
    talk.to_page(page).taps("unsure")
    told = [fact for fact in talk.state.record if fact.asked == page]
    assert [(fact.code, fact.status) for fact in told] == [("any", Status.UNKNOWN)]
    lines = [line.text for told in doctor_reads(talk.state, language).values() for line in told]
    assert any({Language.ZH: "不清楚", Language.EN: "does not know"}[language] in line for line in lines)
    assert talk.page != page


def test_an_illness_told_before_is_not_denied_by_none_of_these() -> None:
    label = dict.fromkeys(Language, "asthma")
    tiles = tuple(Option(key=f"fact:condition:{code}", label=label) for code in ("asthma", "diabetes"))
    page = Question(key="past_history", text=label, options=tiles, several=True)
    facts = from_tiles(page, (Option(key="none", label=label),), Language.EN).facts
    told = (Fact(topic=Topic.CONDITION, code="asthma", quote="asthma"),)
    kept = without_denials_of_told(facts, told, Person())
    assert [(fact.code, fact.status) for fact in kept] == [("diabetes", Status.ABSENT)]


@BOTH
def test_who_was_here_before_without_a_card_says_where_and_goes_there(reception: Reception, language: Language) -> None:
    talk = Talk(reception, language, Entry.FOLLOW_UP).as_guest()
    assert talk.page == "appointment" and "follow_up_visit" in talk.present
    talk.taps("clinic:nephrology")
    talk.to_department(who="self_male", age="sixties")
    assert talk.state.recommended is not None and talk.state.recommended.department_id == "nephrology"
    assert "open" not in talk.state.asked


def test_who_does_not_remember_where_is_asked_what_for(reception: Reception) -> None:
    talk = Talk(reception, Language.EN, Entry.FOLLOW_UP).as_guest()
    talk.taps("unsure")
    assert talk.page == "open"
