"""The side a bare reply tells: 左边, "the left one", and of two sides the one that is meant."""

import re

from models.embedded.understanding.cues import cues, pattern
from models.embedded.understanding.words.clauses import PAUSES
from models.embedded.understanding.words.corrections import marks
from models.facts import Side


def only_a_side(lower: str) -> bool:
    return _ONLY_A_SIDE.fullmatch(lower) is not None


_ONLY_A_SIDE = re.compile(
    r"\W*(?:(?:it'?s|just|only|on|the|my|in)\W+)*(?:left|right|both)"
    r"(?: (?:one|ones|side|sides|hand|foot|leg|arm|knee|ear|eye))?\W*"
    r"|\W*(?:就|是|在|就是)*(?:左|右|两)(?:边|侧|只|个)?(?:这个|那个|的)?[吧啊呀]?\W*"
)


def side_told(lower: str) -> Side | None:
    """The side told, or the one it is put right to: 右脚，不对，左脚; "the left, not both"."""
    put_right = lower[marked[-1][1] :] if (marked := marks(lower)) else ""
    return _side_named(_NOT_THIS_SIDE.sub("", put_right)) or _side_named(_NOT_THIS_SIDE.sub("", lower))


_NOT_THIS_SIDE = pattern(cues("details")["not_this_side"])


def _side_named(lower: str) -> Side | None:
    lower = _HANDED.sub("", lower)
    left, right = _LEFT.search(lower), _RIGHT.search(lower)
    if left and right and (one := _the_one_of_two(lower)):
        return one
    if _BOTH.search(lower) or (left and right):
        return Side.BOTH
    return Side.LEFT if left else Side.RIGHT if right else None


_HANDED = re.compile(r"\b(?:left|right)[- ]hand(?:ed|er)\b|[左右]撇子")
_LEFT, _RIGHT = re.compile(r"左|\bleft\b"), re.compile(r"右|\bright\b")
_BOTH = re.compile(
    r"两(?![天周年岁点三次回分]|小时|礼拜|星期|个(?:月|星期|礼拜|小时|钟头|半|多))|双|都(?:有|是|疼|痛|一样)?\W*$|\bboth\b"
)


def _the_one_of_two(lower: str) -> Side | None:
    """The side that is meant where the other is named in a clause of something else: 右耳，左耳是聋."""
    parts = [part for part in PAUSES.split(lower) if _LEFT.search(part) or _RIGHT.search(part)]
    of_now = [part for part in parts if not _OF_ANOTHER_SIDE.search(part)] or parts
    if meant := next(filter(None, map(_MEANT_SIDE.search, of_now)), None):
        return Side.LEFT if _LEFT.search(meant[0]) else Side.RIGHT
    if any(_LEFT.search(part) and _RIGHT.search(part) for part in parts) or any(map(_ALSO.search, parts)):
        return None
    if all(map(only_a_side, parts)):
        return None
    return Side.LEFT if _LEFT.search(of_now[0]) else Side.RIGHT


_OF_ANOTHER_SIDE = re.compile(r"上[次回]|以前|去年|\b(?:used to|last (?:time|year)|years? ago|years? back|was)\b")
_MEANT_SIDE = re.compile(
    r"(?:坏|疼|痛|难受|不舒服|麻|肿|痒)的是[左右]|(?<!不)是[左右][边侧]?[^，。]{0,3}(?:疼|痛|难受|不舒服|麻|肿|坏)"
    r"|\bit'?s (?:on )?(?:the |my )(?:left|right)(?: \w+)? (?:that|which)(?:'s| is| hurts)"
)
_ALSO = re.compile(
    r"[也都]|有时|两|双|一点|轻|\b(?:also|too|both|as well|sometimes|a bit|a little|then|now|less|more|worse)\b"
)
