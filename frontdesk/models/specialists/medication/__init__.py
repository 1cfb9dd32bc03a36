"""The medication specialist: which medicine is meant, how it is taken, how much, and whether it suits the patient."""

from frontdesk.models.specialists.case import Checked, Patient
from frontdesk.models.specialists.medication.adherence import adherence
from frontdesk.models.specialists.medication.condition import condition
from frontdesk.models.specialists.medication.daily_maximum import daily_maximum
from frontdesk.models.specialists.medication.habits import told_habit
from frontdesk.models.specialists.medication.identity import identity
from frontdesk.models.specialists.medication.interaction import interaction
from frontdesk.models.specialists.medication.label_rhythm import label_rhythm
from frontdesk.models.specialists.medication.spoken import hear

SOOTHES = frozenset(
    {("adherence", "as_prescribed"), ("adherence", "less"), ("daily_maximum", "within"), ("condition", "allowed")}
)


def check(utterance: str, patient: Patient) -> tuple[Checked, ...]:
    """What is found about the medicines the utterance speaks of; nothing soothes about what is taken too often."""
    heard = hear(utterance, patient)
    too_often = tuple(label_rhythm(heard))
    subjects = {one.subject for one in too_often}
    kinds = (identity, adherence, daily_maximum, condition, interaction)
    found = (checked for kind in kinds for checked in kind(heard))
    return (*too_often, *(one for one in found if one.subject not in subjects or _stands_beside(one)))


def _stands_beside(one: Checked) -> bool:
    return (one.kind, one.verdict) not in SOOTHES and one.verdict != "more"


def warm() -> None:
    """Loads what the first patient would otherwise wait for."""
    told_habit("@")
