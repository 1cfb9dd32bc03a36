"""What answers a question and is no danger of now: what an allergy did at the time, when a medicine is used."""

import re
from functools import cache
from pathlib import Path

import yaml

from models.embedded.scope import lowered, occasions
from models.facts import Language


def without_reaction(answer: str) -> str:
    """An answer about allergies without what the allergy did; all of it where it tells of now."""
    then, now = _patterns()
    low = lowered(answer)
    did = then.search(low)
    return answer[: did.start()] if did and not now.search(low) else answer


def without_occasions(answer: str, language: Language) -> str:
    """An answer about medicines without what they are used for when it comes."""
    for one in reversed(occasions(answer, language)):
        answer = answer[: one.start] + answer[one.end :]
    return answer


@cache
def _patterns() -> tuple[re.Pattern[str], re.Pattern[str]]:
    words = yaml.load((Path(__file__).parent / "reactions.yaml").read_text("utf-8"), Loader=yaml.CSafeLoader)
    then, now = ("|".join(f"(?:{one})" for one in words[name]) for name in ("then", "now"))
    return re.compile(then), re.compile(now)
