"""What units of concentration measure, so that one is turned into another: µg/L is ng/mL, IU/L is U/L."""

import re
from functools import cache

_PREFIX = {"": 1.0, "k": 1e3, "m": 1e-3, "µ": 1e-6, "n": 1e-9, "p": 1e-12}
_LITRES = {"L": 1.0, "dL": 0.1, "mL": 1e-3, "µL": 1e-6}
_OF_MATTER = re.compile(r"(?P<prefix>[kmµnp]?)(?P<what>g|mol|I?U)/(?P<litres>d?L|mL|µL)")
_OF_CELLS = re.compile(r"(?:10\^(?P<power>\d+))?/(?P<litres>L|mL|µL)")


@cache
def measures(unit: str) -> tuple[str, float] | None:
    """What `unit` counts in a litre, and how many of it: mg/dL is 0.01 of "g", 10^9/L is 1e9 of "cells"."""
    if matter := _OF_MATTER.fullmatch(unit):
        return matter["what"].removeprefix("I"), _PREFIX[matter["prefix"]] / _LITRES[matter["litres"]]
    if cells := _OF_CELLS.fullmatch(unit):
        return "cells", 10.0 ** int(cells["power"] or 0) / _LITRES[cells["litres"]]
    return None


def factor(unit: str, into: str) -> float | None:
    """By what a value in `unit` is multiplied to be one in `into`; None where they measure different things."""
    one, other = measures(unit), measures(into)
    return one[1] / other[1] if one and other and one[0] == other[0] else None
