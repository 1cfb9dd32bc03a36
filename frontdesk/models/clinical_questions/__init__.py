"""A doctor's question to the assistant, planned and answered by a language model (after openCHA, Abbasian et al.).

Embedded, none of these is answered: the planner of plain code and the tasks' own words lie in
`frontdesk/app/clinician`.
"""

from frontdesk.models.clinical_questions.answer import ANSWER, Answer
from frontdesk.models.clinical_questions.grounds import unfounded
from frontdesk.models.clinical_questions.plan import REACT, STRATEGIES, PlannedStep, Round, Strategies, Strategy
from frontdesk.models.clinical_questions.question import ClinicalQuestion, Observation, TaskTold

__all__ = [
    "ANSWER",
    "REACT",
    "STRATEGIES",
    "Answer",
    "ClinicalQuestion",
    "Observation",
    "PlannedStep",
    "Round",
    "Strategies",
    "Strategy",
    "TaskTold",
    "unfounded",
]
