"""A page that asks several: illnesses, medicines and allergies at once; the story with whatever else there is."""

import pytest

from frontdesk.app.reception.reception import Reception
from frontdesk.app.reception.record.background import by_page
from frontdesk.app.reception.record.interview import Known, open_pages
from frontdesk.app.reception.record.pages import put
from frontdesk.app.reception.record.progress import progress
from frontdesk.models.facts import Course, Fact, Language, Person, Relation, Sex, Status, Topic
from tests.app.reception.talk import Talk

ZH, EN = Language.ZH, Language.EN


def at(page: str, reception: Reception, language: Language = EN) -> Talk:
    talk = Talk(reception, language).as_guest()
    talk.taps("fact:finding:headache")
    return talk.to_page(page, who="self_male")


@pytest.mark.parametrize(
    ("language", "words"),
    [
        (EN, "high blood pressure, amlodipine 5 mg in the morning, penicillin gave me a rash"),
        (ZH, "有高血压，吃氨氯地平，青霉素过敏起疹子"),
    ],
)
def test_one_answer_tells_illness_medicine_and_allergy(reception: Reception, language: Language, words: str) -> None:
    talk = at("background", reception, language)
    talk.says(words)
    told = {(fact.topic, fact.code) for fact in talk.state.record if fact.status is Status.PRESENT}
    wanted = {(Topic.CONDITION, "hypertension"), (Topic.MEDICINE, "amlodipine"), (Topic.ALLERGY, "penicillin")}
    assert wanted <= told
    assert not {"medicines", "allergies", "past_history"} & set(talk.state.asked)


def test_a_medicine_named_beside_others_is_no_allergy(reception: Reception) -> None:
    talk = at("background", reception)
    talk.says("gout, I take aspirin, no allergies")
    allergies = [fact.code for fact in talk.state.record if fact.topic is Topic.ALLERGY]
    assert allergies == ["none"]


def test_what_the_answer_does_not_tell_is_asked_alone(reception: Reception) -> None:
    talk = at("background", reception)
    talk.says("no medicines")
    assert talk.page == "past_history"
    talk.taps("none")
    assert talk.page == "allergies"


def test_a_tap_in_each_row_is_one_turn(reception: Reception) -> None:
    talk = at("background", reception)
    turns = talk.state.turns
    talk.taps("past_history/none", "medicines/none", "allergies/fact:allergy:penicillin")
    assert talk.state.turns == turns + 1 and talk.fact("penicillin").topic is Topic.ALLERGY
    assert not {"medicines", "allergies"} & set(talk.state.asked)


@pytest.mark.parametrize("language", [ZH, EN])
def test_none_of_these_in_a_row_denies_what_stood_there_and_no_illness_at_all(
    reception: Reception, language: Language
) -> None:
    talk = at("background", reception, language)
    shown = {key.rpartition(":")[2] for key in talk.tiles if key.startswith("past_history/fact:condition:")}
    talk.taps("past_history/none", "medicines/none", "allergies/none")
    illnesses = {fact.code: fact.status for fact in talk.state.record if fact.topic is Topic.CONDITION}
    assert shown and illnesses == dict.fromkeys(shown, Status.ABSENT)
    assert {"medicine:none", "allergy:none"} <= {fact.key for fact in talk.state.record}


def test_nothing_else_beside_what_was_heard_keeps_what_is_left_chosen(reception: Reception) -> None:
    talk = Talk(reception, EN).as_guest()
    talk.says("I have a headache, I take amlodipine and metformin")
    talk.to_page("background", who="self_male")
    kept, left = (f"medicines/fact:medicine:{name}" for name in ("amlodipine", "metformin"))
    assert {kept, left} <= talk.tiles
    talk.taps(kept, "medicines/none")
    taken = [fact.code for fact in talk.state.record if fact.topic is Topic.MEDICINE and fact.asked == "medicines"]
    assert taken == ["amlodipine"]


def test_the_story_is_read_question_by_question(reception: Reception) -> None:
    talk = at("story", reception)
    talk.says("about three weeks, it is getting worse, 6 out of 10, and light hurts my eyes")
    assert talk.fact("since").details.duration is not None
    assert talk.fact("progress").details.course is Course.WORSE
    assert talk.fact("severity").details.character == "6/10"
    assert "light hurts my eyes" in talk.words["story"]


def test_how_long_a_medicine_was_taken_is_not_since_when(reception: Reception) -> None:
    talk = at("story", reception)
    talk.says("I took ibuprofen for three days")
    assert "since" not in talk.codes()


@pytest.mark.parametrize("page", ["background", "story"])
def test_a_row_offers_all_that_its_question_offers_alone(page: str) -> None:
    her = Person(relation=Relation.SELF, sex=Sex.FEMALE, age_months=30 * 12)
    known = Known(record=(Fact(topic=Topic.FINDING, code="knee_pain", quote=""),), person=her, named=True)
    for row in put(page, known).parts:
        alone = {option.key for option in put(row.key, known).options}
        assert alone and alone <= {option.key for option in row.options}


def test_a_nurse_who_chooses_may_ask_since_when_and_which_side_before_a_department() -> None:
    known = Known(record=(Fact(topic=Topic.FINDING, code="knee_pain", quote=""),), person=Person())
    assert {"since", "side"} <= set(open_pages(known))
    for named in (known, known.model_copy(update={"named": True})):
        assert not {"background", "story"} & set(open_pages(named))


@pytest.mark.parametrize(
    ("words", "course"),
    [
        ("越来越重", Course.WORSE),
        ("没见好", Course.SAME),
        ("好一点了", Course.BETTER),
        ("时好时坏", Course.COMES_AND_GOES),
        ("it's getting worse", Course.WORSE),
        ("no better", Course.SAME),
        ("a bit better", Course.BETTER),
        ("on and off", Course.COMES_AND_GOES),
        ("worse when I climb stairs", None),
        ("走路的时候加重", None),
    ],
)
def test_how_it_goes(words: str, course: Course | None) -> None:
    read = progress(words)
    assert (read.course if read else None) is course


def test_clauses_that_speak_of_nothing_go_with_the_one_before() -> None:
    apart = by_page("background", "gout, allopurinol, one a day, no allergies")
    assert apart == {"past_history": "gout", "medicines": "allopurinol, one a day", "allergies": "no allergies"}
