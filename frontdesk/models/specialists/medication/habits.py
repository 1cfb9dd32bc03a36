"""Whether somebody keeps to a medicine, by likeness to what others say: for words that no pattern reads."""

from pathlib import Path
from typing import Literal, cast

from frontdesk.models.specialists.medication.likeness import likeness

Kept = Literal["as_prescribed", "more", "less"]
"""How what is taken stands to what is prescribed."""
EXAMPLES, STIFFNESS = Path(__file__).with_name("habits.yaml"), 0.006
SURE, SOOTHING = 0.30, 0.55  # least score, and least where nothing would be done about it
APART = 0.13  # from the next class


def told_habit(text: str) -> Kept | None:
    """What `text`, in which @ stands for the medicine, tells; None where no class is clearly nearest."""
    scores = likeness(EXAMPLES, text, stiffness=STIFFNESS)
    name, second = sorted(scores, key=scores.__getitem__, reverse=True)[:2]
    least = SOOTHING if name == "as_prescribed" else SURE
    if name == "neither" or scores[name] < least or scores[name] - scores[second] < APART:
        return None
    return cast(Kept, name)
