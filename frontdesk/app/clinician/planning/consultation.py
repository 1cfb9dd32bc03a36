"""One question as it is put to the models, and their words as they are taken back."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from time import monotonic
from typing import Any, TypeVar

from frontdesk.app.clinician.plan import Step
from frontdesk.app.clinician.planning.prompting import illnesses_told, measured_told, observed, tasks_told
from frontdesk.app.clinician.planning.pseudonyms import Pseudonyms
from frontdesk.app.clinician.task import Chart
from frontdesk.app.clinician.trace import Done, is_key
from frontdesk.models.capability import Capability
from frontdesk.models.clinical_questions import ClinicalQuestion, Observation, PlannedStep, unfounded
from frontdesk.models.runner import Runner

A = TypeVar("A")

BUDGETS = 6  # times the time that a patient waits for a model: 18 seconds for all calls of a question
LONGEST = 300  # characters of a thought that are told


@dataclass(frozen=True)
class Consultation:
    """One question put to the models: under which pseudonyms, and until when (monotonic seconds)."""

    question: str
    hidden: str  # as the models are told it
    chart: Chart
    runner: Runner
    pseudonyms: Pseudonyms
    nameless: Callable[[str], str]
    until: float

    @property
    def left(self) -> float:
        return max(0.0, self.until - monotonic())

    def observed(self, done: Sequence[Done], *, whole: bool = False) -> list[Observation]:
        """What is told of these steps; what was taken out of the question is taken out where they repeat it."""
        self.pseudonyms.learn(done)
        seen = observed(done, self.chart, whole=whole)
        return [self._hidden(one, step.inputs) for one, step in zip(seen, done, strict=True)]

    def _hidden(self, one: Observation, inputs: Mapping[str, Any]) -> Observation:
        texts = {"inputs": self.pseudonyms.hide(one.inputs), "text": self.pseudonyms.hide(one.text)}
        for given in map(self.pseudonyms.hide, texts_in(inputs)):
            texts = {name: text.replace(given, self.nameless(given)) for name, text in texts.items()}
        return one.model_copy(update=texts)

    def told(
        self, observations: Sequence[Observation] = (), thoughts: Sequence[str] = (), rounds: int = 1
    ) -> ClinicalQuestion:
        hide = self.pseudonyms.hide
        return ClinicalQuestion(
            text=self.hidden,
            language=self.chart.language,
            today=self.chart.now.date(),
            age=self.chart.patient.age,
            sex=self.chart.patient.sex,
            illnesses=illnesses_told(self.chart),
            measured=tuple(map(hide, measured_told(self.chart))),
            tasks=tasks_told(),
            thoughts=tuple(map(hide, thoughts)),
            observations=tuple(
                one.model_copy(update={"inputs": hide(one.inputs), "text": hide(one.text)}) for one in observations
            ),
            rounds=rounds,
        )

    def ask(self, capability: Capability[ClinicalQuestion, A], told: ClinicalQuestion) -> A:
        """Raises ModelFailed."""
        return self.runner.attempt(capability, told, beside=True, within=self.left).answer

    def steps(self, planned: Sequence[PlannedStep], after: str = "") -> list[Step]:
        """With the real names and numbers; `after` makes the keys those of this plan alone."""
        restore = self.pseudonyms.restore
        return [
            Step(
                key=f"{one.key}{after}",
                task=one.task,
                inputs={
                    name: f"{given}{after}" if is_key(given) else _each(given, restore)
                    for name, given in one.inputs.items()
                },
            )
            for one in planned
        ]

    def shown(self, text: str, told: ClinicalQuestion) -> str:
        """What a planner says, for the doctor; empty where it names what it was not told."""
        return "" if unfounded(text, told) else self.pseudonyms.restore(text)[:LONGEST]


def consult(question: str, chart: Chart, runner: Runner, nameless: Callable[[str], str]) -> Consultation:
    pseudonyms = Pseudonyms(chart)
    return Consultation(
        question=question,
        hidden=nameless(pseudonyms.hide(question)),
        chart=chart,
        runner=runner,
        pseudonyms=pseudonyms,
        nameless=nameless,
        until=monotonic() + BUDGETS * runner.budget,
    )


def texts_in(given: Any) -> Iterator[str]:
    """Every text of an input, but for keys of results."""
    match given:
        case str() if given and not is_key(given):
            yield given
        case list() | tuple():
            yield from (text for one in given for text in texts_in(one))
        case dict():
            yield from (text for one in given.values() for text in texts_in(one))


def _each(given: Any, restore: Callable[[str], str]) -> Any:
    """The texts of an input restored, wherever they stand in it."""
    match given:
        case str():
            return restore(given)
        case list():
            return [_each(one, restore) for one in given]
        case dict():
            return {name: _each(one, restore) for name, one in given.items()}
        case _:
            return given
