"""Learns which subject a question is about, from the known questions and from more ways to ask them."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import yaml

from models.embedded.sentences import Vectors
from models.facts import Language
from models.retrieval import asked
from models.retrieval.subjects import Counts, Subjects, terms_vector
from models.retrieval.terms import lexicon, slots, terms
from models.retrieval.texts import Embed, Places

WAYS = {Language.ZH: "，", Language.EN: ";"}  # what stands between two ways
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


class Lessons:
    """The questions made ready to be learnt from."""

    def __init__(self, embedded: Embed) -> None:
        those = list(questions())
        self.texts = [text for _, text in those]
        self.subject_of = {text: subject for subject, text in those}
        self._names = asked.known().subjects
        self._terms = tuple(sorted({term for known in _listed() for term in known}))
        self._right = np.array([self._names.index(subject) for subject, _ in those])
        named = np.stack([terms_vector(slots(text), self._terms) for text in self.texts])
        self._words, self._asked_with = _counted(those, self._names)
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
        return Subjects(self._names, self._terms, weights, bias, self._words, self._asked_with)


def _counted(those: Sequence[tuple[str, str]], names: Sequence[str]) -> tuple[dict[str, int], Counts]:
    """Every term of the questions, and how many questions of each subject have it."""
    named = [(names.index(subject), terms(text)) for subject, text in those]
    words = {term: n for n, term in enumerate(sorted({term for _, every in named for term in every}))}
    counts = np.zeros((len(words), len(names)), dtype=np.uint8)
    for subject, every in named:
        counts[[words[term] for term in every], subject] += 1
    return words, counts


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
