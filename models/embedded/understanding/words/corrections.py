"""Where a patient takes back what they said: 不对, 哦不是, "sorry, I mean", "actually no"."""

import re
from collections.abc import Sequence

from models.embedded.understanding.cues import Cue, cues, pattern
from models.embedded.understanding.lexicon import Mention

_CUES = cues("corrections")

MARK = Cue(_CUES["mark"])
# "actually no fever", 其实没有发烧, "I don't have a fever after all"
_AFTER_ALL = Cue(_CUES["after_all"])


def marks(lower: str) -> list[tuple[int, int]]:
    """Where something said is taken back."""
    return [match.span(match.lastgroup or 0) for match in MARK.finditer(lower)]


def is_correction(lower: str) -> bool:
    return bool(MARK.search(lower) or _AFTER_ALL.search(lower))


def only_denies(lower: str) -> bool:
    """ "No, just the lower back", asked whether it is there: the no answers, and puts nothing right."""
    return len(marks(lower)) == 1 and _NO_AND_ONLY.match(lower) is not None and _AFTER_ALL.search(lower) is None


_NO_AND_ONLY = re.compile(r"\W*no,\s+(?:it'?s |it is |that's )?(?:just|only|not?|nothing|for|since|about)\b")


def replaced(lower: str, mentions: Sequence[Mention], marked: Sequence[tuple[int, int]]) -> set[int]:
    """Places of the mentions another took the place of: 头疼……不对，是肚子疼."""
    gone: set[int] = set()
    for start, end in marked:
        before = [place for place, mention in enumerate(mentions) if mention.end <= start + 1]
        after = next((mention for mention in mentions if mention.start >= end - 1), None)
        if not before or after is None or not _INSTEAD.fullmatch(lower[end : max(end, after.start)]):
            continue
        last = mentions[before[-1]]
        if start - last.end <= 12 and last.topic is after.topic and last.code != after.code:
            gone.add(before[-1])
    return gone


_INSTEAD = pattern(_CUES["instead"])

_CAME_FOR = Cue(_CUES["came_for"])
_CLAUSE_END = re.compile(r"[，。,.;；!！?？]|\bnot\b|不是")


def main_trouble(lower: str) -> tuple[int, int] | None:
    """Where the words stand that name what the visit is really for, the last such words counting; None without any."""
    spans = [(match.end(), _end_of_clause(lower, match.end())) for match in _CAME_FOR.finditer(lower)]
    return next((span for span in reversed(spans) if lower[slice(*span)].strip()), None)


def _end_of_clause(lower: str, start: int) -> int:
    end = _CLAUSE_END.search(lower, start)
    return end.start() if end else len(lower)
