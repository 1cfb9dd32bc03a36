"""What a short text is about: the subjects people ask a hospital about, alike in both languages, and other words."""

import re
from collections.abc import Iterator
from enum import StrEnum
from functools import cache, lru_cache
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import rjieba
import yaml

WORDS = Path(__file__).parents[1] / "knowledge" / "enquiries" / "words.yaml"
LATIN = re.compile(r"[a-z0-9]+(?:[-'&][a-z0-9]+)*")
PARTICLES = (
    "能要想我你他她它可会有没的了吗呢就再不好在给去来到得着啊也还都很带几"  # hang on to neighbours when words are cut
)
NUMBER = re.compile(r"^[第零一二两三四五六七八九十百千万几半多]+[个天次年月日岁分钟小时块元号张台位种点]*$")
A_SPAN = re.compile(  # four hours on the road are no opening hours
    r"\b(?:\d+|an|half an|one|two|three|four|five|six|seven|eight|nine|ten|twelve|few|couple of) hours?\b(?! notice)"
)
HAN = re.compile(r"[㐀-鿿]")
HAN_RUN = re.compile(r"[㐀-鿿]+")
PIECE = 3  # characters of Chinese at most


class Kind(StrEnum):
    """What it means that an answer lacks a term."""

    SUBJECT = "subjects"
    CIRCUMSTANCE = "circumstances"
    ELSEWHERE = "elsewhere"
    WORD = "words"  # in no list


class Slot(NamedTuple):
    """One thing a text names: the terms any one of which it may mean (`#parking`, or a word as it stands)."""

    terms: tuple[str, ...]
    kind: Kind
    said: str = ""  # as written

    @property
    def unlisted(self) -> "Slot":
        """The same as it would be seen if no list knew it."""
        return Slot((f"?{self.said}",), Kind.WORD, self.said)


class Lexicon(NamedTuple):
    """Surface words to what they mean: Chinese as written, English as stems of one word or several."""

    zh: dict[str, Slot]
    en: dict[tuple[str, ...], Slot]
    longest_zh: int
    longest_en: int
    fillers: frozenset[str]


@cache
def lexicon() -> Lexicon:
    zh: dict[str, Slot] = {}
    en: dict[tuple[str, ...], Slot] = {}
    content = yaml.load(WORDS.read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)
    for kind in (Kind.SUBJECT, Kind.ELSEWHERE, Kind.CIRCUMSTANCE):  # a word of several kinds is of the first
        for name, words in content[kind].items():
            for word in words["zh"].lower().split():
                zh[word] = _with(zh.get(word), f"#{name}", kind)
            for phrase in words["en"].lower().split(","):
                stems = tuple(map(stem, LATIN.findall(phrase)))
                en[stems] = _with(en.get(stems), f"#{name}", kind)
    fillers = frozenset(" ".join(content["fillers"].values()).split())
    return Lexicon(zh, en, max(map(len, zh)), max(map(len, en)), fillers)


def _with(slot: Slot | None, term: str, kind: Kind) -> Slot:
    if slot is None:
        return Slot((term,), kind)
    return slot if term in slot.terms else Slot((*slot.terms, term), slot.kind)


@lru_cache(maxsize=16384)
def slots(text: str) -> tuple[Slot, ...]:
    """What the text names, each thing once, in its order; words that carry no meaning are left out."""
    lower = text.lower().replace("’", "'")
    found = [*_chinese(lower), *_english(lower)] if HAN.search(lower) else _english(lower)
    return tuple({slot.terms: slot for slot in reversed(found)}.values())[::-1]


def terms(text: str) -> tuple[str, ...]:
    """Every term the text may mean."""
    return tuple(dict.fromkeys(term for slot in slots(text) for term in slot.terms))


def pieces(text: str) -> set[str]:
    """What no list need know: Chinese characters, one to three together, and English stems, one or two."""
    lower = text.lower().replace("’", "'")
    runs = HAN_RUN.findall(lower)
    zh = {run[n : n + size] for run in runs for size in range(1, PIECE + 1) for n in range(len(run) - size + 1)}
    stems = [stem(word) for word in LATIN.findall(lower)]
    return zh.union(stems, (f"{one} {next_}" for one, next_ in pairwise(stems)))


def stem(word: str) -> str:
    """An English word without its ending: parking, parked, parks -> park."""
    word = re.sub(r"'s?$", "", word)
    if len(word) < 4 or not word.isascii():
        return word
    word = re.sub(r"ies$", "y", word)
    word = re.sub(r"(?<=[sxz])es$|(?<=[cs]h)es$|(?<=[^siu])s$", "", word)
    word = re.sub(r"(?<=\w{3})(?:ing|ed)$", "", word)
    word = re.sub(r"([bdgmnprt])\1$", r"\1", word)
    return re.sub(r"(?<=\w{3})e$", "", word)


def _chinese(text: str) -> Iterator[Slot]:
    """The longest known words, wherever they overlap; what they leave over is cut into ordinary words."""
    known, rest, covered = lexicon(), list(text), 0
    for start in range(len(text)):
        for end in range(min(len(text), start + known.longest_zh), max(start, covered), -1):
            word = text[start:end]
            if word in known.zh and _whole(text, start, end):
                yield known.zh[word]._replace(said=word)
                rest[start:end] = " " * (end - start)
                covered = end
                break
    for cut in rjieba.cut(LATIN.sub(" ", "".join(rest))):
        word = cut.strip(PARTICLES)
        if len(word) > 1 and HAN.search(word) and not {word, cut} & known.fillers and not NUMBER.match(word):
            yield Slot((word,), Kind.WORD, word)


def _whole(text: str, start: int, end: int) -> bool:
    """Latin letters in a Chinese word (CT, wifi) do not begin or end inside a longer one."""
    return not (
        (text[start].isascii() and start and text[start - 1].isascii() and text[start - 1].isalnum())
        or (text[end - 1].isascii() and end < len(text) and text[end].isascii() and text[end].isalnum())
    )


def _english(text: str) -> list[Slot]:
    known, words = lexicon(), LATIN.findall(A_SPAN.sub(" ", text))
    stems, found, covered = list(map(stem, words)), [], 0
    for start in range(len(stems)):
        for end in range(min(len(stems), start + known.longest_en), max(start, covered), -1):
            if tuple(stems[start:end]) in known.en:
                found.append(known.en[tuple(stems[start:end])]._replace(said=" ".join(words[start:end])))
                covered = end
                break
        if start >= covered and words[start] not in known.fillers and not words[start].isdigit():
            found.append(Slot((stems[start],), Kind.WORD, words[start]))
    return found
