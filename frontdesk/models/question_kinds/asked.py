"""The clauses of a text that ask something or vent impatience, each with its kind."""

from typing import NamedTuple

from frontdesk.models.assertion.kin_not_known import is_not_known_of_kin
from frontdesk.models.parsers.questions import TalkQuestion, asks_about_talk, asks_to_be_seen, clauses_asking
from frontdesk.models.parsers.replies import courtesy, empty, plain_reply
from frontdesk.models.question_kinds.classifier import Kind, likely, plain
from frontdesk.models.sentences import embed_again

SURE = 0.45  # chance from which a kind is taken for that of a clause that has the form of a question
SURE_UNASKED = 0.7  # and of one that has not
SURER = 0.9  # and of one that has not, where a patient may well tell the same
# What is never asked without the form of it: "I booked online", "please write that down" are told.
BY_FORM = frozenset({Kind.PRACTICAL, Kind.WRITTEN})
TOLD_ALIKE = frozenset({Kind.MEDICAL, Kind.DEPARTMENT})
TOLD = 0.85  # chance of a statement from which the form is not believed
NEVER = 1.1
TALK = {
    Kind.WHY: TalkQuestion.WHY,
    Kind.NOT_ASKED: TalkQuestion.NOT_ASKED,
    Kind.NURSE: TalkQuestion.NURSE,
    Kind.HOW_LONG: TalkQuestion.HOW_LONG,
    Kind.PRIVACY: TalkQuestion.PRIVACY,
    Kind.WRITTEN: TalkQuestion.WRITTEN,
}


class Asked(NamedTuple):
    words: str  # of the patient
    kind: Kind | None  # None: something is asked, and it is not sure what
    chance: float = 0.0  # of the kind


def asked(text: str) -> tuple[Asked, ...]:
    """In their order; what asks for the last line again, for who speaks or to be treated is none of these."""
    found: list[Asked] = []
    clauses = clauses_asking(text)
    if len(clauses) > 1:
        embed_again([plain(clause.words) for clause in clauses])  # together, which is quicker than each by itself
    for words, asks in clauses:
        if not (empty(words) or courtesy(words) or plain_reply(words.rstrip("?？")) or _is_another_matter(words)):
            one = _sorted(words, asks)
            found += [one] if one else []
    return tuple(found)


def _is_another_matter(words: str) -> bool:
    """For the last line again, for who speaks, a wish to be treated in the shape of a question, what is not known."""
    return is_not_known_of_kin(words) or asks_about_talk(words) is not None or asks_to_be_seen(words)


def _sorted(words: str, asks: bool) -> Asked | None:
    """By its kind; a clause without the form of a question, or which is surely told, needs to be surely of one."""
    kind, chance, asking = likely(words)
    if kind is not Kind.STATEMENT and chance >= (SURE if asks else _sure_unasked(kind)):
        return Asked(words, kind, chance)
    return Asked(words, None) if asks and asking > 1 - TOLD else None


def _sure_unasked(kind: Kind) -> float:
    return NEVER if kind in BY_FORM else SURER if kind in TOLD_ALIKE else SURE_UNASKED
