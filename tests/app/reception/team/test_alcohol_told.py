"""Alcohol on the doctor's page: told once with its working, and put right where it was corrected."""

import pytest

from frontdesk.app.reception.reception import Reception
from frontdesk.models.facts import Language
from tests.app.reception.talk import Talk


def alcohol(talk: Talk) -> list[str]:
    told = (note.text[talk.state.language] for note in talk.state.notes)
    return [one for one in told if "酒精" in one or "Alcohol" in one]


@pytest.mark.parametrize(
    ("language", "lines", "noted", "never"),
    [
        (
            Language.ZH,
            (
                "咳嗽三天了，我60岁，男，高血压",
                "我每周喝两三次白酒，每次二两；我干装修，粉尘大。还有瘦的是五公斤。",
                "不对，白酒不是每天喝，一周两三次，每次二两，大概一百毫升，没有277克那么多。",
            ),
            "白酒每次100 ml，每周2–3次",
            ("= 277", "271", "15 g"),
        ),
        (
            Language.EN,
            (
                "I've had a cough for three days, I'm 60, male, I have high blood pressure",
                "I drink 150 ml of wine three times a week, it's 12% wine",
                "that's wrong, I drink 150 ml of wine twice a week, it's 12% wine",
            ),
            "2 times a week = 28 g",
            ("3 times", "15 g"),
        ),
    ],
)
def test_a_correction_replaces_what_was_noted(
    reception: Reception, language: Language, lines: tuple[str, ...], noted: str, never: tuple[str, ...]
) -> None:
    talk = Talk(reception, language).as_guest()
    for line in lines:
        talk.says(line)
    notes = alcohol(talk)
    assert len(notes) == 1 and noted in notes[0]
    assert not any(word in notes[0] for word in never)
