"""Many simulated conversations: planned from records, run by an engine, written as they end, resumed after a stop."""

import csv
import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import NamedTuple, Protocol

from frontdesk.app.assignment import readable
from frontdesk.app.reception.reception import Reception
from frontdesk.app.settings import DEMONSTRATION
from frontdesk.models.facts import Value
from frontdesk.models.knowledge.load import knowledge
from frontdesk.models.language.model import ModelFailed, Readable
from frontdesk.training.conversation import ROUNDS, ByModel, Guided, Plan, converse, tutoring
from frontdesk.training.data import Conversation, Row, append, mended, read_lines, rows_beside
from frontdesk.training.desk import OPEN_AT, reception
from frontdesk.training.embedded_patient import BySheet, sheet_of
from frontdesk.training.profiles import Profile, Visit, drawn, visit_of
from frontdesk.training.records import VisitRecord
from frontdesk.training.roles import Asking
from frontdesk.training.teacher import PATIENCE, Counted, InFlight, Teacher, Used

AT_ONCE = 32  # calls in flight
SPARE = 1.5  # conversations for each of them: while one thinks of its next call, another has one under way
DAY_OF_YEAR = 365.25
AGO = (7, 56)  # days since the visit that a follow-up comes after, at least and at most
DIRECTORY_PATIENT = "S{number:05d}"


class Job(Value):
    """How a file of records is simulated. Without a `url` patients and nurse are embedded.

    `flow`: with actions and a supervisor; without, the nurse knows the department alone (PIORS's ablation).
    """

    seed: int = 1
    follow_ups: float = 0.25  # share of the records whose patient comes again after the visit they tell of
    flow: bool = True
    rounds: int = ROUNDS
    url: str = ""
    name: str = ""
    key: str = ""
    at_once: int = AT_ONCE
    dialogues: int | None = None  # conversations under way; None: enough to keep the calls in flight
    patience: float = PATIENCE  # seconds that a reply may take
    beside: bool = True  # the nurse's action and her supervisors at the same time


class Done(NamedTuple):
    conversation: Conversation
    rows: tuple[Row, ...]
    used: Used


class Failed(NamedTuple):
    id: str
    why: str


Outcome = Done | Failed


class Engine(Protocol):
    """Runs every plan once and gives each outcome as it comes, in any order."""

    def __call__(self, job: Job, plans: Sequence[Plan]) -> Iterator[Outcome]: ...


class OtherRun(ValueError):
    """The file that is to be gone on with comes of another run."""


# --- planning -------------------------------------------------------------------------------------------------------


def planned(records: Iterable[VisitRecord], specialties: Mapping[str, str], job: Job) -> tuple[Plan, ...]:
    """`specialties`: a department as records write it, and its specialty."""
    plans = []
    for number, record in enumerate(records, 1):
        specialty = specialties[record.department]
        visit = visit_of(record, specialty, seed=job.seed, follow_ups=job.follow_ups)
        plan = Plan(record, visit, specialty)
        if plan.visit is Visit.FOLLOW_UP:
            born = OPEN_AT.date() - timedelta(days=round((record.years or 0.0) * DAY_OF_YEAR))
            named = record.model_copy(update={"name": record.name or record.patient_id})
            plan = plan._replace(record=named, number=DIRECTORY_PATIENT.format(number=number), born=born)
        plans.append(plan)
    return tuple(plans)


@contextmanager
def hospital_knowing(plans: Iterable[Plan], folder: Path = DEMONSTRATION) -> Iterator[Path]:
    """A copy of the hospital's folder that also holds the patients who come again, and their earlier visit."""
    with TemporaryDirectory(prefix="frontdesk-simulated-hospital-") as made:
        copy = Path(made) / "hospital"
        shutil.copytree(folder, copy)
        departments = _departments(folder)
        again = [plan for plan in plans if plan.number]
        _add(copy / "patients.csv", (_patient(plan) for plan in again))
        _add(copy / "records.csv", (_earlier(plan, departments[plan.specialty]) for plan in again))
        yield copy


def _departments(folder: Path) -> dict[str, dict[str, str]]:
    """Specialty -> the first department that has it, best as its own: its row."""
    with (folder / "departments.csv").open(encoding="utf-8", newline="") as file:
        rows = [(row, row["specialties"].split(";")) for row in reversed(list(csv.DictReader(file)))]
    found = {code: row for row, codes in rows for code in codes}
    found |= {codes[0]: row for row, codes in rows}
    return {code: found.get(code, found["general_practice"]) for code in knowledge().specialties}


def _add(path: Path, rows: Iterable[Mapping[str, object]]) -> None:
    with path.open(encoding="utf-8", newline="") as file:
        columns = next(csv.reader(file))
    ends = path.read_text(encoding="utf-8").endswith("\n")
    with path.open("a", encoding="utf-8", newline="") as file:
        file.write("" if ends else "\n")
        csv.DictWriter(file, columns, restval="").writerows(rows)


def _patient(plan: Plan) -> dict[str, object]:
    record = plan.record
    return {
        "patient_id": plan.number,
        "name": record.name,
        "sex": record.sex or "female",
        "birth_date": plan.born,
        "phone": "",
    }


