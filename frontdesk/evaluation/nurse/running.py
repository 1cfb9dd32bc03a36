"""Many receptions: by processes where the nurse is embedded, by threads where a model is waited for."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor, as_completed
from contextlib import ExitStack, closing
from dataclasses import replace
from functools import partial
from multiprocessing import get_context
from os import cpu_count

from frontdesk.app.reception.reception import Reception
from frontdesk.evaluation.nurse.cases import Case
from frontdesk.evaluation.nurse.judging import marked
from frontdesk.evaluation.nurse.meeting import meets
from frontdesk.evaluation.nurse.met import Met, Used, unmet
from frontdesk.evaluation.nurse.plain import meets_plain
from frontdesk.evaluation.nurse.safety import known_to
from frontdesk.models.facts import Value
from frontdesk.models.language.in_threads import InThreads
from frontdesk.models.language.model import ModelFailed, Readable
from frontdesk.models.notes import NOTES
from frontdesk.models.nurse import NURSE
from frontdesk.models.runner import BUDGET, Runner
from frontdesk.training.conversation import ByModel, Patient
from frontdesk.training.desk import reception
from frontdesk.training.embedded_patient import BySheet
from frontdesk.training.profiles import drawn
from frontdesk.training.teacher import Counted, InFlight, Teacher

AT_ONCE = 8  # receptions that wait for a model


class Running(Value):
    """How receptions are run. `plain`: the baseline's prompt alone; `rounds`: a patient's answers at most.

    `budget`: seconds the nurse's model has, as in the hall.
    """

    plain: bool = False
    budget: float = BUDGET
    seed: int = 1
    rounds: int = 10
    workers: int | None = None


class _Place:
    """The reception of a worker process, there as long as the process."""

    desk: Reception
    kept = ExitStack()


def _ready() -> None:
    _Place.desk = _Place.kept.enter_context(reception())
    _Place.desk.warm()


def _one(case: Case, how: Running) -> Met:
    return _or_failed(case, how, lambda: meets(_Place.desk, case, seed=how.seed, rounds=how.rounds))


def by_embedded(cases: Sequence[Case], how: Running) -> Iterator[Met]:
    """Each as it ends."""
    context = get_context("spawn")  # threads of the parent's libraries do not survive a fork
    with ProcessPoolExecutor(how.workers or cpu_count(), mp_context=context, initializer=_ready) as pool:
        for done in as_completed([pool.submit(_one, case, how) for case in cases]):
            yield done.result()


def by_model(
    cases: Sequence[Case],
    how: Running,
    *,
    nurse: Readable | None,
    patient: Readable | None = None,
    judge: Readable | None = None,
) -> Iterator[Met]:
    """Each as it ends. Without a `nurse` the embedded one, for patients or a judge that are models."""
    with reception() as desk, ThreadPoolExecutor(how.workers or AT_ONCE) as pool:
        desk.warm()
        run = partial(_with_models, desk, how=how, nurse=nurse, patient=patient, judge=judge)
        for done in as_completed([pool.submit(run, case) for case in cases]):
            yield done.result()


def _with_models(
    desk: Reception,
    case: Case,
    *,
    how: Running,
    nurse: Readable | None,
    patient: Readable | None,
    judge: Readable | None,
) -> Met:
    def receive() -> Met:
        comes = _patient(case, how, patient)
        if nurse is None:
            met = meets(desk, case, seed=how.seed, rounds=how.rounds, patient=comes)
        else:
            met = _received(desk, case, how, Counted(nurse, InFlight(AT_ONCE)), comes)
        return met if judge is None else marked(met, case, Teacher(judge))

    return _or_failed(case, how, receive)


def _received(desk: Reception, case: Case, how: Running, counted: Counted, comes: Patient) -> Met:
    if how.plain:
        return meets_plain(case, comes, counted, known_to(desk, case.record.language), rounds=how.rounds)
    model = InThreads(counted, calls=2)
    with closing(Runner({NURSE.name: model, NOTES.name: model}, budget=how.budget)) as models:
        taught = Reception(replace(desk.services, models=models))
        met = meets(taught, case, seed=how.seed, rounds=how.rounds, patient=comes)
    return met.model_copy(update={"used": Used(**counted.used._asdict())})


def _patient(case: Case, how: Running, model: Readable | None) -> Patient:
    profile = drawn(case.record, case.visit, seed=how.seed)
    if model is None:
        return BySheet(case.record, case.sheet, profile, seed=how.seed)
    return ByModel(Teacher(model), case.record, case.visit, profile)


def _or_failed(case: Case, how: Running, receive: Callable[[], Met]) -> Met:
    """One reception; a fault costs that one alone and is told."""
    try:
        return receive()
    except ModelFailed as failure:
        why = f"the model: {failure.fault.value}"
    except Exception as fault:  # a hospital's record may hold anything; the others go on
        why = f"{type(fault).__name__}: {fault}"
    return unmet(case.record.id, case.accept, case.record.language, drawn(case.record, case.visit, seed=how.seed), why)
