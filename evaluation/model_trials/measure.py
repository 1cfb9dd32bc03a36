"""Runs the trials: both ways over the same cases, each answer kept as it comes."""

import json
import os
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median
from typing import Any

from evaluation.model_trials.trials import Case, Trial
from evaluation.simulation.play import reception
from models.capability import Capability
from models.facts import Language, Value
from models.language.in_threads import InThreads
from models.language.model import Fault, ModelFailed, Readable
from models.language.openai_compatible import OpenAiCompatible
from models.language.trace import Call
from models.runner import Runner

INVALID = frozenset({Fault.CUT.value, Fault.EMPTY.value, Fault.INVALID.value})


class Answer(Value):
    """A model's answer to one case; `right` is by score. `valid` counts its calls, `tries` how many there were."""

    capability: str
    prompt: str
    model: str
    language: Language
    text: str
    reply: str
    seconds: float
    valid: int
    tries: int
    right: dict[str, bool]


class Row(Value):
    """One score of one capability in one language. Shares from 0 to 1; `valid` is None where words are the answer."""

    capability: str
    score: str
    language: Language
    cases: int
    embedded: float
    model: float
    valid: float | None
    seconds: float  # median
    wrong: tuple[Answer, ...]


class Answers:
    """The file of answers: what is in it is not asked again."""

    def __init__(self, file: Path) -> None:
        self._file = file
        lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
        self._kept = {_key(one): one for one in (Answer.model_validate_json(line) for line in lines)}

    def kept(self, *key: str) -> Answer | None:
        return self._kept.get(key)

    def keep(self, answer: Answer) -> None:
        self._kept[_key(answer)] = answer
        with self._file.open("a", encoding="utf-8") as file:
            file.write(json.dumps(answer.model_dump(mode="json"), ensure_ascii=False) + "\n")


def _key(answer: Answer) -> tuple[str, ...]:
    return answer.model, answer.prompt, answer.language.value, answer.text


def model_of_settings() -> tuple[OpenAiCompatible, float] | None:
    """The model the environment names, and the seconds it may take; None when it names none."""
    url = os.environ.get("FRONTDESK_TEST_MODEL_URL", "")
    if not url:
        return None
    model = OpenAiCompatible(url, os.environ.get("FRONTDESK_TEST_MODEL_NAME", "nurse"))
    return model, float(os.environ.get("FRONTDESK_TEST_MODEL_BUDGET", "3"))


def measure(trials: Sequence[Trial[Any, Any]], model: Readable, *, budget: float, answers: Answers) -> Iterator[Row]:
    """A row for each score and language, as each is done."""
    with reception() as desk:
        desk.warm()
        for trial in trials:
            for language in Language:
                cases = trial.cases(language)
                put = [(case, trial.question(desk, case)) for case in cases]
                ours = [_scored(trial, case, question, trial.capability.embedded(question)) for case, question in put]
                its = [_answer(trial, model, budget, answers, case, question) for case, question in put]
                yield from _rows(trial, language, ours, its)


def _answer(
    trial: Trial[Any, Any],
    model: Readable,
    budget: float,
    answers: Answers,
    case: Case,
    question: Any,
) -> Answer:
    """With a runner of its own: no case goes unasked because the server rests after the one before."""
    name, language = trial.capability.name, Language(case["language"])
    version = trial.capability.version(language)
    kept = answers.kept(model.name, version, language.value, case["text"])
    if kept is not None:
        return kept
    calls: list[Call] = []
    runner = Runner({name: InThreads(model)}, budget=budget, gap=budget, note=calls.append)
    began = time.perf_counter()
    try:
        reply = _ask(runner, trial.capability, question)
        right, told = _scored(trial, case, question, reply), reply if isinstance(reply, str) else repr(reply)
    except ModelFailed as failure:
        right, told = dict.fromkeys(trial.scores, False), failure.fault.value
    finally:
        runner.close()
    answer = Answer(
        capability=name,
        prompt=version,
        model=model.name,
        language=language,
        text=case["text"],
        reply=told,
        seconds=round(time.perf_counter() - began, 2),
        valid=sum(call.outcome not in INVALID for call in calls),
        tries=len(calls),
        right=right,
    )
    answers.keep(answer)
    sys.stderr.write(f"\r{name} {language}: {case['text'][:40]:<60}")
    return answer


def _ask(runner: Runner, capability: Capability[Any, Any], question: Any) -> Any:
    """Raises ModelFailed."""
    if capability.answer is None:
        return "".join(runner.stream(capability, question))
    return runner.attempt(capability, question).answer


def _scored(trial: Trial[Any, Any], case: Case, question: Any, reply: Any) -> dict[str, bool]:
    return {name: right(case, question, reply) for name, right in trial.scores.items()}


def _rows(trial: Trial[Any, Any], language: Language, ours: list[dict[str, bool]], its: list[Answer]) -> Iterator[Row]:
    tries = sum(one.tries for one in its)
    for score in trial.scores:
        yield Row(
            capability=trial.capability.name,
            score=score,
            language=language,
            cases=len(its),
            embedded=sum(right[score] for right in ours) / len(ours),
            model=sum(one.right[score] for one in its) / len(its),
            valid=sum(one.valid for one in its) / max(tries, 1) if trial.capability.answer else None,
            seconds=median(one.seconds for one in its),
            wrong=tuple(one for one in its if not one.right[score]),
        )
