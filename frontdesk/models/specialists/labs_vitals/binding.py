"""Whether the words bind a number to a test, or it only stands somewhere behind the name of one.

"Breathing is fine, the pain is a five" names a test and tells a number, and the number is of something else.
"""

import re
from collections.abc import Sequence

from frontdesk.models.parsers.names import substances
from frontdesk.models.specialists.labs_vitals.context import SENTENCE_END, STATES
from frontdesk.models.specialists.labs_vitals.cues import cue
from frontdesk.models.specialists.labs_vitals.spoken import Number
from frontdesk.models.specialists.labs_vitals.told import Mention
from frontdesk.models.specialists.labs_vitals.when import times_told

_CLAUSE_MARK = re.compile(r"[,，、]|\.(?!\d)|[;；。!?！？]|\b(?:and|but|so|also|then)\b|但|还有|另外")
# Up to where a sentence goes on to tell what the number is of, or denies it.
_IS_SAID = re.compile(
    r"\W*(?P<copula>\b(?:is|are|was|were)\b(?= (?:the|my|his|her|our|for|of|how)\b)|(?:是|那是)(?=说|我|他|她|指))"
    r"(?:(?!\bnot\b|n't\b|不是)[^,，.;；。!?！？])*"
)
_LETTER = re.compile(r"[^\W\d_]")
_MOST_COUNTED = 10
_OR_MORE = re.compile(r" ?(?:or|或) ?\d+(?:\.\d+)?")
_REACH = 60  # characters behind a value in which it is said to be wrong
_CONNECTING = ("filler", "said", "right_before", "before_name", "of_measuring", "now", "earlier", *STATES, "condition")


def binds(text: str, since: int, number: Number, *, end: int, strong: bool) -> bool:
    """Whether the words from the name of a test, that ends at `since`, give it this number, that ends at `end` with
    its unit; `strong`: in a unit that only such a test has."""
    if strong:
        return True
    if _is_dose_of(text, since, number):
        return False
    if cue("right_before").fullmatch(text, since, number.start):
        return True
    near = since + (_last_mark(text[since : number.start]) or 0)
    measured = cue("measured_so", ending=r"[^\w]*$").search(text, near, number.start)
    joined = near == since or only_connects(text, since if _is_count(number) else near, number.start)
    return bool(measured or joined) and not _counts_something(text, end)


def _is_count(number: Number) -> bool:
    """Whether it may well count or score things, so that another clause parts it from a name."""
    return number.value <= _MOST_COUNTED and number.value % 1 == 0


def stands_alone(text: str, number: Number, *, end: int, names: Sequence[Mention]) -> bool:
    """Whether nothing in its clause says that the number is of something else than what the talk is of.

    `names` of that: one has to be behind "5 is ...".
    """
    start = _last_mark(text[: number.start]) or 0
    if (said := _IS_SAID.match(text, end)) and not any(said.end("copula") <= one.start <= said.end() for one in names):
        return False
    named = max((one.end for one in names if one.end <= number.start), default=start)
    start = min(start, named) if _is_count(number) else start
    return only_connects(text, start, number.start) and not _counts_something(text, end)


def only_connects(text: str, start: int, end: int) -> bool:
    """Whether there is nothing but times, verbs of measuring and small words from `start` to `end`."""
    words = text[start:end]
    for time in times_told(text):
        if start <= time.start and time.end <= end:
            words = words[: time.start - start] + " " * (time.end - time.start) + words[time.end - start :]
    for name in _CONNECTING:
        words = cue(name).sub(lambda match: " " * len(match[0]), words)
    return _LETTER.search(words) is None


def _last_mark(gap: str) -> int | None:
    return max((mark.end() for mark in _CLAUSE_MARK.finditer(gap)), default=None)


def _counts_something(text: str, end: int) -> bool:
    """Whether the word behind a number is what it counts: 5 ear infections, 5只猫."""
    more = _OR_MORE.match(text, end)
    return cue("behind_a_value").match(text, more.end() if more else end) is None


def _is_dose_of(text: str, since: int, number: Number) -> bool:
    """Whether a medicine stands right before it: metformin 500, 缬沙坦80."""
    before = text[since : number.start].rstrip(" :：")
    return any(stop == len(before) for _, stop, _ in substances(before))


def is_disputed(text: str, place: int, end: int) -> bool:
    """Whether the value from `place` to `end` is one that the record holds and the sentence says to be wrong."""
    start = max((mark.end() for mark in SENTENCE_END.finditer(text, 0, place)), default=0)
    behind = text[end : end + _REACH]
    noted = cue("of_the_note").search(text, start, place) and cue("is_wrong").search(behind)
    denied = cue("denied_value", ending="$").search(text[start:place])
    return bool(noted or denied or cue("never_said").search(behind))


def within_a_medicine(text: str, number: Number) -> bool:
    """Whether it is part of a name: 二甲双胍."""
    start = max(0, number.start - 8)
    return any(
        start + first <= number.start and number.end < start + stop
        for first, stop, _ in substances(text[start : number.end + 8])
    )
