"""How an answer was got: kept in the database, and what "how did you get this?" is answered from."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Any

from frontdesk.models.facts import Language, Value
from frontdesk.models.runner import EMBEDDED

KEY = "$"  # what the key of an earlier result begins with, where it stands for an input


def is_key(text: object) -> bool:
    return isinstance(text, str) and text.startswith(KEY)


def needs(inputs: Mapping[str, Any]) -> frozenset[str]:
    """The keys of the earlier results that stand among `inputs`."""
    return frozenset(text[len(KEY) :] for text in inputs.values() if is_key(text))


class Way(StrEnum):
    """How a question is planned: a step at a time, each after what the one before showed; or by three strategies."""

    REACT = "react"
    TREE_OF_THOUGHT = "tree_of_thought"


class Done(Value):
    """One step as it was run. `error` instead of a result: not available, or what went wrong, without a name in it."""

    key: str
    task: str
    inputs: dict[str, Any]
    result: Any = None
    piped: bool = False  # the result is in the data pipe, under `key`
    background: bool = False
    sources: tuple[str, ...] = ()
    error: str | None = None

    @property
    def given(self) -> dict[str, str]:
        """The inputs that were given, in words."""
        said = {name: value for name, value in self.inputs.items() if value not in (None, "", (), [])}
        return {name: ", ".join(map(str, v)) if isinstance(v, tuple | list) else str(v) for name, v in said.items()}


class Strategy(Value):
    """One way to an answer that was thought of: its steps in words, and what speaks for and against it."""

    steps: tuple[str, ...]
    pros: str
    cons: str
    chosen: bool = False


class Picture(Value):
    """A plot as SVG text: no script, no link."""

    name: str
    svg: str


class Trace(Value):
    """A question, its answer and the way between. `answered` is false for a question that is not read.

    `suggestions`: the nearest questions that can be answered, where this one was not understood.
    `planned_by`, `answered_by`: a model's name, or "embedded". `thoughts` are what the planner said of each round.
    """

    question: str
    language: Language
    answer: str
    answered: bool
    way: Way
    planned_by: str
    answered_by: str
    thoughts: tuple[str, ...] = ()
    strategies: tuple[Strategy, ...] = ()
    steps: tuple[Done, ...] = ()
    sources: tuple[str, ...] = ()
    pictures: tuple[Picture, ...] = ()
    suggestions: tuple[str, ...] = ()
    about: str = ""  # the question with the subject of the one before, where it leans on that

    def kept(self) -> dict[str, Any]:
        """What is stored of it to be explained: how it was got, and nothing of what was found."""
        bare = tuple(step.model_copy(update={"result": None}) for step in self.steps)
        # A model's later thoughts are about what it was shown.
        thoughts = self.thoughts if self.planned_by == EMBEDDED else self.thoughts[:1]
        kept = {"answer": "", "steps": bare, "pictures": (), "suggestions": (), "thoughts": thoughts}
        return self.model_copy(update=kept).model_dump(mode="json")
