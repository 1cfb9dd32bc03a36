"""Relatives of the one who is ill, and what they have: "his mum has hay fever", 他爸有鼻炎."""

import re
from collections.abc import Iterator

from models.embedded.understanding.cues import cues, pattern
from models.embedded.understanding.persons.relatives import Who, any_of, called, calls

OF_PATIENT = re.compile(r"(?:[他她]|孩子|宝宝|娃)的?$|\b(?:his|her|their) $")
HAS_ILLNESS_ZH = pattern(cues("people")["kin_has_illness_zh"])
_HAS_ILLNESS_EN = re.compile(
    r"(?:'s| has| had) (?:also |always |both |got )*(?!(?:a )?(?:pain|fever|temperature|been)\b)"
)
_SOMEBODY_ELSE = re.compile(r"\b(?:and|but|so|while) (?:now )?(?:s?he|they|i|my|his|her)\b|[他她我]")


def of_their_kin(lower: str, place: int, kin: tuple[int, int]) -> bool:
    """Whether the words at `place` tell what the `kin` of the one who is ill has: "his mum has hay fever"."""
    start, end = kin
    theirs = OF_PATIENT.search(lower, 0, start)
    has = HAS_ILLNESS_ZH.match(lower[end:place]) or _HAS_ILLNESS_EN.match(lower, end, place)
    return theirs is not None and has is not None and not _SOMEBODY_ELSE.search(lower, end, place)


_CALLED = calls("theirs_en")
_THEIRS = re.compile(
    r"\b(?P<whose>his|her|their) (?:(?:own|late|real|big|little|older|younger|elder|twin|half) )*"
    rf"(?:{any_of(_CALLED)})\b"
)


def kin_of_patient(lower: str) -> Iterator[Who]:
    """His mother has asthma, her older brother's got eczema."""
    for name in _THEIRS.finditer(lower):
        if _HAS_ILLNESS_EN.match(lower, name.end()):
            one = called(_CALLED, name)
            yield Who(name.end("whose") + 1, name.end(), one.relation, one.sex, ill=False)
