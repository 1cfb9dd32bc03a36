"""The relatives an English utterance names, and which of them is told to be ill."""

import re
from collections.abc import Iterator

from models.embedded.understanding.cues import cues, pattern
from models.embedded.understanding.persons.patients_kin import kin_of_patient
from models.embedded.understanding.persons.relatives import Called, Who, any_of, called, calls
from models.facts import Relation

_CUES = cues("people")
_CALLED = calls("en")


def named_in_english(lower: str) -> list[Who]:
    found: list[Who] = []
    for named in (_introduced, _named_by_age, _heading, kin_of_patient, _named_alone):
        found += [who for who in named(lower) if not any(who.overlaps(one) for one in found)]
    return found


_INTRODUCED = re.compile(
    r"\b(?P<whose>my|me|our|the|a|this|his|her)(?: (?P<mid>[\w'-]+(?: (?!my\b|our\b)[\w'-]+){0,3}?))? "
    rf"(?:{any_of(_CALLED)})(?:s(?= (?!are\b|were\b|have\b|both\b|all\b)[a-z]))?\b"
    r"(?!'s (?:house|car|doctor|school(?! (?:says?|said|thinks?|told|noticed))|phone|name|wedding|birthday|funeral"
    r"|death|place|flat|job|dog|cat|party)\b)"
)


def _introduced(lower: str) -> Iterator[Who]:
    """Named with whose they are: "my older sister", "the wife"."""
    for name in _INTRODUCED.finditer(lower):
        one = called(_CALLED, name)
        if _is_meant(lower, name, one):
            yield Who(*name.span(), one.relation, one.sex, _is_ill(lower, name))


def _is_meant(lower: str, name: re.Match[str], one: Called) -> bool:
    """Whether a relative is named at all, and neither the speaker nor a time of life ("since she was a baby")."""
    whose = name["whose"]
    if name["mid"] and not all(_MIDDLE.fullmatch(word) for word in name["mid"].split()):
        return False
    if one.relation not in _WHOSE.get(whose, (one.relation,)):
        return False
    then = _NOBODY_AFTER.get(whose)
    return then is None or then.search(lower, 0, name.start()) is None


_MIDDLE = pattern(_CUES["english_middle"])
# Of whom it is said so: "the wife", "me sister", and never "the mother" or "gave me a baby".
_WHOSE = {
    "the": (Relation.CHILD, Relation.SPOUSE),
    **dict.fromkeys(("a", "this", "his", "her"), (Relation.CHILD,)),
    "me": (Relation.PARENT, Relation.SPOUSE, Relation.OTHER),
}
_NOBODY_AFTER = {
    "a": re.compile(r"\b(?:(?:i|you|he|she|we|they|it|who) (?:was|were)|as|since|being) (?:just |only |still )?$"),
    "the": re.compile(r"\b(?:i'm|i am|im) (?:just )?$"),
}


def _is_ill(lower: str, name: re.Match[str]) -> bool:
    before, behind = lower[: name.start()], lower[name.end() :]
    if _ONLY_MENTIONED.match(behind):
        return False
    if name["whose"] == "a" and HAS_KIN_EN.search(before):  # "36, married, a son of three"
        return _TOLD_ILL.match(behind) is not None
    return _BESIDE.search(before) is None or _is_brought(before, behind)


# What follows when somebody is only mentioned: they told me, drove me, had the same.
_ONLY_MENTIONED = pattern(_CUES["only_mentioned_en"])
HAS_KIN_EN, _TOLD_ILL = pattern(_CUES["has_kin_en"]), pattern(_CUES["kin_told_ill_en"])
_BESIDE = pattern(_CUES["beside_en"])


def _is_brought(before: str, behind: str) -> bool:
    """Whether who is named as the speaker's company is told of next: "I'm here with my mum, she has chest pain"."""
    return bool(_BROUGHT.search(before) and _TOLD_OF_NEXT.match(behind))


_BROUGHT, _TOLD_OF_NEXT = pattern(_CUES["brought_en"]), pattern(_CUES["told_of_next_en"])


def _named_by_age(lower: str) -> Iterator[Who]:
    """Our five month old."""
    for name in _AGED_CHILD.finditer(lower):
        yield Who(*name.span(), Relation.CHILD, None, ill=True)


_AGED_CHILD = pattern(_CUES["english_child"])

_IS_TOLD_OF = r"(?='s (?!side)| (?:is|has|can't|cannot|keeps|fell|feels|won't|isn't|needs|gets|looks)\b)"
_CALLED_HEADING = tuple(one for one in _CALLED if one.relation is not Relation.OTHER)
_HEADING = re.compile(rf"(?:^|[.!?;] ?)(?:{any_of(_CALLED_HEADING)}){_IS_TOLD_OF}")


def _heading(lower: str) -> Iterator[Who]:
    """Daughter's fifteen; husband has a cough."""
    for name in _HEADING.finditer(lower):
        one = called(_CALLED_HEADING, name)
        ill = _ONLY_MENTIONED.match(lower[name.end() :]) is None
        yield Who(*name.span(name.lastgroup or 0), one.relation, one.sex, ill)


_CALLED_ALONE = calls("alone_en")
_ALONE = re.compile(rf"(?<!my )(?<!our )(?<!'s )(?<![a-z]-)\b(?:{any_of(_CALLED_ALONE)})\b{_IS_TOLD_OF}")


def _named_alone(lower: str) -> Iterator[Who]:
    """Mum's hip hurts; dad can't hear."""
    for name in _ALONE.finditer(lower):
        one = called(_CALLED_ALONE, name)
        yield Who(*name.span(), one.relation, one.sex, _ONLY_MENTIONED.match(lower[name.end() :]) is None)
