"""The answer to a doctor's question in a model's words, as far as the observations bear it out."""

from pydantic import BaseModel, ConfigDict, Field

from frontdesk.models.capability import Capability, Unfounded
from frontdesk.models.clinical_questions.grounds import unfounded
from frontdesk.models.clinical_questions.plan import PROMPTS
from frontdesk.models.clinical_questions.question import ClinicalQuestion, asked
from frontdesk.models.facts import Value

LONGEST = 1200  # characters: a doctor reads it in seconds


class Answer(Value):
    """Without text where no model answered."""

    text: str = ""


class _Answer(BaseModel):
    model_config = ConfigDict(extra="ignore")

    answer: str = Field(min_length=1, max_length=LONGEST)


def _accepted(question: ClinicalQuestion, reply: BaseModel) -> Answer:
    """Raises Unfounded."""
    if not isinstance(reply, _Answer):
        return Answer()
    text = reply.answer.strip()
    if fault := unfounded(text, question):
        raise Unfounded(fault)
    return Answer(text=text)


ANSWER: Capability[ClinicalQuestion, Answer] = Capability(
    name="clinician_answer",
    embedded=lambda _: Answer(),
    asked=asked,
    prompts=PROMPTS,
    answer=_Answer,
    accepted=_accepted,
    tokens=500,
)
