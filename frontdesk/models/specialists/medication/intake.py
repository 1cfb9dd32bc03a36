"""How a medicine named in an utterance is taken: how much, how often, and whether the patient keeps to it."""

import re
from collections.abc import Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple

import yaml

from frontdesk.models.specialists.medication.denied_rhythm import without_denied
from frontdesk.models.specialists.medication.dose import Dose, read_dose
from frontdesk.models.specialists.medication.lexicon import Mention
from frontdesk.models.specialists.medication.own_words import without_others
from frontdesk.models.specialists.medication.steps import now, steps_of, without_change


class Intake(NamedTuple):
    """What the words around one medicine say. `dose` leaves out what was only planned ("supposed to take two")."""

    dose: Dose
    as_told: bool = False
    stopped: bool = False
    less: bool = False
    more: bool = False
    asked: bool = False  # a question or a wish, not something done
    denied: bool = False  # not taken
    not_daily: bool = False  # every day is denied, and nothing else told
    words: str = ""  # with @ for the medicine
    steps: tuple[Dose, ...] = ()  # what was and is taken of late, where it is told in steps

    @property
    def tells(self) -> bool:
        return self.as_told or self.stopped or self.less or self.more or self.denied or self.dose.tells


@cache
def _cue(name: str) -> re.Pattern[str]:
    text = (Path(__file__).parent / "intake.yaml").read_text(encoding="utf-8")
    return re.compile("|".join(yaml.load(text, Loader=yaml.CSafeLoader)[name]))


def says(name: str, lower: str) -> re.Match[str] | None:
    """Where `lower` holds one of the cues called `name` in intake.yaml, if it does."""
    return _cue(name).search(lower)


_JOINT = re.compile(r"[.。;；!！]|[,，]|\b(?:and|plus|with|but|also|then)\b|还有|又|还|和|以及|加上|另外|，")
_HARD = re.compile(r"[.。;；!！](?!\d)")


def intake_of(lower: str, mention: Mention, others: Sequence[Mention]) -> Intake:
    """What `lower` says of `mention`, with the words that belong to `others` left out."""
    start, end = stretch(lower, mention, others)
    before, after = lower[start : mention.start], lower[mention.end : end]
    question = _cue("asked").search(_sentence(lower, mention)) is not None
    return read_intake(without_others(f"{before}@{after}"), question=question)


@lru_cache(maxsize=1024)
def read_intake(text: str, *, question: bool = False) -> Intake:
    """What `text` says of the medicine that stands at @, or of one only spoken of as "it"; of steps what holds now."""
    if steps := steps_of(text):
        holds = now(steps)
        intake = _read_one(without_change(holds.words), question=question)
        doses = [_counted_dose(step.words) for step in steps]
        over = ("long_ago", "future")
        lately = (dose for step, dose in zip(steps, doses, strict=True) if step is holds or step.when not in over)
        if "@" not in holds.words:  # 现在不吃了 is no denial of what was taken before
            intake = intake._replace(denied=False)
        return intake._replace(dose=_completed(intake.dose, doses), words=text, steps=tuple(lately))
    return _read_one(text, question=question)


def _completed(dose: Dose, others: list[Dose]) -> Dose:
    """With the strength, or how often, told of another step."""
    strength = next((one.strength for one in others if one.strength), None)
    if dose.unit == "tablet" and dose.units and dose.mg is None and strength:
        dose = dose._replace(strength=strength, mg=dose.units * strength)
    often = next((one for one in reversed(others) if one.per_day is not None), None)
    if dose.per_day is None and not dose.in_all and often:
        dose = dose._replace(doses=often.doses, days=often.days)
    return dose


def _counted_dose(text: str) -> Dose:
    return _dose_in(re.sub(" {2,}", " ", _cue("as_told").sub(" ", text)))


def _dose_in(text: str) -> Dose:
    return read_dose(_cue("left_out").sub(" ", without_denied(text)))


def _read_one(text: str, *, question: bool) -> Intake:
    bare = _cue("as_told").sub(" ", text)
    bare = re.sub(" {2,}", " ", _without_prescription(_cue("planned").sub(" ", bare)))
    held = without_denied(bare)
    otherwise = held != bare and read_dose(held).per_day is not None
    bare = held if otherwise else bare  # "not every day, every other day" tells no less by its denial
    before, _, after = text.partition("@")
    denied = _cue("denied").search(before) or _cue("denied_after").search(after)
    return Intake(
        dose=_dose_in(bare),
        as_told=bool(_cue("as_told").search(text)),
        stopped=bool(_cue("stopped").search(_cue("gave_up_else").sub(" ", bare if "@" in bare else text))),
        less=bool(_cue("less").search(bare)),
        more=bool(_cue("more").search(bare)),
        asked=question,
        not_daily=held != bare and read_dose(bare).days == 1 and read_dose(held).per_day is None,
        denied=bool(denied) and not _cue("as_told").search(text) and not otherwise,
        words=text,
    )


def _without_prescription(text: str) -> str:
    """`text` without what it tells of the prescription, where something is left that tells what is done of it."""
    done = _cue("prescribed_so").sub(" ", text)
    tells = read_dose(done).tells or any(says(name, done) for name in ("less", "more", "stopped"))
    return done if tells else text


def stretch(lower: str, mention: Mention, others: Sequence[Mention]) -> tuple[int, int]:
    """From where to where the words are about `mention`: up to the joint between it and its neighbours."""
    before = max((other.end for other in others if other.end <= mention.start), default=None)
    behind = min((other.start for other in others if other.start >= mention.end), default=None)
    start = 0 if before is None else _joint(lower, before, mention.start)
    return start, len(lower) if behind is None else _joint(lower, mention.end, behind)


def _joint(lower: str, start: int, end: int) -> int:
    """The place between two medicines where the words of the second begin: a full stop, else the last joint."""
    hard = list(_HARD.finditer(lower, start, end))
    joints = hard or list(_JOINT.finditer(lower, start, end))
    return joints[-1].start() if joints else end


def _sentence(lower: str, mention: Mention) -> str:
    start = max((m.end() for m in re.finditer(r"[.。!！?？](?!\d)", lower[: mention.start])), default=0)
    stop = re.search(r"[.。!！?？](?!\d)", lower[mention.end :])
    return lower[start : mention.end + stop.end() if stop else len(lower)]
