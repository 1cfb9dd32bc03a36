"""English names of medicines past slips of ear, tongue and keyboard; all that are close, none chosen among them."""

import re
from collections.abc import Sequence
from functools import cache, lru_cache

from rapidfuzz import process
from rapidfuzz.distance import DamerauLevenshtein, Levenshtein

from frontdesk.models.parsers.english import Token, tokens
from frontdesk.models.parsers.writing import Writing
from frontdesk.models.specialists.medication.lexicon import (
    Mention,
    Named,
    covered,
    is_everyday,
    is_kind,
    names,
)

MOST_CLOSE = 3  # names asked about for one unclear word


def misspelt(writing: Writing, found: Sequence[Mention], *, spoken: bool) -> list[Mention]:
    close = []
    for token in tokens(writing.lower):
        if len(token.word) < 5 or is_everyday(token.word) or covered(token.start, token.end, found):
            continue
        near = _near(token.word, _allowed(len(token.word), spoken=spoken))
        if near:
            close.append(Mention(token.start, token.end, writing.words(token.start, token.end), close=near))
    told = _hyphened(writing, spoken=spoken)
    return close + [one for one in told if not covered(one.start, one.end, [*found, *close])]


def _hyphened(writing: Writing, *, spoken: bool) -> list[Mention]:
    """A name told by its syllables: "duo-lox-a-teen"."""
    close = []
    for match in re.finditer(r"[a-z]+(?:-[a-z]+){1,5}", writing.lower):
        word = match[0].replace("-", "")
        hit = _as_one_word(word) or _sounding(word) if 7 <= len(word) <= 22 else None
        if hit and (spoken or not hit[0]):
            close.append(Mention(*match.span(), writing.words(*match.span()), close=hit[1]))
    return close


def _allowed(length: int, *, spoken: bool) -> int:
    if not spoken:
        return 1 if length >= 7 else 0
    return 1 if length < 7 else 2 if length < 10 else 3


@lru_cache(maxsize=512)
def _near(word: str, most: int) -> tuple[Named, ...]:
    """What `word` may have been meant for, closest first; all that are about as close as the closest."""
    if not most:
        return ()
    key = _key(word)
    scored = []
    spelt = names().spelt
    # Two letters changed about are two steps of the quick distance at most: what is further away needs no slow one.
    around = process.extract(
        word, _spelt(len(word), most), scorer=Levenshtein.distance, score_cutoff=2 * most, limit=None
    )
    for name in dict.fromkeys((*(one[0] for one in around), *_by_key().get(key, ()))):
        apart = DamerauLevenshtein.distance(word, name)
        if apart > most and _key(name) != key:
            continue
        sound = DamerauLevenshtein.distance(key, _key(name))
        alike = key[:1] == _key(name)[:1]
        if (alike and sound <= 2) or (apart == 1 and len(word) > 5):
            scored.append((apart + sound / 2, name, spelt[name]))
    return closest(scored)


@cache
def _spelt(length: int, slack: int) -> tuple[str, ...]:
    """Names about as long as `length` letters."""
    return tuple(name for name in names().spelt if abs(len(name) - length) <= slack)


@cache
def _by_key() -> dict[str, list[str]]:
    """Names by how they sound."""
    found: dict[str, list[str]] = {}
    for name in names().spelt:
        found.setdefault(_key(name), []).append(name)
    return found


@cache
def _by_bones() -> dict[str, list[str]]:
    """Names by their consonants and first sound."""
    found: dict[str, list[str]] = {}
    for name in names().spelt:
        found.setdefault(_bones(name), []).append(name)
    return found


def closest(scored: list[tuple[float, str, Named]]) -> tuple[Named, ...]:
    scored.sort(key=lambda one: one[:2])
    kept = [named for score, _, named in scored if score <= scored[0][0] + 1.5]
    return tuple({named.codes: named for named in kept}.values())[:MOST_CLOSE]


