"""How sure a figure is: 95 % confidence intervals of shares and of means."""

from collections.abc import Sequence
from math import sqrt

import numpy as np

from frontdesk.models.facts import Value

Z = 1.959964  # of the standard normal distribution, for 95 %
RESAMPLES = 2000
SEED = 39


class Figure(Value):
    """A share (0 to 1) or a mean over `n`, and the 95 % interval it lies in; `value` is None where there is nothing."""

    value: float | None
    low: float | None = None
    high: float | None = None
    n: int = 0


def share(right: int, of: int) -> Figure:
    """Wilson's score interval, which keeps its level for small counts (Brown, Cai & DasGupta, Stat. Sci. 16, 2001)."""
    if not of:
        return Figure(value=None)
    p = right / of
    middle = (p + Z * Z / (2 * of)) / (1 + Z * Z / of)
    half = Z / (1 + Z * Z / of) * sqrt(p * (1 - p) / of + Z * Z / (4 * of * of))
    return Figure(value=p, low=min(max(middle - half, 0.0), p), high=max(min(middle + half, 1.0), p), n=of)


def mean(values: Sequence[float]) -> Figure:
    """Percentile bootstrap (Efron & Tibshirani, An Introduction to the Bootstrap, 1993, chapter 13), seeded."""
    return ratio([(value, 1.0) for value in values])


def ratio(pairs: Sequence[tuple[float, float]]) -> Figure:
    """Sum of the first over sum of the second, bootstrapped over pairs: facts of one patient stand or fall together."""
    pairs = [pair for pair in pairs if pair[1]]
    if not pairs:
        return Figure(value=None)
    table = np.asarray(pairs, dtype=float)
    drawn = np.random.default_rng(SEED).integers(0, len(table), (RESAMPLES, len(table)))
    sums = table[drawn].sum(axis=1)
    low, high = np.percentile(sums[:, 0] / sums[:, 1], (2.5, 97.5))
    return Figure(value=float(table[:, 0].sum() / table[:, 1].sum()), low=float(low), high=float(high), n=len(table))
