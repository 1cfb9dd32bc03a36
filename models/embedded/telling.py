"""What a question about a finding is expected to tell: the gain of information about the specialty."""

from collections.abc import Mapping, Sequence
from math import log2

SELDOM = 0.06  # chance of a finding in a specialty it does not point to
OFTEN = 0.66  # and in the one it points to most

Likely = Sequence[tuple[str, float]]


def gain(pointing: Mapping[str, float], likely: Likely) -> float:
    """Bits that yes or no to a finding is expected to tell of the specialty.

    `pointing` weighs the specialties the finding points to; `likely` are those still open with their chances, which
    may leave some for all others together.
    """
    most = max(pointing.values(), default=0.0)
    if not most or not likely:
        return 0.0
    rest = max(0.0, 1.0 - sum(chance for _, chance in likely))
    open_still = [(chance, SELDOM + (OFTEN - SELDOM) * pointing.get(code, 0.0) / most) for code, chance in likely]
    open_still.append((rest, SELDOM))
    yes = [chance * there for chance, there in open_still]
    no = [chance * (1 - there) for chance, there in open_still]
    before = _entropy([chance for chance, _ in open_still])
    return before - sum(yes) * _entropy(yes) - sum(no) * _entropy(no)


def _entropy(weights: Sequence[float]) -> float:
    """Bits of uncertainty of chances that need not sum to one."""
    total = sum(weights)
    return -sum(w / total * log2(w / total) for w in weights if w > 0) if total else 0.0
