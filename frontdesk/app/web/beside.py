"""What a line that names the department says beside it: the page of the department shows the rest."""

import re
from functools import cache

from frontdesk.models.facts import Language
from frontdesk.models.speaking import phrases
from frontdesk.models.speech.synthesis.sentences import sentences

# Phrases that only say what that page shows: the department, why, where, when it opens, that questions follow.
NAMES = ("recommend", "recommend_tapped", "recommend_named", "recommend_plain", "recommend_follow_up", "chosen", "sent")
SHOWN = (
    "recommend_where",
    "recommend_emergency",
    "closes_soon",
    "closes_in_a_minute",
    "closed_now",
    "closed_for_long",
    "lead_record",
)
BLANK = re.compile(r"\\\{(\w+)\\\}")  # as `re.escape` leaves it


def beside(text: str, language: Language, department: str, question: str) -> str | None:
    """The sentences of `text` that its page does not show; None where it does not name `department`."""
    whole = text.removesuffix(question).strip() if question else text
    told = sentences(whole)
    named = [one for one in told if department in one and _is_of(one, language, NAMES)]
    if not named:
        return None
    rest = [one for one in told if not _is_of(one, language, NAMES + SHOWN)]
    return ("" if language is Language.ZH else " ").join(rest)


def _is_of(sentence: str, language: Language, keys: tuple[str, ...]) -> bool:
    return any(pattern.fullmatch(sentence) for pattern in _patterns(language, keys))


@cache
def _patterns(language: Language, keys: tuple[str, ...]) -> tuple[re.Pattern[str], ...]:
    """A pattern for each sentence of these phrases, whatever stands in its blanks."""
    wordings = (wording for key in keys for wording in phrases(language)[key])
    said = dict.fromkeys(sentence for wording in wordings for sentence in sentences(wording))
    return tuple(re.compile(BLANK.sub(".+", re.escape(sentence))) for sentence in said)
