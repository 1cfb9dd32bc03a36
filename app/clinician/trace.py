"""How an answer was got: kept in the database, and what "how did you get this?" is answered from."""

from enum import StrEnum
from typing import Any

from models.facts import Language, Value


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
    sources: tuple[str, ...] = ()
    error: str | None = None


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
