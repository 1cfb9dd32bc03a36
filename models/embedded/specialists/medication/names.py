"""Medicines named in an utterance: by their name, by something close to a name, or by a name no list holds."""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple

import yaml
from rapidfuzz.distance import DamerauLevenshtein, Levenshtein

from models.embedded.understanding.cues import scripts
from models.embedded.understanding.english import Token, phrase, tokens
from models.embedded.understanding.sounds import sounded
from models.embedded.understanding.trie import Hit, Trie, longest_apart
from models.embedded.understanding.writing import Writing, read
from models.knowledge.formulary import formulary
from models.knowledge.formulary_schema import Product

MOST_CLOSE = 3  # names asked about for one unclear word


class Named(NamedTuple):
    """What a name stands for: one medicine (or kind of medicine), or a product and what it holds."""

    codes: tuple[str, ...]
    product: Product | None = None


class Mention(NamedTuple):
    """Words from `start` to `end`. `named` where a name was read, else `close` to some names, or to none."""

    start: int
    end: int
    words: str
    named: Named | None = None
    close: tuple[Named, ...] = ()

    @property
    def meant(self) -> Named | None:
        """The one thing it can mean."""
        return self.named or (self.close[0] if len(self.close) == 1 else None)


class _Names:
    """Every name of the formulary, to be looked for as written, as spelt and as it sounds."""

    def __init__(self) -> None:
        self.zh: Trie[str, Named] = Trie()
        self.en: Trie[str, Named] = Trie()
        self.spelt: dict[str, Named] = {}
        self.heard: dict[str, Named] = {}
        self.written: set[str] = set()
        self.short: dict[str, Named] = {}
        for names, named in _entries():
            for name in names:
                self._add(name, named)

    def _add(self, name: str, named: Named) -> None:
        lower = read(name).lower
        if re.search(r"[\u4e00-\u9fff]", lower):
            self.zh.add(lower, named)
            if re.fullmatch(r"[\u4e00-\u9fff]{3}", lower):
                self.short.setdefault(lower, named)
            if re.fullmatch(r"[\u4e00-\u9fff]{3,10}", lower):
                self.heard.setdefault("".join(_sounds(lower)), named)
            return
        self.en.add(phrase(lower), named)
        self.written.add(lower)
        if " " not in lower and len(lower) >= 5:
            self.spelt.setdefault(lower, named)


def _entries() -> Iterator[tuple[list[str], Named]]:
    known = formulary()
    for product in known.products:  # first: their strength is known
        names = [*([product.zh] if product.zh else []), *(n for names in product.says.values() for n in names)]
        yield names, Named(tuple(product.holds), product)
    for one in known.medicines.values():
        yield [one.code, one.zh, *(name for names in one.says.values() for name in names)], Named((one.code,))


@lru_cache(maxsize=1)
def _names() -> _Names:
    return _Names()


@cache
def _data() -> dict[str, list[str]]:
    text = (Path(__file__).parent / "words.yaml").read_text(encoding="utf-8")
    found: dict[str, list[str]] = yaml.load(text, Loader=yaml.CSafeLoader)
    return found


@cache
def _everyday() -> frozenset[str]:
    return frozenset(word for line in _data()["everyday"] for word in line.split())


@cache
def _pattern(name: str) -> re.Pattern[str]:
    return re.compile("|".join(_data()[name]))


def named(words: str) -> Named | None:
    """What a name on a list stands for, read whole: "Metformin HCl 500", "二甲双胍片"."""
    found = mentions(read(words), on_a_list=True)
    sure = [one.meant for one in found if one.meant]
    return sure[0] if sure else None


