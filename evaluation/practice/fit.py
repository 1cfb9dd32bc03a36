"""`python -m evaluation.practice.fit`: fits the search's likelihood on the practice hospital and writes its weights."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np
import yaml

from his_adapter.enquiries import split
from models.embedded.sentences import Vectors, embed
from models.facts import Language
from models.retrieval.likelihood import FEATURES, WEIGHTS, Likelihood, Numbers
from models.retrieval.search import Index, Passage

PRACTICE = Path(__file__).with_name("enquiries.yaml")
NEAREST = 12  # wrong passages a question learns from
RIDGE = 1.0
FOLDS = 5
INVENTED = 0.08  # of the practice questions that nothing answers; half of them were written to come near


class Example(NamedTuple):
    """One question over one index: its rows, and which of them answers (None: nothing does)."""

    group: int  # questions of one passage are learnt, or held back, together
    rows: Numbers
    right: int | None


NOTHING = Likelihood(bias=0, weights=dict.fromkeys(FEATURES, 0.0), threshold=1)


def examples() -> list[Example]:
    """Every question as asked, once more with its answer taken out of the texts, and the unanswerable ones."""
    content = yaml.safe_load(PRACTICE.read_text(encoding="utf-8"))
    passages = [
        Passage(
            passage_id=policy["id"],
            title={Language(code): title for code, title in policy["title"].items()},
            sentences={Language(code): tuple(split(text)) for code, text in policy["text"].items()},
        )
        for policy in content["policies"]
    ]
    known: dict[str, Vectors] = {}

    def remembered(texts: list[str]) -> Vectors:
        new = [text for text in texts if text not in known]
        known.update(zip(new, embed(new), strict=True) if new else ())
        return np.stack([known[text] for text in texts])

    whole, found = Index(passages, likelihood=NOTHING, embedded=remembered), []
    for place, policy in enumerate(content["policies"]):
        without = Index(passages[:place] + passages[place + 1 :], likelihood=NOTHING, embedded=remembered)
        for question in (q for those in policy["asked"].values() for q in those):
            vector = remembered([question])[0]
            found += [
                Example(place, whole.features(question, vector), place),
                Example(place, without.features(question, vector), None),
            ]
    for those in content["unanswerable"].values():
        for n, question in enumerate(those):
            found.append(Example(n, whole.features(question, remembered([question])[0]), None))
    return found


def learn(those: list[Example]) -> tuple[float, Numbers]:
    """Bias and weights, by Newton's method; each question counts alike."""
    rows, labels, counts = zip(*_pairs(those), strict=True)
    x, y, c = np.stack(rows), np.array(labels), np.array(counts)
    mean, scale = x.mean(axis=0), x.std(axis=0) + 1e-9
    design = np.c_[np.ones(len(x)), (x - mean) / scale]
    ridge, beta = np.diag([0.0] + [RIDGE] * x.shape[1]), np.zeros(x.shape[1] + 1)
    for _ in range(30):
        p = 1 / (1 + np.exp(-design @ beta))
        slope = design.T @ (c * (y - p)) - ridge @ beta
        beta = beta + np.linalg.solve(design.T @ (design * (c * p * (1 - p))[:, None]) + ridge, slope)
    weights = beta[1:] / scale
    return float(beta[0] - weights @ mean), weights


def _pairs(those: list[Example]) -> Iterator[tuple[Numbers, float, float]]:
    for example in those:
        near = [int(i) for i in np.argsort(-(example.rows[:, 1] + example.rows[:, 0] + example.rows[:, 4]))[:NEAREST]]
        if example.right is not None:
            yield example.rows[example.right], 1.0, 1.0
        for place in near:
            if place != example.right:
                yield example.rows[place], 0.0, 3.0 / NEAREST


def fit() -> Likelihood:
    those = examples()
    unseen: list[tuple[Example, Numbers]] = []
    for fold in range(FOLDS):
        bias, weights = learn([e for e in those if e.group % FOLDS != fold])
        unseen += [(e, e.rows @ weights + bias) for e in those if e.group % FOLDS == fold]
    wrong = np.sort([score.max() for example, score in unseen if example.right is None])
    at = float(wrong[int(len(wrong) * (1 - INVENTED))])
    answerable = [(e, score) for e, score in unseen if e.right is not None]
    third = np.mean([np.sum(score > score[e.right]) < 3 for e, score in answerable])
    first = np.mean([np.argmax(score) == e.right for e, score in answerable])
    told = np.mean([np.argmax(score) == e.right and score.max() >= at for e, score in answerable])
    print(f"held back: recall@1 {first:.3f}, recall@3 {third:.3f}, answered right {told:.3f}, threshold {at:.2f}")
    bias, weights = learn(those)
    return Likelihood(
        bias=round(bias, 4),
        weights={name: round(float(w), 4) for name, w in zip(FEATURES, weights, strict=True)},
        threshold=round(1 / (1 + float(np.exp(-at))), 3),
    )


if __name__ == "__main__":
    made = fit()
    head = "# Fitted by `python -m evaluation.practice.fit`; do not edit.\n"
    text = yaml.safe_dump(made.model_dump(), sort_keys=False)
    WEIGHTS.write_text(head + re.sub(r"\n\n+", "\n", text), encoding="utf-8")
