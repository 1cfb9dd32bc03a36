"""When a medicine is used, as it is told to whoever asks for medicines: 喘的时候喷两下 is no trouble of now."""

from frontdesk.models.assertion.cues import cues, lowered
from frontdesk.models.assertion.kinds import Assertion, Scope
from frontdesk.models.facts import Language


def occasions(answer: str, language: Language) -> list[Scope]:
    """What brings the medicine on, in an answer about medicines; nothing where it is there now or will not ease."""
    low = lowered(answer)
    if cues(language, "occasion_void").search(low):
        return []
    return [
        Scope(start=found.start("when"), end=found.end("when"), kind=Assertion.CONDITIONAL, cue="")
        for found in cues(language, "occasion").finditer(low)
    ]
