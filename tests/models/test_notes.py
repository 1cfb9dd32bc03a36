"""What a model noted is held against the patient's own words; what they do not bear out is dropped alone."""

import json
from datetime import datetime
from typing import Any

import pytest

from models.facts import Fact, Language, Person, Record, Relation, Sex, Side, Status, Topic
from models.notes import Heard, Line, Noted, founded
from models.notes.capability import Notes

NOW = datetime(2026, 11, 18, 10, 0)
HELLO = "Hello. What brings you in today?"
KNEE = "It's my knees again, the left one mostly, since Easter. Not swollen. My sister has gout."


def heard(*talk: str, record: Record = (), codes: tuple[str, ...] = (), these: tuple[str, ...] = ()) -> Heard:
    """`talk` is the nurse's and the patient's lines by turns, the nurse's first."""
    lines = tuple(
        Line(text=text, shown=text, turn=(place + 1) // 2 if place % 2 else 0) for place, text in enumerate(talk)
    )
    chinese = any("\u4e00" <= char <= "\u9fff" for char in "".join(talk))
    return Heard(
        language=Language.ZH if chinese else Language.EN,
        lines=lines,
        record=record,
        codes=(*codes, *these),
        these=these,
    )


def noted(of: Heard, *notes: dict[str, Any], **more: Any) -> Noted:
    return founded(of, Notes.model_validate({"notes": list(notes), **more}), now=NOW)


def add(name: str, quote: str, code: str | None = None, **more: Any) -> dict[str, Any]:
    return {"op": "add", "kind": "symptom", "name": name, "quote": quote, "code": code, **more}


def deny(name: str, quote: str, code: str | None = None, **more: Any) -> dict[str, Any]:
    return add(name, quote, code, **more) | {"op": "deny"}


def statuses(of: Noted) -> dict[str, Status]:
    return {fact.code: fact.status for fact in of.facts}


def test_what_was_said_is_recorded_with_its_quote_and_its_details() -> None:
    came = noted(
        heard(HELLO, KNEE, codes=("knee_pain", "joint_swelling")),
        add("knee pain", "It's my knees again, the left one mostly", "knee_pain", side="left", since="since Easter"),
        deny("swelling", "Not swollen", "joint_swelling"),
    )
    assert statuses(came) == {"knee_pain": Status.PRESENT, "joint_swelling": Status.ABSENT}
    knee = came.facts[0]
    assert knee.quote in KNEE and knee.turn == 1
    assert knee.details.side is Side.LEFT and came.dropped == ()


@pytest.mark.parametrize(
    ("note", "why"),
    [
        (add("knee pain", "my knee is killing me", "knee_pain"), "quote"),  # never said
        (add("swelling", "Not swollen", "joint_swelling"), "add"),  # the quote says the reverse
        (deny("rash", "It's my knees again, the left one mostly", "rash"), "deny"),  # nothing of it was said
        (add("rash", "since Easter", "rash"), "add"),  # the words mean nothing of the kind
        (add("no code of ours", "since Easter", "broken_heart"), "add"),
        (add("half a word", "lef", "knee_pain"), "quote"),
        ({"op": "withdraw", "kind": "symptom", "name": "cough", "quote": "Not swollen", "code": "cough"}, "withdraw"),
    ],
)
def test_what_the_words_do_not_bear_out_is_dropped_alone(note: dict[str, Any], why: str) -> None:
    right = add("knee pain", "It's my knees again", "knee_pain")
    came = noted(heard(HELLO, KNEE, codes=("knee_pain", "joint_swelling", "rash")), note, right)
    assert statuses(came) == {"knee_pain": Status.PRESENT}
    assert came.dropped == (why,)


def test_the_nurses_words_are_nobodys_quote() -> None:
    came = noted(
        heard("Have you had a fever?", "I'm not sure I follow", codes=("fever",)),
        add("fever", "Have you had a fever", "fever"),
    )
    assert came.facts == ()


@pytest.mark.parametrize(
    ("asked", "reply", "quote"), [("Have you had a fever?", "no", "no"), ("发过烧吗？", "没有", "没有")]
)
def test_a_bare_no_denies_what_was_asked(asked: str, reply: str, quote: str) -> None:
    came = noted(heard(asked, reply, codes=("fever",)), deny("fever", quote, "fever"))
    assert statuses(came) == {"fever": Status.ABSENT}


def test_none_of_these_denies_the_page_that_was_asked_and_no_more() -> None:
    of = heard("Is any of this so: fever, cough?", "none of that", these=("fever", "cough"), codes=("rash",))
    came = noted(of, deny("these", "none of that", "these"))
    assert statuses(came) == {"fever": Status.ABSENT, "cough": Status.ABSENT}


def test_a_medicine_and_an_allergy_have_to_be_named_by_the_patient() -> None:
    said = "I take metformin, and penicillin brings me out in a rash"
    came = noted(
        heard(HELLO, said),
        {"op": "add", "kind": "medicine", "name": "metformin", "quote": "I take metformin"},
        {"op": "add", "kind": "medicine", "name": "warfarin", "quote": "I take metformin"},
        {"op": "add", "kind": "allergy", "name": "penicillin", "quote": "penicillin brings me out in a rash"},
    )
    assert {(fact.topic, fact.code) for fact in came.facts} == {
        (Topic.MEDICINE, "metformin"),
        (Topic.ALLERGY, "penicillin"),
    }


def test_a_side_and_an_age_that_nobody_said_are_left_out() -> None:
    came = noted(
        heard(HELLO, "My knee hurts, I'm 71"),
        add("knee pain", "My knee hurts", "knee_pain", side="left", since="since Monday"),
        who={"quote": "I'm 71", "age": 17, "age_unit": "years", "relation": "self"},
    )
    assert came.facts[0].details.side is None and came.facts[0].details.duration is None
    assert came.person == Person(relation=Relation.SELF, age_months=71 * 12)


def test_a_sex_against_the_words_is_not_taken() -> None:
    came = noted(heard(HELLO, "my husband cannot hear"), who={"quote": "my husband", "sex": "female"})
    assert came.person is not None and came.person.sex is Sex.MALE


def test_only_the_newest_words_take_back_a_line() -> None:
    line = Fact(topic=Topic.FINDING, code="cough", quote="I cough")
    withdraw = {"op": "withdraw", "kind": "symptom", "name": "cough", "code": "cough"}
    of = heard(HELLO, "I cough", "Since when?", "No, I never said I cough, it's my ear", record=(line,))
    assert noted(of, withdraw | {"quote": "I never said I cough"}).withdrawn == ("finding:cough",)
    assert noted(of, withdraw | {"quote": "I cough"}).withdrawn == ("finding:cough",)
    older = heard(HELLO, "I cough", "Since when?", "two days", record=(line,))
    assert noted(older, withdraw | {"quote": "I cough"}).withdrawn == ()


def test_danger_is_of_a_rule_that_there_is_in_words_that_were_said() -> None:
    of = heard(HELLO, "my chest is crushed")
    came = noted(
        of,
        danger=[
            {"rule": 1, "quote": "my chest is crushed"},
            {"rule": 99999, "quote": "my chest is crushed"},
            {"rule": 2, "quote": "I cannot breathe"},
        ],
    )
    assert came.danger == ((1, "my chest is crushed"),)


def test_a_wrong_field_costs_that_field_and_a_wrong_entry_that_entry() -> None:
    reply = {
        "notes": [
            add("knee pain", "It's my knees again", "knee_pain", side="both of them", since=11),
            {"op": "sing", "kind": "symptom", "name": "x", "quote": "y"},
            "prose",
        ],
        "who": {"quote": "My sister", "age": "old"},
        "danger": "none",
        "mood": "fine",
    }
    notes = Notes.model_validate_json(json.dumps(reply))
    assert [note.code for note in notes.notes] == ["knee_pain"]
    assert notes.notes[0].side is None and notes.danger == []
    assert notes.who is not None and notes.who.age is None
