"""Vignettes nothing was learnt from: of ten emergencies nine raise a flag, of ten ordinary visits one at most."""

from pathlib import Path

import pytest
import yaml

from models.embedded.red_flags import check
from models.embedded.understanding import understand
from models.facts import Language, Person


def share_flagged(language: Language, kind: str) -> float:
    file = Path(__file__).parent / f"vignettes.{language}.yaml"
    texts = yaml.safe_load(file.read_text("utf-8"))[kind]
    return sum(flagged(text, language) for text in texts) / len(texts)


def flagged(text: str, language: Language) -> bool:
    heard = understand(text)
    return bool(check(text, language=language, record=heard.facts, person=heard.person or Person()))


@pytest.mark.parametrize("language", Language)
def test_emergencies_are_caught(language: Language) -> None:
    assert share_flagged(language, "emergency") >= 0.9


@pytest.mark.parametrize("language", Language)
def test_ordinary_visits_raise_nothing(language: Language) -> None:
    assert share_flagged(language, "ordinary") <= 0.1
