"""A plan is typed steps from a closed list of tasks; nothing in it is ever executed as program text."""

from collections.abc import Collection, Iterator, Sequence
from typing import Any

from pydantic import BaseModel, ValidationError

from frontdesk.app.clinician.tasks import tasks
from frontdesk.app.clinician.trace import needs
from frontdesk.models.facts import Value

MOST_STEPS = 20


class BadPlan(ValueError):
    """A plan that cannot be run; the message says which step and why."""


class Step(Value):
    """`key` names the result. An input that is "$key" stands for the result of an earlier step.

    `background`: looked up for later steps alone, and not told by itself.
    """

    key: str
    task: str
    inputs: dict[str, Any] = {}
    background: bool = False

    @property
    def needs(self) -> frozenset[str]:
        return needs(self.inputs)


def checked(steps: Sequence[Step], before: Collection[str] = ()) -> None:
    """Raises BadPlan: unknown tasks, inputs that do not fit, keys twice or before they are made, too many steps.

    `before`: keys of steps that were run already.
    """
    if not 0 < len(steps) + len(before) <= MOST_STEPS:
        raise BadPlan(f"{len(steps) + len(before)} steps; 1 to {MOST_STEPS} can be run")
    made = set(before)
    for step in steps:
        task = tasks().get(step.task)
        if task is None:
            raise BadPlan(f"{step.key}: there is no task {step.task}; there are {', '.join(sorted(tasks()))}")
        if step.key in made:
            raise BadPlan(f"{step.key} is made twice")
        if missing := step.needs - made:
            raise BadPlan(f"{step.key} needs {', '.join(sorted(missing))} first")
        if not step.needs:
            read(task.inputs, step.inputs, step.key)
        made.add(step.key)


def read(kind: type[BaseModel], inputs: dict[str, Any], key: str) -> BaseModel:
    """The typed inputs of a step. Raises BadPlan."""
    try:
        return kind.model_validate(inputs)
    except ValidationError as error:
        fault = error.errors()[0]
        raise BadPlan(f"{key}: {'.'.join(map(str, fault['loc']))}: {fault['msg']}") from error


def rounds(steps: Sequence[Step], before: Collection[str] = ()) -> Iterator[tuple[Step, ...]]:
    """Steps that can run at once, one group after the other."""
    left, made = list(steps), set(before)
    while left:
        ready = tuple(step for step in left if step.needs <= made)
        yield ready
        made |= {step.key for step in ready}
        left = [step for step in left if step not in ready]
