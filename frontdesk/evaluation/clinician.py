"""`python -m frontdesk.evaluation.clinician`: doctors' questions over the demonstration hospital, and what right
answers hold.

`--questions` takes others than ours, of the same form. An answer is right when it
holds every one of `expects`, where given at least one of `any`, and none of `never`; "PLOT" is a picture.
"""

from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated

import typer
import yaml

from frontdesk.app.assignment import assigned
from frontdesk.app.clinic import DoctorsClinic
from frontdesk.app.clinician.assistant import ask
from frontdesk.app.clinician.chart import chart_of
from frontdesk.app.clinician.guidelines import read
from frontdesk.app.clinician.task import Chart
from frontdesk.app.clinician.trace import Trace, Way
from frontdesk.app.ledger.desk import Desk, Member
from frontdesk.app.ledger.records.loading import seed
from frontdesk.app.ledger.records.store import hospital_behind
from frontdesk.app.settings import DEMONSTRATION, VECTORS, Settings
from frontdesk.database.engine import connect
from frontdesk.database.keys import using
from frontdesk.database.migrate import migrate
from frontdesk.his_adapter.access import Doctor
from frontdesk.his_adapter.enquiries import Enquiries
from frontdesk.models.facts import Language, Value
from frontdesk.models.runner import Runner

QUESTIONS = Path(__file__).parent / "cases" / "clinician_questions.yaml"
WRITTEN = datetime(2026, 11, 27, 9)  # noqa: DTZ001 the hospital's local time, for which the questions were written
PLOT = "PLOT"


class Asked(Value):
    department: str
    patient: str
    language: Language
    question: str
    expects: tuple[str, ...] = ()
    any: tuple[str, ...] = ()
    never: tuple[str, ...] = ()

    def is_right(self, trace: Trace) -> bool:
        said = trace.answer.lower() + PLOT.lower() * bool(trace.pictures)
        alternatives = not self.any or any(one.lower() in said for one in self.any)
        false = any(one.lower() in said for one in self.never)
        return not false and alternatives and all(one.lower() in said for one in self.expects)


def questions(file: Path = QUESTIONS) -> tuple[Asked, ...]:
    return tuple(Asked.model_validate(one) for one in yaml.safe_load(file.read_text("utf-8")))


def answers(asked: tuple[Asked, ...], way: Way, models: Runner | None = None, *, at_once: int = 1) -> Iterator[Trace]:
    """In the order of the questions; so many `at_once`, for models that take their time."""
    with TemporaryDirectory() as folder, using(Path(folder) / "keys"):
        url = f"sqlite:///{folder}/demo.db"
        migrate(url)
        engine = connect(url)
        seed(engine, DEMONSTRATION, WRITTEN.date())
        hospital = hospital_behind(engine, lambda: WRITTEN)
        names = {one.department_id: tuple(one.name.values()) for one in hospital.directory.departments()}
        desk = Desk(engine, hospital, lambda: WRITTEN, lambda: "")
        enquiries, guidelines = Enquiries(hospital, folder=VECTORS), read(DEMONSTRATION / "guidelines")
        enquiries.warm()

        def chart(one: Asked) -> Chart:
            doctor = Doctor(username="evaluation", department_id=one.department, departments=names[one.department])
            clinic = DoctorsClinic(desk, Member(principal=doctor, name="evaluation"), enquiries, lambda: WRITTEN)
            records = clinic.of_patient(one.patient)
            return chart_of(records, guidelines, one.language, now=WRITTEN, clinic=clinic)

        charts = [chart(one) for one in asked]  # each read of records is written down, so one after the other
        with ThreadPoolExecutor(at_once) as pool:
            yield from pool.map(lambda one, of: ask(one.question, of, way, models), asked, charts)
        engine.dispose()


def main(
    planner: Annotated[Way, typer.Option("--planner")] = Way.REACT,
    file: Annotated[Path, typer.Option("--questions", help="Others than ours.")] = QUESTIONS,
    with_models: Annotated[bool, typer.Option("--models", help="With the models that the settings assign.")] = False,
    at_once: Annotated[int, typer.Option("--at-once", min=1, help="Questions that are asked side by side.")] = 1,
    hidden: Annotated[
        bool, typer.Option("--figure-only", help="No question is shown, so that they stay unseen.")
    ] = False,
) -> None:
    asked = questions(file)
    right, by = 0, Counter[tuple[str, str]]()
    with closing(assigned(Settings()) if with_models else Runner({})) as models:
        traces = list(answers(asked, planner, models, at_once=at_once))
    for one, trace in zip(asked, traces, strict=True):
        by[trace.planned_by, trace.answered_by] += 1
        if one.is_right(trace):
            right += 1
            continue
        if hidden:
            continue
        typer.echo(f"WRONG {one.department} {one.patient}: {one.question}\n  expected {one.expects} {one.any}")
        typer.echo(f"  {' | '.join(trace.thoughts)}\n  {trace.answer[:400]}")
    told = "; ".join(f"{count} planned by {plan}, answered by {answer}" for (plan, answer), count in by.most_common())
    typer.echo(f"{right} of {len(asked)} right ({right / len(asked):.0%}), {planner.value}: {told}")


if __name__ == "__main__":
    typer.run(main)
