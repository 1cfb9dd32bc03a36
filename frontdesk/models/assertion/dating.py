"""How old what a lowered text tells is: there for weeks, or new."""

from frontdesk.models.assertion.clauses import sentences_of
from frontdesk.models.assertion.cues import cues
from frontdesk.models.facts import Language


def weeks_old(text: str, language: Language) -> list[tuple[int, int]]:
    """The clauses that date what they tell of more than about a week back."""
    clauses = ((one.start, one.end) for sentence in sentences_of(text, language) for one in sentence)
    return [(start, end) for start, end in clauses if cues(language, "weeks_old").search(text, start, end)]


def is_told_as_new(text: str, language: Language) -> bool:
    """Whether anything is told to have begun or grown worse lately; how it began is not new where that is dated."""
    if cues(language, "newly").search(text):
        return True
    dated = weeks_old(text, language)
    changed = cues(language, "changed").finditer(text)
    return any(all(not start <= one.start() < end for start, end in dated) for one in changed)


def remains(text: str, language: Language) -> bool:
    """Whether it tells of what an illness left, or of what is done for that."""
    return bool(cues(language, "remains").search(text))
