"""Every task there is: a new one is a file here with a `TASK`, or `TASKS` where several are alike."""

from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

from frontdesk.app.clinician.task import Task


@cache
def tasks() -> dict[str, Task[Any]]:
    return {task.name: task for task in _all()}


def _all() -> Iterator[Task[Any]]:
    for found in iter_modules(__path__):
        module = import_module(f"{__name__}.{found.name}")
        yield from (module.TASK,) if hasattr(module, "TASK") else module.TASKS
