"""Who is ill, whose it is, whether it is there and when it was, in words told on any page."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from frontdesk.app.reception.reception import Reception
from frontdesk.app.reception.record.offers import asked_next
from frontdesk.app.reception.record.parsed import person_in
from frontdesk.app.reception.record.understood import answered, reading_of
from frontdesk.app.reception.session.events import Option, Question
from frontdesk.models import parsers
from frontdesk.models.facts import Language, Relation, Sex, Status, Topic
from frontdesk.models.knowledge.load import knowledge
from frontdesk.models.mentions import mentions
from frontdesk.models.red_flags import check
from tests.app.reception.talk import Talk

CASES: dict[str, dict[str, list[dict[str, Any]]]] = yaml.safe_load(
    Path(__file__).with_name("who_and_when.yaml").read_text("utf-8")
)
BESIDE_IT = ("vomiting", "blocked_nose")


def of(kind: str) -> list[Any]:
    """Those still wrong are marked, so that a mend shows."""
    return [
        pytest.param(case, id=case["text"], marks=[pytest.mark.xfail(strict=True)] if case.get("fails") else [])
        for half in CASES[kind].values()
        for case in half
    ]


def language_of(text: str) -> Language:
    return parsers.language_of(text) or Language.ZH


@pytest.mark.parametrize("case", of("ability"))
def test_what_somebody_cannot_do_is_a_symptom_and_denies_none(case: dict[str, Any]) -> None:
    findings, said = knowledge().findings, case["text"]
    options = tuple(
        Option(key=f"fact:finding:{code}", label={Language.ZH: findings[code].zh, Language.EN: findings[code].en})
        for code in (case["tile"], *BESIDE_IT)
    )
    asked = {Language.ZH: "有没有下面这些情况？", Language.EN: "Do you have any of these?"}
    page = Question(key="differential", text=asked, options=options, several=True)
    heard = answered(page, reading_of(page, said, language_of(said)), said, language_of(said))
    statuses = {fact.code: fact.status for fact in heard.facts} if heard else {}
    named = {one.code: Status.ABSENT if one.denied else Status.PRESENT for one in mentions(said)}
    assert statuses.get(case["tile"], named.get(case["tile"])) is Status(case["is"])


@pytest.mark.parametrize("case", of("person"))
def test_sex_and_age_are_taken_beside_whatever_else_is_told(case: dict[str, Any]) -> None:
    told = person_in(case["text"], case["asked"])
    assert told is not None
    assert told.sex is (Sex(case["sex"]) if "sex" in case else None)
    assert told.age_months == (case["years"] * 12 if "years" in case else None)
    if "relation" in case:
        assert told.relation is Relation(case["relation"])


@pytest.mark.parametrize("case", of("whose"))
def test_what_a_carer_or_a_relative_has_is_not_the_patients(case: dict[str, Any], reception: Reception) -> None:
    talk = Talk(reception, language_of(case["text"])).as_guest()
    talk.says(case["patient"])
    relation = talk.state.person.relation
    talk.to_page("tell_doctor")
    talk.says(case["text"])
    theirs = {fact.code for fact in talk.state.record if fact.status is Status.PRESENT and fact.topic is not Topic.SAID}
    assert theirs.isdisjoint(case["not_theirs"])
    if "relation" in case["not_theirs"]:
        assert talk.state.person.relation in (relation, Relation.SELF, None)
    family = " ".join(fact.code for fact in talk.state.record if fact.topic is Topic.FAMILY)
    assert case.get("family", "") in family


@pytest.mark.parametrize("case", of("past"))
def test_what_is_over_neither_alarms_nor_is_asked_about(case: dict[str, Any]) -> None:
    said = parsers.normalise(case["text"])
    person = parsers.person_of(said)
    assert bool(check(said, language=language_of(said), person=person)) is case["alarms"]
    if "asks" in case:
        signs = set(knowledge().findings["seizure"].signs) | set(knowledge().findings["fainting"].signs)
        fits = {"fit_now", "fit_goes_on", "first_fit", "child_fit", "faint", "faint_on_effort"}
        assert bool((signs & fits or fits) & {*asked_next(case["text"], person)}) is case["asks"]
    if case.get("doctor"):
        assert "seizure" in {one.code for one in mentions(said) if not one.denied}
