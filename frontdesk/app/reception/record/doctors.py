"""Of which sex a doctor is spoken of."""

from pathlib import Path

from frontdesk.models import parsers
from frontdesk.models.facts import Sex
from frontdesk.models.parsers.patterns import compiled, entries

_WORDS = entries("doctors", Path(__file__).parent)
DOCTOR = {sex: compiled(_WORDS[sex.value]) for sex in Sex}


def doctors_named(said: str) -> frozenset[Sex]:
    """Whatever is said of them."""
    text = parsers.normalise(said).lower()
    return frozenset(sex for sex, words in DOCTOR.items() if words.search(text))
