"""Which subject a question is about: a model of its meaning, names and wording, learnt from the known questions."""

import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from frontdesk.models.retrieval.terms import Kind, Slot, pieces, slots
from frontdesk.models.retrieval.texts import Numbers
from frontdesk.models.sentences import Vector, Vectors, embed_again

Counts = npt.NDArray[np.uint8]
OF_THE_HOUSE = 0.7
OF_ILLNESS = re.compile(  # what people ask about and suffer from alike
    r"own_illness|(?:illness|drug)_advice|result_meaning|(?:operation|test|bite|mood)_detail|vaccine_effect|animal_bite"
    r"|fever|emergency|home_violence|talk_to_someone|visiting_(?:ill|icu)|refusing|living_will|controlled_drugs|infection_control|baby_\w+"
    r"|womens_services|notifiable|late_for_visit|toilet|greeting|private_life|animals_and_cars|smoking"
)
WEIGHTS = Path(__file__).with_name("subjects.npz")
WORDING = 0.2  # how much the wording counts beside the meaning and what is named
DOUBTED = 2.0  # questions in everyone's words that are added to those of every subject


class Subjects(NamedTuple):
    """Weights of the meaning (512) above those of the terms, one column a subject; and the words each is asked with."""

    names: tuple[str, ...]
    terms: tuple[str, ...]
    weights: Vectors
    bias: Vectors
    words: dict[str, int]  # every term of the known questions: its row in `asked_with`
    asked_with: Counts  # words x subjects: how many questions of the subject have the word
    pieces: dict[str, int]  # of the wording: its row in `worded_with`
    worded_with: Counts  # pieces x subjects: how many questions of the subject have the piece
    questions: Numbers  # how many of each subject

    def likeliest(self, text: str) -> tuple[str, float]:
        """The subject a text is most likely about, and how likely."""
        chances = self.chances(text, embed_again([text])[0], slots(text))
        return self.names[int(chances.argmax())], float(chances.max())

    def chances(self, text: str, vector: Vector, named: Iterable[Slot]) -> Numbers:
        """How likely each subject is."""
        scores = np.concatenate([vector, terms_vector(named, self.terms)]) @ self.weights + self.bias
        scores = scores + WORDING * self._worded(text)
        likely = np.exp((scores - scores.max()).astype(np.float64))
        result: Numbers = likely / likely.sum()
        return result

    def _worded(self, text: str) -> Numbers:
        """How much more the text's wording is of each subject than of all (naive Bayes, by the root of its length)."""
        rows = [self.pieces[piece] for piece in pieces(text) if piece in self.pieces]
        if not rows:
            return np.zeros(len(self.names))
        counts = self.worded_with[rows].astype(np.float64)
        usual = counts.sum(axis=1, keepdims=True) / self.questions.sum()
        more = np.log((counts / usual + DOUBTED) / (self.questions + DOUBTED))
        found: Numbers = more.sum(axis=0) / np.sqrt(len(rows))
        return found


def asks_the_hospital(text: str) -> bool:
    """Whether a text is most likely about what a hospital offers: no word of it need be put as a question."""
    subject, likely = shipped().likeliest(text)
    return likely >= OF_THE_HOUSE and not OF_ILLNESS.fullmatch(subject)


def familiar(subjects: Subjects, slot: Slot, own: str = "") -> Numbers:
    """1 for each subject asked with what the slot names, else 0; `own`: of one question of that subject not counted."""
    found = np.zeros(len(subjects.names))
    for term in slot.terms:
        if term in subjects.words:
            found += subjects.asked_with[subjects.words[term]]
    if own in subjects.names:
        found[subjects.names.index(own)] -= len([term for term in slot.terms if term in subjects.words])
    return (found > 0).astype(np.float64)


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
        return Subjects(
            names=tuple(map(str, stored["names"])),
            terms=tuple(map(str, stored["terms"])),
            weights=weights,
            bias=bias,
            words={str(word): n for n, word in enumerate(stored["words"])},
            asked_with=stored["asked_with"],
            pieces={str(piece): n for n, piece in enumerate(stored["pieces"])},
            worded_with=stored["worded_with"],
            questions=stored["questions"].astype(np.float64),
        )


def store(found: Subjects, path: Path) -> None:
    with path.open("wb") as file:
        np.savez_compressed(
            file,
            names=np.array(found.names),
            terms=np.array(found.terms),
            weights=found.weights.astype(np.float16),
            bias=found.bias.astype(np.float16),
            words=np.array(list(found.words)),
            asked_with=found.asked_with,
            pieces=np.array(list(found.pieces)),
            worded_with=found.worded_with,
            questions=found.questions.astype(np.uint16),
        )


@cache
def shipped() -> Subjects:
    """As learnt by `python -m frontdesk.evaluation.practice.fit`."""
    return load(WEIGHTS)
