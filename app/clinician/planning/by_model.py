"""Planning and answering by language models: round by round (ReAct), or the best of three strategies (Tree of Thought).

A plan of a model is as typed and as limited as one of plain code. Where a model fails, nothing of its is kept.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from time import monotonic
from typing import Any, TypeVar

from app.clinician.answers import answered, pictures_of, results, sources_of
from app.clinician.executor import Execution
from app.clinician.plan import BadPlan, Step
from app.clinician.planning.prompting import observed, refused, tasks_told
from app.clinician.planning.pseudonyms import Pseudonyms
from app.clinician.task import Chart
from app.clinician.tasks.explanation import TASK as EXPLANATION
from app.clinician.trace import Done, Strategy, Trace, Way, is_key
from models import clinical_questions
from models.capability import Capability
from models.clinical_questions import ANSWER, REACT, STRATEGIES, ClinicalQuestion, Observation, PlannedStep, unfounded
from models.facts import Language, Value
from models.language.model import ModelFailed
from models.runner import EMBEDDED, Runner

A = TypeVar("A")

ROUNDS = 6
BUDGETS = 6  # times the time that a patient waits for a model: 18 seconds for all calls of a question
LONGEST = 300  # characters of a thought that are told
WORDS = {
    Language.EN: {"nothing": "the strategy found nothing: the next", "refused": "the strategy cannot be run: the next"},
    Language.ZH: {"nothing": "这个策略没有查到：换下一个", "refused": "这个策略不能执行：换下一个"},
}


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


class Plan(Value):
    """What was thought on the way; what was found lies in the execution."""

    thoughts: tuple[str, ...] = ()
    strategies: tuple[Strategy, ...] = ()


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


def planned(consultation: Consultation, way: Way) -> Trace | None:
    """Planned by the model, answered in the tasks' words; None without a model, when it fails, or finds nothing."""
    capability, loop = (REACT, react) if way is Way.REACT else (STRATEGIES, tree_of_thought)
    model = consultation.runner.assigned(capability.name)
    if model is None:
        return None
    execution = Execution(consultation.chart)
    try:
        plan = loop(consultation, execution)
    except ModelFailed:
        return None
    done = execution.done
    if not results(done):
        return None
    return Trace(
        question=consultation.question,
        language=consultation.chart.language,
        way=way,
        planned_by=model.name,
        answered_by=EMBEDDED,
        answer=answered(done, consultation.chart),
        answered=True,
        thoughts=plan.thoughts,
        strategies=plan.strategies,
        steps=done,
        sources=sources_of(done),
        pictures=pictures_of(done),
    )


def react(consultation: Consultation, execution: Execution) -> Plan:
    """A thought, some steps, what they showed, and again, until the model has finished. Raises ModelFailed."""
    thoughts, shown, refusals = list[str](), list[str](), list[Observation]()
    for rounds in range(ROUNDS, 0, -1):
        if thoughts and consultation.left < consultation.runner.budget:
            break  # what is left is for the answer
        observations = [*consultation.observed(execution.done), *refusals]
        told = consultation.told(observations, thoughts, rounds)
        one = consultation.ask(REACT, told)
        thoughts.append(one.thought)
        shown.append(consultation.shown(one.thought, told))
        if not one.steps:
            break
        try:
            done = execution.run(consultation.steps(one.steps))
        except BadPlan as error:
            refusals.append(refused(one.steps, str(error), consultation.chart.language))
            continue
        if one.finished and all(step.error is None for step in done):
            break
    return Plan(thoughts=tuple(shown))


def tree_of_thought(consultation: Consultation, execution: Execution) -> Plan:
    """Three strategies, the chosen first; the next where nothing in it finds anything. Raises ModelFailed."""
    told = consultation.told()
    found = consultation.ask(STRATEGIES, told)
    words, thoughts, taken = WORDS[consultation.chart.language], list[str](), found.chosen
    for place in sorted(range(len(found.strategies)), key=lambda place: place != found.chosen):
        try:
            done = execution.run(consultation.steps(found.strategies[place].steps, f"_{place + 1}"))
        except BadPlan:
            thoughts.append(words["refused"])
            continue
        if results(done):
            taken = place
            break
        thoughts.append(words["nothing"])
    strategies = (
        _strategy(one, consultation, told, chosen=place == taken) for place, one in enumerate(found.strategies)
    )
    return Plan(thoughts=tuple(thoughts), strategies=tuple(strategies))


def _strategy(
    one: clinical_questions.Strategy, consultation: Consultation, told: ClinicalQuestion, *, chosen: bool
) -> Strategy:
    return Strategy(
        steps=tuple(step.task for step in one.steps),
        pros=consultation.shown(one.pros, told),
        cons=consultation.shown(one.cons, told),
        chosen=chosen,
    )


def worded(trace: Trace, consultation: Consultation) -> Trace:
    """The answer in a model's words, where one is assigned and all it says stands in what was found."""
    model = consultation.runner.assigned(ANSWER.name)
    # How an answer was got is told by code alone.
    if model is None or not trace.answered or any(step.task == EXPLANATION.name for step in trace.steps):
        return trace
    try:
        told = consultation.told(consultation.observed(trace.steps, whole=True))
        answer = consultation.ask(ANSWER, told)
    except ModelFailed:
        return trace
    return trace.model_copy(update={"answer": consultation.pseudonyms.restore(answer.text), "answered_by": model.name})


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
