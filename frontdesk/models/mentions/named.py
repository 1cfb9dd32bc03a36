"""Whether words say what the plain name of a finding says: a swollen knee belongs to "knee pain", and is none."""

from functools import lru_cache

from frontdesk.models.knowledge.load import knowledge
from frontdesk.models.mentions.anatomy import anatomy
from frontdesk.models.mentions.find import Mention
from frontdesk.models.parsers.writing import read

PAIN = frozenset({"pain", "smart", "burn", "sour", "cramp"})


def says_its_name(mention: Mention) -> bool:
    """False where the words tell of one sensation and the name of another; True where either tells of none.

    What is only a danger sign ("not breathing") has its name there.
    """
    known = knowledge()
    entry = known.findings.get(mention.code) or known.signs[mention.code]
    told, named = _sensations(mention.words), _sensations(entry.zh) | _sensations(entry.en)
    return not (told and named) or not told.isdisjoint(named | (PAIN if "pain" in named else frozenset()))


@lru_cache(maxsize=1024)
def _sensations(words: str) -> frozenset[str]:
    return anatomy().sensations(read(words).lower)


@lru_cache(maxsize=256)
def places(words: str) -> frozenset[str]:
    """The places of the body that are named."""
    return anatomy().places(read(words).lower)
