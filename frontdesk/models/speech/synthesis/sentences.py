"""What is said at a time: sentences, and those that are the same for everybody."""

import re
from functools import cache

from frontdesk.models.facts import Language
from frontdesk.models.speaking import phrases

# A stop with the quotation marks that close behind it; a Latin full stop only before a blank, and not of a title.
END = re.compile(r"[。！？；!?]+[”’」』）)\"']*|(?<!\bDr)(?<!\bMr)(?<!\bMs)(?<!\bMrs)(?<!\bNo)\.[”’)\"']*(?=\s)|\n+")


def sentences(text: str, *, whole: bool = True) -> list[str]:
    """In their order. `whole`: the text is at its end; else what has no end yet is left out."""
    found, begin = [], 0
    for end in END.finditer(text):
        found.append(text[begin : end.end()])
        begin = end.end()
    if whole:
        found.append(text[begin:])
    return [sentence.strip() for sentence in found if any(one.isalnum() for one in sentence)]


@cache
def fixed(language: Language) -> frozenset[str]:
    """Every sentence of the catalogue that holds nothing of a patient, nor of anything else that changes."""
    said = (sentence for wordings in phrases(language).values() for one in wordings for sentence in sentences(one))
    return frozenset(sentence for sentence in said if "{" not in sentence)
