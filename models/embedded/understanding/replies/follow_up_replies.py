"""What a reply states at a follow-up: whether the medicine was taken, and whether the results are there."""

import re

from models.embedded.understanding.cues import cues, pattern
from models.embedded.understanding.replies.answers import STATUS, Reply
from models.facts import Fact, Status, Topic

_CUES = cues("answers")


def adherence_reply(reply: Reply) -> Fact | None:
    if _NONE_GIVEN.search(reply.lower):
        return Fact(topic=Topic.ADHERENCE, code="none_given", status=Status.ABSENT, quote=reply.quote)
    return _stated(Topic.ADHERENCE, reply, so=_TAKEN, not_so=_NOT_TAKEN)


_NONE_GIVEN = pattern(_CUES["none_given"])
_TAKEN, _NOT_TAKEN = pattern(_CUES["taken"]), pattern(_CUES["not_taken"])


def result_reply(reply: Reply) -> Fact | None:
    return _stated(Topic.RESULT, reply, so=_RESULT_THERE, not_so=_RESULT_AWAY)


_RESULT_THERE, _RESULT_AWAY = pattern(_CUES["result_there"]), pattern(_CUES["result_away"])


def _stated(topic: Topic, reply: Reply, *, so: re.Pattern[str], not_so: re.Pattern[str]) -> Fact | None:
    if not_so.search(reply.lower):
        status = Status.ABSENT
    elif so.search(reply.lower):
        status = Status.PRESENT
    elif reply.answer:
        status = STATUS[reply.answer]
    else:
        return None
    return Fact(topic=topic, code=topic.value, status=status, quote=reply.quote)
