"""How the patient speaks, as far as the nurse's next words have to meet it; what they say is understood elsewhere."""

import re
from enum import StrEnum
from functools import cache, lru_cache
from pathlib import Path

import yaml


class Manner(StrEnum):
    SHY = "shy"  # embarrassed, and has not said of what
    TOLD_BEFORE = "told_before"  # "I've told three people already"
    WAITED = "waited"
    ASKS_MEANING = "asks_meaning"  # what a question means
    ASKS_HOW = "asks_how"  # how to try what was asked about
    ASKS_HOW_LONG = "asks_how_long"  # how long these questions go on
    ASKS_WHY = "asks_why"  # why this question
    FEARS = "fears"  # asks whether it is something bad
    REGISTERS = "registers"  # asks for an appointment, and has not said what for
    SENT_BY_OTHERS = "sent_by_others"  # came because somebody else says so
    WANTS_DOCTOR_NAMED = "wants_doctor_named"  # asks for a doctor by name
    POINTS = "points"  # shows a place that a machine cannot see
    MISHEARD = "misheard"  # says that we got them wrong
    IN_A_HURRY = "in_a_hurry"  # wants a department and no more questions
    LEAVES = "leaves"  # says goodbye


@cache
def _cues() -> dict[Manner, re.Pattern[str]]:
    cues = yaml.load(Path(__file__).with_name("manner.yaml").read_text("utf-8"), Loader=yaml.CSafeLoader)
    return {Manner(name): re.compile("|".join(written), re.IGNORECASE) for name, written in cues.items()}


@lru_cache(maxsize=256)  # a turn's text is looked at from many sides
def manners(text: str) -> frozenset[Manner]:
    plain = text.replace("’", "'")
    return frozenset(manner for manner, cue in _cues().items() if cue.search(plain))
