"""Where somebody takes back what they have just said: 不对, 哦不是, "sorry, I mean"."""

import re

from models.parsers.patterns import compiled, entries

_WORDS = entries("corrections")
_MARK = compiled(_WORDS["mark"])
_ONLY = re.compile(rf"(?:{'|'.join(_WORDS['mark'] + _WORDS['around'])})*")
_LONGEST = 40  # characters


def only_corrects(between: str) -> bool:
    """Whether the words between two statements take back the first and say nothing else."""
    return len(between) <= _LONGEST and bool(_MARK.search(between)) and _ONLY.fullmatch(between) is not None
