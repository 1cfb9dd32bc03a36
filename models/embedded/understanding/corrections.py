"""Where a patient takes back what they said: 不对, 哦不是, "sorry, I mean", "actually no"."""

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
