"""The specialists that look at an utterance, in the order their findings are told."""

from models.embedded.specialists import labs_vitals
from models.embedded.specialists.case import Checked, Patient, Specialist

SPECIALISTS: tuple[Specialist, ...] = (labs_vitals.check,)


def check(utterance: str, patient: Patient) -> tuple[Checked, ...]:
    """What every specialist has to say about one utterance of one patient."""
    return tuple(found for specialist in SPECIALISTS for found in specialist(utterance, patient))
