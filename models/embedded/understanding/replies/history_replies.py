"""What a reply states to whom asks for illnesses, medicines, allergies, operations or the family."""

import re

from models.embedded.understanding.cues import cues, pattern
from models.embedded.understanding.replies.answers import STATUS, Reply
from models.embedded.understanding.replies.denials import has_none_of_another
from models.embedded.understanding.replies.openings import after_interjections
from models.facts import Answer, Fact, Status, Topic

_CUES = cues("answers")


def history_reply(topic: Topic, reply: Reply) -> Fact | None:
    """The fact with the code "none", "any" or "unknown: ..." of the `topic` asked for, where the reply states one."""
    if any(fact.topic is topic and fact.status is not Status.UNKNOWN for fact in reply.said):
        return None
    if topic is Topic.MEDICINE and _NAME_FORGOTTEN.search(reply.lower):
        return Fact(topic=topic, code=f"unknown: {reply.quote[:60]}", quote=reply.quote)
    if reply.answer in (Answer.UNSURE, Answer.REFUSED):
        return Fact(topic=topic, code="any", status=STATUS[reply.answer], quote=reply.quote)
    if _denies_another(topic, reply) or has_none_of_another(topic, reply.lower):
        return None
    if reply.answer in (Answer.NO, Answer.NONE_OF_THESE) or _NO_HISTORY.search(after_interjections(reply.lower)):
        return Fact(topic=topic, code="none", status=Status.ABSENT, quote=reply.quote)
    return None


_NAME_FORGOTTEN = pattern(_CUES["name_forgotten"])
# Any denial will do: 不吃药, 身体一直很好, "I don't take anything", "fit and healthy".
_NO_HISTORY = pattern(_CUES["no_history"])


def _denies_another(topic: Topic, reply: Reply) -> bool:
    """The no is to a symptom named with it: "no, she didn't hit her head", asked for illnesses."""
    if _OF_THE_TROUBLE.match(reply.lower):
        return True
    denied = any(fact.topic is not topic and fact.status is Status.ABSENT for fact in reply.said)
    return denied and not _OF_HISTORY.search(reply.lower)


_OF_THE_TROUBLE = re.compile(  # 不红，也不疼; "not red, doesn't hurt"
    r"\W*(?:也|都|倒)?不(?:红|疼|痛|痒|肿|烧|发烧|晕|吐|咳|麻|反酸|闷|喘|胀|流)"
    r"|\W*(?:it'?s |it )?(?:not|doesn'?t|isn'?t|no) (?:red|hurt|hurting|painful|sore|itch\w*|swollen|"
    r"bleeding|dizzy|hot|tender)\b"
)
_OF_HISTORY = re.compile(
    r"病|药|过敏|手术|健康|\b(?:ill\w*|condition\w*|disease\w*|problem\w*|health\w*|medic\w*|tablet\w*|pill\w*|allerg\w*|operat\w*|surger\w*|nothing|none)\b"
)
