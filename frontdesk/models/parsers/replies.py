"""Whole replies from a closed list: yes, no, none of these, not known, not told, finished, thanks."""

import re
from functools import lru_cache

from frontdesk.models.facts import Answer
from frontdesk.models.parsers.patterns import entries
from frontdesk.models.parsers.writing import is_mash, read

_REPLIES = entries("replies")
_PAUSES = re.compile(r"[^\w'\-]+|(?<!\w)[-']|[-'](?!\w)|_+")
_ASKED_BACK = re.compile(r"[?？]\s*$")
_LONGEST = 80  # characters of a whole reply


def _table(*kinds: str) -> dict[str, str]:
    """The kind of each wording; of a wording in two kinds the earlier one."""
    table: dict[str, str] = {}
    for kind in kinds:
        for words in _REPLIES[kind]:
            table.setdefault(words, kind)
    return table


_TABLES = {
    "answers": _table("unclear", "none_of_these", "refused", "unsure", "yes", "no", "around"),
    "finished": _table("finished", "no", "around", "courtesy"),
    "courtesy": _table("courtesy", "around"),
    "fillers": _table("fillers"),
}
_MOST = max(len(words) for table in _TABLES.values() for words in table)
_AGREEING = {
    frozenset({"yes"}): Answer.YES,
    frozenset({"no"}): Answer.NO,
    frozenset({"none_of_these"}): Answer.NONE_OF_THESE,
    frozenset({"none_of_these", "no"}): Answer.NONE_OF_THESE,
    frozenset({"unsure"}): Answer.UNSURE,
    frozenset({"refused"}): Answer.REFUSED,
    frozenset({"refused", "no"}): Answer.REFUSED,
}


def plain_reply(text: str) -> Answer | None:
    """The answer `text` is as a whole; None for anything that says more, and for what asks back."""
    if _ASKED_BACK.search(read(text).lower):
        return None
    kinds = _kinds(text, "answers") or _kinds(text, "finished")
    # "No, that's all" is a no; "that's all" alone is none.
    return _AGREEING.get(kinds - {"around", "finished", "courtesy"})


def finished(text: str) -> bool:
    """Whether somebody has nothing to add: "that's all", 没有了."""
    return "finished" in _kinds(text, "finished")


def courtesy(text: str) -> bool:
    """Whether it is thanks or a greeting and nothing else."""
    return "courtesy" in _kinds(text, "courtesy")


def empty(text: str) -> bool:
    """Whether nothing usable was said: silence, keys struck in a row, sounds of thinking."""
    writing = read(text)
    if is_mash(writing.text):
        return True
    return not _ASKED_BACK.search(writing.lower) and bool(_kinds(text, "fillers"))


def _kinds(text: str, table: str) -> frozenset[str]:
    """The kinds of the wordings `text` is made of and of nothing else; none where that is not so."""
    plain = _PAUSES.sub(" ", read(text).lower).strip()
    found = _divided(plain, table) if len(plain) <= _LONGEST else None
    return frozenset(found or ())


@lru_cache(maxsize=256)
def _divided(plain: str, table: str) -> tuple[str, ...] | None:
    """The kinds of the wordings that make up `plain`, in order, the longest tried first."""
    plain = plain.lstrip()
    if not plain:
        return ()
    for end in range(min(len(plain), _MOST), 0, -1):
        kind = _TABLES[table].get(plain[:end])
        if kind is None or _CUT.match(plain, end - 1):
            continue
        rest = _divided(plain[end:], table)
        if rest is not None:
            return (kind, *rest)
    return None


_CUT = re.compile(r"[a-z0-9'-][a-z0-9'-]")  # in the middle of a word
