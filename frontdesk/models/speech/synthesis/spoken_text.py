"""Text as it is said: numbers, doses, dates, times, rooms and telephone numbers become words, by plain code."""

import re
from collections.abc import Callable, Sequence
from functools import cache

from frontdesk.models.facts import Language
from frontdesk.models.speech.synthesis import spoken_chinese, spoken_english

Rule = tuple[re.Pattern[str], Callable[[re.Match[str]], str]]

UNSAID = re.compile(r"[“”\"『』「」«»*_#`<>{}\[\]|\\^~·•→←☎✓☺\u200b\ufeff\U0001F300-\U0001FAFF]")
BLANKS = re.compile(r"\s+")
WIDE = str.maketrans("０１２３４５６７８９", "0123456789")


@cache
def _rules(language: Language) -> Sequence[Rule]:
    rules = spoken_chinese.RULES if language is Language.ZH else spoken_english.RULES
    return tuple((re.compile(pattern, re.ASCII), said) for pattern, said in rules)


def spoken(text: str, language: Language) -> str:
    """`text` in words; what no voice can say (quotation marks, arrows, pictures) is left out.

    Each rule sees what the ones before it left: the more particular a writing, the earlier its rule.
    """
    text = text.translate(WIDE)
    for pattern, said in _rules(language):
        text = pattern.sub(said, text)
    return BLANKS.sub(" ", UNSAID.sub(" ", text)).strip()
