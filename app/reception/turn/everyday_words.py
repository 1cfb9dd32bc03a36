"""Words that are nobody's name: everyday ones, and those the nurse herself uses."""

import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import rjieba

from models.facts import Language
from models.knowledge.load import knowledge
from models.speaking import phrases

EN_WORD = re.compile(r"[a-z]+(?:'[a-z]+)?")
ZH_WORD = re.compile(r"[\u4e00-\u9fff]{2,}")
ENDINGS = ("'s", "s", "es", "ed", "d", "ing", "ly", "er", "n't", "'re", "'ll", "'ve", "'m", "'d")
BLANK = re.compile(r"\{\w+\}")


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
