"""Every task there is: a new one is a file here with a `TASK`."""

from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

from app.clinician.task import Task


@cache
def tasks() -> dict[str, Task[Any]]:
    found = (import_module(f"{__name__}.{module.name}").TASK for module in iter_modules(__path__))
    return {task.name: task for task in found}
