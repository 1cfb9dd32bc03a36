"""A case file of the clinician's assistant: its chart, and what is counted of an answer.

Shares go from 0 to 1:

- orders: of the look-ups that the case needs, those made before the answer, whether or not they found anything;
- sees: of the results that the case names, those that stand in the answer or in what a step found, spaces aside;
- follows: of the points that its guideline asks for, those of which one wording stands in the answer, in capitals or
  not. Words of record and question are not taken out: the same question without guidelines says how much they make;
- a null case, about which the hospital has no guideline, is right when the answer recommends nothing of any: holds no
  title and no whole sentence of one, and no forbidden phrase. Whether it says that there is none is told beside;
- invents: numbers with units, medicines, findings and illnesses of the answer that stand neither in the record, in the
  case's guideline, in the question nor in what the steps found (`frontdesk/evaluation/hallucinations.py`);
- forbidden: phrases that the case forbids, spaces aside, outside whole sentences of a guideline: what is quoted is not
  yet the assistant's own advice.

Whether the answer is right for this patient, only a reader can tell.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from enum import Enum
from pathlib import Path
from typing import Any, Literal

import yaml

from frontdesk.app.clinician.chart import chart_of
from frontdesk.app.clinician.guidelines import Chapter, Guideline
from frontdesk.app.clinician.task import Chart
from frontdesk.app.clinician.tasks import tasks
from frontdesk.app.clinician.tasks.values import Measured
from frontdesk.app.clinician.trace import Done, Trace
from frontdesk.evaluation.hallucinations import invented
from frontdesk.his_adapter.records import OutpatientRecord
from frontdesk.models.facts import Language, Sex, Value

CASES = Path(__file__).parent / "cases" / "clinician"
DAY = datetime(2026, 11, 27, 9)  # noqa: DTZ001 the hospital's local time, of every record and question
Need = Literal["symptoms", "history", "signs", "labs", "imaging", "ecg", "medicines", "guideline"]
LOOKED_UP_BY: dict[Need, frozenset[str]] = {  # tasks, each of which looks it up; `visits` gives a record whole
    "symptoms": frozenset({"symptoms", "visits"}),
    "history": frozenset({"history", "visits"}),
    "signs": frozenset({"signs", "visits"}),
    "labs": frozenset({"values", "visits"}),
    "imaging": frozenset({"imaging", "visits"}),
    "ecg": frozenset({"ecg", "visits"}),
    "medicines": frozenset({"medicines", "treatment"}),
    "guideline": frozenset({"guideline"}),
}


class Ill(Value):
    age: int
    sex: Sex


class Case(Value):
    """One file. `guideline`: its id; None in a null case. `points`: of each, the wordings that are as good.

    `chapter`: where the points stand, if in one. `judge`: for a reader.
    """

    id: str
    language: Language
    patient: Ill
    question: str
    record: dict[str, str]
    needs: tuple[Need, ...]
    results: tuple[str, ...]
    guideline: str | None
    chapter: Chapter | None
    points: tuple[tuple[str, ...], ...]
    must_not: tuple[str, ...]
    judge: str

    def chart(self, guidelines: Sequence[Guideline]) -> Chart:
        record = OutpatientRecord(
            outpatient_number=1,
            patient_id=self.id,
            gender=self.patient.sex.value,
            age=f"{self.patient.age} years",
            visit_date=DAY,
            **self.record,
        )
        return chart_of([record], guidelines, self.language, now=DAY)


class Counted(Value):
    """One answer. `left_out`: the first wording of each point. `retrieved`: a step found the case's guideline.

    Without a guideline `retrieved` and `follows` are None; with one, `right` and `says_none`.
    """

    answer: str
    answered_by: str
    orders: float
    not_ordered: tuple[str, ...]
    sees: float
    retrieved: bool | None = None
    follows: float | None = None
    left_out: tuple[str, ...] = ()
    right: bool | None = None
    says_none: bool | None = None
    invents: tuple[str, ...]
    forbidden: tuple[str, ...]


def cases(folder: Path = CASES) -> tuple[Case, ...]:
    return tuple(Case.model_validate(yaml.safe_load(file.read_text("utf-8"))) for file in sorted(folder.glob("*.yaml")))


def counted(case: Case, trace: Trace, chart: Chart, guidelines: Sequence[Guideline]) -> Counted:
    """`guidelines`: all of the hospital's, also where `chart` has none. Raises StopIteration for one it lacks."""
    answer, found = trace.answer, [text for step in trace.steps for text in _found(step, chart)]
    run = {step.task for step in trace.steps}
    not_ordered = tuple(need for need in case.needs if not LOOKED_UP_BY[need] & run)
    known, said = _close("\n".join([answer, *found])), _plain(answer)
    seen = [one for one in case.results if _stands(_close(one), known)]
    left_out = tuple(those[0] for those in case.points if not any(_stands(one.lower(), said) for one in those))
    forbidden = _forbidden(answer, case, guidelines)
    grounds = [f"{case.patient.age} years", *case.record.values(), case.question, *found]
    told: dict[str, Any]
    if case.guideline is None:
        told = {"right": not forbidden and not _is_of(answer, guidelines, case), "says_none": not left_out}
    else:
        wanted = next(one for one in guidelines if one.id == case.guideline)
        grounds += sentences([wanted], case.language)
        share = 1 - len(left_out) / len(case.points)
        told = {"retrieved": wanted.title[case.language] in found, "follows": share, "left_out": left_out}
    return Counted(
        answer=answer,
        answered_by=trace.answered_by,
        orders=1 - len(not_ordered) / len(case.needs),
        not_ordered=not_ordered,
        sees=len(seen) / len(case.results),
        invents=invented(answer, grounds),
        forbidden=forbidden,
        **told,
    )


