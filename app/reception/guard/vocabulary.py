"""The words the nurse may use of her own: courtesy, listening, finding the way. Any other has to stand in the facts."""

import re
from functools import cache, lru_cache
from pathlib import Path

import rjieba

from models.embedded.speaking import phrases
from models.facts import Language
from models.knowledge.load import knowledge

EN_WORD = re.compile(r"[a-z]+(?:'[a-z]+)?")
ENDINGS = ("'s", "s", "es", "ed", "d", "ing", "ly", "er", "n't", "'re", "'ll", "'ve", "'m", "'d")
ZH_WORD = re.compile(r"[\u4e00-\u9fff]{2,}")


def foreign_words(sentence: str, facts: str, language: Language) -> list[str]:
    """The words of `sentence` that are neither the nurse's own nor in `facts`."""
    own = own_words(language)
    if language is Language.EN:
        stems = _stems_of(facts)
        spoken = EN_WORD.findall(sentence.lower().replace("’", "'"))
        return [word for word in spoken if len(word) > 1 and not (_stems(word) & own or _stems(word) & stems)]
    cut = (word for word in rjieba.cut(sentence) if ZH_WORD.fullmatch(word))
    return [word for word in cut if word not in own and word not in facts and not _made_of(word, own, facts)]


@lru_cache(maxsize=256)
def _stems_of(facts: str) -> frozenset[str]:
    return frozenset(stem for word in set(EN_WORD.findall(facts.lower())) for stem in _stems(word))


def _made_of(word: str, own: frozenset[str], facts: str) -> bool:
    """Cut in two somewhere, each part is the nurse's own or in the facts: 记给, 自助机."""
    parts = ((word[:at], word[at:]) for at in range(1, len(word)))
    return any(all(part in own or part in facts for part in pair) for pair in parts)


def _stems(word: str) -> frozenset[str]:
    cut = (word.removesuffix(ending) for ending in ENDINGS if word.endswith(ending) and len(word) - len(ending) > 1)
    return frozenset((word, *cut))


@cache
def own_words(language: Language) -> frozenset[str]:
    """Our list, and whatever the embedded nurse herself says outside of illnesses and medicines."""
    lines = (Path(__file__).parent / f"own_words.{language}.txt").read_text(encoding="utf-8").splitlines()
    listed = {word for line in lines if not line.startswith("#") for word in line.split()}
    for site in knowledge().sites.values():
        listed |= set(site.en.lower().split()) if language is Language.EN else {site.zh}
    said = " ".join(words for wordings in phrases(language).values() for words in wordings)
    if language is Language.EN:
        plain = re.sub(r"\{\w+\}", " ", said.lower())
        return frozenset(stem for word in (*listed, *EN_WORD.findall(plain)) for stem in _stems(word))
    plain = re.sub(r"\{\w+\}", "，", said)
    return frozenset((*listed, *(word for word in rjieba.cut(plain) if ZH_WORD.fullmatch(word))))
