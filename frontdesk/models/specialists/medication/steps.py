"""First this, then that: the steps in which a medicine was, is and will be taken, each with its own words."""

import re
from pathlib import Path
from typing import Literal, NamedTuple, cast

import yaml

from frontdesk.models.specialists.medication.dose import read_dose

When = Literal["long_ago", "before", "past", "present", "today", "future", "then"]
"""`before` is long ago where it is a habit; `then` is what followed the step before: the last of them holds now."""


class Step(NamedTuple):
    when: When
    words: str


def _patterns() -> dict[str, re.Pattern[str]]:
    told = yaml.load(Path(__file__).with_suffix(".yaml").read_text("utf-8"), Loader=yaml.CSafeLoader)
    return {name: re.compile("|".join(words)) for name, words in told.items()}


_WORDS = _patterns()
_ENDED = _WORDS.pop("ended")
_WHEN = tuple((cast(When, name), words) for name, words in _WORDS.items())
_JOINT = re.compile(
    r",(?!\d)|[，。;；!！]|\.(?!\d)|\b(?=(?:and|but|then)\b)|(?=然后|接着|后来|现在|如今|目前|再(?:每|一天|吃|减|改))"
    r"|(?<![从自打])(?=[去今]年|[这上]个?月|最近)"
    r"|\b(?=(?:now|nowadays|these days|currently|this (?:week|month|year)) (?!and\b|but\b|then\b)\w)"
)


def steps_of(text: str) -> tuple[Step, ...]:
    """The steps `text` tells, in its order; none where it tells one way of taking it only."""
    found: list[Step] = []
    for clause in clauses_of(text):
        when = _when(clause)
        if found and (when is None or when == found[-1].when != "then"):
            found[-1] = Step(found[-1].when, f"{found[-1].words}，{clause}")
        else:
            found.append(Step(when or "past", clause))
    told = tuple(_habit(step) for step in _with_strength(found) if _tells(step))
    in_time = any(step.when in ("long_ago", "present", "future") for step in told) or _LASTING.search(text)
    return told if len(told) > 1 and in_time else ()


def _when(clause: str) -> When | None:
    """What was changed last month has held since."""
    when = next((when for when, words in _WHEN if words.search(clause)), None)
    return "then" if when == "long_ago" and _CHANGE.search(clause) else when


def _tells(step: Step) -> bool:
    ended = step.when in ("present", "today", "then") and _ENDED.search(step.words) is not None
    return ended or read_dose(step.words).tells


def _habit(step: Step) -> Step:
    if step.when != "before":
        return step
    return step._replace(when="past" if read_dose(step.words).per_day is None else "long_ago")


def _with_strength(found: list[Step]) -> list[Step]:
    """A strength told at the beginning, of what is only counted later, is of every step."""
    if len(found) < 2:
        return found
    first, rest = read_dose(found[0].words), [read_dose(step.words) for step in found[1:]]
    alone = first.mg is not None and first.units is None and first.per_day is None and not first.in_all
    if not alone or any(dose.mg is not None or dose.ml is not None for dose in rest):
        return found
    return [step._replace(words=f"{found[0].words}，{step.words}") for step in found[1:]]


# "Two then one" may be of one day; how long a step lasts tells that it is none.
_LASTING = re.compile(
    r"\b(?:for|first|last|after)\b[^,.;]*\b(?:days?|nights?|weeks?|fortnight|months?)\b"
    r"|(?:[头前吃服用打了]|开始)[一二两三四五六七八九十几半\d]+个?(?:天|日|周|星期|礼拜|月)|[天周月期拜]后|开始"
    r"|起初|最初"
)


def clauses_of(text: str) -> list[str]:
    """The pieces of `text` that may each tell of another time."""
    return [clause for part in _JOINT.split(text) if (clause := part.strip(" ,，。;；"))]


def now(steps: tuple[Step, ...]) -> Step:
    """The step that holds today: the last said to be of now, else the last that began, else what comes first."""
    for whens in (("present", "today"), ("then", "past"), ("long_ago",)):
        if begun := [step for step in steps if step.when in whens]:
            return begun[-1]
    return steps[0]


def without_long_ago(text: str) -> str:
    """`text` without the steps that ended long ago, where another is told to have followed."""
    steps = steps_of(text)
    if len({step.when == "long_ago" for step in steps}) < 2:
        return text
    return "，".join(step.words for step in steps if step.when != "long_ago")


_CHANGE = re.compile(
    r"[改减加降升增换][成为到至]|\b(?:(?:went|gone|came|come|cut|brought|taken) )?(?:down|up) to\b"
    r"|\b(?:dropped|reduced|cut|increased|halved|doubled|lowered|raised)(?: (?:it|@))?(?: to)?\b"
)


def without_change(words: str) -> str:
    """`words` without what only tells that this step is not the one before."""
    return _CHANGE.sub(" ", words)
