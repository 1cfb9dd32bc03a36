"""Which subject a question is about: a model of what it means and names, learnt from the known questions."""

from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np

from models.embedded.sentences import Vector, Vectors, embed_again
from models.retrieval.terms import Kind, Slot, slots
from models.retrieval.texts import Numbers

WEIGHTS = Path(__file__).with_name("subjects.npz")


class Subjects(NamedTuple):
    """Weights of the meaning (512) above those of the terms, one column a subject."""

    names: tuple[str, ...]
    terms: tuple[str, ...]
    weights: Vectors
    bias: Vectors

    def likeliest(self, text: str) -> tuple[str, float]:
        """The subject a text is most likely about, and how likely."""
        chances = self.chances(embed_again([text])[0], slots(text))
        return self.names[int(chances.argmax())], float(chances.max())

    def chances(self, vector: Vector, named: Iterable[Slot]) -> Numbers:
        """How likely each subject is."""
        scores = np.concatenate([vector, terms_vector(named, self.terms)]) @ self.weights + self.bias
        likely = np.exp((scores - scores.max()).astype(np.float64))
        result: Numbers = likely / likely.sum()
        return result


def terms_vector(named: Iterable[Slot], known: tuple[str, ...]) -> Vector:
    """A unit vector of the listed terms (zeros when none is named); of several that are meant each counts a part."""
    places = _places(known)
    found = np.zeros(len(known), dtype=np.float32)
    for slot in named:
        if slot.kind is not Kind.WORD:
            for term in slot.terms:
                found[places[term]] = 1 / len(slot.terms)
    return found / max(float(np.linalg.norm(found)), 1e-9)


@cache
def _places(known: tuple[str, ...]) -> dict[str, int]:
    return {term: place for place, term in enumerate(known)}


def load(path: Path) -> Subjects:
    with np.load(path, allow_pickle=False) as stored:
        weights, bias = (stored[name].astype(np.float32) for name in ("weights", "bias"))
        return Subjects(tuple(map(str, stored["names"])), tuple(map(str, stored["terms"])), weights, bias)


def store(found: Subjects, path: Path) -> None:
    with path.open("wb") as file:
        np.savez_compressed(
            file,
            names=np.array(found.names),
            terms=np.array(found.terms),
            weights=found.weights.astype(np.float16),
            bias=found.bias.astype(np.float16),
        )


@cache
def shipped() -> Subjects:
    """As learnt by `python -m evaluation.practice.fit`."""
    return load(WEIGHTS)
