"""A question as doctors type it among themselves, in whole words: pts, b/c, 咋, 几号."""

import re
from functools import cache, lru_cache
from pathlib import Path

import yaml


@lru_cache(maxsize=256)
def spelled_out(question: str) -> str:
    """The question with what `shorthand.yaml` lists in whole words, and nothing else changed."""
    for words, whole in _rows():
        question = words.sub(whole, question)
    return question


@cache
def _rows() -> tuple[tuple[re.Pattern[str], str], ...]:
    rows = yaml.load(Path(__file__).with_suffix(".yaml").read_text("utf-8"), Loader=yaml.CSafeLoader)
    return tuple((re.compile(words, re.IGNORECASE), whole) for words, whole in rows)
