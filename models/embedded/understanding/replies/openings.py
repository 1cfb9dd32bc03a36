"""What a reply opens with before its answer: sounds, and the question said again."""

import re

from models.embedded.understanding.replies.asked import HISTORY_TOPICS
from models.embedded.understanding.replies.named_replies import names_it
from models.embedded.understanding.words.writing import Writing


def after_interjections(lower: str) -> str:
    return _INTERJECTIONS.sub("", lower.strip())


_INTERJECTIONS = re.compile(
    r"^[\W_]*(?:(?:呃|额|啊|哦|噢|喔|嗨|嘶+|唉|哎[呀哟呦]?|诶|这个嘛?|oh|ah|ow|ouch|well|um+|uh+|er|hmm+|honestly|actually)"
    r"(?![a-z])[\s,，.。!！…~]*|(?:yes|no)\s*(?=[\u4e00-\u9fff]))*"  # "no 没有"
)


def without_echo(lower: str) -> str:
    """The reply from its answer on, without sounds and the question said again before it."""
    return _ECHO.sub("", after_interjections(lower))


# The question said again before its answer: "Medical problems? No."
_ECHO = re.compile(r"^(?:[^.!?。！？,，]{2,40}[?？]\s*){1,3}(?=(?:no|nope|yes|yeah|yep|not|never)\b|没|不|有|是)")


def first_clause(lower: str) -> tuple[str, str]:
    """The clause a text begins with, and what follows it."""
    end = _CLAUSE_END.search(lower)
    if end is None:
        return lower.strip(" ~…"), ""
    return lower[: end.start()].strip(" ~…"), lower[end.end() :]


def end_of_first_clause(writing: Writing) -> int:
    """Where the clause ends that an utterance begins with, sounds like "oh," left out: "Oh, I can't remember"."""
    lower = writing.lower
    begin = len(lower) - len(after_interjections(lower).lstrip())
    end = _CLAUSE_END.search(lower, begin)
    return end.start() if end else len(lower)


_CLAUSE_END = re.compile(r"[，。,.;；!?！？\n…]+\s*")


def end_of_echo(lower: str, asked: str) -> int:
    """Where the question ends that was said again before its answer: "Numb? No, dear", "Eh? Numb? I can walk"."""
    begin = len(lower) - len(after_interjections(lower))
    echo = _ECHO.match(lower[begin:])
    end = begin + echo.end() if echo else 0
    topic, _, code = asked.partition(":")
    if topic == "finding":
        return max(end, _end_of_questions_naming(code, lower))
    return 0 if topic in HISTORY_TOPICS and _AFFIRMS.match(lower, end) else end


_AFFIRMS = re.compile(r"(?:yes|yeah|yep)\b|有(?!没|什么|啥)|是(?!不是|没)")


def _end_of_questions_naming(code: str, lower: str) -> int:
    place = said_again = 0
    while question := _SHORT_QUESTION.match(lower, place):
        place = question.end()
        if names_it(code, question[0]):
            said_again = place
        elif not _EH.fullmatch(question[0]):
            break
    return said_again


# What somebody wants to know is asked in other words.
_SHORT_QUESTION = re.compile(
    r"(?![不没])(?!.{0,20}(?:要紧|严重|怎么|咋|能|可以|会不会|是不是|算|哪|多少|\b(?:is|are|can|could|should|does|how|why|which)\b))"
    r"[^.!?。！？]{1,24}[?？]\s*"
)
_EH = re.compile(r"\W*(?:eh|what|pardon|sorry|me|huh|who|啥子?|什么|啊|哈|嗯|我)\W*")
