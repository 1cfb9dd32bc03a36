"""Medicines that were refused, never taken or not borne are none that is taken; what only sounds like one is none."""

from datetime import datetime

import pytest

from frontdesk.app.reception.record.parsed import values
from frontdesk.models.allergies import Kind, not_borne, without_allergies
from frontdesk.models.specialists.case import Patient
from frontdesk.models.specialists.medication.listing import IN_THE_BODY, of_words
from frontdesk.models.specialists.medication.spoken import hear

NOW = datetime(2026, 1, 1)


def taken(said: str) -> set[str]:
    """By the list of medicines, and by the page that asks for them."""
    listed = {one.code for one in of_words(said) if one.standing in IN_THE_BODY}
    return listed | {one.code for one in values("medicines", said, now=NOW) if one.code != "none" and not one.past}


@pytest.mark.parametrize(
    "said",
    [
        "doc wanted me on allopurinol, i said no",
        "i did NOT take allopurinol",
        "they offered me gabapentin but I turned it down",
        "GP suggested amitriptyline, I refused",
        "没吃腰痛宁",
        "我也没吃什么腰痛宁",
        "医生让吃别嘌醇，我没吃",
        "医生给开了他汀，我没要",
        "他们给我开了加巴喷丁，我拒绝了",
        "加上噻吗洛尔过敏",
        "噻吗洛尔我不能用，一滴就喘",
        "had amoxicillin and came out in hives",
        "clarithromycin made the lids much worse",
        "he cant hear properly. had amoxicillin and came out in hives",
    ],
)
def test_what_was_refused_or_not_borne_is_not_taken(said: str) -> None:
    assert taken(said) == set()


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ("I take metformin 500 twice a day", "metformin"),
        ("allopurinol 300 at night", "allopurinol"),
        ("doc put me on allopurinol and I take it", "allopurinol"),
        ("医生让吃别嘌醇，我一直在吃", "allopurinol"),
        ("在吃腰痛宁", "yaotongning"),
    ],
)
def test_what_is_taken_stays(said: str, code: str) -> None:
    assert taken(said) == {code}


@pytest.mark.parametrize("said", ["腰疼两年", "腰疼两年，不是一年", "我腰疼两年了，蹲着更厉害"])
def test_a_complaint_that_sounds_like_a_medicine_is_none(said: str) -> None:
    assert hear(said, Patient()).spoken == ()


@pytest.mark.parametrize("said", ["在吃腰疼宁", "优甲勒", "优甲勒，一天一片", "吃的是优甲勒"])
def test_a_misspelt_medicine_is_still_heard_where_one_is_spoken_of(said: str) -> None:
    assert [one.mention is not None for one in hear(said, Patient()).spoken] == [True]


@pytest.mark.parametrize(
    ("said", "code", "kind"),
    [
        ("Milk gives me wind", "milk", Kind.INTOLERANCE),
        ("牛奶一喝就胀气", "牛奶", Kind.INTOLERANCE),
        ("erythromycin made me violently sick", "erythromycin", Kind.INTOLERANCE),
        (
            "I'd clarithromycin last month for my chest and it made the lids much worse",
            "clarithromycin",
            Kind.INTOLERANCE,
        ),
        ("had amoxicillin and came out in hives", "amoxicillin", Kind.ALLERGY),
        ("噻吗洛尔我不能用，一滴就喘", "timolol", Kind.ALLERGY),
        ("加上噻吗洛尔过敏", "timolol", Kind.ALLERGY),
        ("allergic to zorbiphen", "zorbiphen", Kind.ALLERGY),
        ("I'm allergic to some tablet called zorvex", "zorvex", Kind.ALLERGY),
        ("对泽比芬过敏", "泽比芬", Kind.ALLERGY),
    ],
)
def test_what_is_not_borne_is_told_with_its_kind(said: str, code: str, kind: Kind) -> None:
    assert [(one.code, one.kind) for one in not_borne(said)] == [(code, kind)]


@pytest.mark.parametrize(
    "said",
    [
        "not allergic to anything",
        "I'm allergic to something",
        "对什么都不过敏",
        "对药物不过敏",
        "are you allergic to that?",
    ],
)
def test_what_names_nothing_is_no_allergy(said: str) -> None:
    assert not_borne(said) == ()


def test_an_allergy_is_left_out_of_words_that_are_written_without_apostrophes() -> None:
    assert "amoxicillin" not in without_allergies("he cant hear. had amoxicillin and came out in hives")
