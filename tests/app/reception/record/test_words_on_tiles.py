"""What stands on tiles: one fact, in few words, never the same twice; the patient is told apart from who came along."""

from itertools import chain

import pytest

from frontdesk.app.reception.record.interview import Known
from frontdesk.app.reception.record.pages import put
from frontdesk.app.reception.record.screening import screening_items
from frontdesk.models.facts import Fact, Language, Person, Record, Relation, Topic
from frontdesk.models.knowledge.load import knowledge

DRY = {"no_wet_nappy", "no_wet_nappy_newborn", "child_no_urine"}
OFFERED = tuple(dict.fromkeys(chain(*(site.offers for site in knowledge().sites.values()))))


def told(code: str) -> Record:
    return (Fact(topic=Topic.FINDING, code=code, quote=code, asked="open"),)


@pytest.mark.parametrize("age", [None, (0, 3), (3, 12), (12, 48), (48, 84)])
@pytest.mark.parametrize("code", ["diarrhea", "vomiting", "fever"])
def test_no_two_danger_signs_of_a_page_say_the_same(code: str, age: tuple[int, int] | None) -> None:
    person = Person(relation=Relation.CHILD, age_between=age)
    items = screening_items(told(code), person, suspected=(), likely=(), shown=frozenset(), always=True)
    assert len(DRY & {item.sign for item in items}) <= 1


def test_one_of_them_stands_there() -> None:
    person = Person(relation=Relation.CHILD, age_between=(12, 48))
    items = screening_items(told("diarrhea"), person, suspected=(), likely=(), shown=frozenset(), always=True)
    assert DRY & {item.sign for item in items}


@pytest.mark.parametrize("place", list(knowledge().sites))
def test_a_tile_of_a_place_is_one_fact_in_few_words(place: str) -> None:
    known = Known(record=(Fact(topic=Topic.DETAIL, code=f"site:{place}", quote=place, asked="open"),), person=Person())
    for option in put("place", known).options:
        zh, en = option.label[Language.ZH], option.label[Language.EN]
        assert len(zh) <= 9 and not set("，、或和") & set(zh), zh
        assert len(en.split()) <= 8, en


def test_illnesses_are_named_as_people_name_them() -> None:
    page = put("past_history", Known(record=told("cough"), person=Person(), named=True))
    assert "High blood pressure" in {option.label[Language.EN] for option in page.options}
    assert "特应性皮炎" not in {option.label[Language.ZH] for option in page.options}


def test_the_tile_changes_no_name_in_the_record() -> None:
    assert knowledge().conditions["hypertension"].en == "hypertension"
    assert knowledge().findings["hives"].zh == "风团"


@pytest.mark.parametrize("language", list(Language))
def test_the_patient_is_told_apart_from_who_came_along(language: Language) -> None:
    other = {o.label[language] for o in put("who", Known(record=(), person=Person())).options if "other" in o.key}
    assert other and all("病人" in label or "patient" in label for label in other)
