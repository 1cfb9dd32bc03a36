"""What relatives are called: the one list of it, for whoever listens for them."""

from functools import cache
from pathlib import Path

import yaml

from frontdesk.models.facts import Language

LIST = Path(__file__).with_suffix(".yaml")


@cache
def _list() -> dict[str, dict[str, str]]:
    those: dict[str, dict[str, str]] = yaml.load(LIST.read_text("utf-8"), Loader=yaml.CSafeLoader)
    return those


def any_kin(language: Language) -> str:
    """The names that stand alone, "dad fell", of any relative, as one expression."""
    return "|".join(words[language] for words in _list().values() if language in words)


def any_kin_of_mine(language: Language) -> str:
    """The names that stand behind "my" only."""
    name = f"my_{language}"
    return "|".join(words[name] for words in _list().values() if name in words)
