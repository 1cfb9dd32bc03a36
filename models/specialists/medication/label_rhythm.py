"""Medicines that are taken once in several days, by their label, and how much oftener somebody takes them."""

from collections.abc import Iterator

from models.knowledge.formulary import formulary
from models.knowledge.formulary_schema import LabelRhythm
from models.specialists.case import Checked
from models.specialists.medication.finding import found
from models.specialists.medication.spoken import Heard, Spoken

NEAR = 0.95  # of the days of the label: "twice a month" is 15 days


def oftener(one: Spoken) -> LabelRhythm | None:
    """The rhythm of the label, where the words tell that it is taken oftener; also where it is asked about."""
    days = one.intake.dose.days
    if days is None or one.anothers or one.intake.denied or one.intake.stopped:
        return None
    return next((label for code in one.codes for label in label_rhythms(one, code) if days < label.days * NEAR), None)


def label_rhythms(one: Spoken, code: str) -> Iterator[LabelRhythm]:
    """What the labels of this medicine say of the form and strength that is told."""
    dose = one.intake.dose
    said = f"{one.mention.words.lower() if one.mention else ''} {one.intake.words}"
    each = dose.strength or dose.mg
    for label in formulary().rhythms:
        form = not label.words or any(word in said for word in label.words)
        other = any(word in said for word in label.unless)
        strength = each is None or label.least <= each <= label.most
        if label.medicine == code and form and strength and not other:
            yield label


def label_rhythm(heard: Heard) -> Iterator[Checked]:
    """More than the label allows, whether there is a prescription on file or none."""
    for one in heard.spoken:
        if label := oftener(one):
            yield found("adherence", "more", label.medicine, heard.say(*_text(heard, one, label)), label.source)


def _text(heard: Heard, one: Spoken, label: LabelRhythm) -> tuple[str, str]:
    name, days = heard.name(label.medicine), one.intake.dose.days or 1.0
    zh = f"{name}说明书上是{label.days:g}天一次，您说的是{_zh(days)}。下一次先别用，马上请护士核对。"
    en = (
        f"By its label {name} is for once in {label.days:g} days; you said {_en(days)}. "
        "Take no more until a nurse has checked it now."
    )
    return zh, en


def _zh(days: float) -> str:
    return "每天" if days <= 1 else f"{days:.2g}天一次"


def _en(days: float) -> str:
    return "every day" if days <= 1 else f"once in {days:.2g} days"
