"""How likely a passage answers a question: a logistic model over what search sees of the pair."""

from functools import cache
from pathlib import Path
from typing import Self

import numpy as np
import numpy.typing as npt
import yaml

from models.facts import Value

WEIGHTS = Path(__file__).with_name("weights.yaml")
FEATURES = (  # of a question and a passage; what the question names counts by its rarity
    "title_likeness",  # cosine
    "text_likeness",
    "likeness_stands_out",  # in standard deviations over the passages
    "subjects_share",  # of the subjects named, found in the text
    "subjects_share_in_title",
    "subjects_in_title",
    "subjects_in_text",
    "circumstances_in_text",
    "words_in_text",
    "in_one_sentence",
    "subjects_missing",
    "elsewhere_missing",
    "circumstances_missing",
    "words_missing",
    "title_asked_for",  # share of the title that the question names
    "bm25",
    "kind_of_fact_there",
    "kind_of_fact_in_title",
    "share_times_likeness",
    "share_ahead",  # of the next best passage
    "bm25_ahead",
    "likeness_ahead",
)

Numbers = npt.NDArray[np.float64]


class Likelihood(Value):
    """Weights by feature; `threshold` is the likelihood from which a passage is told as an answer."""

    bias: float
    weights: dict[str, float]
    threshold: float

    @classmethod
    def read(cls, path: Path = WEIGHTS) -> Self:
        return cls.model_validate(yaml.safe_load(path.read_text(encoding="utf-8")))

    def __call__(self, rows: Numbers) -> Numbers:
        score = rows @ np.array([self.weights[name] for name in FEATURES]) + self.bias
        return np.asarray(1 / (1 + np.exp(-score)))


@cache
def fitted() -> Likelihood:
    """As fitted on the practice hospital, see evaluation/practice."""
    return Likelihood.read()
