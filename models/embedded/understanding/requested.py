"""What a patient asks for: an examination, a treatment, a vaccination, and not one that was had already."""

import re

from models.embedded.scope import ScopeKind
from models.embedded.understanding.cues import cues, pattern
from models.embedded.understanding.hearing import Hearing
from models.embedded.understanding.lexicon import Mention
from models.embedded.understanding.persons.whose import is_anothers
from models.facts import Fact

_CUES = cues("statements")

# 换药在哪里 is asked by who comes for it: the way there is the department.
SEEN_TO_THERE = frozenset({"dressing_change", "injection_due"})


def request_of(hearing: Hearing, mention: Mention, under: set[ScopeKind]) -> Fact | None:
    """The request that is named; None where it was had, is refused or another's, or is only asked about."""
    lower = hearing.writing.lower
    if ScopeKind.NEGATED in under or _TOLD_OF.match(lower[mention.end : mention.end + _CLOSE]):
        return None
    clause = max(lower.rfind(stop, 0, mention.start) for stop in "。！？.!?，,") + 1
    if _is_had_already(hearing, mention, clause) or _is_only_asked_about(hearing, mention, clause):
        return None
    if mention.code in _DONE_TO_ONE and is_anothers(hearing, mention.start):
        return None
    return Fact(topic=mention.topic, code=mention.code, quote=hearing.writing.words(mention.start, mention.end))


_TOLD_OF = pattern(_CUES["told_of"])
_CLOSE = 24  # characters before or behind a name
_DONE_TO_ONE = frozenset({"vasectomy", "circumcision"})


def _is_only_asked_about(hearing: Hearing, mention: Mention, clause: int) -> bool:
    """Whether it is asked beside an answer if it is needed, or where it is done."""
    lower = hearing.writing.lower
    if hearing.asked not in (None, "open", "new", "wish") and _WHETHER_NEEDED.search(lower, clause, mention.start):
        return True
    asked_where = _PLACE_QUESTION.search(lower, clause, min(len(lower), mention.end + 12))
    return asked_where is not None and mention.code not in SEEN_TO_THERE


# 你说我这是不是要做核磁, asked beside an answer: whether it is needed is the doctor's to say.
_WHETHER_NEEDED = re.compile(
    r"(?:是不是|用不用|需不需要|要不要|该不该)[^，。]{0,4}$"
    r"|\b(?:do|will|should|would) i (?:have to|need|need to)\b[^.;!?]{0,12}$"
)
_PLACE_QUESTION = re.compile(r"where|how much|what time|when do|opening|几点|哪(?:里|儿)|在哪|多少钱|怎么走|几楼")


def _is_had_already(hearing: Hearing, mention: Mention, clause: int) -> bool:
    """Whether it was had before: since the flu jab, 打完疫苗以后, 做了胃镜, 体检查出来有结节."""
    if not (mention.code.endswith("_wish") or mention.code in _DONE_ONCE):
        return False
    lower = hearing.writing.lower
    inside = _DONE_INSIDE.search(lower, mention.start, mention.end)
    if inside or _DONE.search(lower, max(clause, mention.start - _CLOSE), mention.end):
        return True
    if _WISHED.search(lower, clause, mention.start):
        return False
    before = _DONE_BEFORE.search(lower, clause, mention.start) or _REPORTED.search(lower, 0, mention.start)
    return before is not None or _DONE_AFTER.match(lower, mention.end) is not None


_DONE_ONCE = frozenset(_CUES["done_once"])
_DONE = re.compile(
    r"(?:打|做|查|拍|照|抽)(?:完|过)"
    r"|\b(?:since|after|following)(?: i| he| she)?(?: had| got)?(?: my| the| his| her| a)?(?: \w+){0,2}$"
)
_DONE_INSIDE = pattern(_CUES["done_inside"])
_DONE_BEFORE, _DONE_AFTER = pattern(_CUES["done_before"]), pattern(_CUES["done_after"])
_REPORTED, _WISHED = pattern(_CUES["reported"]), pattern(_CUES["wished"])