def _earlier(plan: Plan, department: Mapping[str, str]) -> dict[str, object]:
    """The visit as the hospital wrote it down, some weeks ago."""
    record = plan.record
    ago = Random(f"{record.id}:ago").randint(*AGO)
    kept = {name: value for name, value in record.model_dump().items() if name not in ("patient_id", "department")}
    return {
        **kept,
        "outpatient_number": 9_000_000 + int(plan.number[1:]),
        "patient_id": plan.number,
        "department": department[f"name_{record.language}"],
        "visit_date": f"-{ago}d",
        "language": record.language,
        "physician_signature": record.physician_signature or "—",
    }


# --- running --------------------------------------------------------------------------------------------------------


def local(job: Job, plans: Sequence[Plan]) -> Iterator[Outcome]:
    """In this process: threads that mostly wait for the model."""
    model = readable(job.url, job.name, key=job.key) if job.url else None
    in_flight = InFlight(job.at_once)
    with hospital_knowing(plans) as folder, reception(folder_of_hospital=folder) as desk:
        desk.warm()
        dialogues = job.dialogues or round(job.at_once * SPARE)
        with ThreadPoolExecutor(dialogues if model else 1) as running:
            ended = [running.submit(outcome, job, plan, desk, model, in_flight) for plan in plans]
            try:
                for one in as_completed(ended):
                    yield one.result()
            finally:
                running.shutdown(wait=False, cancel_futures=True)


def outcome(job: Job, plan: Plan, desk: Reception, model: Readable | None, in_flight: InFlight) -> Outcome:
    """One conversation; a fault costs that one alone."""
    try:
        return _by_model(job, plan, desk, Counted(model, in_flight)) if model else _embedded(job, plan, desk)
    except ModelFailed as failure:
        return Failed(plan.record.id, f"the model: {failure.fault.value}")
    except Exception as fault:  # a record may hold anything; the others go on
        return Failed(plan.record.id, f"{type(fault).__name__}: {fault}")


def _by_model(job: Job, plan: Plan, desk: Reception, counted: Counted) -> Done:
    teacher = Teacher(counted, seconds=job.patience)
    profile = drawn(plan.record, plan.visit, seed=job.seed)
    patient = ByModel(teacher, plan.record, plan.visit, profile)
    asking = Asking(record=plan.record, visit=plan.visit, profile=profile)
    guided = Guided(teacher, asking, _called(plan), flow=job.flow, beside=job.beside)
    with tutoring(desk, teacher) as (taught, tutored):
        done = converse(taught, plan, patient, seed=job.seed, guided=guided, tutored=tutored, rounds=job.rounds)
    return Done(done.conversation, done.rows, counted.used)


def _embedded(job: Job, plan: Plan, desk: Reception) -> Done:
    profile: Profile = drawn(plan.record, plan.visit, seed=job.seed)
    patient = BySheet(plan.record, sheet_of(plan.record), profile, seed=job.seed)
    done = converse(desk, plan, patient, seed=job.seed, rounds=job.rounds)
    return Done(done.conversation, (), Used())


def _called(plan: Plan) -> str:
    """The specialty by code and name, as the nurse's prompt lists it."""
    named = knowledge().specialties[plan.specialty]
    return f"{plan.specialty} ({getattr(named, plan.record.language)})"


# --- writing --------------------------------------------------------------------------------------------------------


class Summary(NamedTuple):
    """`kept`: conversations that were there from a run before."""

    kept: int
    made: int
    rows: int
    failed: tuple[Failed, ...]
    used: Used


def simulate(
    job: Job,
    plans: Sequence[Plan],
    out: Path,
    engine: Engine = local,
    *,
    each: Callable[[Outcome], None] = lambda _: None,
) -> Summary:
    """Writes what is not in `out` yet, rows first. Raises OtherRun, and BadLines where `out` is no such file."""
    kept = _kept(out, job)
    left = [plan for plan in plans if plan.record.id not in kept]
    made = rows = 0
    failed: list[Failed] = []
    used = Used()
    for one in engine(job, left) if left else ():
        each(one)
        if isinstance(one, Failed):
            failed.append(one)
            continue
        append(rows_beside(out), one.rows)
        append(out, (one.conversation,))
        made, rows, used = made + 1, rows + len(one.rows), used.plus(one.used)
    return Summary(len(kept), made, rows, tuple(failed), used)


def _kept(out: Path, job: Job) -> frozenset[str]:
    """Ids of whole conversations; rows of one that a stop cut off are taken away."""
    out.parent.mkdir(parents=True, exist_ok=True)
    if not out.exists():
        rows_beside(out).unlink(missing_ok=True)
        return frozenset()
    mended(out)
    there = read_lines(out, Conversation)
    seeds = {one.seed for one in there} - {job.seed}
    if seeds:
        raise OtherRun(f"{out} was made with seed {seeds.pop()}, not {job.seed}")
    ids = frozenset(one.id for one in there)
    beside = rows_beside(out)
    mended(beside)
    if beside.exists():
        rows = read_lines(beside, Row)
        whole = [row for row in rows if row.conversation in ids]
        if len(whole) < len(rows):
            beside.unlink()
            append(beside, whole)
    return ids
