"""How many examples a property of a parser is tried with."""

import os
from collections.abc import Callable
from typing import Any

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.strategies import SearchStrategy

MINUTES = float(os.environ.get("FRONTDESK_TEST_FUZZ_MINUTES", "0"))  # of each file of properties, with new examples
Test = Callable[..., None]


def examples(number: int = 60, **strategies: SearchStrategy[Any]) -> Callable[[Test], Test]:
    """`number` of them, the same in every run."""
    tried = settings(
        max_examples=500 if MINUTES else number,
        deadline=None,
        derandomize=not MINUTES,
        database=None,
        print_blob=True,
        phases=[Phase.generate, Phase.shrink],
        suppress_health_check=list(HealthCheck),
    )
    return lambda test: tried(given(**strategies)(test))
