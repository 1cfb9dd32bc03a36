"""The embedded nurse's voice: short plain sentences from a catalogue, varied but reproducible."""

from functools import cache
from pathlib import Path

import yaml

from frontdesk.models.facts import Language

LONGEST = {Language.ZH: 60, Language.EN: 40}  # a turn: characters, words (services style 34)


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


def length(text: str, language: Language) -> int:
    """Characters of Chinese, words of English."""
    return len(text) if language is Language.ZH else len(text.split())


def join(language: Language, *sentences: str) -> str:
    return ("" if language is Language.ZH else " ").join(s for s in sentences if s)


def led(language: Language, leads: tuple[str, ...], body: str) -> str:
    """`body` after as many of the `leads` as a turn has room for; the later ones, nearest to it, are given up first."""
    kept: list[str] = []
    for lead in leads:
        if lead and length(join(language, *kept, lead, body), language) <= LONGEST[language]:
            kept.append(lead)
    return join(language, *kept, body)
