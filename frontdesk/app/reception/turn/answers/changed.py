"""What became of the lines of what the doctor will read in a turn, by their difference before and after it."""

from collections.abc import Iterator

from frontdesk.app.reception.record.corrected import is_reviewed
from frontdesk.app.reception.record.doctor_reads import lines_of
from frontdesk.app.reception.turn.utterance import Turn
from frontdesk.models.facts import Language, Topic
from frontdesk.models.speaking import join, say

NAMED = 3  # lines that are named in one answer
LONGEST = {Language.ZH: 16, Language.EN: 48}  # characters of a line that is named


def became(turn: Turn) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Of a turn on that page the lines that are gone, and those that are new or say something else."""
    if not (is_reviewed(turn.before, turn.for_code) or turn.corrects):
        return (), ()
    before = lines_of(turn.before.record, turn.before.person, turn.language)
    after = lines_of(turn.record, turn.person, turn.language)
    gone = tuple(text for key, text in before.items() if key not in after)
    now = tuple(text for key, text in after.items() if before.get(key) != text)
    return gone, now


def changes(turn: Turn) -> str:
    """What became of the lines, in words; empty where none changed."""
    return join(turn.language, *_told(turn))


def _told(turn: Turn) -> Iterator[str]:
    for phrase, lines in zip(("lines_gone", "lines_now"), became(turn), strict=True):
        if lines:
            yield say(phrase, turn.language, lines=_listed(lines, turn.language))


def _listed(lines: tuple[str, ...], language: Language) -> str:
    longest = LONGEST[language]
    short = [text if len(text) <= longest else f"{text[: longest - 1]}…" for text in lines[:NAMED]]
    return ("、" if language is Language.ZH else "; ").join(short) + ("…" if len(lines) > NAMED else "")


def is_noted(turn: Turn) -> bool:
    """Words that changed no line and stand among the patient's own."""
    return any(fact.topic is Topic.SAID for fact in turn.told)
