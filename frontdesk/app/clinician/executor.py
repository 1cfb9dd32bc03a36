"""Runs steps: independent ones at once, results into the data pipe, errors back as observations."""

from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as TooLate
from time import monotonic
from typing import Any

import structlog

from frontdesk.app.clinician.plan import BadPlan, Step, checked, read, rounds
from frontdesk.app.clinician.task import Chart, Outcome, Unavailable
from frontdesk.app.clinician.tasks import tasks
from frontdesk.app.clinician.trace import Done, is_key
from frontdesk.models.facts import Language

log = structlog.get_logger(__name__)

SECONDS = 10.0  # for all steps of a question together
AT_ONCE = 4
WORDS = {
    "late": {Language.EN: "it took too long", Language.ZH: "用时过长"},
    "missing": {Language.EN: "what it needs is not available", Language.ZH: "所需的内容没有"},
    "failed": {Language.EN: "it failed", Language.ZH: "出错了"},
}


class Execution:
    """The steps run for one question, and the data pipe that their results lie in under their keys."""

    def __init__(self, chart: Chart, *, seconds: float = SECONDS) -> None:
        self._chart = chart
        self._left = seconds
        self._pipe: dict[str, Any] = {}
        self.done: tuple[Done, ...] = ()

    def run(self, steps: Sequence[Step]) -> tuple[Done, ...]:
        """Raises BadPlan. A step whose input could not be made is told so and not run."""
        before = {one.key for one in self.done}
        checked(steps, before)
        done: dict[str, Done] = {}
        began = monotonic()
        at_once = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="clinician")
        try:
            for group in rounds(steps, before):
                running = {step.key: at_once.submit(self._run, step, dict(self._pipe)) for step in group}
                for step in group:
                    one = self._waited(step, running[step.key], began + self._left)
                    done[step.key] = one
                    if one.error is None:
                        self._pipe[step.key] = one.result
        finally:
            at_once.shutdown(wait=False, cancel_futures=True)  # what took too long ends by itself, unheard
        self._left = max(0.0, self._left - (monotonic() - began))
        new = tuple(done[step.key] for step in steps)
        self.done += new
        return new

    def add(self, step: Step) -> None:
        """Runs one more step, which leaves no trace where it finds nothing."""
        beside = Execution(self._chart, seconds=self._left)
        self.done += tuple(one for one in beside.run([step]) if one.error is None)

    def _waited(self, step: Step, running: Future[Done], until: float) -> Done:
        try:
            return running.result(timeout=max(0.0, until - monotonic()))
        except TooLate:
            running.cancel()
            return Done(key=step.key, task=step.task, inputs=step.inputs, error=self._say("late"))

    def _run(self, step: Step, pipe: dict[str, Any]) -> Done:
        task = tasks()[step.task]
        told: dict[str, Any] = step.model_dump() | {"piped": task.piped}
        absent = {name for name, text in step.inputs.items() if is_key(text) and text[1:] not in pipe}
        if any(task.inputs.model_fields[name].is_required() for name in absent):
            return Done(**told, error=self._say("missing"))
        there = {name: text for name, text in step.inputs.items() if name not in absent}
        inputs = {name: pipe[text[1:]] if is_key(text) else text for name, text in there.items()}
        try:
            outcome: Outcome = task.run(read(task.inputs, inputs, step.key), self._chart)
            return Done(**told, result=outcome.data, sources=outcome.sources)
        except Unavailable as error:
            return Done(**told, error=error.words[self._chart.language])
        except BadPlan as error:
            return Done(**told, error=str(error))
        except Exception as error:  # one task's fault must not take the others with it
            log.error("task_failed", task=step.task, error=type(error).__name__)
            return Done(**told, error=self._say("failed"))

    def _say(self, name: str) -> str:
        return WORDS[name][self._chart.language]
