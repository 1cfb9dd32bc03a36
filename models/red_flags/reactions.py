"""What an allergy once did, told to whoever asks for allergies, is no danger of now."""

import re
from functools import cache
from pathlib import Path

import yaml


def without_reaction(answer: str) -> str:
    """An answer about allergies without what the allergy did; all of it where it tells of now."""
    then, now = _patterns()
    low = answer.lower()
    did = then.search(low)
    return answer[: did.start()] if did and not now.search(low) else answer


@cache
def _patterns() -> tuple[re.Pattern[str], ...]:
    words = yaml.load(Path(__file__).with_suffix(".yaml").read_text("utf-8"), Loader=yaml.CSafeLoader)
    return tuple(re.compile("|".join(f"(?:{one})" for one in words[name])) for name in ("then", "now"))
