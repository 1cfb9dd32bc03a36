"""The words of `cues.yaml` that bend the meaning of what stands near them, as patterns."""

import re
from functools import cache
from pathlib import Path

import yaml

from frontdesk.models.assertion.kin import any_kin, any_kin_of_mine
from frontdesk.models.facts import Language


def lowered(text: str) -> str:
    """Lower case with straight apostrophes, every character staying where it is."""
    low = text.lower()
    if len(low) != len(text):
        low = "".join(small if len(small := char.lower()) == 1 else char for char in text)
    return low.replace("’", "'")


@cache
def _words() -> dict[str, dict[str, str | list[str]]]:
    words: dict[str, dict[str, str | list[str]]] = yaml.load(
        (Path(__file__).parent / "cues.yaml").read_text("utf-8"), Loader=yaml.CSafeLoader
    )
    return words


def _entry(language: Language, name: str) -> str:
    entry = _words()[language].get(name, "(?!)")
    return entry if isinstance(entry, str) else "|".join(entry)


@cache
def cues(language: Language, name: str) -> re.Pattern[str]:
    """The compiled cues of one kind; what a language does not list never matches."""
    fragments = re.sub(r"\s*\n\s*", " ", _entry(language, name)).replace(" |", "|").replace("n't", "n'?t")
    groups = {"kin": any_kin(language), "my_kin": any_kin_of_mine(language), "folk": _entry(language, "folk")}
    for group, words in groups.items():
        fragments = fragments.replace(f"{{{group}}}", words)
    bounded = language is Language.EN and name not in ("sentence", "comma")
    return re.compile(rf"(?<![\w'])(?:{fragments})(?:(?<=\s)|(?!\w))" if bounded else fragments)


def spans(name: str, text: str, language: Language) -> list[tuple[int, int]]:
    """Where the cues of one kind stand."""
    return [m.span() for m in cues(language, name).finditer(text)]


def touches(span: tuple[int, int], others: list[tuple[int, int]]) -> bool:
    """Whether a span overlaps one of the others."""
    return any(start < span[1] and span[0] < end for start, end in others)
