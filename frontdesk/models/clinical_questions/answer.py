"""The answer to a doctor's question in a model's words, as far as the observations bear it out."""

import re

from pydantic import BaseModel, ConfigDict, Field

from frontdesk.models.capability import Capability, Unfounded, tells_rules
from frontdesk.models.clinical_questions.grounds import unfounded
from frontdesk.models.clinical_questions.plan import PROMPTS
from frontdesk.models.clinical_questions.question import ClinicalQuestion, asked
from frontdesk.models.facts import Value

LONGEST = 1200  # characters: a doctor reads it in seconds
RUN = 30  # letters running of what the model itself is told
# It speaks of the patient and changes nothing: no "you", no order, no link or markup, no act that it claims.
NO_ANSWER = re.compile(
    r"\b(?:you|your|please)\b|[您请你]|https?:|\bwww\.|//[\w-]+\.|\]\(|<\s*/?\s*\w|```|\$\(|\{\{"
    r"|\badministrators?\b|管理员|\brecord \S+ is deleted\b|病历已经?删除"
    r"|\balarm (?:is|was|has been) cancelled\b|(?:警报|报警)[^，。]{0,4}取消",
    re.IGNORECASE,
)


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
    if found := NO_ANSWER.search(text):
        raise Unfounded(f"no answer to a doctor: {found.group()}")
    if tells_rules(text, ANSWER.rules(question.language), letters=RUN):
        raise Unfounded("its own rules")
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
