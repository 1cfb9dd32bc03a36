"""What a reply says to whom asks whether somebody is pregnant."""

import re

from models.embedded.understanding.cues import cues, pattern
from models.embedded.understanding.replies.answers import STATUS, Reply
from models.facts import Answer, Fact, Status, Topic

_CUES = cues("answers")


def pregnancy_reply(reply: Reply) -> Fact | None:
    status = _found_or_ruled_out(reply.lower)
    if status is None and not reply.tells(Topic.PREGNANCY):
        status = _by_answer(reply.answer, reply.lower)
    return Fact(topic=Topic.PREGNANCY, code="pregnancy_known", status=status, quote=reply.quote) if status else None


def is_pregnant(answer: Answer | None, lower: str, *, told: bool | None) -> bool | None:
    """Whether the one asked about is pregnant, where the reply settles it; `told` is what was said beside it."""
    status = _found_or_ruled_out(lower)
    if status is None and told is None:
        status = _by_answer(answer, lower)
    return {Status.PRESENT: True, Status.ABSENT: False}.get(status) if status else None


def _found_or_ruled_out(lower: str) -> Status | None:
    if _FOUND_PREGNANT.search(lower):
        return Status.PRESENT
    return Status.ABSENT if _CANNOT_BE_PREGNANT.search(lower) else None


def _by_answer(answer: Answer | None, lower: str) -> Status | None:
    if _DOUBT.search(lower):
        return Status.UNKNOWN
    return STATUS[answer] if answer else None


_FOUND_PREGNANT = pattern(_CUES["found_pregnant"])
_CANNOT_BE_PREGNANT = pattern(_CUES["cannot_be_pregnant"])
_DOUBT = re.compile(
    r"可能|也许|说不定|不一定|不敢说|没准|\b(?:maybe|perhaps|possibly|might|could be|not (?:totally|100|entirely))\b"
)
