"""Medicines told to be taken no more: given up, run out, or of long ago; by whose hand, when and why, in the words."""

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import yaml

from frontdesk.models.facts import Relation
from frontdesk.models.parsers.names import is_kind_of, medicines_in
from frontdesk.models.parsers.persons import relatives
from frontdesk.models.parsers.writing import Writing, read
from frontdesk.models.specialists.medication.dose import read_dose

_SENTENCE = re.compile(r"(?:[^.!?。！？;；\n]|\.(?=\d))+")
_CLAUSE = re.compile(r"[,，](?!\d)|\b(?:and|but|so)\b|但是?|可是|不过")
_JOINT = re.compile(rf"{_CLAUSE.pattern}|[和跟与及、]")
_AROUND = " ,，、;；.。:：()（）"
MOST = 160  # characters of what is told of one


class Ended(NamedTuple):
    """`told`: how much it was, when and why it ended, as it was said."""

    code: str
    words: str
    told: str


@cache
def _cue(name: str) -> re.Pattern[str]:
    known = yaml.load(Path(__file__).with_suffix(".yaml").read_text("utf-8"), Loader=yaml.CSafeLoader)
    joined = "|".join(known[name]) if isinstance(known[name], list) else known[name]
    for part in ("mods", "long_ago_zh", "long_ago"):
        joined = joined.replace(f"{{{part}}}", known[part])
    return re.compile(joined)


@lru_cache(maxsize=256)  # what was said is looked at again in every later turn
def ended(text: str, whose: Relation | None = None) -> tuple[Ended, ...]:
    """The medicines that `text` tells to be over, of the patient: the speaker's relation `whose`; None: anybody's.

    A question tells nothing, and neither does what is denied, supposed, or taken again since.
    """
    writing = read(text)
    found: dict[str, Ended] = {}
    for sentence in _SENTENCE.finditer(writing.lower):
        if writing.lower[sentence.end() : sentence.end() + 1] not in ("?", "？") and "吗" not in sentence[0]:
            found |= {one.code: one for one in _in_sentence(writing, *sentence.span(), whose)}
    return tuple(found.values())


def times_of(told: str) -> frozenset[str]:
    """When something ended, as it was said: "three weeks ago", 上个月."""
    found = (one[0] for one in _cue("when").finditer(read(told).lower))
    return frozenset(re.sub(r"^(?:about|around|some|in the|in|the) ", "", one) for one in found)


def changed(text: str, code: str) -> str:
    """The verb before its name by which somebody changed how much is taken: "halved her metformin"; else empty."""
    lower = read(text).lower
    starts = (start for start, _, named in medicines_in(lower) if named == code)
    found = (_cue("changed_before").search(lower[:start]) for start in starts)
    return next((one[1] for one in found if one), "")


def _in_sentence(writing: Writing, first: int, last: int, whose: Relation | None) -> Iterator[Ended]:
    lower = writing.lower
    named = [one for one in medicines_in(lower) if first <= one[0] < last]
    kinds = {one for one, behind in pairwise(named) if is_kind_of(lower, one, behind)}
    for start, end, code in (one for one in named if one not in kinds):
        others = [("%" if one in kinds and one[1] <= start else "#", one) for one in named if one[0] != start]
        before = _masked(lower, first, start, others)
        after = _masked(lower, end, last, others)
        who = relatives(before)
        if whose is not None and who and who[-1].relation is not whose:
            continue
        if _is_over(before, after):
            told = _told(before, writing.words(end, end + _length(after)))
            yield Ended(code, writing.words(start, end), told)


def _masked(lower: str, start: int, end: int, others: list[tuple[str, tuple[int, int, str]]]) -> str:
    """That stretch with each other medicine as one sign."""
    text = lower[start:end]
    for sign, (a, b, _) in reversed(others):
        if start <= a and b <= end:
            text = f"{text[: a - start]}{sign}{text[b - start :]}"
    return text


def _is_over(before: str, after: str) -> bool:
    until = after.partition("#")[0]
    if _cue("goes_on").search(until):
        return False
    if (verb := _cue("stopped_before").search(before)) and not _cue("not_so").search(before[: verb.start()]):
        return True
    if (told := _cue("stopped_after").search(after)) and not _is_denied(before, told[0]):
        return True
    if _cue("running").search(until):
        return False
    if _cue("past_after").search(after) or _cue("past_ever").search(before):
        return True
    took = _cue("past_before").search(before)
    of_then = _cue("long_ago").search(f"{before} {until}")
    return took is not None and (of_then is not None or not before.isascii())


def _is_denied(before: str, told: str) -> bool:
    """ "Has not yet stopped", 能不能把它停了: by the words before the verb, or before 把."""
    verb = next(_cue("verb").finditer(told), None)
    upto = told[: verb.start()] if verb else told
    taken_hold_of = before.endswith(("把", "将")) and not upto.strip()
    return _cue("not_so").search(before[:-1] if taken_hold_of else upto) is not None


def _length(after: str) -> int:
    """How far behind its name the words still tell of it: its clause, and those of when, why, how much."""
    until = after.partition("#")[0]
    end = 0
    for joint in [*_CLAUSE.finditer(until), None]:
        stop = joint.start() if joint else len(until)
        clause = until[end:stop]
        of_it = _cue("belongs").search(clause) or _cue("verb").search(clause) or read_dose(clause).tells
        if end and not of_it:
            break
        end = stop
        if "#" in after and joint is None:  # what stands before the next name may be of that
            end = max((one.start() for one in _JOINT.finditer(until)), default=stop)
    return min(end, MOST)


def _told(before: str, behind: str) -> str:
    time = list(_cue("when").finditer(re.split(r"[,，;；]", before)[-1]))
    parts = (time[-1][0] if time else "", behind.strip(_AROUND))
    return (", " if before.isascii() else "，").join(part for part in parts if part)
