"""Medicines that are taken once in several days, by their label, and how much oftener somebody takes them."""

from collections.abc import Iterator

from frontdesk.models.knowledge.formulary import formulary
from frontdesk.models.knowledge.formulary_schema import LabelRhythm
from frontdesk.models.specialists.case import Checked
from frontdesk.models.specialists.medication.dose import Dose
from frontdesk.models.specialists.medication.finding import found
from frontdesk.models.specialists.medication.spoken import Heard, Spoken

APART = frozenset({"patch", "shot"})
NEAR = 0.95  # of the days of the label: "twice a month" is 15 days


def oftener(one: Spoken) -> LabelRhythm | None:
    """The rhythm of the label, where the words tell that it is taken oftener; also where it is asked about."""
    days = days_between(one.intake.dose)
    if days is None or one.anothers or one.intake.denied or one.intake.stopped:
        return None
    return next((label for code in one.codes for label in label_rhythms(one, code) if days < label.days * NEAR), None)


def days_between(dose: Dose) -> float | None:
    """From one dose to the next; each patch and injection is one ("two shots a week"), of tablets several."""
    if dose.days and dose.in_all and dose.unit in APART and dose.units:
        return max(dose.days, dose.in_all) / dose.units
    return dose.days


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
    name, (zh, en) = heard.name(label.medicine), told_and_label(one, label)
    return (
        f"{name}：{zh}。下一次用之前，请马上让护士核对。",
        f"{name.capitalize()}: {en}. Please let a nurse check it now, before the next dose.",
    )


def told_and_label(one: Spoken, label: LabelRhythm) -> tuple[str, str]:
    """Both rhythms beside each other, zh and en."""
    days = days_between(one.intake.dose) or 1.0
    return (
        f"自述{_zh(days)}，说明书是{label.days:g}天一次",
        f"{_en(days)} as told, by its label once in {label.days:g} days",
    )


def _zh(days: float) -> str:
    return "每天" if days <= 1 else f"{days:.2g}天一次"


def _en(days: float) -> str:
    return "every day" if days <= 1 else f"once in {days:.2g} days"
