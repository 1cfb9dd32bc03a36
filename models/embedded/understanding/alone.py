"""What is felt, said alone: 晕, 好痒啊, 疼死了."""

import re

from models.embedded.scope import ScopeKind
from models.embedded.understanding.cues import cues
from models.embedded.understanding.hearing import Hearing
from models.facts import Fact, Topic

_CUES = cues("lexicon")
_AROUND = _CUES["around_alone"][0]
_FELT = {
    code: re.compile(_AROUND.replace("#", f"(?:{'|'.join(words)})")) for code, words in _CUES["felt_alone"].items()
}
_LONGEST = 16  # characters of what can be one sensation and no more


def felt_alone(lower: str) -> str | None:
    """The finding that the sensation stands for, where a text in small letters says nothing else."""
    if len(lower) > _LONGEST:
        return None
    return next((code for code, words in _FELT.items() if words.fullmatch(lower)), None)


def alone(hearing: Hearing) -> list[Fact]:
    """The sensation as a complaint, in answer to what the trouble is."""
    code = felt_alone(hearing.writing.lower) if hearing.asked in ("open", "site", "how") else None
    if code is None or ScopeKind.IDIOM in hearing.under(0, len(hearing.writing.lower)):
        return []
    return [Fact(topic=Topic.FINDING, code=code, quote=hearing.writing.original.strip())]
