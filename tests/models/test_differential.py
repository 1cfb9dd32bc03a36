"""Which findings tell likely specialties apart, and what the answers say."""

import numpy as np
import pytest

from frontdesk.models.facts import Fact, Person, Relation, Sex, Status, Topic
from frontdesk.models.knowledge.load import knowledge
from frontdesk.models.triage import triage
from frontdesk.models.triage.differential import MOST, differential, updated
from frontdesk.models.triage.evidence import chances_of
from frontdesk.models.triage.persons import Chances, specialties

CHEST = {"cardiology": 0.4, "gastroenterology": 0.35, "respiratory": 0.2}
HIM = Person(relation=Relation.SELF, age_months=12 * 50, sex=Sex.MALE)
HER = HIM.model_copy(update={"sex": Sex.FEMALE, "age_months": 12 * 30})


def chance(chances: Chances, specialty: str) -> float:
    return float(chances[specialties().index(specialty)])


def answer(code: str, status: Status) -> Fact:
    return Fact(topic=Topic.FINDING, code=code, status=status, quote=code, asked="differential")


def points_to(codes: tuple[str, ...]) -> set[str]:
    known = knowledge().findings
    return {max(known[code].specialties, key=lambda one: known[code].specialties[one]) for code in codes}


def test_the_page_holds_findings_of_each_likely_specialty() -> None:
    page = differential(CHEST, ["chest_pain"], {}, HIM, but={"chest_pain"})
    assert 1 < len(page.findings) <= MOST
    assert {"cardiology", "gastroenterology", "respiratory"} <= points_to(page.findings)
    assert page.gain > 0


def test_nothing_is_asked_that_was_told_or_denied() -> None:
    first = differential(CHEST, ["chest_pain"], {}, HIM, but={"chest_pain"})
    second = differential(CHEST, ["chest_pain"], {}, HIM, but={"chest_pain", *first.findings})
    assert first.findings
    assert not {"chest_pain", *first.findings} & set(second.findings)


def test_nothing_is_asked_where_it_is_settled() -> None:
    assert differential({"cardiology": 0.95}, ["chest_pain"], {}, HIM, but=()).findings == ()


def test_nothing_is_asked_where_nothing_is_near_to_the_complaint() -> None:
    assert differential(CHEST, [], {}, HIM, but=()).findings == ()


def test_what_the_words_may_mean_is_near_to_the_complaint() -> None:
    assert differential(CHEST, [], {"acid_reflux": 0.2, "palpitations": 0.1}, HIM, but=()).findings


@pytest.mark.parametrize(("person", "other"), [(HIM, Sex.FEMALE), (HER, Sex.MALE)])
def test_nobody_is_asked_what_only_the_other_sex_has(person: Person, other: Sex) -> None:
    likely = {"gynecology": 0.3, "urology": 0.3, "andrology": 0.2}
    page = differential(likely, ["painful_urination", "groin_pain", "lower_abdominal_pain"], {}, person, but=())
    assert page.findings
    assert all(knowledge().findings[code].only is not other for code in page.findings)


def test_the_gain_is_greatest_where_least_is_known() -> None:
    even = differential(CHEST, ["chest_pain"], {}, HIM, but={"chest_pain"})
    uneven = differential({"cardiology": 0.75, "respiratory": 0.15}, ["chest_pain"], {}, HIM, but={"chest_pain"})
    assert even.gain > uneven.gain


def test_what_is_there_raises_where_it_points_and_what_is_absent_lowers_it() -> None:
    before = chances_of({"cardiology": 1.0, "gastroenterology": 1.0})
    there = updated(before, (answer("acid_reflux", Status.PRESENT),), [], HIM)
    absent = updated(before, (answer("acid_reflux", Status.ABSENT),), [], HIM)
    assert chance(there, "gastroenterology") > chance(before, "gastroenterology") > chance(absent, "gastroenterology")
    assert np.isclose(there.sum(), 1.0)


def test_what_is_not_known_says_nothing() -> None:
    before = chances_of({"cardiology": 1.0, "gastroenterology": 1.0})
    assert np.allclose(updated(before, (answer("acid_reflux", Status.UNKNOWN),), [], HIM), before)


def test_what_often_goes_with_the_complaint_says_less() -> None:
    before = chances_of({"neurology": 1.0, "gastroenterology": 1.0})
    nausea = (answer("nausea", Status.PRESENT),)
    alone, beside = updated(before, nausea, [], HIM), updated(before, nausea, ["headache"], HIM)
    assert chance(alone, "neurology") < chance(beside, "neurology") < chance(before, "neurology")


def test_what_is_tapped_of_what_the_words_may_mean_outweighs_them() -> None:
    words = "I'm up half the night"
    tapped = answer("night_urination", Status.PRESENT).model_copy(update={"asked": "offered"})
    assert triage((), person=HIM, text=words).specialty != "urology"
    assert triage((tapped,), person=HIM, text=words).specialty == "urology"


def test_answers_count_against_words_that_point_elsewhere() -> None:
    words = "I'm itchy everywhere"
    there = tuple(answer(code, Status.PRESENT) for code in ("yellow_skin", "pale_stool", "dark_urine"))
    assert triage((), person=HIM, text=words).specialty == "dermatology"
    asked = triage(there, person=HIM, text=words)
    assert asked.specialty in ("hepatology", "hepatobiliary_surgery")
    assert {code for _, code in asked.reasons} & {"yellow_skin", "pale_stool", "dark_urine"}
