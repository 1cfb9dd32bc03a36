"""Retrains the statistical model on a hospital's own visits, and says honestly what that changed."""

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import NamedTuple
from zlib import crc32

import numpy as np

from frontdesk.models.triage.generate import examples
from frontdesk.models.triage.learning import learn
from frontdesk.models.triage.letters import Example, sure_of
from frontdesk.models.triage.persons import specialties
from frontdesk.models.triage.statistics import Weights, logits, shipped

_HELD_OUT = 5  # every fifth patient is kept to measure on
_SURE = 0.9  # the chance a visit gives the specialty it was seen in
_REPEATED = 3  # how often each visit is learnt, beside the generated sentences


class Seen(NamedTuple):
    """One visit: what the patient complained of, and the specialty that saw them."""

    patient: str
    text: str
    specialty: str


class Retrained(NamedTuple):
    weights: Weights
    learnt: int
    held_out: int
    before: float  # accuracy of the words alone on patients kept apart, with the weights in use until now
    after: float
    by_specialty: dict[str, tuple[int, float]]  # how many were kept apart, and the share of them that is right now
    confusion: Counter[tuple[str, str]]  # (seen in, answered)


def retrained(visits: Sequence[Seen], *, beside: Sequence[Example] | None = None, seed: int = 7) -> Retrained:
    """Weights learnt from the visits and `beside`; no patient is on both sides.

    Without `beside` it is all that the shipped weights were learnt from.
    """
    ground = examples(Random(seed)) if beside is None else beside  # noqa: S311 reproducible
    apart = [visit for visit in visits if crc32(visit.patient.encode()) % _HELD_OUT == 0]
    kept = [visit for visit in visits if crc32(visit.patient.encode()) % _HELD_OUT != 0]
    own = [_example(visit) for visit in kept for _ in range(_REPEATED)]
    weights = learn([*ground, *own], seed=seed)
    pairs = [(visit.specialty, _best(visit.text, weights)) for visit in apart]
    before = [_best(visit.text, shipped()) == visit.specialty for visit in apart]
    return Retrained(
        weights,
        len(kept),
        len(apart),
        float(np.mean(before)) if before else 0.0,
        _share(pairs),
        {code: (n, _share([p for p in pairs if p[0] == code])) for code, n in Counter(p[0] for p in pairs).items()},
        Counter(pairs),
    )


def _example(visit: Seen) -> Example:
    return Example(visit.text, sure_of(visit.specialty, sure=_SURE))


def _best(text: str, weights: Weights) -> str:
    return specialties()[int(np.argmax(logits(text, weights)))]


def _share(pairs: Sequence[tuple[str, str]]) -> float:
    return sum(meant == got for meant, got in pairs) / len(pairs) if pairs else 0.0
