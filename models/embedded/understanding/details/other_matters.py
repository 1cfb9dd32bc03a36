"""Whether a clause in which nothing is named speaks of something else than a complaint."""

import re

from models.embedded.scope import ScopeKind
from models.embedded.understanding.cues import cues, pattern
from models.embedded.understanding.details.details import Detail
from models.embedded.understanding.hearing import Hearing
from models.embedded.understanding.persons.whose import is_of_another_named
from models.embedded.understanding.words.clauses import Clause
from models.embedded.understanding.words.english import FILLERS, tokens
from models.facts import Course, Details

_CUES = cues("stray")
_ONSET = pattern(_CUES["onset"])
_TELLS = pattern(_CUES["tells_of_it"])


def speaks_of_else(detail: Detail, clause: Clause, hearing: Hearing) -> bool:
    """Whether the `detail`, alone in its `clause`, is of another person, an earlier time or everyday matters."""
    lower = hearing.writing.lower
    words = lower[clause.start : clause.end]
    if _of_another(clause, words, hearing) or _ANOTHER_TIME.search(words) or _is_of_then(detail, clause, hearing):
        return True
    if detail.kind == "side":
        return False
    whole = clause.end if detail.kind == "duration" else detail.end  # 小时候也这样
    if _ELSEWHERE_TOO.search(lower, clause.start, whole) or _ASKS_US.search(words) or _JOURNEYS.search(words):
        return True
    if detail.kind in ("severity", "course"):
        return _NO_BODY.search(words) is not None
    if detail.kind == "frequency":
        return _ERRANDS.search(words) is not None or _TAKEN.search(lower, detail.start, detail.end) is not None
    return detail.kind == "duration" and _lasts_for_else(detail, clause, hearing)


_ANOTHER_TIME = pattern(_CUES["another_time"])
_ELSEWHERE_TOO = pattern(_CUES["elsewhere_too"])
_ASKS_US = pattern(_CUES["asks_us"])
_JOURNEYS = pattern(_CUES["journeys"])
_NO_BODY = pattern(_CUES["no_body"])
_ERRANDS = pattern(_CUES["errands"])
_TAKEN = re.compile(r"[吃喝服]|打针|贴|抹")


def _of_another(clause: Clause, words: str, hearing: Hearing) -> bool:
    """Whether a relative who is not the one ill is what the clause is about, and not who noticed or says it."""
    person = hearing.passing.person
    if person is not None and person.relation is not None:
        return is_of_another_named(hearing, clause.end - 1) and not _TELLS.search(words)
    named = any(clause.start <= who[0] < clause.end for who in hearing.passing.mentioned)
    they = _THEY.match(words) and _ONESELF.search(hearing.writing.lower)
    return bool(named or they) and not _TELLS.search(words)


_THEY = re.compile(r"\W*(?:[他她](?!们?说)|人家|(?:he|she|his|hers|they)\b)")
_ONESELF = re.compile(r"我|俺|咱|\b(?:i|i'm|i've|my|mine|me)\b")


def _is_of_then(detail: Detail, clause: Clause, hearing: Hearing) -> bool:
    """Whether it is of an earlier illness, or of how it was before it got better."""
    lower = hearing.writing.lower
    then = _THEN.search(lower, clause.start, clause.end) and FINE_NOW.search(lower, detail.end)
    if then and (detail.kind == "severity" or detail.value is Course.WORSE):
        return True
    if detail.kind == "side" and _ONCE.search(lower, clause.start, clause.end) and _BY_NOW.match(lower, clause.end):
        return True  # 左腿做过手术，现在肩膀疼
    long_ago = ScopeKind.PAST in hearing.under(detail.start, detail.end)
    if long_ago and _ONCE.search(lower, clause.start, clause.end) and clause.end < len(lower):
        return True  # 去年扭过，这次: what happened then is no beginning
    if _ONSET.search(lower, clause.start, clause.end):
        return False
    if then and detail.kind not in ("side", "course"):
        return True
    return long_ago


_THEN, FINE_NOW = pattern(_CUES["then"]), pattern(_CUES["fine_now"])
_ONCE = re.compile(r"(?<![通经度])过(?!敏|来|去|年|节|夜)|\b(?:broke|had|was|were|sprained|tore|did)\b")
_BY_NOW = re.compile(
    r"\s*(?:and |but )?(?:现在|这次|这回|今天|最近|目前|眼下|(?:now|this time|today|these days|lately|at the moment)\b)"
)


def is_late(detail: Detail, hearing: Hearing) -> bool:
    """Whether a time is how late a period or somebody is, or is still to come."""
    return _LATENESS.search(hearing.writing.lower, max(0, detail.start - 6), detail.end + 6) is not None


_LATENESS = pattern(_CUES["lateness"])


def _lasts_for_else(detail: Detail, clause: Clause, hearing: Hearing) -> bool:
    """Whether a time is of what somebody does, or stands beside too many words that say nothing of a beginning."""
    lower = hearing.writing.lower
    words = lower[clause.start : clause.end]
    if _LATENESS.search(words) or _EVERYDAY.search(words):
        return True
    if _TELLS.search(words) or (_ONSET.search(words) and not _asked_of_else(hearing)) or _OF_IT.search(words):
        return False
    beside = lower[clause.start : detail.start] + " " + lower[detail.end : clause.end]
    han = [char for char in beside if "\u3400" <= char <= "\u9fff" and char not in _PLAIN_HAN]
    latin = [token for token in tokens(beside) if re.fullmatch(r"[a-z']{2,}", token.word) and token.stem not in FILLERS]
    return len(han) >= _MOST_HAN or len(latin) > _MOST_WORDS


def _asked_of_else(hearing: Hearing) -> bool:
    """Whether the question was of their illnesses, medicines, age or whatever else: 'half a stone since summer'."""
    return hearing.asked is not None and hearing.asked not in (*Details.model_fields, "open", "new", "onset")


_EVERYDAY = pattern(_CUES["everyday"])
_OF_IT = re.compile(
    r"这[个样]?(?:毛病|病|事)?|疼|痛|难受|\b(?:it|it's|it'll|this|that|these|those|they|them|pain\w*|hurt\w*|sore)\b"
)
_PLAIN_HAN = frozenset(_CUES["plain_han"])
_MOST_HAN, _MOST_WORDS = 4, 2  # characters and words beside a time that still speak of nothing else
