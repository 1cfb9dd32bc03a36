"""The fact a reply states in the light of the question just put."""

import re

from models.embedded.understanding.details.temperatures import FEVERISH, body_temperature
from models.embedded.understanding.replies.answers import STATUS, Reply
from models.embedded.understanding.replies.asked import HISTORY_TOPICS
from models.embedded.understanding.replies.finding_replies import answer_of_finding, was_and_is_over
from models.embedded.understanding.replies.follow_up_replies import adherence_reply, result_reply
from models.embedded.understanding.replies.history_replies import history_reply
from models.embedded.understanding.replies.pregnancy_replies import pregnancy_reply
from models.embedded.understanding.words.writing import Writing
from models.facts import Answer, Details, Fact, Status, Topic


def fact_for(asked: str, answer: Answer | None, writing: Writing, *, said: tuple[Fact, ...]) -> Fact | None:
    """The fact a reply to `asked` states, beside those it spells out in `said`."""
    reply = Reply(writing, answer, said)
    topic, _, code = asked.partition(":")
    if topic in _ASKED_BY_NAME and code:
        return _of_what_was_named(Topic(topic), code, reply)
    if asked in HISTORY_TOPICS:
        return history_reply(HISTORY_TOPICS[asked], reply)
    states = _STATES.get(asked)
    return states(reply) if states else None


def _wish(reply: Reply) -> Fact | None:
    if reply.answer or not reply.quote or reply.tells(Topic.WISH):
        return None
    return Fact(topic=Topic.WISH, code=reply.quote[:80], quote=reply.quote)


_ASKED_BY_NAME = ("finding", "request", "habit", "condition")
_STATES = {"pregnancy": pregnancy_reply, "wish": _wish, "adherence": adherence_reply, "result": result_reply}


def _of_what_was_named(topic: Topic, code: str, reply: Reply) -> Fact | None:
    if code == "fever" and (fever := _measured(reply)):
        return fever
    if not reply.said and _is_over(topic, code, reply.lower):
        return Fact(topic=topic, code=code, past=True, quote=reply.quote)
    answer = _answer_of(topic, code, reply)
    if answer is None or any(fact.name == (topic, code) for fact in reply.said):
        return None
    if answer is Answer.YES and _POLITE.match(reply.lower.strip()):
        return None
    return Fact(topic=topic, code=code, status=STATUS[answer], quote=reply.quote)


# "好的，谢谢" and "OK, thanks" take note of a question and do not say yes to a symptom.
_POLITE = re.compile(
    r"^\W*(?:好的?|行|可以|ok(?:ay)?|sure|right)(?:[吧啊呀嘞]|\W*(?:谢谢|多谢|thanks?|thank you|知道了).*)?\W*$"
)


def _measured(reply: Reply) -> Fact | None:
    """The fever, or that there is none, by the temperature alone: "39 point 2"."""
    degrees = body_temperature(reply.lower)
    if degrees is None or any(fact.code == "fever" for fact in reply.said):
        return None
    status = Status.PRESENT if degrees >= FEVERISH else Status.ABSENT
    details = Details(value=f"{degrees:g} °C")
    return Fact(topic=Topic.FINDING, code="fever", status=status, quote=reply.quote, details=details)


def _is_over(topic: Topic, code: str, lower: str) -> bool:
    if topic is Topic.HABIT:
        return _GIVEN_UP.search(lower) is not None
    return topic is Topic.FINDING and was_and_is_over(code, lower)


_GIVEN_UP = re.compile(
    r"\b(?:i did|used to|in the past|when i was young\w*|years ago|way back|quit|stopped|gave (?:it )?up)\b"
    r"|\bnot any ?more\b|以前(?:抽|喝|吸)|戒了"
)


def _answer_of(topic: Topic, code: str, reply: Reply) -> Answer | None:
    if topic is Topic.FINDING:
        return answer_of_finding(code, reply)
    if topic is Topic.HABIT and reply.answer is None and _NOW_AND_THEN.search(reply.lower):
        return Answer.YES
    return reply.answer


_NOW_AND_THEN = re.compile(
    r"(?<![没不])(?:喝|抽|吸)|一点|偶尔|过年|应酬|\b(?:a (?:bit|little|few|couple)|couple|sometimes"
    r"|occasional\w*|social\w*|now and|only (?:at|on)"
    r"|weekends?|pints?|glass\w*|packs?|a day|a week|christmas)\b"
)
