"""The question that tells departments apart, in the talk."""

import pytest

from frontdesk.app.reception.reception import Reception
from frontdesk.app.reception.session.state import Phase
from frontdesk.models.facts import Language
from frontdesk.models.triage.differential import PAGES as DIFFERENTIAL
from tests.app.reception.talk import Talk

ZH, EN = Language.ZH, Language.EN
BOTH = pytest.mark.parametrize("language", [ZH, EN])
VAGUE = {ZH: "心口这块儿老不舒坦", EN: "something's not right in my chest, hard to describe"}
POINTS_TO = {"low_mood": "psychiatry", "pain_on_breathing": "thoracic_surgery"}  # not where the words point
WHO = {"who": "self_male", "sex": "male", "age": "middle"}


def unsure(reception: Reception, language: Language) -> Talk:
    talk = Talk(reception, language).as_guest()
    talk.says(VAGUE[language])
    return talk.to_page("differential", **WHO)


def findings(talk: Talk) -> set[str]:
    return {key.rpartition(":")[2] for key in talk.tiles if key.startswith("fact:finding:")}


@BOTH
def test_a_vague_complaint_brings_findings_and_no_choice_of_departments(
    reception: Reception, language: Language
) -> None:
    talk = unsure(reception, language)
    assert findings(talk)
    assert "choose" not in talk.state.asked
    assert {"none", "unsure", "person"} <= talk.tiles


@BOTH
def test_what_is_tapped_leads_to_its_department_and_stands_in_the_record(
    reception: Reception, language: Language
) -> None:
    talk = unsure(reception, language)
    tapped = min(findings(talk) & POINTS_TO.keys())
    talk.taps(f"fact:finding:{tapped}")
    assert tapped in talk.present
    talk.to_department(**WHO)
    assert talk.state.recommended is not None
    assert talk.state.recommended.specialty == POINTS_TO[tapped]


@BOTH
def test_none_of_these_denies_each_and_nothing_comes_twice(reception: Reception, language: Language) -> None:
    talk = unsure(reception, language)
    first = findings(talk)
    talk.taps("none")
    assert first <= talk.denied
    pages = [first]
    while talk.state.recommended is None:
        if talk.page in DIFFERENTIAL:
            pages.append(findings(talk))
        assert not first & findings(talk)
        talk.answers_page()
    assert len(pages) <= 2
    assert sum(page in DIFFERENTIAL for page in talk.state.asked) <= 2


@pytest.mark.parametrize(
    ("language", "words"),
    [(ZH, "都没有，就是刚才吐了一大口血"), (EN, "none of those, but I have just vomited a lot of blood")],
)
def test_a_no_to_it_covers_no_danger_told_behind_it(reception: Reception, language: Language, words: str) -> None:
    talk = unsure(reception, language)
    talk.says(words)
    assert talk.state.phase is Phase.EMERGENCY


@BOTH
def test_a_plain_complaint_is_not_asked_on(reception: Reception, language: Language) -> None:
    talk = Talk(reception, language).as_guest()
    talk.taps("fact:finding:rash")
    talk.to_department(**WHO)
    assert not set(DIFFERENTIAL) & set(talk.state.asked)


def test_what_a_danger_sign_spoke_of_is_not_asked_again(reception: Reception) -> None:
    talk = unsure(reception, EN)
    assert "sign:chest_breathless" in talk.state.shown
    assert not {"breathlessness", "sweating"} & findings(talk)
