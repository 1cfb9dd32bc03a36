"""Planning and answering by language models: round by round (ReAct), or the best of three strategies (Tree of Thought).

A plan of a model is as typed and as limited as one of plain code. Where a model fails, nothing of its is kept.
"""

from frontdesk.app.clinician.answers import answered, pictures_of, results, sources_of
from frontdesk.app.clinician.executor import Execution
from frontdesk.app.clinician.plan import BadPlan
from frontdesk.app.clinician.planning.consultation import Consultation
from frontdesk.app.clinician.planning.prompting import refused
from frontdesk.app.clinician.tasks.explanation import TASK as EXPLANATION
from frontdesk.app.clinician.trace import Strategy, Trace, Way
from frontdesk.models import clinical_questions
from frontdesk.models.clinical_questions import ANSWER, REACT, STRATEGIES, ClinicalQuestion, Observation
from frontdesk.models.facts import Language, Value
from frontdesk.models.language.model import ModelFailed
from frontdesk.models.runner import EMBEDDED

ROUNDS = 6
WORDS = {
    Language.EN: {"nothing": "the strategy found nothing: the next", "refused": "the strategy cannot be run: the next"},
    Language.ZH: {"nothing": "这个策略没有查到：换下一个", "refused": "这个策略不能执行：换下一个"},
}


class Plan(Value):
    """What was thought on the way; what was found lies in the execution."""

    thoughts: tuple[str, ...] = ()
    strategies: tuple[Strategy, ...] = ()


def planned(consultation: Consultation, way: Way) -> Trace | None:
    """Planned by the model, answered in the tasks' words; None without a model, or where nothing is found.

    Raises ModelFailed.
    """
    capability, loop = (REACT, react) if way is Way.REACT else (STRATEGIES, tree_of_thought)
    model = consultation.runner.assigned(capability.name)
    if model is None:
        return None
    execution = Execution(consultation.chart)
    plan = loop(consultation, execution)
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
