"""The questions visitors are known to ask: a bridge from a question to the text that answers others of its kind."""

from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
import yaml

from frontdesk.models.retrieval.terms import Kind, slots
from frontdesk.models.retrieval.texts import Numbers

ASKED = Path(__file__).parents[1] / "knowledge" / "enquiries" / "asked.yaml"
SMALLEST = 0.02  # chance that is still told from none
FEATURES = (
    "subject_of_text",  # how likely the question's subject is the passage's
    "subject_of_text_odds",  # the same as log-odds
    "subject_of_no_text",
    "strange_missing",  # what is named where it is asked, and fits neither the text nor its subjects
    "elsewhere_strange_missing",  # the same of what hospitals have not, named anywhere
)


class Known(NamedTuple):
    """The known questions, subject after subject."""

    lines: tuple[str, ...]
    words: tuple[str, ...]  # of theirs that no list knows
    subjects: tuple[str, ...]
    starts: tuple[int, ...]  # where each subject's begin

    def of(self, subject: str) -> tuple[str, ...]:
        place = self.subjects.index(subject)
        return self.lines[self.starts[place] : (*self.starts, len(self.lines))[place + 1]]


@cache
def known() -> Known:
    lines: list[str] = []
    starts: list[int] = []
    subjects = yaml.load(ASKED.read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)
    for ways in subjects.values():
        starts.append(len(lines))
        lines += [*ways["zh"].split("，"), *map(str.strip, ways["en"].split(";"))]
    words = {slot.said: None for line in lines for slot in slots(line) if slot.kind is Kind.WORD}
    return Known(tuple(lines), tuple(words), tuple(subjects), tuple(starts))


def features(chances: Numbers, links: Numbers, strange: Numbers) -> Numbers:
    """One row a passage. `chances`: how likely the question is about each subject; `links`: subjects x passages."""
    of_text = chances @ links
    rows = (
        of_text,
        np.log((of_text + SMALLEST) / (1 - of_text + SMALLEST)),
        np.full(len(of_text), chances @ (1 - links.max(axis=1))),
        *strange.T,
    )
    return np.stack(rows, axis=1)


def by_subject(likely: Numbers) -> Numbers:
    """From the log-odds of every known question with every passage to the means of every subject."""
    starts = np.array(known().starts)
    means: Numbers = np.add.reduceat(likely, starts, axis=0) / np.diff([*starts, len(likely)])[:, None]
    return means
