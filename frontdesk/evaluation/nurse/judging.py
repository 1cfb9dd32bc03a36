"""A judge model's two marks of a reception, 1 to 5 (PIORS, section 5.2), by a rubric of our own."""

from pathlib import Path
from typing import Any

from pydantic import BaseModel, Field

from frontdesk.evaluation.nurse.cases import Case
from frontdesk.evaluation.nurse.met import Met
from frontdesk.models.capability import Asked, Capability, Unfounded
from frontdesk.models.knowledge.load import knowledge
from frontdesk.training.roles import NOTHING, Asking, told
from frontdesk.training.teacher import Teacher

PROMPTS = Path(__file__).parent / "prompts"


class Mark(BaseModel):
    """The reason goes first, so that the mark follows from it."""

    why: str
    score: int = Field(ge=1, le=5)


def _blanks(asking: Asking) -> Asked:
    record, nothing = asking.record, NOTHING[asking.language]
    return Asked(
        language=asking.language,
        blanks={
            "complaint": record.chief_complaint,
            "illness": record.present_illness_history or nothing,
            "history": record.past_history or nothing,
            "allergy": record.drug_allergy_history or nothing,
            "diagnosis": record.preliminary_diagnosis or nothing,
            "talk": told(asking.talk, asking.language),
            **asking.more,
        },
    )


def _nobody(asking: Asking) -> Any:
    raise Unfounded("a judge model's part")


def _accepted(asking: Asking, reply: BaseModel) -> Mark:
    assert isinstance(reply, Mark)
    return reply


def _judge(name: str) -> Capability[Asking, Mark]:
    return Capability(
        name=name, embedded=_nobody, asked=_blanks, prompts=PROMPTS, answer=Mark, accepted=_accepted, tokens=120
    )


INFO, OVERALL = _judge("judge_info"), _judge("judge_overall")


def marked(met: Met, case: Case, judge: Teacher) -> Met:
    """With both marks. Raises ModelFailed once the judge has failed several times."""
    language = case.record.language
    right = ", ".join(getattr(knowledge().specialties[code], language) for code in met.accept)
    asking = Asking(
        record=case.record, visit=case.visit, profile=met.profile, talk=met.talk, more={"departments": right}
    )
    marks = {"info": judge.ask(INFO, asking).score, "overall": judge.ask(OVERALL, asking).score}
    return met.model_copy(update=marks)
