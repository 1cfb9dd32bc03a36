"""A nurse is named with one title."""

import pytest

from frontdesk.models.facts import Language
from frontdesk.models.speaking.titles import as_nurse


@pytest.mark.parametrize(
    ("name", "language", "told"),
    [
        ("Lin", Language.EN, "Nurse Lin"),
        ("Nurse Lin", Language.EN, "Nurse Lin"),
        ("Nurse Lin (林护士)", Language.EN, "Nurse Lin (林护士)"),
        ("Sister Mary", Language.EN, "Sister Mary"),
        ("Drew Nursey", Language.EN, "Nurse Drew Nursey"),
        ("林芳", Language.ZH, "护士林芳"),
        ("林护士", Language.ZH, "林护士"),
        ("林主任", Language.ZH, "林主任"),
    ],
)
def test_one_title_and_never_two(name: str, language: Language, told: str) -> None:
    assert as_nurse(name, language) == told
