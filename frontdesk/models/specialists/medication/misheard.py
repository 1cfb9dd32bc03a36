"""Chinese names of medicines written with characters of the same or nearly the same sound."""

import re
from collections.abc import Sequence
from functools import cache, lru_cache

from rapidfuzz import process
from rapidfuzz.distance import Levenshtein

from frontdesk.models.parsers.sounds import sounded
from frontdesk.models.parsers.writing import Writing
from frontdesk.models.specialists.medication.closeness import closest
from frontdesk.models.specialists.medication.lexicon import Mention, Named, covered, names, syllables, words_for


def misheard(writing: Writing, found: Sequence[Mention], *, spoken: bool) -> list[Mention]:
    """Names written with characters of the same or nearly the same sound."""
    close: list[tuple[float, Mention]] = []
    taken = {place for one in found for place in range(one.start, one.end)}
    for clause in re.finditer(r"[\u4e00-\u9fff]{3,}", writing.lower):
        said = clause[0]
        for length in range(3, min(10, len(said)) + 1):
            for first in range(len(said) - length + 1):
                start = clause.start() + first
                if not taken.isdisjoint(range(start, start + length)):
                    continue
                if words_for("not_a_name").match(writing.lower, start):
                    continue
                words = said[first : first + length]
                if _holds_a_name(words):
                    continue
                hit = _alike(words, spoken=spoken) or _one_off(words, spoken=spoken)
                if hit:
                    mention = Mention(start, start + length, writing.words(start, start + length), close=hit[1])
                    close.append((hit[0] - length / 4, mention))
    kept: list[Mention] = []
    for _, mention in sorted(close, key=lambda one: one[0]):
        if not covered(mention.start, mention.end, kept):
            kept.append(mention)
    return kept


_BEFORE_A_NAME = re.compile("(?:[吃服用喝打开给的是着过个种叫还又加了我]|一种|医生)+")
_BEHIND_A_NAME = re.compile("[能可以会要和跟同与配后前一了吗就还不也都没有喝吃服用过的是]+")


def goes_with_a_name(words: str) -> str:
    """What is left of `words` without those that go with a name on either side."""
    return _BEHIND_A_NAME.sub(" ", _BEFORE_A_NAME.sub(" ", words))


def _holds_a_name(words: str) -> bool:
    """Whether it is only a known name of two characters and words that go with it: 吃了安定, 头孢可以."""
    behind_verb = words[-2:] in names().pairs and _BEFORE_A_NAME.fullmatch(words[:-2])
    return bool(behind_verb or (words[:2] in names().pairs and _BEHIND_A_NAME.fullmatch(words[2:])))


@cache
def _all_heard(length: int) -> tuple[str, ...]:
    """Sounds of names about as long as `length` syllables."""
    slack = 0 if length < 7 else 1
    return tuple(name for name in names().heard if abs(len(name) - length) <= slack)


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
    near_sounds = process.extract(
        sounds, _all_heard(len(sounds)), scorer=Levenshtein.distance, score_cutoff=most, limit=None
    )
    scored = [
        (float(apart), name, named)
        for name, apart, _ in near_sounds
        for written, named in (names().heard[name],)
        if 2 * _written_alike(words, written) >= len(words)
    ]
    if not scored:
        return None
    near = closest(scored)
    return min(score for score, _, _ in scored), near


def _written_alike(words: str, name: str) -> int:
    """How many characters the two have in common."""
    return len(set(words) & set(name))


def _beginning(syllable: str) -> str:
    """The first sound; j, q and x are one: 缬 is read 结 for what stands inside it."""
    return "j" if syllable[:1] in ("q", "x") else syllable[:1]


@lru_cache(maxsize=50_000)
def _one_off(words: str, *, spoken: bool) -> tuple[float, tuple[Named, ...]] | None:
    """A name of three characters of which one is written with a character of nearly the same sound: 优甲勒."""
    if not spoken or len(words) != 3:
        return None
    for name in sorted(
        {name for pair in _pairs(words) for name in _short().get(pair, ())}, key=list(names().short).index
    ):
        place = next((at for at in range(3) if words[at] != name[at]), None)
        if place is not None:
            first, second = sounded(words[place])[0], sounded(name[place])[0]
            if _beginning(first) == _beginning(second) and Levenshtein.distance(first, second) <= 1:
                return 1.0, (names().short[name],)
    return None


@cache
def _short() -> dict[tuple[int, str], list[str]]:
    """Names of three characters by each two of them."""
    found: dict[tuple[int, str], list[str]] = {}
    for name in names().short:
        for pair in _pairs(name):
            found.setdefault(pair, []).append(name)
    return found


def _pairs(words: str) -> list[tuple[int, str]]:
    """What is left of three characters without the first, the second, the third."""
    return [(out, words[:out] + words[out + 1 :]) for out in range(3)]
