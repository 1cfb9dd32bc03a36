"""The questions visitors are known to ask: a bridge from a question to the text that answers others of its kind."""

from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
import yaml

from models.embedded.sentences import Vectors
from models.retrieval.terms import Kind, slots
from models.retrieval.texts import Numbers

ASKED = Path(__file__).parents[1] / "knowledge" / "enquiries" / "asked.yaml"
SHARPNESS = 6.0  # how much the most alike subject outweighs the others
FEATURES = (
    "asked_alike",  # how alike the known questions are that the passage answers
    "subject_of_text",  # how likely the question's subject is the passage's
    "subject_of_no_text",
)


class Known(NamedTuple):
    """The known questions, subject after subject."""

    lines: tuple[str, ...]
    terms: tuple[frozenset[str], ...]
    starts: tuple[int, ...]  # where each subject's begin


@cache
def known() -> Known:
    lines: list[str] = []
    starts: list[int] = []
    for ways in yaml.safe_load(ASKED.read_text(encoding="utf-8")).values():
        starts.append(len(lines))
        lines += [*ways["zh"].split("，"), *map(str.strip, ways["en"].split(";"))]
    return Known(tuple(lines), tuple(map(_named, lines)), tuple(starts))


def features(question: str, vector: Vectors, vectors: Vectors, links: Numbers) -> Numbers:
    """One row a passage. `vectors`: of the known questions; `links`: how likely each passage answers each subject."""
    alike = _alike(question, vector, vectors)
    chances = np.exp(SHARPNESS * (alike - alike.max()))
    most = int(alike.argmax())
    rows = (
        (links * alike[:, None]).max(axis=0),
        chances / chances.sum() @ links,
        np.full(links.shape[1], alike[most] * (1 - links[most].max())),
    )
    return np.stack(rows, axis=1)


def linked(likely: Numbers) -> Numbers:
    """From the log-odds of every known question with every passage to links of every subject."""
    starts = np.array(known().starts)
    means = np.add.reduceat(likely, starts, axis=0) / np.diff([*starts, len(likely)])[:, None]
    links: Numbers = 1 / (1 + np.exp(-means))
    return links


def _alike(question: str, vector: Vectors, vectors: Vectors) -> Numbers:
    """Of the question to each subject: cosine and shared terms with its most alike known question."""
    named = _named(question)
    shared = [len(named & those) / max(1, len(named | those)) for those in known().terms]
    return np.maximum.reduceat((vectors @ vector).astype(np.float64) + np.array(shared), known().starts)


def _named(text: str) -> frozenset[str]:
    return frozenset(term for slot in slots(text) if slot.kind is not Kind.CIRCUMSTANCE for term in slot.terms)
