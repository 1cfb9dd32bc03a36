"""Which way a reply leans where it says neither yes nor no, or says it and goes on."""

import re

from models.embedded.replies.leaning import Leaning, leaning
from models.embedded.triage.statistics import is_chinese
from models.embedded.understanding.replies.openings import after_interjections
from models.facts import Answer

_SURE_YES, _SURE_NO, _SURE_UNSURE = 0.6, 0.75, 0.6  # chances that settle what no words did
_SURE_OVER = 0.7
_SURE_AGAINST = 0.8  # the chance from which the whole counts for more than how it begins


def as_it_sounds(lower: str, answer: Answer | None) -> Answer | None:
    """`answer` by the words it begins with, unless the whole says otherwise: "yes, decades ago", "never leaves me".

    Set on the replies of tests/models/test_leaning.py: of 273 that answer, this understands 161.
    """
    if answer in (Answer.UNSURE, Answer.REFUSED) or (answer is Answer.NO and _PLAINLY_NO.match(lower)):
        return answer
    heard = _heard(lower)
    if heard is None:
        return answer
    against = answer is not None or _ASKS.search(lower) is not None
    if heard.yes >= (_SURE_AGAINST if against or _begins_with_no(lower) else _SURE_YES):
        return Answer.YES
    if _denied(heard, lower) >= (_SURE_AGAINST if against else _SURE_NO):
        return Answer.NO
    return Answer.UNSURE if not against and heard.unsure >= _SURE_UNSURE else answer


_PLAINLY_NO = re.compile(r"\W*(?:no|nope|nah|not at all|没有?|没得|不是?|冇|莫得)\s*[.!。！]")
_ASKS = re.compile(r"[?？]")  # "what do you mean?" is not being unsure


def _denied(heard: Leaning, lower: str) -> float:
    """Of whom else it is said leaves open whether the patient has it too: "my father was crucified with it"."""
    over = 0.0 if _OF_LATE.search(lower) else heard.once
    return heard.no + over + (heard.another if _NOT_ME.search(lower) else 0.0)


_NOT_ME = re.compile(
    r"\bnot (?:me|myself|i)\b"
    r"|\b(?:i|i'm|i've|me|myself)\b[^,.;]{0,12}?(?:\b(?:not?|never|clear|fine|grand|spared)\b|n't)"
    r"|(?:不是|没|不像|轮不到)[^，。]{0,2}我|(?:我|俺|咱)(?:自己|本人|倒|可|反正|是|就|一直|从来|都|也|还)*(?:没|不|好|冇|莫)|[没冇]传"
)


def sounds_over(lower: str) -> bool:
    """ "Only when I was carrying my first": it was, and is no more."""
    heard = None if _begins_with_no(lower) or _OF_LATE.search(lower) else _heard(lower)
    return heard is not None and heard.once >= _SURE_OVER


_OF_LATE = re.compile(
    r"\b(?:still|again|yesterday|today|lately|these days|this (?:week|month|morning)|last (?:night|week|month)"
    r"|(?:days?|weeks?) ago|the weekend)\b"
    r"|还(?!没|不|好)|又|昨[天晚儿]|今[天早晚儿]|刚才|这[两几]天|最近|上(?:个)?(?:周|礼拜|星期|月)|天前|周前"
)


def denies_but_of_old(lower: str, named: str) -> bool:
    """ "No, a bit of spotting way back at seven weeks": a no that what is `named` behind it does not take back."""
    if not _begins_with_no(lower) or _OF_LATE.search(lower):
        return False
    heard = _heard(lower.replace(named, "这样" if is_chinese(lower) else "that"))
    return heard is not None and heard.once >= _SURE_OVER


def _begins_with_no(lower: str) -> bool:
    return _NO_FIRST.match(after_interjections(lower)) is not None


_NO_FIRST = re.compile(r"\W*(?:[没不无冇莫]|[么木]有|(?:no|nope|nah|not|never|none|nothing|neither|\w+n't)\b)")


def _heard(lower: str) -> Leaning | None:
    return None if _SAYS_LITTLE.fullmatch(lower) or _BESIDE.search(lower) else leaning(lower)


# What is told of habits, of the way here and of the house is no answer to what is felt.
_BESIDE = re.compile(
    r"烟|(?:喝|戒|沾)[^，。]{0,2}酒|酒[^，。精]{0,3}(?:喝|戒|沾)|[里公]里地|大老远|来一趟|跑一趟|停车|排队|报销"
    r"|\b(?:smok\w*|cigarettes?|fags|tested,? (?:me )?negative|parking|bus fare)\b"
)
_SAYS_LITTLE = re.compile(r"\W*(?:[\u4e00-\u9fff]{0,3}|[a-z' ]{0,7})\W*")
