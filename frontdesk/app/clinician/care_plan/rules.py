"""What the rules of the formulary say of a care plan's items and of the medicines this patient takes."""

import re
from collections.abc import Iterator, Sequence
from itertools import combinations

from frontdesk.app.clinician.care_plan.draft import PlanItem, PlanSection
from frontdesk.app.clinician.care_plan.words import say
from frontdesk.app.clinician.warned import Warned, alone, together
from frontdesk.models.facts import Language
from frontdesk.models.specialists.case import Patient
from frontdesk.models.specialists.medication.spoken import Heard, hear

KINDS = re.compile(r"calcium[- ]channel blockers?|钙通道阻滞剂|钙拮抗剂", re.IGNORECASE)  # named after what they block


def of_own_medicines(patient: Patient, language: Language) -> list[Warned]:
    """What speaks against the medicines the patient takes, each for itself and each pair."""
    if not patient.medications:
        return []
    heard = _taken(patient, language)
    codes = _codes(heard)
    for_each = (alone(code, heard.situation, language) for code in codes)
    return [*(one for one in for_each if one), *together(combinations(codes, 2), language)]


def against(item: PlanItem, patient: Patient, language: Language) -> Warned | None:
    """A rule against a medicine that an item names, for this patient; to be worded for whoever prescribes."""
    if item.section is not PlanSection.MEDICINES:
        return None
    heard = _named(item, patient)
    codes = (code for one in heard.spoken for code in one.codes)
    return next((one for code in codes if (one := alone(code, heard.situation, language))), None)


def beside_own_medicines(items: Sequence[PlanItem], patient: Patient, language: Language) -> Iterator[Warned]:
    """A rule for each medicine of the items that does not go with one the patient takes."""
    if not patient.medications:
        return
    own = _codes(_taken(patient, language))
    named = [item for item in items if item.section is PlanSection.MEDICINES]
    codes = dict.fromkeys(code for item in named for code in _codes(_named(item, patient)) if code not in own)
    for code in codes:
        for one in own:
            yield from together([(code, one)], language)


def _taken(patient: Patient, language: Language) -> Heard:
    names = say("and", language).join(one.name for one in patient.medications)
    return hear(say("takes", language, names=names), patient)


def _named(item: PlanItem, patient: Patient) -> Heard:
    return hear(KINDS.sub(" ", item.text), patient)


def _codes(heard: Heard) -> tuple[str, ...]:
    return tuple(dict.fromkeys(code for one in heard.spoken for code in one.codes))
