"""A plan by a model: round by round after what was observed (ReAct), or the best of three (Tree of Thought)."""

from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from frontdesk.models.capability import Capability
from frontdesk.models.clinical_questions.question import ClinicalQuestion, asked
from frontdesk.models.facts import Value

PROMPTS = Path(__file__).parent / "prompts"
MOST = 3  # strategies


class PlannedStep(Value):
    """As a model proposes it: neither the task nor its inputs are checked yet."""

    key: str
    task: str
    inputs: dict[str, Any] = {}


class Round(Value):
    """`finished`: these steps, with what was observed before, are enough."""

    thought: str = ""
    steps: tuple[PlannedStep, ...] = ()
    finished: bool = True


class Strategy(Value):
    steps: tuple[PlannedStep, ...]
    pros: str
    cons: str


class Strategies(Value):
    """As the model put them; `chosen` is a place among them, from 0."""

    strategies: tuple[Strategy, ...] = ()
    chosen: int = 0


class _Step(BaseModel):
    model_config = ConfigDict(extra="ignore")

    key: str = Field(min_length=1, max_length=40)
    task: str
    inputs: dict[str, Any] = {}

    def planned(self) -> PlannedStep:
        return PlannedStep(key=self.key.removeprefix("$"), task=self.task, inputs=self.inputs)


class _Round(BaseModel):
    model_config = ConfigDict(extra="ignore")

    thought: str
    steps: list[_Step]
    finished: bool


class _Strategy(BaseModel):
    model_config = ConfigDict(extra="ignore")

    steps: list[_Step] = Field(min_length=1)
    pros: str
    cons: str


class _Strategies(BaseModel):
    model_config = ConfigDict(extra="ignore")

    strategies: list[_Strategy] = Field(min_length=1, max_length=MOST)
    chosen: int  # a number, from 1


def _round(question: ClinicalQuestion, reply: BaseModel) -> Round:
    if not isinstance(reply, _Round):
        return Round()
    steps = tuple(one.planned() for one in reply.steps)
    return Round(thought=reply.thought.strip(), steps=steps, finished=reply.finished)


def _strategies(question: ClinicalQuestion, reply: BaseModel) -> Strategies:
    """Raises ValueError for a choice that is none of them."""
    if not isinstance(reply, _Strategies):
        return Strategies()
    if not 1 <= reply.chosen <= len(reply.strategies):
        raise ValueError(f"there is no strategy {reply.chosen}")
    found = tuple(
        Strategy(steps=tuple(step.planned() for step in one.steps), pros=one.pros.strip(), cons=one.cons.strip())
        for one in reply.strategies
    )
    return Strategies(strategies=found, chosen=reply.chosen - 1)


REACT: Capability[ClinicalQuestion, Round] = Capability(
    name="clinician_react",
    embedded=lambda _: Round(),
    asked=asked,
    prompts=PROMPTS,
    answer=_Round,
    accepted=_round,
    tokens=600,
)
STRATEGIES: Capability[ClinicalQuestion, Strategies] = Capability(
    name="clinician_strategies",
    embedded=lambda _: Strategies(),
    asked=asked,
    prompts=PROMPTS,
    answer=_Strategies,
    accepted=_strategies,
    tokens=1200,
)
