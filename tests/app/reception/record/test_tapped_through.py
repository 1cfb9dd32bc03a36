"""By tapping alone: how many pages until a department is named, which one, and what is kept of what was tapped."""

import pytest

from frontdesk.app.reception.reception import Reception
from frontdesk.models.facts import Language, Topic
from tests.app.reception.talk import Talk

FIRST = 2  # pages before the talk: the start page and the consent
REPEAT = "fact:request:repeat_prescription"
OLD, BABY = ("self_male", "sixties"), ("child_female", "newborn")


def screens(talk: Talk) -> int:
    """Every page that a person sees until a department is named; who is ill, sex and age are one."""
    return FIRST + len([page for page in talk.state.asked if page not in ("age", "sex")])


def walked(reception: Reception, *taps: tuple[str, ...], language: Language = Language.EN, **answers: str) -> Talk:
    talk = Talk(reception, language).as_guest()
    for tapped in taps:
        talk.turn(options=tapped)
    return talk.to_department(**answers)


@pytest.mark.parametrize(
    ("taps", "answers", "specialty", "kept"),
    [
        ([("site:chest",), ("fact:finding:chest_tightness",)], OLD, "cardiology", {"chest_tightness"}),
        ([("site:knee",), ("fact:finding:knee_pain",)], OLD, "orthopedics", {"knee_pain"}),
        ([("fact:finding:rash", "fact:finding:fever")], OLD, None, {"rash", "fever"}),
        ([("site:mind",), ("fact:finding:low_mood",)], OLD, "psychiatry", {"low_mood"}),
        ([(REPEAT,), ("fact:medicine:blood pressure medicine",)], OLD, None, {"blood pressure medicine"}),
        ([("fact:finding:back_pain",)], OLD, "orthopedics", {"back_pain"}),
    ],
)
@pytest.mark.parametrize("language", list(Language))
def test_the_department_and_the_facts_by_tapping_alone(
    reception: Reception,
    language: Language,
    taps: list[tuple[str, ...]],
    answers: tuple[str, str],
    specialty: str | None,
    kept: set[str],
) -> None:
    talk = walked(reception, *taps, language=language, who=answers[0], age=answers[1])
    assert talk.state.recommended
    assert specialty in (None, talk.state.recommended.specialty, *talk.state.recommended.alternatives)
    assert kept <= talk.present


def test_a_newborn_with_fever_alarms(reception: Reception) -> None:
    talk = Talk(reception, Language.ZH).as_guest()
    talk.taps("fact:finding:fever")
    talk.to_page("age", who=BABY[0])
    talk.taps(BABY[1])
    assert talk.alarms


@pytest.mark.parametrize("language", list(Language))
def test_a_repeat_prescription_is_five_pages_until_the_department(reception: Reception, language: Language) -> None:
    talk = walked(reception, (REPEAT,), ("fact:medicine:blood pressure medicine",), language=language)
    before = [page for page in talk.state.asked if page not in ("helping", "supply", "allergies")]
    assert before == ["open", "medicines", "who", "age"]
    talk.to_end(helping="helps_less", supply="used_up")
    assert {"helping", "supply", "allergies"} <= set(talk.state.asked) and "past_history" not in talk.state.asked
    assert {"helps_less", "used_up"} <= talk.present


def test_a_medicine_that_does_not_agree_brings_its_danger_signs(reception: Reception) -> None:
    talk = walked(reception, (REPEAT,), ("fact:medicine:painkiller",)).to_page("helping")
    talk.taps("trouble")
    assert talk.page == "danger" and "vomiting_blood" in talk.signs
    talk.taps("sign:vomiting_blood")
    assert talk.alarms


@pytest.mark.parametrize("language", list(Language))
def test_which_medicine_is_needed_again_is_not_answered_by_no_medicines(
    reception: Reception, language: Language
) -> None:
    talk = Talk(reception, language).as_guest()
    talk.sends(REPEAT)
    assert talk.page == "medicines" and "none" not in talk.tiles and "forgot" in talk.tiles
    talk.taps("forgot")
    assert talk.fact("unknown").topic is Topic.MEDICINE


def test_a_medicine_that_helps_brings_none(reception: Reception) -> None:
    talk = walked(reception, (REPEAT,), ("fact:medicine:painkiller",)).to_page("helping")
    talk.taps("helps")
    assert talk.page == "supply"


def test_a_knee_is_six_screens(reception: Reception) -> None:
    talk = walked(reception, ("site:knee",), ("fact:finding:knee_pain",))
    assert FIRST + len([page for page in talk.state.asked if page not in ("age", "sex", "side")]) <= 6
