"""The story as a nurse asks for it: since when, how bad, what brings it on or makes it better; nothing twice."""

import pytest

from frontdesk.app.reception.reception import Reception
from frontdesk.app.reception.record.interview import Known, next_page, open_pages, story_left
from frontdesk.app.reception.record.severity import severity
from frontdesk.app.reception.session.questions import HISTORY
from frontdesk.models.facts import Details, Duration, Fact, Language, Person, Relation, Severity, Sex, Topic
from tests.app.reception.talk import Talk

ZH, EN = Language.ZH, Language.EN
BOTH = pytest.mark.parametrize("language", [ZH, EN])
GROWN = Person(relation=Relation.SELF, sex=Sex.MALE, age_months=500)


def complaint(code: str) -> Fact:
    return Fact(topic=Topic.FINDING, code=code, quote=code, asked="open")


@pytest.mark.parametrize(
    ("said", "level", "of_ten"),
    [
        ("7", Severity.SEVERE, "7"),
        ("about a 6", Severity.MODERATE, "6"),
        ("seven out of ten", Severity.SEVERE, "7"),
        ("2/10", Severity.MILD, "2"),
        ("6 to 7", Severity.SEVERE, "7"),
        ("not too bad", Severity.MILD, None),
        ("it's unbearable", Severity.SEVERE, None),
        ("七分吧", Severity.SEVERE, "7"),
        ("五六分", None, None),
        ("不太疼", Severity.MILD, None),
        ("疼得受不了", Severity.SEVERE, None),
        ("影响睡觉", Severity.MODERATE, None),
        ("since 3 weeks ago", None, None),
        ("两个星期了", None, None),
    ],
)
def test_how_bad_it_is(said: str, level: Severity | None, of_ten: str | None) -> None:
    read = severity(said)
    if level is not None:
        assert read is not None and read.severity is level
        assert of_ten is None or of_ten in (read.character or "")
    elif said != "五六分":
        assert read is None


def test_the_story_is_asked_after_the_department_on_one_page() -> None:
    known = Known(record=(complaint("headache"),), person=GROWN, asked=("open", "danger"))
    assert next_page(known) is None
    named = known.model_copy(update={"named": True, "asked": (*known.asked, "background", "how", "also")})
    told = tuple(Fact(topic=HISTORY[page], code="none", quote="", asked=page) for page in HISTORY)
    assert next_page(named.model_copy(update={"record": (*known.record, *told)})) == "story"


def test_since_when_is_asked_before_where_it_may_have_to_be_seen_on_the_day() -> None:
    known = Known(record=(complaint("hearing_loss"),), person=GROWN, asked=("open", "danger"))
    assert next_page(known) == "since"


def test_what_was_told_is_not_asked() -> None:
    bad = Fact(topic=Topic.DETAIL, code="severity", quote="8", details=Details(severity=Severity.SEVERE))
    since = Fact(
        topic=Topic.DETAIL, code="since", quote="8 days", details=Details(duration=Duration(hours=192, words="8 days"))
    )
    known = Known(record=(complaint("headache"), bad, since), person=GROWN, time_told=True)
    assert story_left(known) == ["progress"]


def test_where_it_makes_no_sense_nobody_is_asked_how_bad() -> None:
    assert "severity" not in story_left(Known(record=(complaint("mole"),), person=GROWN))
    assert story_left(Known(record=(Fact(topic=Topic.REQUEST, code="read_report", quote=""),), person=GROWN)) == []


def test_after_the_department_the_background_first_and_what_it_did_not_tell_alone() -> None:
    asked = ("open", "danger")
    known = Known(record=(complaint("headache"),), person=GROWN, asked=asked, named=True)
    after = open_pages(known)
    assert after[:3] == list(HISTORY) and after[-1] == "tell_doctor"
    assert next_page(known) == "background"
    assert next_page(known.model_copy(update={"asked": (*asked, "background")})) == "past_history"
    told = tuple(
        Fact(topic=topic, code="none", quote="", asked=page)
        for page, topic in (
            ("past_history", Topic.CONDITION),
            ("medicines", Topic.MEDICINE),
            ("allergies", Topic.ALLERGY),
        )
    )
    known = known.model_copy(update={"record": (complaint("headache"), *told)})
    assert open_pages(known)[-4:] == ["since", "progress", "severity", "tell_doctor"]


@BOTH
def test_the_tile_and_the_number_both_count(reception: Reception, language: Language) -> None:
    talk = Talk(reception, language).as_guest()
    talk.taps("fact:finding:headache")
    talk.to_page("severity", who="self_male")
    talk.says("8/10")
    assert talk.fact("severity").details.severity is Severity.SEVERE
    talk = Talk(reception, language).as_guest()
    talk.taps("fact:finding:headache")
    talk.to_page("severity", who="self_male").taps("mild")
    assert talk.fact("severity").details.severity is Severity.MILD