def mentions(writing: Writing, *, on_a_list: bool = False) -> list[Mention]:
    """The medicines spoken of, in the order of the text. `on_a_list`: the text is a name and nothing else."""
    lower = writing.lower
    chinese, english = scripts(lower)
    found: list[Mention] = []
    spoken = on_a_list or bool(_pattern("about_medicine").search(lower))
    if english:
        found += _exact_en(writing)
        found = _with_close(found, _joined(writing, found) if spoken else [])
        found += _misspelt(writing, found, spoken=spoken)
    if chinese:
        found += _exact_zh(writing, found)
        sure = [one for one in found if one.named and not _is_short(one)]
        found = _with_close(found, _misheard(writing, sure, spoken=spoken))
    if not on_a_list:
        found += _unlisted(writing, found, chinese=chinese, english=english)
    return sorted(found, key=lambda one: one.start)


def _exact_en(writing: Writing) -> list[Mention]:
    words = tokens(re.sub(r"(?<=\bst)\.", " ", writing.lower))
    hits: Iterable[Hit[Named]] = longest_apart(_names().en.every([token.stem for token in words]))
    found = []
    for hit in hits:
        start, end = words[hit.start].start, words[hit.end - 1].end
        one = Mention(start, end, writing.words(start, end), hit.value)
        exact = hit.end - hit.start > 1 or _is_written(words[hit.start].word)
        found.append(one if exact else one._replace(named=None, close=(hit.value,)))
    return found


def _is_written(word: str) -> bool:
    """Whether a name is spelt so on a list, and not only of the same stem; an s may be added."""
    known = _names().written
    return any(
        form in known for form in (word, word.removesuffix("s"), word.removesuffix("'s"), word.removesuffix("es"))
    )


def _exact_zh(writing: Writing, found: Sequence[Mention]) -> list[Mention]:
    hits = longest_apart(_names().zh.every(writing.lower))
    return [
        Mention(hit.start, hit.end, writing.words(hit.start, hit.end), hit.value)
        for hit in hits
        if not _covered(hit.start, hit.end, found) and not _pattern("not_a_name").match(writing.lower, hit.start)
    ]


def _covered(start: int, end: int, found: Iterable[Mention]) -> bool:
    return any(start < one.end and one.start < end for one in found)


def _with_close(found: list[Mention], closer: list[Mention]) -> list[Mention]:
    """A name heard in several words stands over a shorter name inside it ("a tour of a statin")."""
    return [one for one in found if not _covered(one.start, one.end, closer)] + closer


def _misspelt(writing: Writing, found: Sequence[Mention], *, spoken: bool) -> list[Mention]:
    close = []
    for token in tokens(writing.lower):
        if len(token.word) < 5 or token.word in _everyday() or _covered(token.start, token.end, found):
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
    for name, named in _names().spelt.items():
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


def _joined(writing: Writing, found: Sequence[Mention]) -> list[Mention]:
    """A name a recogniser wrote as several words: "met forming", "a tour of a statin"."""
    words = tokens(writing.lower)
    whole = [one for one in found if one.named and len(one.named.codes[0]) > 6 and not _is_group(one.named)]
    best: list[tuple[float, Mention]] = []
    for first in range(len(words)):
        for last in range(first + 1, min(first + 5, len(words))):
            run = words[first : last + 1]
            if any(not token.word.isalpha() or _is_plain(token.word) for token in run) or _covered(
                run[0].start, run[-1].end, whole
            ):
                break
            hit = _as_one(run)
            if hit:
                start, end = run[0].start, run[-1].end
                best.append((hit[0], Mention(start, end, writing.words(start, end), close=hit[1])))
    kept: list[Mention] = []
    for _, mention in sorted(best, key=lambda one: one[0]):
        if not _covered(mention.start, mention.end, kept):
            kept.append(mention)
    return kept


def _is_plain(word: str) -> bool:
    return len(word) >= 5 and word in _everyday()


def _as_one(run: Sequence[Token]) -> tuple[float, tuple[Named, ...]] | None:
    word = "".join(token.word for token in run)
    if len(word) < 8 or len(word) > 18:
        return None
    most = 1 if len(word) < 10 else 2 if len(word) < 12 else 3
    near = _near(word, most)
    if not near:
        return None
    names = [name for name, named in _names().spelt.items() if named.codes == near[0].codes]
    return min(DamerauLevenshtein.distance(word, name) for name in names), near


