"""Which way a reply to a yes-or-no question leans, in whatever words: "it's never come to that", 那可不，天天这样."""

from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple

from models.embedded.network import Network, chances_of, load
from models.embedded.replies.reading import plain
from models.embedded.triage.statistics import is_chinese

WEIGHTS = Path(__file__).with_name("leaning.npz")
LONGEST = {True: 30, False: 90}  # characters in Chinese, in English; who tells more tells other things too


class Leaning(NamedTuple):
    """Chances; together they are one."""

    yes: float
    no: float
    once: float  # it was, and is over
    another: float  # somebody else has it
    unsure: float
    other: float  # it answers nothing


@cache
def shipped() -> Network:
    return load(WEIGHTS)


@lru_cache(maxsize=64)
def leaning(text: str) -> Leaning | None:
    """None for what is too long to be a reply and no more."""
    if len(text) > LONGEST[is_chinese(text)]:
        return None
    return Leaning(*map(float, chances_of(plain(text), shipped())))
