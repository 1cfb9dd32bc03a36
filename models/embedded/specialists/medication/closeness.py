"""Names of medicines past slips of ear, tongue and keyboard; all that are close, none chosen among them."""

import re
from collections.abc import Sequence
from functools import lru_cache

from rapidfuzz.distance import DamerauLevenshtein, Levenshtein

from models.embedded.specialists.medication.lexicon import (
    Mention,
    Named,
    covered,
    everyday,
    is_kind,
    names,
    syllables,
    words_for,
)
from models.embedded.understanding.english import Token, tokens
from models.embedded.understanding.sounds import sounded
from models.embedded.understanding.writing import Writing

MOST_CLOSE = 3  # names asked about for one unclear word


def misspelt(writing: Writing, found: Sequence[Mention], *, spoken: bool) -> list[Mention]:
    close = []
    for token in tokens(writing.lower):
        if len(token.word) < 5 or token.word in everyday() or covered(token.start, token.end, found):
            continue
        near = _near(token.word, _allowed(len(token.word), spoken=spoken))
        if near:
            close.append(Mention(token.start, token.end, writing.words(token.start, token.end), close=near))
    return close


def _allowed(length: int, *, spoken: bool) -> int:
    if not spoken:
        return 1 if length >= 7 else 0
    return 1 if length < 7 else 2 if length < 10 else 3


def _near(word: str, most: int) -> tuple[Named, ...]:
    """What `word` may have been meant for, closest first; all that are about as close as the closest."""
    if not most:
        return ()
    key = _key(word)
    scored = []
    for name, named in names().spelt.items():
        if abs(len(name) - len(word)) > most:
            continue
        apart = DamerauLevenshtein.distance(word, name, score_cutoff=most)
        if apart <= most:
            sound = DamerauLevenshtein.distance(key, _key(name))
            alike = key[:1] == _key(name)[:1]
            if (alike and sound <= 2) or (apart == 1 and len(word) > 5):
                scored.append((apart + sound / 2, name, named))
    return _closest(scored)


def _closest(scored: list[tuple[float, str, Named]]) -> tuple[Named, ...]:
    scored.sort(key=lambda one: one[:2])
    kept = [named for score, _, named in scored if score <= scored[0][0] + 1.5]
    return tuple({named.codes: named for named in kept}.values())[:MOST_CLOSE]


_SOUNDS = (
    (re.compile("ph|v"), "f"),
    (re.compile("th"), "t"),
    (re.compile("[cq]k?"), "k"),
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
    """A name a recogniser wrote as several words: "met forming", "a tour of a statin"."""
    words = tokens(writing.lower)
    whole = [one for one in found if one.named and len(one.named.codes[0]) > 6 and not is_kind(one.named)]
    best: list[tuple[float, Mention]] = []
    for first in range(len(words)):
        for last in range(first + 1, min(first + 5, len(words))):
            run = words[first : last + 1]
            if any(not token.word.isalpha() or _is_plain(token.word) for token in run) or covered(
                run[0].start, run[-1].end, whole
            ):
                break
            hit = _as_one(run)
            if hit:
                start, end = run[0].start, run[-1].end
                best.append((hit[0], Mention(start, end, writing.words(start, end), close=hit[1])))
    kept: list[Mention] = []
    for _, mention in sorted(best, key=lambda one: one[0]):
        if not covered(mention.start, mention.end, kept):
            kept.append(mention)
    return kept


def _is_plain(word: str) -> bool:
    return len(word) >= 5 and word in everyday()


def _as_one(run: Sequence[Token]) -> tuple[float, tuple[Named, ...]] | None:
    word = "".join(token.word for token in run)
    if len(word) < 8 or len(word) > 18:
        return None
    most = 1 if len(word) < 10 else 2 if len(word) < 12 else 3
    near = _near(word, most)
    if not near:
        return None
    same = [name for name, named in names().spelt.items() if named.codes == near[0].codes]
    return min(DamerauLevenshtein.distance(word, name) for name in same), near


def misheard(writing: Writing, found: Sequence[Mention], *, spoken: bool) -> list[Mention]:
    """Names written with characters of the same or nearly the same sound."""
    close: list[tuple[float, Mention]] = []
    for clause in re.finditer(r"[\u4e00-\u9fff]{3,}", writing.lower):
        said = clause[0]
        for length in range(3, min(10, len(said)) + 1):
            for first in range(len(said) - length + 1):
                start = clause.start() + first
                if covered(start, start + length, found) or words_for("not_a_name").match(writing.lower, start):
                    continue
                words = said[first : first + length]
                hit = _alike(words, spoken=spoken) or _one_off(words, spoken=spoken)
                if hit:
                    mention = Mention(start, start + length, writing.words(start, start + length), close=hit[1])
                    close.append((hit[0] - length / 4, mention))
    kept: list[Mention] = []
    for _, mention in sorted(close, key=lambda one: one[0]):
        if not covered(mention.start, mention.end, kept):
            kept.append(mention)
    return kept


@lru_cache(maxsize=50_000)
def _alike(words: str, *, spoken: bool) -> tuple[float, tuple[Named, ...]] | None:
    """Names of the same sound, or, where medicines are spoken of, of nearly the same and in part so written."""
    sounds = "".join(syllables(words))
    same = names().heard.get(sounds)
    if same:
        written, named = same
        near_enough = len(words) > 3 or (spoken and _written_alike(words, written) >= 1)
        return (0.0, (named,)) if near_enough else None
    if not spoken or len(words) < 4:
        return None
    most = 1 if len(words) < 7 else 2
    scored = [
        (float(apart), name, named)
        for name, (written, named) in names().heard.items()
        if abs(len(name) - len(sounds)) <= most - 1
        and (apart := Levenshtein.distance(sounds, name, score_cutoff=most)) <= most
        and 2 * _written_alike(words, written) >= len(words)
    ]
    if not scored:
        return None
    near = _closest(scored)
    return min(score for score, _, _ in scored), near


def _written_alike(words: str, name: str) -> int:
    """How many characters the two have in common."""
    return len(set(words) & set(name))


@lru_cache(maxsize=50_000)
def _one_off(words: str, *, spoken: bool) -> tuple[float, tuple[Named, ...]] | None:
    """A name of three characters of which one is written with a character of nearly the same sound: 优甲勒."""
    if not spoken or len(words) != 3:
        return None
    for name, named in names().short.items():
        wrong = [(a, b) for a, b in zip(words, name, strict=True) if a != b]
        if len(wrong) == 1:
            first, second = (sounded(char)[0] for char in wrong[0])
            if first[:1] == second[:1] and Levenshtein.distance(first, second) <= 1:
                return 1.0, (named,)
    return None
