"""Tests named with a slip of ear or keyboard right before a number: potasium 4.7, 肌肝九十."""

import re
from collections.abc import Sequence
from functools import cache, lru_cache
from operator import eq

import rjieba
from rapidfuzz import process
from rapidfuzz.distance import DamerauLevenshtein

from frontdesk.models.parsers.sounds import sounded
from frontdesk.models.parsers.trie import Trie, longest_apart
from frontdesk.models.specialists.labs_vitals.catalogue import by_name
from frontdesk.models.specialists.labs_vitals.cues import cue
from frontdesk.models.specialists.labs_vitals.spoken import Number
from frontdesk.models.specialists.labs_vitals.told import WORD_BEGINS, Mention

LEAST = 6  # letters of an English name that is looked for
LONG = 9  # letters from which two may be wrong


def misspelt(text: str, found: Sequence[Mention], free: Sequence[Number]) -> list[Mention]:
    """Tests that numbers of lower-case `text` seem to be values of, apart from those `found`."""
    close = []
    for number in free:
        told = cue("right_before").search(text, 0, number.start)
        before = told.start() if told else number.start
        if not any(one.end > before - 1 and one.start < number.start for one in found):
            close += _english(text, before) or _chinese(text, before)
    return [one for one in close if not any(one.start < other.end and other.start < one.end for other in found)]


def _english(text: str, end: int) -> list[Mention]:
    word = re.search(rf"{WORD_BEGINS}[a-z]{{5,}}$", text[:end])
    meant = _meant(word[0]) if word else None
    return [Mention(word.start(), end, by_name()[meant].name)] if word and meant else []


@lru_cache(maxsize=4096)
def _meant(word: str) -> str | None:
    if cue("no_slip").fullmatch(word):
        return None
    near = process.extract(word, _spelt(), scorer=DamerauLevenshtein.distance, score_cutoff=2, limit=3)
    fits = (name for name, apart, _ in near if name[0] == word[0] and apart <= (2 if len(name) >= LONG else 1))
    return next(fits, None)


@cache
def _spelt() -> tuple[str, ...]:
    return tuple(name for name in by_name() if re.fullmatch(rf"[a-z]{{{LEAST},}}", name))


@cache
def _by_sound() -> Trie[str, str]:
    sounds: Trie[str, str] = Trie()
    for name in by_name():
        if re.fullmatch(r"[\u4e00-\u9fff]{2,8}", name):
            sounds.add(sounded(name), name)
    return sounds


def _chinese(text: str, end: int) -> list[Mention]:
    said = re.search(r"[\u4e00-\u9fff]{2,8}$", text[:end])
    if said is None:
        return []
    hits = [hit for hit in longest_apart(_by_sound().every(sounded(said[0]))) if hit.end == len(said[0])]
    return [
        Mention(said.start() + hit.start, end, by_name()[hit.value].name)
        for hit in hits
        if _is_misheard(said[0][hit.start :], hit.value)
    ]


def _is_misheard(heard: str, name: str) -> bool:
    """Whether at least half of the characters are right, and what was heard is no word of its own."""
    return 2 * sum(map(eq, heard, name)) >= len(name) and not rjieba.has_word(heard)
