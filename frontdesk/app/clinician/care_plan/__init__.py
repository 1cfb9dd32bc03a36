"""A draft of a care plan for the doctor, talked over by two agents (DERA, Nair et al. 2023, section 4).

It is made from the guidelines that fit, and the rules of the formulary hold it against this patient's allergies,
illnesses and medicines. Where language models are assigned they talk it over after that; what they may change is a
closed list. Nothing of it is shown to a patient.
"""

from frontdesk.app.clinician.care_plan.decider import CARE_PLAN_DECIDER
from frontdesk.app.clinician.care_plan.draft import PlanItem, PlanSection
from frontdesk.app.clinician.care_plan.plan import CarePlan, care_plan
from frontdesk.app.clinician.care_plan.researcher import CARE_PLAN_RESEARCHER

__all__ = ["CARE_PLAN_DECIDER", "CARE_PLAN_RESEARCHER", "CarePlan", "PlanItem", "PlanSection", "care_plan"]
