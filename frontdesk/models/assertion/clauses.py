"""A text cut into sentences, and each of them into clauses that know what joins them."""

from typing import NamedTuple

from frontdesk.models.assertion.cues import cues
from frontdesk.models.facts import Language


class Segment(NamedTuple):
    """A clause; `joint` is what stands before it."""

    start: int
    end: int
    joint: str  # "sentence", "comma", "list" (、) or "contrast"


Sentence = tuple[Segment, ...]


def sentences_of(text: str, language: Language) -> tuple[Sentence, ...]:
    """The sentences of a lowered text, the last one to its end."""
    sentences, start = [], 0
    for mark in cues(language, "sentence").finditer(text):
        sentences.append(_segments(text, start, mark.start(), language))
        start = mark.end()
    return (*sentences, _segments(text, start, len(text), language))


def _segments(text: str, start: int, end: int, language: Language) -> Sentence:
    joints = [
        (m.start(), m.end(), "list" if m[0] == "、" else "comma")
        for m in cues(language, "comma").finditer(text, start, end)
    ]
    joints += [(m.start(), m.start(), "contrast") for m in cues(language, "contrast").finditer(text, start, end)]
    segments, joint = [], "sentence"
    for stop, resume, kind in sorted(joints):
        if stop >= start:
            segments.append(Segment(start, stop, joint))
            start, joint = resume, kind
    return (*segments, Segment(start, end, joint))
