"""First this, then that: the steps in which a medicine was, is and will be taken, each with its own words."""

import re
from pathlib import Path
from typing import Literal, NamedTuple

import yaml

from models.specialists.medication.dose import read_dose

When = Literal["long_ago", "past", "present", "future", "then"]
"""`then` is what followed the step before, so that the last of them is what holds now."""


class Step(NamedTuple):
    when: When
    words: str


def _patterns() -> tuple[tuple[When, re.Pattern[str]], ...]:
    told = yaml.load(Path(__file__).with_suffix(".yaml").read_text("utf-8"), Loader=yaml.CSafeLoader)
    return tuple((when, re.compile("|".join(words))) for when, words in told.items())


_WHEN = _patterns()
_JOINT = re.compile(
    r",(?!\d)|[，。;；!！]|\.(?!\d)|\b(?=(?:and|but|then)\b)|(?=然后|接着|后来|现在|如今|目前|再(?:每|一天|吃|减|改))"
)


def steps_of(text: str) -> tuple[Step, ...]:
    """The steps `text` tells, in its order; none where it tells one way of taking it only."""
    found: list[Step] = []
    for clause in _clauses(text):
        when = next((when for when, words in _WHEN if words.search(clause)), None)
        if found and (when is None or when == found[-1].when != "then"):
            found[-1] = Step(found[-1].when, f"{found[-1].words}，{clause}")
        else:
            found.append(Step(when or "past", clause))
    told = tuple(step for step in found if read_dose(step.words).tells)
    in_time = any(step.when in ("long_ago", "present", "future") for step in told) or _LASTING.search(text)
    return told if len(told) > 1 and in_time else ()


# "Two then one" may be of one day; how long a step lasts tells that it is none.
_LASTING = re.compile(
    r"\b(?:for|first|last|after)\b[^,.;]*\b(?:days?|nights?|weeks?|fortnight|months?)\b"
    r"|(?:[头前吃服用打了]|开始)[一二两三四五六七八九十几半\d]+个?(?:天|日|周|星期|礼拜|月)|[天周月期拜]后|开始"
    r"|起初|最初"
)


def _clauses(text: str) -> list[str]:
    return [clause for part in _JOINT.split(text) if (clause := part.strip(" ,，。;；"))]


def now(steps: tuple[Step, ...]) -> Step:
    """The step that holds today: the last said to be of now, else the last that began, else what comes first."""
    for whens in (("present",), ("then", "past"), ("long_ago",)):
        if begun := [step for step in steps if step.when in whens]:
            return begun[-1]
    return steps[0]


_CHANGE = re.compile(
    r"[改减加降升增换][成为到至]|\b(?:(?:went|gone|came|come|cut|brought|taken) )?(?:down|up) to\b"
    r"|\b(?:dropped|reduced|cut|increased|halved|doubled|lowered|raised)(?: (?:it|@))?(?: to)?\b"
)


def without_change(words: str) -> str:
    """`words` without what only tells that this step is not the one before."""
    return _CHANGE.sub(" ", words)
