"""Regimens beside the classifier: "one every six hours" is no pad an hour, and plain code weighs what is too much."""

import re

from frontdesk.models.parsers.writing import read
from frontdesk.models.red_flags.classifier import chances
from frontdesk.models.red_flags.rules import OVERDOSE, PAD_AN_HOUR
from frontdesk.models.specialists.case import Patient
from frontdesk.models.specialists.medication.daily_maximum import daily_maximum
from frontdesk.models.specialists.medication.dose import read_dose
from frontdesk.models.specialists.medication.rhythm import rhythm
from frontdesk.models.specialists.medication.spoken import hear
from frontdesk.models.specialists.medication.steps import clauses_of, without_long_ago

WEIGHED = 0.05  # chance of the classifier from which the regimen is looked at
SOAKED = 2.0  # hours; a pad that lasts as long is not soaked within the hour
_BLEEDING = re.compile(
    r"血|卫生[巾棉]|姨妈|护垫|月经|例假|经[期量血]|透|湿|满|恶露|流|涌|[夜日]用|棉条|[安夜]睡?[心安]?裤|来了|量[大多]|裤"
    r"|\b(?:bleed|bled|blood|pad|period|tampon|flow|clot|soak|sanitary|menstru|towel|liner|gush|flood|cup)"
)
_MEDICINE = re.compile(
    r"药|[吃服]|毫克|克|胶囊|\d ?mg\b|\b(?:tablets?|pills?|capsules?|caplets?|tak(?:e|es|ing)|took)\b"
)


def chances_beside_regimens(text: str) -> dict[str, float]:
    """The chance of each rule; of an overdose, and of a pad an hour, without what a regimen alone sounds like."""
    every = chances(text)
    if every.get(OVERDOSE, 0.0) >= WEIGHED:
        every[OVERDOSE] = _of_overdose(read(text).lower, every[OVERDOSE])
    if every.get(PAD_AN_HOUR, 0.0) >= WEIGHED and _is_of_a_medicine(text):
        every[PAD_AN_HOUR] = 0.0
    return every


def _of_overdose(lower: str, told: float) -> float:
    """Without what ended long ago; and without a safe regimen, where nothing else sounds like an overdose."""
    lately = without_long_ago(lower)
    told = told if lately == lower else min(told, chances(lately).get(OVERDOSE, 0.0))
    beside = _without_safe_regimen(lately)
    alone = told if beside == lately else chances(beside).get(OVERDOSE, 0.0)
    return alone if alone < WEIGHED else told


def _without_safe_regimen(lower: str) -> str:
    """`lower` without its regimen, where every amount told has a rhythm and is within the label's most."""
    heard = hear(lower, Patient())
    verdicts = {one.verdict for one in daily_maximum(heard)}
    if verdicts != {"within"} or any(one.intake.steps for one in heard.spoken):
        return lower
    doses = [(clause, read_dose(clause)) for clause in clauses_of(lower)]
    if any(dose.units is not None and dose.per_day is None for _, dose in doses):
        return lower  # "two a day, yesterday twenty"
    return "，".join(clause for clause, dose in doses if not dose.tells)


def _is_of_a_medicine(text: str) -> bool:
    """Whether 片 is a tablet here: no word of bleeding stands beside it, and a medicine or long hours do."""
    lower = read(text).lower
    if _BLEEDING.search(lower):
        return False
    often = rhythm(lower).doses
    return _MEDICINE.search(lower) is not None or (often is not None and often <= 24 / SOAKED)
