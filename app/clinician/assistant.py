"""A doctor's question about one patient, or the clinic: planned, run, answered, and kept to be explained."""

from typing import Any

from app.clinician.answers import WORDS, answered
from app.clinician.executor import Done, run
from app.clinician.planner import planned
from app.clinician.task import Chart
from models.facts import Value


class ClinicalAnswer(Value):
    """`steps` with their inputs and results are how it was got; `answered` is false for a question that is not read."""

    answer: str
    answered: bool
    strategy: str = ""
    steps: tuple[Done, ...] = ()
    sources: tuple[str, ...] = ()


def ask(question: str, chart: Chart) -> ClinicalAnswer:
    """The embedded way."""
    plan = planned(question, chart.language, chart.now)
    if plan is None:
        return ClinicalAnswer(answer=WORDS[chart.language]["unknown"], answered=False)
    done = run(plan, chart)
    return ClinicalAnswer(
        answer=answered(done, chart.language),
        answered=True,
        strategy=plan.strategy,
        steps=done,
        sources=tuple(dict.fromkeys(source for one in done for source in one.sources)),
    )


def told(answer: ClinicalAnswer) -> dict[str, Any]:
    """As `frontdesk clinician --json` prints it."""
    whole = answer.model_dump(mode="json")
    steps = [{name: step[name] for name in ("task", "inputs", "result", "error")} for step in whole["steps"]]
    return {"answer": answer.answer, "steps": steps, "sources": list(answer.sources), "pictures": []}
