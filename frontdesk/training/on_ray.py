"""The engine over several processes or machines: Ray actors that each run conversations, begun anew where one dies."""

from collections.abc import Iterator, Sequence
from typing import Any

from frontdesk.training.conversation import Plan
from frontdesk.training.simulating import Done, Engine, Failed, Job, Outcome, local

AT_ONCE_TIMES = 2  # plans handed to an actor, for each call it may have in flight
WORKERS = 2


def on_ray(workers: int = WORKERS, address: str | None = None) -> Engine:
    """`address`: a running cluster's, None for one on this machine. Raises ImportError where Ray is not installed.

    An actor that dies is begun anew and given its plans again. Only the driver writes, so that nothing is lost or
    doubled: an outcome counts when it has arrived.
    """
    import ray

    def engine(job: Job, plans: Sequence[Plan]) -> Iterator[Outcome]:
        begun_here = not ray.is_initialized()
        if begun_here:
            ray.init(address=address, include_dashboard=False, log_to_driver=False, configure_logging=False)
        try:
            yield from _run(ray, job, plans, workers)
        finally:
            if begun_here:
                ray.shutdown()

    return engine


def _run(ray: Any, job: Job, plans: Sequence[Plan], workers: int) -> Iterator[Outcome]:
    share = max(job.at_once // workers, 1)
    actor = ray.remote(max_restarts=-1, max_task_retries=-1)(Worker)
    there = [actor.remote(job.model_copy(update={"at_once": share})) for _ in range(workers)]
    batches = _batches(plans, share * AT_ONCE_TIMES)
    waiting: dict[Any, Any] = {}
    for one in there:
        _hand(waiting, one, batches)
    while waiting:
        (ready, *_), _ = ray.wait(list(waiting))
        one = waiting.pop(ready)
        yield from (_outcome(told) for told in ray.get(ready))
        _hand(waiting, one, batches)


def _hand(waiting: dict[Any, Any], actor: Any, batches: Iterator[Sequence[Plan]]) -> None:
    batch = next(batches, None)
    if batch is not None:
        waiting[actor.run.remote(batch)] = actor


def _batches(plans: Sequence[Plan], size: int) -> Iterator[Sequence[Plan]]:
    return (plans[at : at + size] for at in range(0, len(plans), size))


class Worker:
    """One process of the cluster, with a reception of its own."""

    def __init__(self, job: Job) -> None:
        self._job = job

    def run(self, plans: Sequence[Plan]) -> list[tuple[str, tuple[Any, ...]]]:
        """Plain tuples, so that what comes back is read by any process."""
        return [(type(one).__name__, tuple(one)) for one in local(self._job, plans)]


def _outcome(told: tuple[str, tuple[Any, ...]]) -> Outcome:
    kind, fields = told
    return Done(*fields) if kind == "Done" else Failed(*fields)