_SOUNDS = (
    (re.compile("ph|v"), "f"),
    (re.compile("th|ght?"), "t"),
    (re.compile("c(?=[eiy])"), "s"),
    (re.compile("[cq]k?"), "k"),
    (re.compile("(?<=.)x"), "ks"),
    (re.compile("[zx]"), "s"),
    (re.compile("[yi]e?"), "i"),
    (re.compile("ou|oo"), "u"),
    (re.compile(r"(.)\1"), r"\1"),
    (re.compile("e$"), ""),
)


@lru_cache(maxsize=20_000)
def _key(word: str) -> str:
    """How a word sounds, roughly: ph and f, c and k, y and i are one."""
    for pattern, plain in _SOUNDS:
        word = pattern.sub(plain, word)
    return word


def joined(writing: Writing, found: Sequence[Mention]) -> list[Mention]:
    """A name a recogniser wrote as several words: "met forming", "a tour of a statin", "zoe loft"."""
    words = tokens(writing.lower)
    whole = [one for one in found if one.named and len(one.named.codes[0]) > 6 and not is_kind(one.named)]
    best: list[tuple[float, Mention]] = []
    for first in range(len(words)):
        slot = bool(_SLOT.search(writing.lower, max(0, words[first].start - 40), words[first].start))
        for last in range(first + 1, min(first + LONGEST_RUN, len(words))):
            run = words[first : last + 1]
            if run[0].word in _POINTING or any(not t.word.isalpha() or _is_plain(t.word) for t in run):
                break
            start, end = run[0].start, run[-1].end
            if covered(start, end, whole):
                break
            hit = _as_one(run, slot=slot)
            if hit:
                best.append((hit[0], Mention(start, end, writing.words(start, end), close=hit[1])))
    kept: list[Mention] = []
    for _, mention in sorted(best, key=lambda one: one[0]):
        if not covered(mention.start, mention.end, kept):
            kept.append(mention)
    return kept


_POINTING = frozenset({"my", "the", "your", "his", "her", "our", "this", "that"})
LONGEST_RUN = 7  # words: "a seat a min a fen"
# A name is due right behind these.
_SLOT = re.compile(
    r"\b(?:tak(?:e|es|ing|en)|took|on|us(?:e|es|ed|ing)|gave me|given|prescribed(?: me)?|called|started|stopped"
    r"|of|my|the|some|put me on|it's|is|like)(?: (?:my|some|the|a|an|this|that|something called))? ['‘“]?$"
)


def _is_plain(word: str) -> bool:
    return len(word) >= 5 and is_everyday(word)


def _as_one(run: Sequence[Token], *, slot: bool) -> tuple[float, tuple[Named, ...]] | None:
    word = "".join(token.word for token in run)
    if not 5 <= len(word) <= 22:
        return None
    return _as_one_word(word) or (_sounding(word) if slot else None)


def _as_one_word(word: str) -> tuple[float, tuple[Named, ...]] | None:
    most = 0 if len(word) < 8 else 1 if len(word) < 10 else 2 if len(word) < 12 else 3
    near = _near(word, most)
    if not near:
        return None
    return min(DamerauLevenshtein.distance(word, name) for name in _by_codes()[near[0].codes]), near


@cache
def _by_codes() -> dict[tuple[str, ...], list[str]]:
    found: dict[tuple[str, ...], list[str]] = {}
    for name, named in names().spelt.items():
        found.setdefault(named.codes, []).append(name)
    return found


def _sounding(word: str) -> tuple[float, tuple[Named, ...]] | None:
    """Names with the same consonants in the same order, of about the same length."""
    scored = []
    for name in _by_bones().get(_bones(word), ()):
        apart = DamerauLevenshtein.distance(word, name)
        if apart <= max(2, len(name) * 2 // 5):
            scored.append((float(apart), name, names().spelt[name]))
    return (min(scored)[0], closest(scored)) if scored else None


def _bones(word: str) -> str:
    """The first sound of a word and its consonants."""
    key = _key(word)
    return key[:1] + ":" + re.sub(r"(.)\1", r"\1", re.sub("[aeiouhw]", "", key))
