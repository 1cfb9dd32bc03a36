"""What a model is told of the tasks, and of what steps found."""

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from pydantic import BaseModel

from frontdesk.app.clinician.observed import in_words, with_number, written
from frontdesk.app.clinician.task import Chart, Inputs, Spanned, Unavailable
from frontdesk.app.clinician.tasks import tasks
from frontdesk.app.clinician.tasks.explanation import TASK as EXPLANATION
from frontdesk.app.clinician.tasks.values import TASK as VALUES
from frontdesk.app.clinician.tasks.values import ValuesInputs
from frontdesk.app.clinician.trace import KEY, Done
from frontdesk.his_adapter.chart.measures import measures
from frontdesk.models.clinical_questions import Observation, PlannedStep, TaskTold
from frontdesk.models.facts import Language
from frontdesk.models.knowledge.load import knowledge

LONGEST = 1200  # characters of one observation
WHOLE = 5000  # of all together: with rules and tasks they fit 8,192 tokens
MOST_MEASURED = 60  # names of tests
FIRST_LINES = 12  # of a result that lies in the data pipe
WORDS = {
    Language.EN: {
        "missing": "Not found: {error}",
        "more": "… {count} more lines",
        "refused": "Refused: {error}",
        "explained": "Found; it is told to the doctor as it is.",
    },
    Language.ZH: {
        "missing": "没有查到：{error}",
        "more": "……还有{count}行",
        "refused": "被拒绝：{error}",
        "explained": "查到了，会原样告诉医生。",
    },
}


@cache
def tasks_told() -> tuple[TaskTold, ...]:
    return tuple(
        TaskTold(name=one.name, description=_described(one), inputs=signature(one.inputs), outputs=one.outputs)
        for one in tasks().values()
    )


def illnesses_told(chart: Chart) -> tuple[str, ...]:
    known = {one.en: one for one in knowledge().conditions.values()}
    there = (known[name] for name in chart.patient.conditions if name in known)
    return tuple(one.zh if chart.language is Language.ZH else one.en for one in there)


def measured_told(chart: Chart) -> tuple[str, ...]:
    """The names under which `values` finds something, by the catalogue and beside it."""
    try:
        known = [values[-1].called for values in VALUES.run(ValuesInputs(), chart).data.values()]
    except Unavailable:
        known = []
    texts = (text for one in chart.records for text in (one.physical_examination, one.auxiliary_examination))
    there = map(written, with_number(chart))
    named = (one.name for text in (*texts, *there) for one in measures(text))
    return tuple(dict.fromkeys([*known, *named, *(one.words for one in in_words(chart))]))[:MOST_MEASURED]


def _described(task: Any) -> str:
    """With what its inputs' own docstring says of them."""
    more = "" if task.inputs in (Inputs, Spanned) else task.inputs.__doc__ or ""
    return " ".join(f"{task.description} {more}".split())


def signature(inputs: type[BaseModel]) -> str:
    """A compact schema: "tests?: [text], latest?: integer"."""
    schema = inputs.model_json_schema()
    return _fields(schema, schema.get("$defs", {}))


def _fields(schema: Mapping[str, Any], defined: Mapping[str, Any]) -> str:
    needed = schema.get("required", ())
    fields = schema.get("properties", {}).items()
    return ", ".join(f"{name}{'' if name in needed else '?'}: {_type(part, defined)}" for name, part in fields)


def _type(part: Mapping[str, Any], defined: Mapping[str, Any]) -> str:
    match part:
        case {"$ref": str(name)}:
            return _type(defined[name.rsplit("/", 1)[-1]], defined)
        case {"enum": list(choices)}:
            return "|".join(map(str, choices))
        case {"anyOf": list(kinds)}:
            return " or ".join(_type(one, defined) for one in kinds if one.get("type") != "null")
        case {"type": "array", "items": items}:
            return f"[{_type(items, defined)}]"
        case {"type": "object"}:
            return f"{{{_fields(part, defined)}}}"
        case {"format": "date"}:
            return "YYYY-MM-DD"
        case {"type": kind}:
            return {"string": "text", "boolean": "true or false"}.get(kind, str(kind))
        case _:
            return f'"{KEY}key"'


def observed(done: Sequence[Done], chart: Chart, *, whole: bool = False) -> list[Observation]:
    """Each step with what it found in its task's words. `whole`: also of results in the data pipe, to answer from."""
    longest = min(LONGEST, WHOLE // max(1, len(done)))
    return [_observation(one, chart, longest, whole=whole) for one in done]


def _observation(one: Done, chart: Chart, longest: int, *, whole: bool) -> Observation:
    lines = list(_lines(one, chart))
    if one.piped and not whole and len(lines) > FIRST_LINES:
        lines[FIRST_LINES:] = [WORDS[chart.language]["more"].format(count=len(lines) - FIRST_LINES)]
    text = "\n".join(lines)
    text = text if len(text) <= longest else f"{text[:longest]}…"
    return Observation(key=one.key, task=one.task, inputs=_json(one.inputs), text=text)


def _lines(one: Done, chart: Chart) -> Iterator[str]:
    if one.error is not None:
        yield WORDS[chart.language]["missing"].format(error=one.error)
    elif one.task == EXPLANATION.name:  # it repeats an earlier question
        yield WORDS[chart.language]["explained"]
    else:
        yield from tasks()[one.task].told(one.result, chart)


def refused(steps: Sequence[PlannedStep], error: str, language: Language) -> Observation:
    """A round of which nothing was run."""
    told = [{"key": one.key, "task": one.task, "inputs": one.inputs} for one in steps]
    return Observation(key="", task="", inputs=_json(told), text=WORDS[language]["refused"].format(error=error))


def _json(inputs: Any) -> str:
    return json.dumps(inputs, ensure_ascii=False, default=str)
