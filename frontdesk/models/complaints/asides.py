"""The words of a complaint without what is said beside it: who tells it, what the family thinks, what it is not."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import takewhile

from frontdesk.models.ages import is_child
from frontdesk.models.assertion import denies
from frontdesk.models.assertion.cues import cues, lowered
from frontdesk.models.complaints.classifier import ENDS, NOTHING, chances, language_of, shipped
from frontdesk.models.facts import Answer, Person, Relation
from frontdesk.models.mentions import mentions
from frontdesk.models.parsers import age_months, plain_reply, relation, sex
from frontdesk.models.triage.statistics import size

ASIDE = 0.3  # chance of no complaint from which a clause of who it is, or of another's opinion, tells of none
FEWEST, MOST = 3, 8  # words of one that surely only says who it is; that may
_BETWEEN = " ,.;!?，。；！？、"
_NO = frozenset({Answer.NO, Answer.NONE_OF_THESE})


@lru_cache(maxsize=512)
def without_asides(text: str) -> str:
    """The text without the clauses that only say who it is, what somebody else thinks, or that it worries.

    So nobody's department turns on "I'm a woman" or "my family says it's nothing"; what the family has seen stays, and
    so does all where nothing else is told.
    """
    spans = list(_clauses(text))
    told = [span for span in spans if not _is_aside(text[slice(*span)])] if len(spans) > 1 else spans
    if len(told) in (0, len(spans)):
        return text
    kept = [text[start : next((a for a, _ in spans if a > start), len(text))] for start, _ in told]
    left = "".join(kept).strip()
    return left if told[-1] == spans[-1] else left.rstrip(_BETWEEN)


@lru_cache(maxsize=512)
def behind_denials(text: str) -> str:
    """What is said behind the clauses of denial that the text begins with: "no fever, but I have vomited blood".

    A no answers what was asked, and denies nothing of what is told behind it.
    """
    spans = list(_clauses(text))
    denials = list(takewhile(lambda span: _only_denies(text[slice(*span)]), spans[:-1]))
    if not denials:
        return text
    left = text[spans[len(denials)][0] :]
    joined = cues(language_of((left,)), "adds").match(lowered(left))
    return left[joined.end() :].lstrip(_BETWEEN) if joined else left


def _clauses(text: str) -> Iterator[tuple[int, int]]:
    start = 0
    for end in (*ENDS.finditer(text), None):
        stop = end.start() if end else len(text)
        if text[start:stop].strip():
            yield start, stop
        start = end.end() if end else stop


@lru_cache(maxsize=1024)
def _is_aside(clause: str) -> bool:
    lower, language = lowered(clause.strip()), language_of((clause,))
    if cues(language, "concern").fullmatch(lower):
        return True
    who = _tells_who(clause)
    if not (who or cues(language, "opinion").match(lower)) or mentions(clause):
        return False
    return (who and size(clause) <= FEWEST) or _of_nothing(clause) >= ASIDE


@lru_cache(maxsize=1024)
def _only_denies(clause: str) -> bool:
    named = mentions(clause)
    denied = plain_reply(clause) in _NO or denies(clause, language_of((clause,)))
    return denied and all(one.denied for one in named)


def _tells_who(clause: str) -> bool:
    """Whether it says the age or sex of a grown-up who speaks of themselves."""
    if size(clause) > MOST or ((named := relation(clause)) is not None and named[0] is not Relation.SELF):
        return False
    months = age_months(clause, asked=True, child=False)
    if months is None:
        return sex(clause, asked=True) is not None
    return not is_child(Person(age_months=months))


def _of_nothing(clause: str) -> float:
    """The chance that it tells of no complaint."""
    place = shipped(language_of((clause,))).classes.index(NOTHING)
    return float(chances((clause,))[0][place])
