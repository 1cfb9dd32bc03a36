"""How likely a passage answers a question: a logistic model over what search sees of the pair."""

from collections.abc import Sequence
from functools import cache
from pathlib import Path

import numpy as np
import yaml

from frontdesk.models.facts import Value
from frontdesk.models.retrieval.texts import Numbers

WEIGHTS = Path(__file__).with_name("weights.yaml")


class Likelihood(Value):
    """Weights by the name of the feature."""

    bias: float = 0.0
    weights: dict[str, float] = {}

    def odds(self, rows: Numbers, names: Sequence[str]) -> Numbers:
        """Log-odds; a feature without a weight does not count."""
        result: Numbers = rows @ np.array([self.weights.get(name, 0.0) for name in names]) + self.bias
        return result


class Fitted(Value):
    """`linking` tells which passage answers a known question, `belonging` which one answers all of a subject,

    `answering` which one answers the question asked.
    """

    linking: Likelihood = Likelihood()
    belonging: Likelihood = Likelihood()
    answering: Likelihood = Likelihood()
    # Of the likelihood that some passage answers: from here it is told, from there it is offered.
    told_from: float = 0.5
    offered_from: float = 0.3


def any_answers(odds: Numbers) -> float:
    """How likely one of the two best passages answers: where two say the same, neither stands out."""
    chances = 1 / (1 + np.exp(-np.sort(odds)[-2:]))
    return float(1 - np.prod(1 - chances))


@cache
def fitted() -> Fitted:
    """As fitted on the practice hospital, see frontdesk/evaluation/practice."""
    return Fitted.model_validate(yaml.load(WEIGHTS.read_text(encoding="utf-8"), Loader=yaml.CSafeLoader))
