"""The embedded nurse's voice: short plain sentences from a catalogue, varied but reproducible."""

from functools import cache
from pathlib import Path

import yaml

from models.facts import Language


class UnknownPhrase(KeyError):
    """A phrase the catalogue does not have: a fault of ours."""


@cache
def phrases(language: Language) -> dict[str, list[str]]:
    """Every phrase of one language: key -> its wordings."""
    text = (Path(__file__).parent / f"phrases.{language}.yaml").read_text(encoding="utf-8")
    catalogue = yaml.load(text, Loader=yaml.CSafeLoader)
    return {key: [said] if isinstance(said, str) else said for key, said in catalogue.items()}


def say(key: str, language: Language, *, variant: int = 0, **values: str) -> str:
    """The wording of `key` in `language`; `variant` picks among several, so that talk does not sound copied."""
    wordings = phrases(language).get(key)
    if not wordings:
        raise UnknownPhrase(f"{key} ({language})")
    return wordings[variant % len(wordings)].format(**values)


def knows(key: str, language: Language) -> bool:
    return key in phrases(language)
