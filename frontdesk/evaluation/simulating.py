"""How fast conversations are simulated on a scripted model server of fixed latency, and what a killed worker costs.

    python -m frontdesk.evaluation.simulating [--latency 2] [--records 128] [--ray]

One run reports calls a second one at a time, with 32 in flight, and the way of the published PIORS code: one pool of
threads over whole dialogues, each of which calls one after the other. With `--ray` also on a local cluster of two
processes, one of which is killed in the middle: conversations lost and doubled are counted.
"""

import logging
import os
import signal
import sys
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import NamedTuple

import psutil
import structlog

from frontdesk.evaluation.model_server import NAME, ModelServer, serving_model
from frontdesk.evaluation.teaching import teaching
from frontdesk.training.conversation import Plan
from frontdesk.training.data import Conversation, read_lines
from frontdesk.training.on_ray import on_ray
from frontdesk.training.records import VisitRecord, standard_names
from frontdesk.training.simulating import AT_ONCE, Engine, Job, local, planned, simulate

ONE_BY_ONE = 1  # records of the run that makes one call after the other
KILLED_AFTER = 0.3  # of the conversations


class Measured(NamedTuple):
    calls: int
    seconds: float
    conversations: int

    @property
    def rate(self) -> float:
        """Calls a second."""
        return self.calls / self.seconds


def main() -> int:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--latency", type=float, default=2.0, help="seconds of each call")
    parser.add_argument("--records", type=int, default=128)
    parser.add_argument("--rounds", type=int, default=6)
    parser.add_argument("--ray", action="store_true", help="also on Ray, with a worker killed in the middle")
    options = parser.parse_args()
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.ERROR))
    with serving_model(ModelServer(reply=teaching, whole=options.latency)) as server:
        job = Job(url=server.url, name=NAME, follow_ups=0.0, rounds=options.rounds, at_once=AT_ONCE)
        plans = planned(records(options.records), standard_names(), job)
        alone = measured(job.model_copy(update={"at_once": 1}), plans[:ONE_BY_ONE])
        _tell("one at a time", alone, alone)
        pooled = measured(job.model_copy(update={"dialogues": AT_ONCE, "beside": False}), plans)
        _tell(f"{AT_ONCE} threads over whole dialogues", pooled, alone)
        ours = measured(job, plans)
        _tell(f"{AT_ONCE} in flight", ours, alone)
        if options.ray:
            return _on_ray(job, plans, alone)
    return 0


def measured(job: Job, plans: Sequence[Plan], engine: Engine = local) -> Measured:
    """The first conversation is not measured: in it everything is loaded."""
    with TemporaryDirectory() as folder:
        simulate(job.model_copy(update={"rounds": 1}), plans[:1], Path(folder) / "warm.jsonl", engine)
        began = perf_counter()
        done = simulate(job, plans, Path(folder) / "c.jsonl", engine)
        return Measured(done.used.calls, perf_counter() - began, done.made)


def records(number: int) -> tuple[VisitRecord, ...]:
    """As many made-up visits, alike but for who comes."""
    return tuple(
        VisitRecord(
            outpatient_number=str(place),
            patient_id=f"T{place}",
            department="gastroenterology",
            gender="Female",
            age=f"{30 + place % 40} years",
            chief_complaint="Burning stomach pain for 3 weeks",
            present_illness_history="Pain after meals, worse at night, no vomiting, no black stools, some heartburn",
            preliminary_diagnosis="Gastritis?",
        )
        for place in range(1, number + 1)
    )


def _tell(how: str, one: Measured, alone: Measured) -> None:
    times = one.rate / alone.rate
    print(f"{how}: {one.conversations} conversations, {one.calls} calls in {one.seconds:.0f} s, {times:.1f} times")


def _on_ray(job: Job, plans: Sequence[Plan], alone: Measured) -> int:
    with TemporaryDirectory() as folder:
        out = Path(folder) / "c.jsonl"
        killed: list[int] = []
        ended = 0

        def count(_: object) -> None:
            nonlocal ended
            ended += 1
            if ended >= KILLED_AFTER * len(plans) and not killed:
                killed.append(_kill_a_worker())

        began = perf_counter()
        done = simulate(job, plans, out, on_ray(workers=2), each=count)
        took = perf_counter() - began
        there = Counter(one.id for one in read_lines(out, Conversation))
    _tell("on Ray, two processes, start and a killed worker in it", Measured(done.used.calls, took, done.made), alone)
    lost, doubled = len(plans) - len(there), sum(often - 1 for often in there.values())
    print(f"killed process {killed}; lost {lost}, doubled {doubled}, failed {len(done.failed)}")
    return 0 if killed and not (lost or doubled or done.failed) else 1


def _kill_a_worker() -> int:
    """The first of our own children that runs a worker."""
    children = psutil.Process().children(recursive=True)
    worker = next(child for child in children if "Worker" in " ".join(child.cmdline()[:1]))
    os.kill(worker.pid, signal.SIGKILL)
    return worker.pid


if __name__ == "__main__":
    sys.exit(main())
