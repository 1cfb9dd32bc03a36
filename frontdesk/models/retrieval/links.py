"""Which passages answer questions of which subject, judged from the passages' own words."""

import numpy as np

from frontdesk.models.retrieval.subjects import Subjects
from frontdesk.models.retrieval.terms import slots
from frontdesk.models.retrieval.texts import Numbers, Texts

FEATURES = (  # of a subject and a passage
    "questions_answered",  # the mean log-odds that it answers the subject's known questions
    "questions_ahead",  # of the next best passage
    "title_about",  # how likely the subject is the title's own
    "title_about_ahead",
    "line_about",  # the same of its likeliest line
    "line_about_ahead",
)


def features(texts: Texts, subjects: Subjects, answered: Numbers) -> Numbers:
    """subjects x passages x FEATURES. `answered`: subjects x passages, as the first feature."""
    count = len(texts.headings)
    about = [
        subjects.chances(text, vector, slots(text))
        for text, vector in zip([*texts.headings, *texts.lines], texts.vectors, strict=False)
    ]
    titles = np.maximum.reduceat(np.stack(about[:count]), texts.heading_starts).T
    lines = np.maximum.reduceat(np.stack(about[count:]), texts.line_starts).T
    found = (answered, _ahead(answered), titles, _ahead(titles), lines, _ahead(lines))
    return np.stack(found, axis=2)


def _ahead(rows: Numbers) -> Numbers:
    """How far each passage is ahead of the best other one for the same subject."""
    if rows.shape[1] < 2:
        return np.zeros_like(rows)
    ordered = np.sort(rows, axis=1)
    first, second = ordered[:, -1:], ordered[:, -2:-1]
    ahead: Numbers = np.where(rows == first, rows - second, rows - first)
    return ahead
