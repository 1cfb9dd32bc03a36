"""Yes, no, unsure or refused: what a short reply answers to the question just put."""

import re
from typing import NamedTuple

from models.embedded.understanding.cues import Cue, cues, pattern
from models.embedded.understanding.replies.denials import ONLY_NO_PAIN
from models.embedded.understanding.replies.named_replies import is_pain
from models.embedded.understanding.replies.openings import first_clause, without_echo
from models.embedded.understanding.words.writing import Writing
from models.facts import Answer, Fact, Status, Topic

_CUES = cues("answers")


class Reply(NamedTuple):
    """What was said to a question: the answer it gives, if any, and the facts it spells out."""

    writing: Writing
    answer: Answer | None
    said: tuple[Fact, ...]

    @property
    def lower(self) -> str:
        return self.writing.lower

    @property
    def quote(self) -> str:
        return self.writing.original.strip()[:MOST_QUOTED]

    def tells(self, topic: Topic) -> bool:
        return any(fact.topic is topic for fact in self.said)


MOST_QUOTED = 200  # characters
STATUS = {
    Answer.YES: Status.PRESENT,
    Answer.NO: Status.ABSENT,
    Answer.NONE_OF_THESE: Status.ABSENT,
    Answer.UNSURE: Status.UNKNOWN,
    Answer.REFUSED: Status.REFUSED,
}


def answer_in(writing: Writing) -> Answer | None:
    """Yes, no, unsure or refused, when the utterance begins with that as a clause of its own or is nothing else."""
    lower = without_echo(writing.lower)
    if _REFUSED.search(lower):
        return Answer.REFUSED
    if _NO_AFTER_ALL.search(lower):
        return Answer.NO
    lower = _SAID_AGAIN.sub(r"\1", lower)
    first, rest = first_clause(lower)
    if rest and _HESITATES.fullmatch(first):  # "嗯……好像没有" says no
        return _begins_with(rest) or Answer.YES
    answer = _begins_with(lower)
    for _ in range(_PREFACES):  # "我跟你说啊，没有", "Ouch. Not really", "Well, you know, no"
        longest = _PREFACE_HAN if any(c > "\u3400" for c in first) else _PREFACE_LATIN
        if answer or not rest or (len(first) > longest and not _TOLD_BEFORE.match(first)):
            break
        answer = _begins_with(rest)
        first, rest = first_clause(rest)
    return answer or _ends_with(writing.lower)


_REFUSED = Cue(_CUES["refused"])
_NO_AFTER_ALL = re.compile(
    r"^(?:only|just) (?:when|if|after|at)\b[^?]*[.!] (?:so )?no\W*$"
)  # "only when I see the bill. No"
_SAID_AGAIN = re.compile(r"^([^\W\d_a-z]{1,4}?)(?:[，, ]?\1)+(?=\W|$)")  # 不疼不疼, 有有有
_HESITATES = re.compile(r"[嗯恩对哦好]+|mm+|hm+|yeah|right")
_PREFACES = 2
_PREFACE_HAN, _PREFACE_LATIN = 6, 14  # characters of a clause that only leads up to the answer
_TOLD_BEFORE = pattern(_CUES["told_before"])  # "you already asked me that, no"


def _begins_with(lower: str) -> Answer | None:
    if _UNSURE.search(lower):
        return Answer.UNSURE
    first, _ = first_clause(lower)
    if _NONE.fullmatch(first):
        return Answer.NONE_OF_THESE
    if _NO_FIRST.search(first) or _NO_WHOLE.fullmatch(first):
        return Answer.NO
    return Answer.YES if _YES_FIRST.search(first) or _YES_WHOLE.fullmatch(first) else None


_UNSURE = Cue(_CUES["unsure"])
_NONE = pattern(_CUES["none"])
_YES_FIRST, _YES_WHOLE = pattern(_CUES["yes_first"]), pattern(_CUES["yes_whole"])
_NO_FIRST, _NO_WHOLE = pattern(_CUES["no_first"]), pattern(_CUES["no_whole"])


def _ends_with(lower: str) -> Answer | None:
    if _NO_LAST.search(lower):
        return Answer.NO
    yes = YES_LAST.search(lower)
    return Answer.YES if yes and not _SAYS_NO.search(lower, 0, yes.end()) else None


# "Funny you ask. It goes down my leg, yes."
YES_LAST = re.compile(
    r"\w\w(?:[,，]\s*| )(?:yes|yeah|yep|aye|对|对的|是的|有的)\s*(?:[.!。！]|$)"
    r"|^[^,.!?，。！？]*\w\w (?:yes|yeah|yep|aye)\s*,"
)
# "I haven't seen any, no": what is denied is denied once more at the end.
_NO_LAST = re.compile(
    r"\b(?:not|never|nothing|\w+n't)\b[^.!?;]*[, ] ?no\W*$|\w, so no\W*$|\bbut \w+, no\W*$"
    r"|[没不][^，。！？]{1,12}[，,]\s*没有?[啊呀的]?\W*$"
)
_SAYS_NO = re.compile(r"\b(?:no|not|never|\w+n't|without)\b|[没不]")


def asks_for_a_nurse(writing: Writing, facts: list[Fact]) -> bool:
    """Whether the yes goes with the wish for somebody to come: "yes please call a nurse" names no symptom."""
    return not facts and _YES_AND_CALL.match(writing.lower) is not None


_YES_AND_CALL = pattern(_CUES["yes_and_call"])


def of_another(writing: Writing, facts: list[Fact], asked: str) -> bool:
    """Whether yes or no is of something else than was asked, and answers nothing.

    "I smoke, yes", asked about chest pain, confirms itself, and so does "yes bit feverish"; 不疼, asked about black
    stools, denies a pain.
    """
    topic, _, code = asked.partition(":")
    if topic == "finding" and ONLY_NO_PAIN.fullmatch(writing.lower):
        return not is_pain(code)
    lower = without_echo(writing.lower)
    first, _ = first_clause(lower)
    others = [f for f in facts if f.quote.lower() in first and f"{f.topic}:{f.code}" != asked]
    if topic == "finding" and any(f.topic is Topic.FINDING for f in others) and _AT_ONCE.match(first):
        return True
    return bool(others) and _begins_with(lower) is None


_AT_ONCE = re.compile(r"(?:yes|yeah|yep|no|nope) (?!but\b|and\b|it'?s|i (?:do|have|am)\b(?! \w))\w")
