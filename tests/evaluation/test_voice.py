"""The measure of the voice, with the voice that is always there."""

import pytest

from frontdesk.evaluation.voice import of, report
from frontdesk.models.facts import Language
from frontdesk.models.speech.synthesis.engines import NO_ESPEAK, Chosen, can_speak
from tests.conftest import not_tested


def test_it_tells_of_both_languages_and_of_the_process() -> None:
    if not can_speak(Chosen()):
        not_tested(NO_ESPEAK)
    zh, en, process = report(Chosen(), 3)
    assert zh.startswith("zh: 3 lines") and en.startswith("en: 3 lines")
    assert process.startswith("espeak: ") and process.endswith("MB resident")


@pytest.mark.parametrize("language", Language)
def test_the_lines_are_the_same_each_time(language: Language) -> None:
    assert of(language, 5) == of(language, 5)
