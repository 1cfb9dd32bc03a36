"""A reply that names what was asked in words of its own: neither yes nor no, and no wording lists it."""

import re
from functools import cache
from itertools import chain

from models.embedded.understanding.cues import cues, pattern
from models.embedded.understanding.english import FILLERS, STOPS, tokens
from models.facts import Answer
from models.knowledge.load import knowledge
from models.knowledge.schema import Finding

_CUES = cues("answers")

_DENIES = re.compile(
    r"没|不(?!知道|清楚|确定|舒服)|无|\b(?:no|not|never|none|without|haven't|hasn't|don't|doesn't|didn't|isn't|aren't"
    r"|fine|normal|ok|okay|all right|alright)\b"
)
_NOT_WELL = re.compile(
    r"\b(?:not|isn't|aren't|hasn't been|haven't been) (?:\w+ )?(?:fine|good|great|right|normal|well)\b"
)
_OTHERWISE = {code: pattern(words) for code, words in _CUES["otherwise"].items()}
_ABOUT = {code: pattern(words) for code, words in _CUES["about"].items()}
_WELL = pattern(_CUES["well"])  # 喘气挺顺的, asked about breathlessness
_LACKS = re.compile(r"[不没]")
_CANNOT = pattern(_CUES["cannot"])  # 走不了, asked whether they cannot walk
_HAN_OF_NO_WEIGHT = frozenset("有没了的不出感到很是会得在一个点发身体上下里大小难受痛疼")
_WORDS_OF_NO_WEIGHT = STOPS | {
    "pain",
    "ache",
    "sore",
    "hurt",
    "worse",
    "better",
    "trouble",
    "problem",
    "feeling",
    "with",
}


@cache
def _of_places() -> frozenset[str]:
    """Characters and stems that only name a place of the body: 小腿肚子 does not say that the leg is cold."""
    names = [name for site in knowledge().sites.values() for name in (site.zh, site.en, *chain(*site.says.values()))]
    return frozenset(chain(*names)) | {token.stem for name in names for token in tokens(name.lower())}


def reply_about(code: str, lower: str) -> Answer | None:
    """A reply that names what was asked in words no wording lists: 出了一身汗, "I was dripping with sweat"."""
    finding = knowledge().findings.get(code)
    if finding is None or len(lower) > 60:
        return None
    denied = _DENIES.search(lower) and not _NOT_WELL.search(lower)
    if code in _OTHERWISE and _OTHERWISE[code].search(lower):
        return Answer.NO
    if code in _ABOUT and _ABOUT[code].search(lower):
        return Answer.NO if denied else Answer.YES
    named = _named(finding, lower)
    if not named:
        return None
    if _WELL.search(lower):
        return Answer.NO
    if _LACKS.search(finding.zh) and _CANNOT.search(lower):
        return Answer.YES
    if denied:
        return Answer.NO
    return Answer.YES if named - _of_places() else None


def _named(finding: Finding, lower: str) -> frozenset[str]:
    """The characters and stems of the finding's names that a reply has."""
    chars = (set(finding.zh) | set(finding.record_zh or "")) - _HAN_OF_NO_WEIGHT
    telling = (token for token in tokens(finding.en.lower()) if token.word not in _WORDS_OF_NO_WEIGHT)
    stems = {token.stem for token in telling if token.stem not in FILLERS and len(token.stem) > 3}
    han = {char for char in chars if char > "\u3400" and char in lower}
    return frozenset(han | stems & {token.stem for token in tokens(lower)})
