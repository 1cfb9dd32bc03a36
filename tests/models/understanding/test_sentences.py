"""Whole sentences in both languages: what is there and is not, since when, whose it is."""

from pathlib import Path

import pytest

from models.embedded.understanding import understand
from models.facts import Status, Topic, Understanding

ROWS = [
    tuple(line.split(" | "))
    for line in (Path(__file__).parent / "sentences.txt").read_text("utf-8").splitlines()
    if not line.startswith("#")
]
NEAR = 0.2  # share by which a span of time may differ
TOPICS = {
    "fam": Topic.FAMILY,
    "all": Topic.ALLERGY,
    "op": Topic.OPERATION,
    "med": Topic.MEDICINE,
    "con": Topic.CONDITION,
}


@pytest.mark.parametrize(("text", "marks"), ROWS)
def test_the_sentence_says_what_it_says(text: str, marks: str) -> None:
    heard = understand(text)
    assert [mark for mark in marks.split() if not holds(mark, heard)] == []


def holds(mark: str, heard: Understanding) -> bool:
    """`+x` there, `-x` denied, `?x` unknown, `!x` not said; `fam:x` and the like by topic; `dur=72` hours."""
    if mark[0] in "+-?":
        status = {"+": Status.PRESENT, "-": Status.ABSENT, "?": Status.UNKNOWN}[mark[0]]
        return any(fact.code == mark[1:] and fact.status is status for fact in heard.facts)
    if mark[0] == "!":
        return not (holds(mark[1:], heard) if "=" in mark else holds(f"+{mark[1:]}", heard))
    if mark in ("all-none", "preg"):
        none = any(fact.topic is Topic.ALLERGY and fact.status is Status.ABSENT for fact in heard.facts)
        return none if mark == "all-none" else bool(heard.person and heard.person.pregnant)
    if mark.startswith("hab"):
        wanted = Status.PRESENT if mark[3] == "+" else Status.ABSENT
        return any((fact.topic, fact.code, fact.status) == (Topic.HABIT, mark[4:], wanted) for fact in heard.facts)
    if ":" in mark:
        topic, _, code = mark.partition(":")
        held = [fact for fact in heard.facts if fact.topic is TOPICS[topic] and fact.status is Status.PRESENT]
        return any(code in fact.code for fact in held)
    return _detail_holds(mark, heard)


def _detail_holds(mark: str, heard: Understanding) -> bool:
    name, _, value = mark.partition("=")
    if name in ("rel", "sex", "age"):
        field = {"rel": "relation", "sex": "sex", "age": "age_months"}[name]
        return heard.person is not None and str(getattr(heard.person, field)) == value
    said = [heard.details, *(fact.details for fact in heard.facts)]
    if name == "dur":
        spans = [details.duration.hours for details in said if details.duration]
        return bool(spans) and (not value or any(abs(hours - float(value)) <= NEAR * float(value) for hours in spans))
    field = {"side": "side", "sev": "severity", "course": "course", "sudden": "sudden"}[name]
    return any(str(getattr(details, field)) == (value or "True") for details in said)
