"""The words of a text that carry its meaning: for saying whether two texts speak of the same."""

from functools import cache, lru_cache

from frontdesk.models.knowledge.load import knowledge
from frontdesk.models.parsers.english import FILLERS, stem, tokens

MOST_SMALL = 3  # letters of a word that says little


@lru_cache(maxsize=4096)
def content(words: str) -> frozenset[str]:
    """English words in their plain form, without fillers and places of the body; of Chinese each pair of characters."""
    lower = words.lower()
    english = {token.stem for token in tokens(lower) if token.word.isascii() and len(token.word) > MOST_SMALL}
    pairs = {lower[at : at + 2] for at in range(len(lower) - 1) if not lower[at : at + 2].isascii()}
    return frozenset((english | pairs) - FILLERS - _places())


@cache
def _places() -> frozenset[str]:
    sites = knowledge().sites.values()
    return frozenset(stem(word) for site in sites for word in site.en.lower().split()) | {site.zh for site in sites}
