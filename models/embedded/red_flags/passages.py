"""Cuts a long letter into passages: what stands far apart in it does not make one emergency."""

import re
from functools import lru_cache
from itertools import product

from models.embedded.red_flags.signs import languages_of
from models.embedded.scope import lowered
from models.facts import Language

ENDS = re.compile(r"(?<=[。！？；!?;\n])|(?<=[a-z)]\.)\s+")
LONG = {Language.ZH: 180, Language.EN: 700}  # characters from which a text is a letter; case reports are shorter
REACH = {Language.ZH: 110, Language.EN: 450}  # characters told in one breath
MOST = 40  # ways of reading an exchange at most


def readings(utterances: tuple[str, ...]) -> list[tuple[str, ...]]:
    """The exchange with one passage in the place of each letter, in every way; none where nothing is long."""
    cut = [passages(utterance) for utterance in utterances]
    if all(len(parts) == 1 for parts in cut):
        return []
    return [reading for reading, _ in zip(product(*cut), range(MOST), strict=False)]


@lru_cache(maxsize=64)
def passages(text: str) -> tuple[str, ...]:
    """Runs of whole sentences of about `REACH`, each beginning one sentence later; a text that is not long, whole."""
    language = Language.ZH if Language.ZH in languages_of(text) else Language.EN
    if len(text) < LONG[language]:
        return (text,)
    starts = [0, *(m.end() for m in ENDS.finditer(lowered(text)) if m.end() < len(text))]
    ends = [*starts[1:], len(text)]
    found = []
    for start in starts:
        following = [end for end in ends if end > start]
        end = max([end for end in following if end <= start + REACH[language]], default=following[0])
        found.append(text[start:end])
        if end >= len(text):
            break
    return tuple(found)
