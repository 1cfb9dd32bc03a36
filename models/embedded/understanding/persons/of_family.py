"""Whether an illness that is named is of the family, and not of the one who is ill."""

import re

from models.embedded.scope import ScopeKind
from models.embedded.understanding.cues import cues, pattern
from models.embedded.understanding.hearing import Hearing
from models.embedded.understanding.lexicon import Mention
from models.embedded.understanding.past.history import family_spoken_of
from models.embedded.understanding.past.past_illness import LONG_STANDING
from models.embedded.understanding.persons.whose import (
    is_anothers,
    is_back_to_patient,
    is_of_another_named,
    is_of_kin_behind,
    is_own,
    is_told_of_oneself,
)
from models.facts import Fact, Topic

_FAMILY_ASKED = ("family", "family_history")


def is_of_family(hearing: Hearing, mention: Mention) -> bool:
    if not _can_be_of_family(hearing, mention) or is_told_of_oneself(hearing, mention.start):
        return False
    if hearing.asked in _FAMILY_ASKED or is_of_kin_behind(hearing, mention.start, mention.end):
        return True
    lower = hearing.writing.lower
    clause = max(lower.rfind(stop, 0, mention.start) for stop in "，。；,.;") + 1
    if _HAD_ONCE.search(lower, clause, mention.start):
        return True
    if hearing.speaks_for_another:
        return is_of_another_named(hearing, mention.start)
    spoken = family_spoken_of(lower)
    if spoken and spoken.start() <= mention.start:
        return not _is_told_apart(hearing, mention, spoken)
    return _is_of_one_named(hearing, mention, clause)


_HAD_ONCE = pattern(cues("statements")["had_once"])


def _can_be_of_family(hearing: Hearing, mention: Mention) -> bool:
    """Illnesses are; what is felt is only where illness is asked for."""
    asked_of_family = hearing.asked in _FAMILY_ASKED and bool(hearing.passing.mentioned)
    of_history = hearing.asked == "past_history" and mention.topic is Topic.FINDING
    return mention.topic is Topic.CONDITION or of_history or asked_of_family


def _is_told_apart(hearing: Hearing, mention: Mention, family: re.Match[str]) -> bool:
    """Whether it is told of who is ill after all: "Grandad had it. I have asthma"."""
    sentence_ends = _STOP.search(hearing.writing.lower, family.end(), mention.start)
    own = sentence_ends and is_own(hearing, mention.start)
    return bool(own) or is_back_to_patient(hearing, mention.start, family.start())


_STOP = re.compile(r"[.!?;\n。！？；]")


def _is_of_one_named(hearing: Hearing, mention: Mention, clause: int) -> bool:
    """Whether it is of a relative named in the clause that starts there, or one spoken of before."""
    if ScopeKind.OTHER_PERSON in hearing.under(mention.start, mention.end):
        return True
    if _FOUND_LATER.match(hearing.writing.lower, clause, mention.start) and is_anothers(hearing, mention.start):
        return True  # 我姐也这样，后来查出来是甲亢
    named = any(clause <= who[0] < mention.start for who in hearing.passing.mentioned)
    return named and not is_own(hearing, mention.start)  # 我跟我爸一样有高血压


_FOUND_LATER = re.compile(r"(?:后来|最后|结果|当时|一查)[^，。]{0,6}$|(?:查出来?|确诊|诊断)(?:说|是|为|出|得)*$")


def finding_of_kin(hearing: Hearing, mention: Mention, under: set[ScopeKind]) -> Fact | None:
    """Of what the kin of a child have, what comes back each year is an illness; the rest is nothing to the child."""
    words = hearing.writing.words(mention.start, mention.end)
    lasting = LONG_STANDING.search(words.lower()) and ScopeKind.NEGATED not in under
    return Fact(topic=Topic.FAMILY, code=words, quote=words) if lasting else None
