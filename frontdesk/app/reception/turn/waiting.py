"""Alarms of words that have to be read before they count: those that answer a question about the very sign, or deny.

What is named outright as it is now never waits, whatever page it is said on and whatever "no" stands before it.
"""

import re
from collections.abc import Iterable, Iterator

from frontdesk.app.reception.session.events import Question
from frontdesk.models import parsers, red_flags
from frontdesk.models.facts import Answer, Language
from frontdesk.models.red_flags import BY_SIGN, DANGER_PAGES, RedFlag

NAY = frozenset({Answer.NO, Answer.NONE_OF_THESE})
SENTENCES = re.compile(r"[^。！？.!?\n]+[。！？.!?\n]*")
ASKED_BACK = ("?", "？")


def waiting(question: Question | None, said: str, flags: Iterable[RedFlag]) -> Iterator[RedFlag]:
    """Of the alarms that the words raise by themselves those that a reading may show to be none.

    "Not wanting to live, no" denies; "No! He is not breathing" answers no, and says what is so.
    """
    asked, told = _rules_of(question), parsers.normalise(_not_denied_behind(said))
    denies = any(map(_is_no, parsers.clauses(said)))
    language = parsers.language_of(said) or Language.EN
    alarming = {flag.rule for flag in red_flags.check(told, language=language)} if denies else set[str]()
    for flag in flags:
        answers = flag.rule in asked and not red_flags.says_so(flag.rule, told)
        denied = denies and flag.rule not in alarming
        if flag.quote and not red_flags.RULES[flag.rule].at_once and (answers or denied):
            yield flag


def _not_denied_behind(said: str) -> str:
    """The words without what is asked, and without what a bare no follows in its sentence."""
    return " ".join(_behind_no(one) for one in SENTENCES.findall(said) if not one.rstrip().endswith(ASKED_BACK))


def _behind_no(sentence: str) -> str:
    clauses = parsers.clauses(sentence)
    places = [place for place, clause in enumerate(clauses) if _is_no(clause)]
    return "".join(clauses[places[-1] + 1 :]) if places else sentence


def _is_no(clause: str) -> bool:
    return parsers.plain_reply(clause) in NAY


def _rules_of(question: Question | None) -> frozenset[str]:
    """The rules that the signs of the page stand for."""
    if question is None or question.key not in DANGER_PAGES:
        return frozenset()
    codes = (option.key.rpartition(":")[2] for option in question.options)
    return frozenset(BY_SIGN[code].slug for code in codes if code in BY_SIGN)
