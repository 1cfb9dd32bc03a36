"""A place of the body that is touched: beside ticked complaints, alone, and where nothing offered there fits."""

import pytest

from frontdesk.app.reception.reception import Reception
from frontdesk.app.reception.record.doctor_reads import doctor_reads
from frontdesk.app.reception.record.headings import Part
from frontdesk.app.reception.record.summary import chief_complaint
from frontdesk.models.facts import Details, Fact, Language, Person, Topic
from frontdesk.models.knowledge.load import knowledge
from frontdesk.models.triage import triage
from tests.app.reception.talk import Talk

COUGH, KNEE = "fact:finding:cough", "site:knee"


def complaint_of(talk: Talk) -> list[str]:
    return [line.text for line in doctor_reads(talk.state, talk.state.language)[Part.COMPLAINT]]


def test_a_place_beside_a_complaint_of_another_is_asked_about(reception: Reception) -> None:
    talk = Talk(reception, Language.EN).as_guest()
    talk.taps(COUGH, KNEE)
    assert talk.page == "place" and "knee" in talk.reply
    talk.taps("fact:finding:knee_pain")
    assert complaint_of(talk) == ["cough", "knee pain"]
    talk.to_department()
    assert talk.state.recommended and talk.state.recommended.specialty in ("orthopedics", "respiratory")


@pytest.mark.parametrize(
    ("language", "lines", "chief"),
    [
        (Language.EN, ["cough", "knee"], "cough, knee"),
        (Language.ZH, ["咳嗽", "膝盖"], "咳嗽，膝盖"),
    ],
)
def test_a_place_where_nothing_offered_fits_stands_beside_the_complaint(
    reception: Reception, language: Language, lines: list[str], chief: str
) -> None:
    talk = Talk(reception, language).as_guest()
    talk.taps(COUGH, KNEE)
    talk.taps("none")
    assert talk.page != "place"
    assert complaint_of(talk) == lines
    assert chief_complaint(talk.state) == chief


@pytest.mark.parametrize(
    "tapped", [(COUGH, "site:chest"), ("fact:finding:rash", "site:hand"), ("fact:finding:rash", KNEE)]
)
def test_a_place_of_the_complaint_is_not_asked_about(reception: Reception, tapped: tuple[str, ...]) -> None:
    talk = Talk(reception, Language.EN).as_guest()
    talk.taps(*tapped)
    assert talk.page != "place"
    assert len(complaint_of(talk)) == 1


def test_what_is_offered_at_a_place_was_not_told_already(reception: Reception) -> None:
    talk = Talk(reception, Language.EN).as_guest()
    talk.taps("site:leg")
    assert "fact:finding:numbness" in talk.tiles
    other = Talk(reception, Language.EN).as_guest()
    other.taps("fact:finding:fever", "site:head")
    assert "fact:finding:fever" not in other.tiles


@pytest.mark.parametrize(
    ("place", "specialty"), [("knee", "orthopedics"), ("eye", "ophthalmology"), ("tooth", "dentistry")]
)
def test_a_place_alone_points_to_where_it_is_seen(place: str, specialty: str) -> None:
    assert place in knowledge().sites
    touched = Fact(topic=Topic.DETAIL, code=f"site:{place}", quote=place, asked="open", details=Details(site=place))
    assert triage((touched,), person=Person()).specialty == specialty


def test_a_place_says_nothing_beside_what_is_felt_there() -> None:
    told = Fact(topic=Topic.FINDING, code="knee_pain", quote="Knee pain", asked="place")
    touched = Fact(topic=Topic.DETAIL, code="site:knee", quote="Knee", asked="open", details=Details(site="knee"))
    alone, both = (triage(record, person=Person(), text="Knee pain") for record in ((told,), (told, touched)))
    assert alone == both
