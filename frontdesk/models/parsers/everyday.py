"""Everyday words, and those the nurse herself uses: they are nobody's name, and show which language is spoken."""

import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import rjieba

from frontdesk.models.facts import Language
from frontdesk.models.knowledge.load import knowledge
from frontdesk.models.parsers.writing import language_of
from frontdesk.models.speaking import phrases

EN_WORD = re.compile(r"[a-z]+(?:'[a-z]+)?")
ZH_WORD = re.compile(r"[\u4e00-\u9fff]{2,}")
ENDINGS = ("'s", "s", "es", "ed", "d", "ing", "ly", "er", "n't", "'re", "'ll", "'ve", "'m", "'d")
BLANK = re.compile(r"\{\w+\}")
FEWEST = 3  # words that switch a Chinese talk
FEWEST_EVERYDAY = 2  # everyday English words among them: names of medicines and results in Latin letters do not switch


def are_everyday(words: str) -> bool:
    """Every English word of `words`, in small letters, is one of them."""
    known = everyday_words(Language.EN)
    return all(len(word) == 1 or _stems(word) & known for word in EN_WORD.findall(words))


def everyday(words: Iterable[str]) -> int:
    """How many English words are everyday ones."""
    known = everyday_words(Language.EN)
    return sum(bool(_stems(word.lower().strip(".,!?;:'\"")) & known) for word in words)


@cache
def everyday_words(language: Language) -> frozenset[str]:
    """The list beside this file, places of the body, and the words of the nurse's phrases; English ones by stems."""
    listed = Path(__file__).with_suffix(f".{language}.txt").read_text(encoding="utf-8").split()
    said = BLANK.sub("，", " ".join(words for wordings in phrases(language).values() for words in wordings))
    sites = knowledge().sites.values()
    if language is Language.EN:
        words = (*listed, *EN_WORD.findall(said.lower()), *(word for site in sites for word in site.en.lower().split()))
        return frozenset(stem for word in words for stem in _stems(word))
    cut = (word for word in rjieba.cut(said) if ZH_WORD.fullmatch(word))
    return frozenset((*listed, *cut, *(site.zh for site in sites)))


def _stems(word: str) -> frozenset[str]:
    cut = (word.removesuffix(ending) for ending in ENDINGS if word.endswith(ending) and len(word) - len(ending) > 1)
    return frozenset((word, *cut))


def language_after(text: str, language: Language) -> Language:
    """The language to go on in: the patient's, unless the reply is too short to tell."""
    said = language_of(text)
    if said is None or said is language:
        return language
    has_han = any("\u4e00" <= char <= "\u9fff" for char in text)
    if said is Language.ZH:
        return said
    words = text.split()
    spoken = len(words) >= FEWEST and not has_han and everyday(words) >= FEWEST_EVERYDAY
    return said if spoken else language
