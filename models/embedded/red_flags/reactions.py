"""What is told beside and is no danger of now: what an allergy did, when a medicine is used, what kin once had."""

import re
from functools import cache
from pathlib import Path

import yaml

from models.embedded.scope import lowered, occasions
from models.embedded.scope.clauses import sentences_of
from models.embedded.scope.cues import cues
from models.facts import Language


def without_reaction(answer: str) -> str:
    """An answer about allergies without what the allergy did; all of it where it tells of now."""
    then, now, _ = _patterns()
    low = lowered(answer)
    did = then.search(low)
    return answer[: did.start()] if did and not now.search(low) else answer


def without_kin(told: str, language: Language) -> str:
    """What one who has told of their own trouble says, without what their kin have or once had.

    All of it where kin are said to be ill now or were brought along.
    """
    low, cut = lowered(told), list[tuple[int, int]]()
    *_, of_kin = _patterns()
    for sentence in sentences_of(low, language):
        start, end = sentence[0].start, sentence[-1].end
        if any(cues(language, name).search(low, start, end) for name in ("brought", "kin_now")):
            continue
        for kin in cues(language, "relative").finditer(low, start, end):
            if not of_kin.match(low, kin.end()):
                continue
            own = cues(language, "kin_then_until").search(low, kin.end(), end)
            cut.append((kin.start(), own.start() if own else end))
    for start, end in reversed(cut):
        told = told[:start] + told[end:]
    return told


def without_occasions(answer: str, language: Language) -> str:
    """An answer about medicines without what they are used for when it comes."""
    for one in reversed(occasions(answer, language)):
        answer = answer[: one.start] + answer[one.end :]
    return answer


@cache
def _patterns() -> tuple[re.Pattern[str], ...]:
    words = yaml.load((Path(__file__).parent / "reactions.yaml").read_text("utf-8"), Loader=yaml.CSafeLoader)
    return tuple(re.compile("|".join(f"(?:{one})" for one in words[name])) for name in ("then", "now", "of_kin"))
