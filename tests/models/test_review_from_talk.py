"""The review of a summary in plain code where there is the talk and no dialogue state."""

import pytest

from frontdesk.models.facts import Language
from frontdesk.models.review import DECIDER, RESEARCHER, Draft, Line, Part, Sentence, review
from frontdesk.models.review.numbers import numbers, spans
from frontdesk.models.review.passages import passages

TALK = (
    (None, "Hello. What brings you in today?"),
    (1, "My left ear hurts, for three days now."),
    (None, "Any fever or cough?"),
    (2, "No fever. A bit of a cough."),
    (None, "Do you take any medicines?"),
    (3, "Metformin 500 twice a day."),
    (None, "Any illnesses?"),
    (4, "Diabetes. My brother has asthma, uses an inhaler."),
    (None, "Are you allergic to anything?"),
    (5, "I'm not sure about latex."),
)
LINES = tuple(Line(turn=turn, text=text) for turn, text in TALK)
TRUE = (
    (Part.POSITIVES, "left ear pain for 3 days"),
    (Part.POSITIVES, "cough"),
    (Part.NEGATIVES, "no fever"),
    (Part.UNKNOWNS, "latex: does not know"),
    (Part.HISTORY, "metformin 500 twice a day"),
    (Part.HISTORY, "diabetes"),
    (Part.HISTORY, "brother has asthma, uses an inhaler"),
)


def reviewed(*told: tuple[Part, str], lines: tuple[Line, ...] = LINES) -> list[tuple[Part, str]]:
    sentences = tuple(
        Sentence(sentence_id=f"p{place}", part=part, text=text) for place, (part, text) in enumerate(told)
    )
    draft = Draft(language=Language.EN, sentences=sentences, known=None, lines=lines)
    return [(one.part, one.text) for one in review(draft, RESEARCHER.embedded, DECIDER.embedded).sentences]


def instead(place: int, part: Part, text: str) -> list[tuple[Part, str]]:
    return [(part, text) if at == place else told for at, told in enumerate(TRUE)]


def test_a_true_summary_stays_as_it_is() -> None:
    assert reviewed(*TRUE) == list(TRUE)


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        (instead(0, Part.POSITIVES, "right ear pain for 3 days"), (Part.POSITIVES, "left ear pain for 3 days")),
        (
            instead(0, Part.POSITIVES, "left ear pain for 3 weeks"),
            (Part.POSITIVES, "My left ear hurts, for three days now"),
        ),
        (instead(1, Part.NEGATIVES, "no cough"), (Part.POSITIVES, "A bit of a cough")),
        (instead(2, Part.POSITIVES, "fever"), (Part.NEGATIVES, "No fever")),
        (instead(3, Part.NEGATIVES, "no latex allergy"), (Part.UNKNOWNS, "I'm not sure about latex")),
        (instead(4, Part.HISTORY, "metformin 850 twice a day"), (Part.HISTORY, "Metformin 500 twice a day")),
        (instead(5, Part.HISTORY, "no diabetes"), (Part.HISTORY, "Diabetes")),
        (instead(6, Part.HISTORY, "asthma"), (Part.HISTORY, "My brother has asthma, uses an inhaler")),
        ([told for told in TRUE if told[1] != "cough"], (Part.POSITIVES, "A bit of a cough")),
    ],
    ids=["side", "span", "denied", "affirmed", "settled", "number", "illness denied", "another's", "left out"],
)
def test_what_the_talk_says_otherwise_is_put_right_in_the_patients_words(
    wrong: list[tuple[Part, str]], right: tuple[Part, str]
) -> None:
    outcome = reviewed(*wrong)
    assert right in outcome
    assert set(outcome) - {right} <= set(TRUE)


@pytest.mark.parametrize("invented", ["chest pain", "takes warfarin", "stroke"])
def test_what_nobody_spoke_of_goes(invented: str) -> None:
    assert reviewed(*TRUE, (Part.HISTORY, invented)) == list(TRUE)


def test_a_denial_that_names_nothing_denies_what_was_asked() -> None:
    lines = (Line(turn=None, text="Any allergies?"), Line(turn=1, text="None that I know of."))
    assert reviewed(lines=lines) == [(Part.HISTORY, "no allergies")]


def test_what_follows_another_persons_illness_is_hers_to_the_end_of_the_sentence() -> None:
    told = passages(LINES, Language.EN)
    assert {one.part for one in told if "inhaler" in one.text} == {Part.HISTORY}
    assert len({one.asserted for one in told if "inhaler" in one.text}) == 1


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("三十八度二", {38.2}),
        ("twice", {2.0}),
        ("ten minutes", {10.0}),
        ("维生素B12", set()),
        ("2015年", {2015.0}),
        ("十二指肠", set()),
    ],
)
def test_numbers_are_read_in_digits_and_words(text: str, said: set[float]) -> None:
    assert numbers(text) == said


def test_a_span_may_have_its_unit_in_the_question() -> None:
    assert spans("Four.", "How many days is that?") == {96.0}
    assert spans("半个月") == {360.0}
