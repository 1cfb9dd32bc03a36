"""Signs that words tell of as there for weeks: of a rule that means something sudden they are asked about.

After NICE NG128: what began suddenly is an emergency; what a stroke of months ago left is for rehabilitation, unless it
is new or worse.
"""

from collections.abc import Iterable
from functools import cache, lru_cache

from frontdesk.models import parsers
from frontdesk.models.assertion import is_told_as_new, lowered, remains, weeks_old
from frontdesk.models.facts import Fact, Language, Status
from frontdesk.models.mentions import mentions, told_now
from frontdesk.models.parsers.writing import read
from frontdesk.models.red_flags.rules import RULES


def long_there(words: Iterable[str]) -> frozenset[str]:
    """Codes of such signs in the normalised utterances, in their order; not those that a later one tells of as new."""
    there: frozenset[str] = frozenset()
    for text in words:
        if there and is_told_as_new(*_lower(text)):
            there -= {one.code for one in told_now(text)}
        there |= lasting(text)
    return there


@lru_cache(maxsize=512)
def lasting(text: str) -> frozenset[str]:
    """Codes of such signs in one normalised utterance that tells of nothing new: by a date of their own, or by that of
    the illness that left them.
    """
    lower, language = _lower(text)
    dated = weeks_old(lower, language)
    if not dated or is_told_as_new(lower, language):
        return frozenset()
    named = [one for one in mentions(text) if not one.denied]
    then = {one.code for one in named if any(start <= one.start < end for start, end in dated)}
    left = {one.code for one in named} if then & _leave_signs() and remains(lower, language) else set()
    return frozenset((then | left) & _signs())


def rules_long_there(text: str, there: frozenset[str]) -> frozenset[str]:
    """The rules of which the normalised text names nothing but what is there for weeks."""
    named = {one.code for one in told_now(text)} | (lasting(text) & there)
    return frozenset(slug for slug in _sudden() if named & RULES[slug].named and named & RULES[slug].named <= there)


def is_long_there(fact: Fact, there: frozenset[str]) -> bool:
    """Whether a statement is of such a sign, and no answer to the question whether it is so now."""
    return fact.code in there and fact.status is Status.PRESENT and not (fact.asked or "").startswith("danger")


@cache
def _sudden() -> frozenset[str]:
    return frozenset(rule.slug for rule in RULES.values() if rule.sudden)


@cache
def _signs() -> frozenset[str]:
    return frozenset().union(*(RULES[slug].named for slug in _sudden()))


@cache
def _leave_signs() -> frozenset[str]:
    return frozenset(code for slug in _sudden() for code in RULES[slug].left_by)


def _lower(text: str) -> tuple[str, Language]:
    return lowered(read(text).text), parsers.language_of(text) or Language.ZH
