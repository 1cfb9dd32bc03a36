"""Whether a question in the model's words is the one that was to be asked."""

import re
from functools import cache
from pathlib import Path

import yaml

from app.reception.guard.faults import Ground
from models.facts import Language
from models.mentions import mentions

ALIKE = 0.5  # of what the question holds, what the embedded wording holds too
SMALL = frozenset("the and with than more what have does any how much been this that are for you your".split())  # noqa: SIM905
END = re.compile(r"[?？]\s*[”\"'」]?\s*$")
ZH_ASKS = re.compile(r"(?:吗|呢|么)[。.]?\s*$")


def asks(sentence: str, language: Language) -> bool:
    """The sentence puts a question."""
    return bool(END.search(sentence)) or (language is Language.ZH and bool(ZH_ASKS.search(sentence)))


def same(sentence: str, ground: Ground) -> bool:
    """By what it asks about, failing that by its letters."""
    if not ground.question:
        return False
    said = sentence.lower()
    if ground.key.startswith("finding:"):
        code = ground.key.removeprefix("finding:")
        if any(mention.code == code for mention in mentions(sentence)):
            return True
    elif ground.key in _cues():
        meant = {key for key, cues in _cues().items() if any(re.search(one, said) for one in cues[ground.language])}
        if meant:
            return ground.key in meant
    content, wanted = _content(said, ground.language), _content(ground.question.lower(), ground.language)
    return len(content & wanted) >= ALIKE * max(len(content), 1)


def covers(text: str, told: str, language: Language) -> bool:
    """At least half of what `told` holds is in `text` too."""
    wanted = _content(told.lower(), language)
    return len(wanted & _content(text.lower(), language)) >= ALIKE * len(wanted)


def _content(text: str, language: Language) -> set[str]:
    """Pairs of characters in Chinese; words that carry something in English."""
    if language is Language.ZH:
        plain = re.sub(r"[^\u4e00-\u9fff]|[您请问吗呢的了]", "", text)
        return {plain[at : at + 2] for at in range(len(plain) - 1)}
    return {word for word in re.findall(r"[a-z]{3,}", text) if word not in SMALL}


@cache
def _cues() -> dict[str, dict[str, list[str]]]:
    loaded: dict[str, dict[str, list[str]]] = yaml.load(
        (Path(__file__).parent / "questions.yaml").read_text("utf-8"), Loader=yaml.CSafeLoader
    )
    return loaded
