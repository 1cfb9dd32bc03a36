"""The specialists that look at an utterance, in the order their findings are told."""

from frontdesk.models.specialists import human_intervention, labs_vitals, medication, nutrition, privacy
from frontdesk.models.specialists.case import Checked, Patient, Specialist

SPECIALISTS: tuple[Specialist, ...] = (
    human_intervention.check,
    privacy.check,
    medication.check,
    labs_vitals.check,
    nutrition.check,
)


def check(utterance: str, patient: Patient) -> tuple[Checked, ...]:
    """What every specialist has to say about one utterance of one patient."""
    return tuple(found for specialist in SPECIALISTS for found in specialist(utterance, patient))
