"""Whether a reply says that a finding asked about is there, is not, or was and is over."""

import re

from models.embedded.understanding.cues import cues, pattern
from models.embedded.understanding.details.temperatures import FEVERS
from models.embedded.understanding.replies.answers import YES_LAST, Reply
from models.embedded.understanding.replies.named_replies import (
    asked_as_lacking,
    at_once,
    concedes,
    denied_by,
    in_its_own_words,
    names_it,
    reply_about,
    says_so,
)
from models.embedded.understanding.replies.openings import end_of_echo
from models.embedded.understanding.replies.sounding import as_it_sounds, sounds_over
from models.facts import Answer, Status, Topic

_CUES = cues("answers")


def answer_of_finding(code: str, reply: Reply) -> Answer | None:
    if code in _AT_WORST and _A_LITTLE.search(reply.lower):
        return Answer.NO
    lower = reply.lower[end_of_echo(reply.lower, f"finding:{code}") :]
    answer = _by_what_it_names(code, reply, lower)
    if answer or reply.said or asked_as_lacking(code):
        return answer or reply.answer
    return as_it_sounds(lower, reply.answer)


def _by_what_it_names(code: str, reply: Reply, lower: str) -> Answer | None:
    if _SCOFFED.search(lower) or (reply.answer is None and _CAN_DO.search(lower)):
        return Answer.NO
    granted = Answer.YES if concedes(code, lower) else None
    if answer := granted or reply.answer:
        return (says_so(code, lower) if _is_told_by_the_rest(code, answer, lower) else None) or granted
    first = at_once(code, lower)
    if first is Answer.NO or (first and not reply.tells(Topic.FINDING)):
        return first
    answer = says_so(code, lower) or in_its_own_words(code, lower) or _by_what_is_denied(code, reply)
    if answer is None and not reply.tells(Topic.FINDING):
        answer = reply_about(code, lower)
    return answer or (Answer.YES if _HOW_OFTEN.fullmatch(lower) else None)


_AT_WORST = frozenset({"worst_headache", "tearing_pain", "rigid_belly", "bleeding_wont_stop"})
_A_LITTLE = pattern(_CUES["a_little"])
_HOW_OFTEN = pattern(_CUES["how_often"])


_SCOFFED = re.compile(r"(?P<it>[\u4e00-\u9fff]{1,2})(?:个?[啥甚]子?|个?什么)(?P=it)")  # 晕啥晕


# "I walk there five times a day, no problem"; "it's my shoulder, not my heart".
_CAN_DO = re.compile(
    r"\w, no (?:problem|trouble|bother|sweat)s?(?: at all)?\W*$"
    r"|^it'?s (?:just |only )?(?:my|me|the) [\w ]+,(?: \w+,)? not (?:my|me|the) \w+\W*$"
)


def _is_told_by_the_rest(code: str, answer: Answer, lower: str) -> bool:
    """Whether yes or no leaves open which is meant: "no, they don't fade" says they are there, asked if they fade not.

    A yes at the end confirms what stands before it: "he passes gas, yes".
    """
    if answer in (Answer.YES, Answer.NO) and asked_as_lacking(code):
        return True
    return answer is Answer.YES and YES_LAST.search(lower) is not None


def _by_what_is_denied(code: str, reply: Reply) -> Answer | None:
    denied = (fact.code for fact in reply.said if fact.status is Status.ABSENT)
    return Answer.NO if denied_by(code, denied) else None


def was_and_is_over(code: str, lower: str) -> bool:
    """前两天烧过，现在不烧了; "I had one, but it's gone"."""
    over = _FEVER_OVER if code in FEVERS else _OVER
    told = over.search(lower) is not None or (not asked_as_lacking(code) and sounds_over(lower))
    return told and not _tells_of_another(code, lower)


_OVER = re.compile(
    r"过[，,。 ]*(?:但|不过)?(?:现在|今天|后来|这会儿?|已经|目前).{0,4}(?:不|没|好|退)"
    r"|\b(?:had|did|was|were)\b.{0,40}\b(?:gone|not (?:now|any ?more)|stopped|went away|better now)\b"
)
_FEVER_OVER = re.compile(rf"{_OVER.pattern}|退(?:烧)?了(?!又)")


def _tells_of_another(code: str, lower: str) -> bool:
    """Whether what a reply says to be over is another trouble than was asked about: "it was swollen last week"."""
    return any(not names_it(code, trouble[0]) for trouble in _TROUBLE.finditer(lower))


_TROUBLE = re.compile(
    r"[肿红痒疼痛麻咳吐晕泻胀]|流血|出血"
    r"|\b(?:swoll\w+|swelling|itch\w*|red|sore|pain\w*|hurt\w*|\w*aches?|numb\w*|rash\w*|cough\w*|bleed\w*|dizz\w+|sick"
    r"|vomit\w*|runs|spots)\b"
)
