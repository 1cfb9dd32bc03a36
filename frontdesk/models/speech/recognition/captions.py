"""What a recogniser wrote, as it is shown: simplified characters, no blanks between them, no marks of the engine."""

import re

from frontdesk.models.facts import Language
from frontdesk.models.parsers.writing import simplified

HAN = r"\u3400-\u9fff"
BETWEEN = re.compile(rf"(?<=[{HAN}，。！？、])\s+(?=[{HAN}])|(?<=[{HAN}])\s+(?=[，。！？、])")
MARKS = re.compile(r"\[unk\]|<unk>|<\|[^|]*\|>|\[[A-Z_ ]+\]|\([^)]*\)|♪|\ufffd")
WORD = re.compile(r"\w")


def caption(text: str, language: Language) -> str:
    """Empty where no word is left."""
    plain = " ".join(MARKS.sub(" ", text).split()).rstrip("，,、 ")
    if not WORD.search(plain):
        return ""
    return BETWEEN.sub("", simplified(plain)) if language is Language.ZH else plain
