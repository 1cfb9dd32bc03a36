"""The questions visitors are known to ask: a bridge from a question to the text that answers others of its kind."""

from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
import yaml

from models.embedded.sentences import Vectors
from models.retrieval.features import Question
from models.retrieval.terms import Kind, Slot, slots
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
    words: tuple[str, ...]  # of theirs that no list knows
    terms: tuple[frozenset[str], ...]
    subjects: tuple[str, ...]
    starts: tuple[int, ...]  # where each subject's begin

    def of(self, subject: str) -> tuple[str, ...]:
        place = self.subjects.index(subject)
        return self.lines[self.starts[place] : (*self.starts, len(self.lines))[place + 1]]


@cache
def known() -> Known:
    lines: list[str] = []
    starts: list[int] = []
    subjects = yaml.safe_load(ASKED.read_text(encoding="utf-8"))
    for ways in subjects.values():
        starts.append(len(lines))
        lines += [*ways["zh"].split("，"), *map(str.strip, ways["en"].split(";"))]
    words = {slot.said: None for line in lines for slot in slots(line) if slot.kind is Kind.WORD}
    return Known(
        tuple(lines), tuple(words), tuple(_about(slots(line)) for line in lines), tuple(subjects), tuple(starts)
    )


def features(question: Question, vectors: Vectors, links: Numbers, *, strange: bool = False) -> Numbers:
    """One row a passage. `vectors`: of the known questions; `links`: how likely each passage answers each subject.

    `strange`: as if the question itself were not known.
    """
    alike = _alike(question, vectors, strange)
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


def _alike(question: Question, vectors: Vectors, strange: bool) -> Numbers:
    """Of the question to each subject: cosine and shared terms with its most alike known question."""
    named, those = _about(question.named), known()
    alike = (vectors @ question.vector).astype(np.float64)
    alike += [len(named & others) / max(1, len(named | others)) for others in those.terms]
    if strange and question.text in those.lines:
        alike[those.lines.index(question.text)] = 0.0
    return np.maximum.reduceat(alike, those.starts)


def _about(named: Iterable[Slot]) -> frozenset[str]:
    return frozenset(term for slot in named if slot.kind is not Kind.CIRCUMSTANCE for term in slot.terms)
