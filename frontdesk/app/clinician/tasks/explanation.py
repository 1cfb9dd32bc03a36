"""How the answer before this one was got, from its stored trace."""

from collections.abc import Iterator

from frontdesk.app.clinician.task import Chart, Inputs, Outcome, Task, Unavailable
from frontdesk.app.clinician.trace import Trace
from frontdesk.models.facts import Language

WORDS = {
    Language.EN: {
        "head": "“{question}” was planned by {by} ({way}) and answered by {answered}.",
        "thought": "Strategy: {thought}",
        "chosen": "Chosen: {steps}. For it: {pros}. Against it: {cons}.",
        "other": "Not chosen: {steps}. For it: {pros}. Against it: {cons}.",
        "step": "{place}. {task}{inputs}{error}",
        "error": ": {error}",
        "sources": "Sources: {sources}.",
        "embedded": "plain code",
        "react": "ReAct",
        "tree_of_thought": "Tree of Thought",
    },
    Language.ZH: {
        "head": "“{question}”：由{by}计划（{way}），由{answered}作答。",
        "thought": "策略：{thought}",
        "chosen": "选用：{steps}。优点：{pros}。缺点：{cons}。",
        "other": "未选：{steps}。优点：{pros}。缺点：{cons}。",
        "step": "{place}. {task}{inputs}{error}",
        "error": "：{error}",
        "sources": "来源：{sources}。",
        "embedded": "程序",
        "react": "ReAct",
        "tree_of_thought": "思维树",
    },
}


def _run(inputs: Inputs, chart: Chart) -> Outcome:
    if chart.before is None:
        raise Unavailable("nothing was answered about this patient before", "之前没有回答过关于这位患者的问题")
    return Outcome(data=chart.before, sources=chart.before.sources)


def _told(trace: Trace, chart: Chart) -> Iterator[str]:
    words = WORDS[chart.language]
    by, answered = (words.get(name, name) for name in (trace.planned_by, trace.answered_by))
    yield words["head"].format(question=trace.question, by=by, way=words[trace.way], answered=answered)
    yield from (words["thought"].format(thought=one) for one in trace.thoughts if one)
    arrow = " → "
    for way in trace.strategies:
        yield words["chosen" if way.chosen else "other"].format(
            steps=arrow.join(way.steps), pros=way.pros, cons=way.cons
        )
    for place, step in enumerate(trace.steps, 1):
        told = ", ".join(f"{name}={value}" for name, value in step.given.items())
        error = words["error"].format(error=step.error) if step.error else ""
        yield words["step"].format(place=place, task=step.task, inputs=f" ({told})" if told else "", error=error)
    if trace.sources:
        yield words["sources"].format(sources="; ".join(trace.sources))


TASK = Task(
    name="explanation",
    description="How the answer before this one was got: tasks, inputs, sources and strategy, from its stored trace.",
    inputs=Inputs,
    outputs="{question, way, strategies, steps, sources}",
    piped=False,
    run=_run,
    told=_told,
)
