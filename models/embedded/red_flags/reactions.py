"""What an allergy did at the time, told to whom asks for allergies: history, and no danger of now."""

import re
from functools import cache
from pathlib import Path

import yaml

from models.embedded.scope import lowered


def without_reaction(answer: str) -> str:
    """An answer about allergies without what the allergy did; all of it where it tells of now."""
    then, now = _patterns()
    low = lowered(answer)
    did = then.search(low)
    return answer[: did.start()] if did and not now.search(low) else answer


@cache
def _patterns() -> tuple[re.Pattern[str], re.Pattern[str]]:
    words = yaml.load((Path(__file__).parent / "reactions.yaml").read_text("utf-8"), Loader=yaml.CSafeLoader)
    then, now = ("|".join(f"(?:{one})" for one in words[name]) for name in ("then", "now"))
    return re.compile(then), re.compile(now)
