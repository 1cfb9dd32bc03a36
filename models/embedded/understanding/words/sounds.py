"""Hears past slips of ear and keyboard: Chinese words of the same sound, English words of nearly the same letters."""

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import accumulate
from operator import eq
from pathlib import Path

import rjieba
from rapidfuzz import process
from rapidfuzz.distance import DamerauLevenshtein

from models.embedded.understanding.lexicon import Lexicon, Mention, Named, otherwise_meant
from models.embedded.understanding.places.anatomy import anatomy
from models.embedded.understanding.words.english import FILLERS, tokens
from models.embedded.understanding.words.trie import Trie, longest_apart

LONGEST = 200  # characters: in a longer utterance there is enough that needs no guessing
# Sounds the south and speech recognisers do not part.
_ALIKE = (
    (re.compile(r"^([zcs])h"), r"\1"),
    (re.compile(r"ng$"), "n"),
    (re.compile(r"^l"), "n"),
    (re.compile(r"^r"), "n"),
)


@cache
def _syllables() -> dict[str, str]:
    """The first reading of each character of GB 2312, without tone (Unicode Han database, kMandarin)."""
    lines = (Path(__file__).parent / "syllables.txt").read_text(encoding="utf-8").splitlines()
    return {char: _rounded(syllable) for syllable, chars in (line.split() for line in lines) for char in chars}


def _rounded(syllable: str) -> str:
    for pattern, plain in _ALIKE:
        syllable = pattern.sub(plain, syllable)
    return syllable


def sounded(text: str) -> list[str]:
    known = _syllables()
    return [known.get(char, char) for char in text]


@lru_cache(maxsize=4)
def _by_sound(words: Lexicon) -> Trie[str, Named]:
    sounds: Trie[str, Named] = Trie()
    for text, named in words.chinese.items():
        if 2 <= len(text) <= 8 and re.fullmatch(r"[\u4e00-\u9fff]+", text):
            sounds.add(sounded(text), named)
    return sounds


def close_mentions(lower: str, words: Lexicon, found: list[Mention], *, chinese: bool, english: bool) -> list[Mention]:
    """What an utterance seems to speak of, by sound or spelling, beside what was `found`. Only what is close."""
    if len(lower) > LONGEST:
        return []
    close: list[Mention] = []
    if chinese:
        for start, end in _unread(lower, found):
            heard = _by_ear(lower[start:end], words)
            placed = (m._replace(start=m.start + start, end=m.end + start) for m in heard)
            close += [m for m in placed if not _COUNTED.search(lower, m.start, m.end) and not otherwise_meant(m, lower)]
    if english:
        respelled = _respelled(lower, words, found)
        if respelled:
            text, places = respelled
            spelt = words.mentions(text, chinese=False, english=True)
            close += [m._replace(start=places[m.start], end=places[m.end - 1] + 1) for m in spelt]
    return [m._replace(where=None, what=None, heard=True) for m in close]


_COUNTED = re.compile(r"[一二两三四五六七八九十百\d]|满月")  # 十岁 is no 嗜睡, 满月了 no 曼月乐
_CLAUSE = re.compile(r"[^，。！？；,.!?;]+")


def _unread(lower: str, found: list[Mention]) -> list[tuple[int, int]]:
    """The clauses nothing was understood of."""
    spans = (match.span() for match in _CLAUSE.finditer(lower))
    return [(start, end) for start, end in spans if not any(m.start < end and start < m.end for m in found)]


_FELT_PLAINLY = re.compile("[不没]过?[疼痛晕痒肿麻闷胀吐烧咳喘渴]|[出流]血|积水")  # 不晕 is no 不孕, 老出血 no 脑出血


def _by_ear(clause: str, words: Lexicon) -> list[Mention]:
    if _FELT_PLAINLY.search(clause):
        return []
    for corrected in _rewritten_zh(clause):
        heard = words.mentions(corrected, chinese=True, english=False)
        if heard:
            return heard
    known, _ = anatomy().parts_zh(clause)
    hits = longest_apart(_by_sound(words).every(sounded(clause)))
    hits = [h for h in hits if not any(part.start < h.end and h.start < part.end for part in known)]
    return [Mention(h.start, h.end, *h.value) for h in hits if _is_misheard(clause, h.start, h.end, words)]


_LIKELY = 0.5  # of the characters of a wording, those heard right beside the ones that only sound so
_PLAIN = "去来不没要会能在想"
# Words by themselves, which no wording is made of: 刚摔, 坏了.
_EVERYDAY = frozenset("刚才就又再都也还一先快老总很太真挺别只可光净我你他她它这那哪谁了着过的")
_LONG = 4  # characters of a wording whose rest leaves no doubt: 心率失常
_AROUND = re.compile("(?:[我他她是有点很好太就又还老也多得慌了的啊呀吧呢 ]|厉害|要命|不行)*")


