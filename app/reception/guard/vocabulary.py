"""The words the nurse may use of her own: courtesy, listening, finding the way. Any other has to stand in the facts.

Those that say how it is with somebody are hers for questions and answers; in what she says of the patient they have to
stand in what the patient told.
"""

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from pathlib import Path

import rjieba

from models.facts import Language
from models.knowledge.load import knowledge
from models.speaking import phrases

EN_WORD = re.compile(r"[a-z]+(?:'[a-z]+)?")
ENDINGS = ("'s", "s", "es", "ed", "d", "ing", "ly", "er", "n't", "'re", "'ll", "'ve", "'m", "'d")
STOCK = {  # courtesies that deny nothing
    Language.EN: re.compile(
        r"\b(?:do not|don't|not to|no need to|please don't) (?:worry|rush|hurry|be (?:afraid|shy|embarrassed))|"
        r"\bno (?:problem|rush|hurry|worries|trouble)\b|\b(?:cannot|can't) be (?:\w+ )?(?:nice|easy|pleasant|fun)\b|"
        r"\bnot easy\b|\bno fun\b|\bnot (?:nice|pleasant|long now)\b|\btake (?:all )?your time\b|\bthis time\b|"
        r"\b(?:won't|will not) (?:take|be|keep you) (?:\w+ )?long\b|\bnearly (?:done|there|finished)\b"
    ),
    Language.ZH: re.compile(
        "没关系|没问题|不好意思|不好受|不舒服|不容易|不轻松|不方便|不客气|对不起|[不别](?:用|必|要)?(?:着?急|担心|怕|紧张|客气)|不要紧|"
        "受不了|不短|不少|不易|不多了|差不多"
    ),
}
HURTING = {  # one word for it is as good as another
    Language.EN: re.compile("pain|painful|hurt|hurts|hurting|sore|ache|aching|twisted|burn|cut|sting|broke"),
    Language.ZH: re.compile("疼|痛|疼痛|扭|烫|割|骨折"),
}
FARES = re.compile("[没不无]|还好|还行|还可以|挺好|很好|好多|好些|好转|加重|越来越")  # each made of harmless parts
ZH_WORD = re.compile(r"[\u4e00-\u9fff]{2,}")


def foreign_words(sentence: str, facts: str, language: Language) -> list[str]:
    """The words of `sentence` that are neither the nurse's own nor in `facts`."""
    return _beyond(sentence, own_words(language), facts, language)


def claims(sentence: str, told: str, language: Language) -> list[str]:
    """The words of `sentence` that say how it is with the patient and are not in `told`."""
    plain = STOCK[language].sub(" ", sentence.lower().replace("’", "'"))
    told = f"{told} {HURTING[language].pattern}" if HURTING[language].search(told) else told
    found = _beyond(plain, courtesy(language), told, language)
    if language is Language.EN:
        return found
    return [*found, *(one for one in FARES.findall(plain) if one not in told)]


def _beyond(sentence: str, own: frozenset[str], facts: str, language: Language) -> list[str]:
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
def courtesy(language: Language) -> frozenset[str]:
    """The first part of our list, and places of the body: what says nothing of how it is with anybody."""
    return frozenset(stem for word in (*_listed(language)[0], *_places(language)) for stem in _stems(word))


def _places(language: Language) -> Iterator[str]:
    for site in knowledge().sites.values():
        yield from site.en.lower().split() if language is Language.EN else (site.zh,)


def _listed(language: Language) -> tuple[list[str], list[str]]:
    """The two parts of our list, each under its heading."""
    text = (Path(__file__).parent / f"own_words.{language}.txt").read_text(encoding="utf-8")
    first, second = (part.partition("\n")[2].split() for part in text.split("#")[1:])
    return first, second


@cache
def own_words(language: Language) -> frozenset[str]:
    """Our list, and whatever the embedded nurse herself says outside of illnesses and medicines."""
    first, second = _listed(language)
    listed = {*first, *second, *_places(language)}
    said = " ".join(words for wordings in phrases(language).values() for words in wordings)
    if language is Language.EN:
        plain = re.sub(r"\{\w+\}", " ", said.lower())
        return frozenset(stem for word in (*listed, *EN_WORD.findall(plain)) for stem in _stems(word))
    plain = re.sub(r"\{\w+\}", "，", said)
    return frozenset((*listed, *(word for word in rjieba.cut(plain) if ZH_WORD.fullmatch(word))))
