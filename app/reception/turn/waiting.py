"""Alarms of words that have to be read before they count: those that answer a question about the very sign, or deny."""

from collections.abc import Callable, Iterator

from app.reception.session.events import Question
from models import parsers
from models.facts import Answer
from models.knowledge.load import knowledge
from models.red_flags import DANGER_PAGES, RedFlag

NAY = frozenset({Answer.NO, Answer.NONE_OF_THESE})


def waiting(question: Question | None, said: str, flags: Callable[[int], tuple[RedFlag, ...]]) -> Iterator[RedFlag]:
    """Of the alarms that the words raise by themselves those that a reading may show to be none.

    "Not wanting to live, no" alarms by its words; so does "no, none of those, and no chest pain" on a page of them.
    """
    asked, denies = _rules_of(question), any(parsers.plain_reply(clause) in NAY for clause in parsers.clauses(said))
    if asked or denies:
        yield from (flag for flag in flags(0) if flag.quote and (denies or flag.rule in asked))


def _rules_of(question: Question | None) -> frozenset[int]:
    """The rules that the signs of the page stand for."""
    if question is None or question.key not in DANGER_PAGES:
        return frozenset()
    signs, codes = knowledge().signs, (option.key.rpartition(":")[2] for option in question.options)
    return frozenset(signs[code].rule for code in codes if code in signs)
