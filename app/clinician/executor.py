"""Runs a plan: independent steps at once, results into the data pipe, errors back as observations."""

from concurrent.futures import ThreadPoolExecutor
from concurrent.futures import TimeoutError as TooLate
from time import monotonic
from typing import Any

import structlog
from pydantic import BaseModel

from app.clinician.plan import KEY, BadPlan, Plan, Step, checked, read, rounds
from app.clinician.task import Chart, Outcome, Unavailable
from app.clinician.tasks import tasks
from models.facts import Value

log = structlog.get_logger(__name__)

SECONDS = 10.0  # for a whole plan
AT_ONCE = 4


class Done(Value):
    """One step as it was run. `error` instead of a result: not available, or what went wrong, without a name in it."""

    key: str
    task: str
    inputs: dict[str, Any]
    result: Any = None
    piped: bool = False  # the result is in the data pipe, under `key`
    sources: tuple[str, ...] = ()
    error: str | None = None


def run(plan: Plan, chart: Chart, *, seconds: float = SECONDS) -> tuple[Done, ...]:
    """Raises BadPlan. A step whose input could not be made is told so and not run."""
    checked(plan)
    pipe: dict[str, Any] = {}
    done: dict[str, Done] = {}
    until = monotonic() + seconds
    at_once = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="clinician")
    try:
        for group in rounds(plan.steps):
            running = {step.key: at_once.submit(_run, step, dict(pipe), chart) for step in group}
            for step in group:
                one = _waited(step, running[step.key], until)
                done[step.key] = one
                if one.error is None:
                    pipe[step.key] = one.result
    finally:
        at_once.shutdown(wait=False, cancel_futures=True)  # what took too long ends by itself, unheard
    return tuple(done[step.key] for step in plan.steps)


def _waited(step: Step, running: Any, until: float) -> Done:
    try:
        outcome: Done = running.result(timeout=max(0.0, until - monotonic()))
        return outcome
    except TooLate:
        running.cancel()
        return Done(key=step.key, task=step.task, inputs=step.inputs, error="took too long")


def _run(step: Step, pipe: dict[str, Any], chart: Chart) -> Done:
    task = tasks()[step.task]
    told = {"key": step.key, "task": step.task, "inputs": step.inputs, "piped": task.piped}
    if missing := step.needs - pipe.keys():
        return Done(**told, error=f"not available: {', '.join(sorted(missing))}")
    inputs = {name: pipe[text[1:]] if _is_key(text) else text for name, text in step.inputs.items()}
    try:
        typed: BaseModel = read(task.inputs, inputs, step.key)
        outcome: Outcome = task.run(typed, chart)
        return Done(**told, result=outcome.data, sources=outcome.sources)
    except (Unavailable, BadPlan) as error:
        return Done(**told, error=str(error))
    except Exception as error:  # one task's fault must not take the others with it
        log.error("task_failed", task=step.task, error=type(error).__name__)
        return Done(**told, error="failed")


def _is_key(text: object) -> bool:
    return isinstance(text, str) and text.startswith(KEY)