def _is_group(named: Named) -> bool:
    medicine = formulary().medicines.get(named.codes[0])
    return bool(medicine and medicine.group)


def _is_short(one: Mention) -> bool:
    """A kind of medicine, or two characters, which may be the end of a longer name: 瑞书伐他汀, 左氧佛沙星."""
    return one.named is not None and (_is_group(one.named) or one.end - one.start <= 2)


_LETTERS: dict[str, str] = {}


def _sounds(text: str) -> list[str]:
    """One letter for each syllable, so that strings of them can be compared."""
    return [_LETTERS.setdefault(syllable, chr(0xE000 + len(_LETTERS))) for syllable in sounded(text)]


def _misheard(writing: Writing, found: Sequence[Mention], *, spoken: bool) -> list[Mention]:
    """Names written with characters of the same or nearly the same sound."""
    close: list[tuple[float, Mention]] = []
    for clause in re.finditer(r"[\u4e00-\u9fff]{3,}", writing.lower):
        sounds = _sounds(clause[0])
        for length in range(3, min(10, len(sounds)) + 1):
            for first in range(len(sounds) - length + 1):
                start = clause.start() + first
                if _covered(start, start + length, found):
                    continue
                words = clause[0][first : first + length]
                hit = _alike("".join(sounds[first : first + length]), spoken=spoken) or _one_off(words, spoken=spoken)
                if hit:
                    mention = Mention(start, start + length, writing.words(start, start + length), close=hit[1])
                    close.append((hit[0] - length / 4, mention))
    kept: list[Mention] = []
    for _, mention in sorted(close, key=lambda one: one[0]):
        if not _covered(mention.start, mention.end, kept):
            kept.append(mention)
    return kept


@lru_cache(maxsize=50_000)
def _alike(sounds: str, *, spoken: bool) -> tuple[float, tuple[Named, ...]] | None:
    same = _names().heard.get(sounds)
    if same:
        return (0.0, (same,)) if spoken or len(sounds) > 3 else None
    if not spoken or len(sounds) < 4:
        return None
    most = 1 if len(sounds) < 7 else 2
    scored = [
        (float(apart), name, named)
        for name, named in _names().heard.items()
        if abs(len(name) - len(sounds)) <= most - 1
        and (apart := Levenshtein.distance(sounds, name, score_cutoff=most)) <= most
    ]
    if not scored:
        return None
    near = _closest(scored)
    return min(score for score, _, _ in scored), near


@lru_cache(maxsize=50_000)
def _one_off(words: str, *, spoken: bool) -> tuple[float, tuple[Named, ...]] | None:
    """A name of three characters of which one is written with a character of nearly the same sound: 优甲勒."""
    if not spoken or len(words) != 3:
        return None
    for name, named in _names().short.items():
        wrong = [(a, b) for a, b in zip(words, name, strict=True) if a != b]
        if len(wrong) == 1:
            first, second = (sounded(char)[0] for char in wrong[0])
            if first[:1] == second[:1] and Levenshtein.distance(first, second) <= 1:
                return 1.0, (named,)
    return None


def _unlisted(writing: Writing, found: Sequence[Mention], *, chinese: bool, english: bool) -> list[Mention]:
    lower = writing.lower
    extra: list[Mention] = []
    names = [*(["unlisted_zh"] if chinese else []), *(["unlisted_en"] if english else [])]
    for name in names:
        for match in _pattern(name).finditer(lower):
            group = next((key for key, words in match.groupdict().items() if words), None)
            if group is None:
                continue
            start, end = match.span(group)
            if match[group] in _everyday() or _covered(start, end, [*found, *extra]):
                continue
            if name == "unlisted_zh" and _pattern("no_name_zh").search(match[group]):
                continue
            extra.append(Mention(start, end, writing.words(start, end)))
    return extra