def _is_misheard(clause: str, start: int, end: int, words: Lexicon) -> bool:
    """Whether the words make no sense as they stand: 正常 and 通风 do, and 很严 is half of 很严重."""
    if end - start < 3 and (clause[start] in _PLAIN or not _AROUND.fullmatch(clause[:start] + clause[end:])):
        return False
    heard, whole = clause[start:end], _in_words(clause)
    if heard in words.chinese:  # spelt right, and taken for what it does not mean
        return False
    if rjieba.has_word(heard) or any(place < end < place + size for place, size in whole):
        return False
    if any(place < start < place + size for place, size in whole):
        return False
    wordings = _sounding_so(words)[tuple(sounded(heard))]
    same = max((list(map(eq, heard, wording)) for wording in wordings), key=sum)
    if end - start < 3 and not _EVERYDAY.isdisjoint(heard) and not _shares_a_word(heard, same):
        return False
    other = [start + place for place, is_same in enumerate(same) if not is_same]
    if end - start < _LONG and any(place <= at < place + size for at in other for place, size in whole):
        return False
    return end - start < 3 or sum(same) / len(same) > _LIKELY


def _shares_a_word(heard: str, same: list[bool]) -> bool:
    """Whether a character that tells something is heard right: 只疮 is close to 痔疮, and 只穿 to nothing."""
    return any(is_same and char not in _EVERYDAY for char, is_same in zip(heard, same, strict=True))


def _in_words(clause: str) -> list[tuple[int, int]]:
    """Where a clause has words of two characters or more that the dictionary lists, and how long they are."""
    cut = rjieba.cut(clause)
    places = accumulate(map(len, cut), initial=0)
    return [(at, len(word)) for at, word in zip(places, cut, strict=False) if len(word) > 1 and rjieba.has_word(word)]


@lru_cache(maxsize=4)
def _sounding_so(words: Lexicon) -> dict[tuple[str, ...], list[str]]:
    """The wordings of each sound."""
    of_sound: dict[tuple[str, ...], list[str]] = {}
    for text in words.chinese:
        of_sound.setdefault(tuple(sounded(text)), []).append(text)
    return of_sound


# Characters a recogniser puts for a sensation, and words in which they mean what they say.
_SLIPS = {
    "疼": "腾藤滕誊",
    "痛": "通同统桶",
    "晕": "云运韵",
    "痒": "养仰氧",
    "肿": "种",
    "麻": "马",
    "闷": "门",
    "胀": "张涨",
}
_NO_SLIP = re.compile(
    "仰[卧头着起躺天面]|[后俯上]仰|向后仰|同时|同样|不同|同意|同事|同学|通知|通过|沟通|交通|马上|马路|部门|门诊|出门|开门|专门|一种|这种|那种|哪种|种类|各种|"
    "养(?=[了着个出过]|孩|娃|胎|宝|鸡|狗|猫|花)|[喂领抚]养|张开|张不|不张|张得|张嘴|张口|紧张|主张|涨价|营养|养成|保养|氧气|运动|运气|传统|系统|统一"
)


def _rewritten_zh(clause: str) -> Iterator[str]:
    """The clause with a sensation put where a character of its sound stands alone; as long as before."""
    masked = _NO_SLIP.sub(lambda match: "\0" * len(match[0]), clause)
    for at, size in _in_words(clause):
        masked = masked[:at] + "\0" * size + masked[at + size :]
    for right, wrong in _SLIPS.items():
        for place, char in enumerate(masked):
            if char in wrong:
                yield clause[:place] + right + clause[place + 1 :]


def _respelled(lower: str, words: Lexicon, found: list[Mention]) -> tuple[str, list[int]] | None:
    """The text with misspelt words set right, and where each of its characters came from; None when nothing is."""
    pieces: list[str] = []
    places: list[int] = []
    changed = False
    last = 0
    for token in tokens(lower):
        pieces.append(lower[last : token.start])
        places += range(last, token.start)
        known = any(m.start <= token.start and token.end <= m.end for m in found)
        right = None if known else _nearest(token.word, token.stem, words)
        if right:
            changed = True
            pieces.append(right)
            places += [min(token.end - 1, token.start + i) for i in range(len(right))]
        else:
            pieces.append(token.word)
            places += range(token.start, token.end)
        last = token.end
    pieces.append(lower[last:])
    places += range(last, len(lower))
    return ("".join(pieces), places) if changed else None


_LEAST = 5  # letters of a word that is looked for: craving is near crab, and sparing near scar


@lru_cache(maxsize=4096)
def _nearest(word: str, stem: str, words: Lexicon) -> str | None:
    word = word.removesuffix("'s")
    if len(word) < 5 or stem in FILLERS or stem in words.english or word in _plain():
        return None
    most = 1 if len(word) < 10 else 2
    choice = process.extractOne(stem, words.english_words, scorer=DamerauLevenshtein.distance, score_cutoff=most)
    if choice is None or choice[0][0] != stem[0] or len(choice[0]) < _LEAST:
        return None
    return str(choice[0])


@cache
def _plain() -> frozenset[str]:
    """Frequent English words that lie within a letter or two of a word for a symptom (frequency: wordfreq's list)."""
    return frozenset((Path(__file__).parent / "plain_words.txt").read_text(encoding="utf-8").split())
