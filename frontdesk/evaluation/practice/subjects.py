"""Learns which subject a question is about, from the known questions and from more ways to ask them."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import numpy as np
import yaml

from frontdesk.models.facts import Language
from frontdesk.models.retrieval import asked
from frontdesk.models.retrieval.subjects import Counts, Subjects, terms_vector
from frontdesk.models.retrieval.terms import lexicon, pieces, slots, terms
from frontdesk.models.retrieval.texts import Embed, Places
from frontdesk.models.sentences import Vectors

WAYS = {Language.ZH: "；", Language.EN: ";"}  # what stands between two ways
TWICE = 2  # what is worded so but once tells nothing
FOLDS = 5
ROUNDS, STEP, RIDGE = 150, 0.05, 5e-6


def questions() -> Iterator[tuple[str, str]]:
    """Each subject with a question about it."""
    more = {language: _ways(language) for language in WAYS}
    for subject in asked.known().subjects:
        yield from ((subject, line) for line in asked.known().of(subject))
        for language, between in WAYS.items():
            yield from ((subject, line.strip()) for line in more[language][subject].split(between))


def _ways(language: Language) -> dict[str, str]:
    path = Path(__file__).with_name(f"ways.{language}.yaml")
    found: dict[str, str] = yaml.safe_load(path.read_text(encoding="utf-8"))
    return found


class Examples:
    """The questions made ready to be learnt from."""

    def __init__(self, embedded: Embed) -> None:
        those = list(questions())
        self.texts = [text for _, text in those]
        self.subject_of = {text: subject for subject, text in those}
        self._names = asked.known().subjects
        self._terms = tuple(sorted({term for known in _listed() for term in known}))
        self._right = np.array([self._names.index(subject) for subject, _ in those])
        named = np.stack([terms_vector(slots(text), self._terms) for text in self.texts])
        self._words, self._asked_with = _counted([terms(text) for text in self.texts], self._right, len(self._names))
        self._wording = [pieces(text) for text in self.texts]
        self._seen: Vectors = np.concatenate([embedded(self.texts), named], axis=1)

    def learnt(self) -> Subjects:
        return self._from(np.arange(len(self.texts)))

    def without(self) -> Iterator[tuple[Subjects, Sequence[str]]]:
        """What is learnt from four fifths, with the questions held back."""
        for fold in range(FOLDS):
            back = np.arange(len(self.texts)) % FOLDS == fold
            yield self._from(np.flatnonzero(~back)), [self.texts[place] for place in np.flatnonzero(back)]

    def _from(self, places: Places) -> Subjects:
        weights, bias = _softmax(self._seen[places], self._right[places], len(self._names))
        worded, worded_with = _counted([self._wording[n] for n in places], self._right[places], len(self._names), TWICE)
        return Subjects(
            names=self._names,
            terms=self._terms,
            weights=weights,
            bias=bias,
            words=self._words,
            asked_with=self._asked_with,
            pieces=worded,
            worded_with=worded_with,
            questions=np.bincount(self._right[places], minlength=len(self._names)).astype(np.float64),
        )


def _counted(had: Sequence[Iterable[str]], of: Places, subjects: int, fewest: int = 1) -> tuple[dict[str, int], Counts]:
    """Everything that as many of the questions have, and how many of each subject do. `of`: each question's subject."""
    often = Counter(each for every in had for each in every)
    found = {each: n for n, each in enumerate(sorted(each for each, count in often.items() if count >= fewest))}
    counts = np.zeros((len(found), subjects), dtype=np.uint8)
    for subject, every in zip(of, had, strict=True):
        counts[[found[each] for each in every if each in found], subject] += 1
    return found, counts


def _listed() -> Iterator[tuple[str, ...]]:
    for slot in (*lexicon().zh.values(), *lexicon().en.values()):
        yield slot.terms


def _softmax(x: Vectors, right: Places, count: int) -> tuple[Vectors, Vectors]:
    """Weights and biases of a ridge softmax regression, by Adam on all rows at once."""
    x = np.concatenate([x, np.ones((len(x), 1), dtype=np.float32)], axis=1)
    wanted = np.eye(count, dtype=np.float32)[right]
    beta = np.zeros((x.shape[1], count), dtype=np.float32)
    mean, square = np.zeros_like(beta), np.zeros_like(beta)
    for turn in range(1, ROUNDS + 1):
        scores = x @ beta
        likely = np.exp(scores - scores.max(axis=1, keepdims=True))
        slope = x.T @ (likely / likely.sum(axis=1, keepdims=True) - wanted) / len(x)
        slope[:-1] += RIDGE * beta[:-1]
        mean = 0.9 * mean + 0.1 * slope
        square = 0.99 * square + 0.01 * slope * slope
        fraction = STEP * (1 - turn / (ROUNDS + 1)) / (1 - 0.9**turn)
        beta -= fraction * mean / (np.sqrt(square / (1 - 0.99**turn)) + 1e-8)
    return beta[:-1], beta[-1]