def sentences(guidelines: Iterable[Guideline], language: Language) -> Iterator[str]:
    yield from (text for one in guidelines for those in one.chapters[language].values() for text in those)


def _found(step: Done, chart: Chart) -> Iterator[str]:
    """What a step found, as it lies in the data pipe and as its task says it."""
    if step.error is None:
        yield from _leaves(step.result)
        yield from tasks()[step.task].told(step.result, chart)


def _leaves(result: Any) -> Iterator[str]:
    match result:
        case None | Enum() | bool():
            return
        case Measured():
            yield from (f"{result.called} {result.written}", f"{result.test} {result.written}")
        case Value():
            yield from (text for _, inside in result for text in _leaves(inside))
        case dict():
            yield from (text for inside in result.values() for text in _leaves(inside))
        case list() | tuple():
            yield from (text for inside in result for text in _leaves(inside))
        case float():
            yield f"{result:g}"
        case _:
            yield str(result)


def _plain(text: str) -> str:
    """In small letters, words one space apart, with one at either end: a wording may begin with a space."""
    return f" {' '.join(text.lower().split())} "


def _close(text: str) -> str:
    """In small letters, with no spaces but between two numbers."""
    return re.sub(r"(?<!\d) | (?!\d)", "", _plain(text))


def _stands(words: str, text: str) -> bool:
    """Whether `text` holds `words`; "7 days" is not in "17 days"."""
    before, behind = r"(?<![\d.])" * words[0].isdigit(), r"(?!\.?\d)" * words[-1].isdigit()
    return re.search(before + re.escape(words) + behind, text) is not None


def _is_of(answer: str, guidelines: Sequence[Guideline], case: Case) -> bool:
    titles = (one.title[case.language] for one in guidelines)
    return any(_plain(one).strip() in _plain(answer) for one in (*titles, *sentences(guidelines, case.language)))


def _forbidden(answer: str, case: Case, guidelines: Sequence[Guideline]) -> tuple[str, ...]:
    own = _plain(answer)
    for quoted in sentences(guidelines, case.language):
        own = own.replace(_plain(quoted).strip(), "|")
    return tuple(one for one in case.must_not if _stands(_close(one), _close(own)))
