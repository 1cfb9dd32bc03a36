"""Details told of something else than a complaint: the football last night, the wind today, what a sister had."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence

from models.embedded.understanding.clauses import Clause, clauses
from models.embedded.understanding.cues import cues, pattern
from models.embedded.understanding.details import Detail
from models.embedded.understanding.english import FILLERS, tokens
from models.embedded.understanding.hearing import Hearing
from models.embedded.understanding.lexicon import Mention
from models.embedded.understanding.medicines import Medicine
from models.facts import Topic

_CUES = cues("stray")
_OF_TIME = frozenset({"duration", "course", "frequency", "sudden"})
_WHEN_ASKED = frozenset({"duration", "onset", "sudden"})
_ONSET = pattern(_CUES["onset"])
_TELLS = pattern(_CUES["tells_of_it"])
_ERRANDS = pattern(_CUES["errands"])
_JOURNEYS = pattern(_CUES["journeys"])
_ASKS_US = pattern(_CUES["asks_us"])
_PLAIN_HAN = frozenset(_CUES["plain_han"])
_MOST_HAN, _MOST_WORDS = 4, 2  # characters and words beside a time that still speak of nothing else


def without_strays(
    found: list[Detail], mentions: list[Mention], hearing: Hearing, taken: Sequence[Medicine]
) -> list[Detail]:
    """The details that can be of a complaint, and are not of a medicine `taken`."""
    found = [detail for detail in found if not _is_a_bit_of(hearing, detail, mentions)]
    if all(detail.kind not in _OF_TIME for detail in found):
        return found
    parts = clauses(hearing.writing.lower)
    starts, ends = [part.start for part in parts], [part.end for part in parts]

    def touched(start: int, end: int) -> range:
        return range(bisect_right(ends, start), bisect_left(starts, end))

    named = {part for mention in mentions for part in touched(mention.start, mention.end)}

    def is_stray(detail: Detail) -> bool:
        near = touched(detail.start, detail.end)
        if detail.kind not in _OF_TIME or not near or not named.isdisjoint(near):
            return False
        clause = Clause(starts[near[0]], ends[near[-1]])
        of_medicine = any(clause.start <= one.start < clause.end for one in taken)
        return (of_medicine and hearing.asked not in _WHEN_ASKED) or _speaks_of_else(detail, clause, hearing)

    return [detail for detail in found if not is_stray(detail)]


def _is_a_bit_of(hearing: Hearing, detail: Detail, mentions: list[Mention]) -> bool:
    """ "A bit of angina" grades no illness."""
    if detail.kind != "severity":
        return False
    illnesses = (one for one in mentions if one.topic is Topic.CONDITION or hearing.asked == "past_history")
    return any(_OF.fullmatch(hearing.writing.lower, detail.end, one.start) for one in illnesses)


_OF = re.compile(r" of (?:an? |the |my |old )*")


def _speaks_of_else(detail: Detail, clause: Clause, hearing: Hearing) -> bool:
    lower = hearing.writing.lower
    words = lower[clause.start : clause.end]
    if _of_another(clause, words, hearing) or _ASKS_US.search(words):
        return True
    if (detail.kind == "frequency" and _ERRANDS.search(words)) or _JOURNEYS.search(words):
        return True
    if detail.kind != "duration" or hearing.asked in _WHEN_ASKED:
        return False
    if _ONSET.search(words) or _TELLS.search(words):
        return False
    beside = lower[clause.start : detail.start] + " " + lower[detail.end : clause.end]
    han = [char for char in beside if "\u3400" <= char <= "\u9fff" and char not in _PLAIN_HAN]
    latin = [token for token in tokens(beside) if re.fullmatch(r"[a-z']{2,}", token.word) and token.stem not in FILLERS]
    return len(han) >= _MOST_HAN or len(latin) > _MOST_WORDS


def _of_another(clause: Clause, words: str, hearing: Hearing) -> bool:
    """Whether a relative who is not the one ill is what the clause is about, and not who noticed or says it."""
    person = hearing.passing.person
    if person is not None and person.relation is not None:
        return False
    named = [who for who in hearing.passing.mentioned if clause.start <= who[0] < clause.end]
    return bool(named) and not _TELLS.search(words)
