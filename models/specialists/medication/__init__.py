"""The medication specialist: which medicine is meant, how it is taken, how much, and whether it suits the patient."""

from models.specialists.case import Checked, Patient
from models.specialists.medication.adherence import adherence
from models.specialists.medication.condition import condition
from models.specialists.medication.daily_maximum import daily_maximum
from models.specialists.medication.habits import told_habit
from models.specialists.medication.identity import identity
from models.specialists.medication.interaction import interaction
from models.specialists.medication.spoken import hear


def check(utterance: str, patient: Patient) -> tuple[Checked, ...]:
    """What is found about the medicines the utterance speaks of."""
    heard = hear(utterance, patient)
    kinds = (identity, adherence, daily_maximum, condition, interaction)
    return tuple(checked for kind in kinds for checked in kind(heard))


def warm() -> None:
    """Loads what the first patient would otherwise wait for."""
    told_habit("@")
