"""What a whole reply says of what it was asked: whether it denies anything, and whether it hedges."""

from frontdesk.models.assertion.cues import cues, lowered
from frontdesk.models.facts import Language


def denies(reply: str, language: Language) -> bool:
    """Whether a word of denial is in it; without one nothing is denied, whatever it sounds like."""
    return bool(cues(language, "denial").search(lowered(reply)))


def hedges(reply: str, language: Language, *, stated: bool = True) -> bool:
    """ "No... well, a bit": it may be so, or now and then; where nothing is `stated`, a little of it hedges."""
    low = lowered(reply)
    return bool(
        cues(language, "reply_unsure").search(low) or (not stated and cues(language, "reply_a_little").search(low))
    )


def contrasts(reply: str, language: Language) -> bool:
    """Whether something is set against what is said before: "no, but my neck is sore"."""
    return bool(cues(language, "reply_contrast").search(lowered(reply)))
