"""A hospital's passages made ready to be searched: what each names, how rare that is, and what each line means."""

from collections.abc import Callable, Sequence
from functools import cached_property

import bm25s
import numpy as np
import numpy.typing as npt

from frontdesk.models.facts import Language, Value
from frontdesk.models.retrieval.aspects import Aspect, asked, held
from frontdesk.models.retrieval.terms import Slot, slots, terms
from frontdesk.models.sentences import Vectors

Numbers = npt.NDArray[np.float64]
Places = npt.NDArray[np.intp]
Embed = Callable[[list[str]], Vectors]


class Passage(Value):
    """One text to be found, in each of its languages: a title and its sentences; and what people ask of it."""

    passage_id: str
    title: dict[Language, str]
    sentences: dict[Language, tuple[str, ...]]
    asked: tuple[str, ...] = ()

    @property
    def titles(self) -> tuple[str, ...]:
        return tuple(self.title.values())

    @property
    def headings(self) -> tuple[str, ...]:
        """The titles, and the questions that are as good as titles."""
        return (*self.titles, *self.asked)

    @property
    def lines(self) -> tuple[str, ...]:
        return tuple(line for lines in self.sentences.values() for line in lines)


class Texts:
    """Lines lie passage after passage; a term's column is its place in the vocabulary, the last one is of none."""

    def __init__(self, passages: Sequence[Passage], embed: Embed, also: Sequence[str] = ()) -> None:
        """`also`: further lines to be embedded, apart from the texts: they are the same in every hospital."""
        self.passages = tuple(p for p in passages if p.titles and p.lines)
        self.headings = [heading for p in self.passages for heading in p.headings]
        self.lines = [line for p in self.passages for line in p.lines]
        self._embed = embed
        self._also = list(also)

    @cached_property
    def vectors(self) -> Vectors:
        """Of all headings and all lines."""
        return self._embed([*self.headings, *self.lines])

    @cached_property
    def also_vectors(self) -> Vectors:
        return self._embed(self._also)

    @cached_property
    def line_vectors(self) -> list[dict[Language, Vectors]]:
        """By passage and language."""
        place, found = len(self.headings), []
        for passage in self.passages:
            by_language = {}
            for language, lines in passage.sentences.items():
                by_language[language] = self.vectors[place : place + len(lines)]
                place += len(lines)
            found.append(by_language)
        return found

    @cached_property
    def heading_starts(self) -> Places:
        """Where each passage's headings begin."""
        return _starts([len(p.headings) for p in self.passages])

    @cached_property
    def as_asked(self) -> npt.NDArray[np.bool_]:
        """Which headings are no titles but questions."""
        return np.array([place >= len(p.titles) for p in self.passages for place in range(len(p.headings))])

    @cached_property
    def line_starts(self) -> Places:
        return _starts([len(p.lines) for p in self.passages])

    @cached_property
    def lexical(self) -> bm25s.BM25:
        made = bm25s.BM25()
        made.index([_words(p) for p in self.passages], show_progress=False)
        return made

    @cached_property
    def vocabulary(self) -> dict[str, int]:
        return {word: n for n, word in enumerate(dict.fromkeys(word for p in self.passages for word in _words(p)))}

    @cached_property
    def in_headings(self) -> Numbers:
        """For each passage and term, 1 where a heading has it."""
        return self.incidence([[word for line in p.headings for word in terms(line)] for p in self.passages])

    @cached_property
    def in_texts(self) -> Numbers:
        return self.incidence([_words(p) for p in self.passages])

    @cached_property
    def in_lines(self) -> Numbers:
        return self.incidence([terms(line) for line in self.lines])

    @cached_property
    def heading_slots(self) -> tuple[Numbers, Numbers, Places]:
        """All slots of all headings: their terms, their rarities, and which heading each is of."""
        every = [(n, slot) for n, heading in enumerate(self.headings) for slot in slots(heading)]
        incidence = self.incidence([slot.terms for _, slot in every])
        rarities = np.array([self.rarity_of(slot) for _, slot in every])
        return incidence, rarities, np.array([n for n, _ in every], dtype=np.intp)

    @cached_property
    def unheard(self) -> float:
        """How rare a term is that no text has."""
        return float(np.log(len(self.passages) + 1.0)) + 1e-6

    @cached_property
    def rarity(self) -> dict[str, float]:
        seen = self.in_texts.sum(axis=0)
        return {word: float(np.log((len(self.passages) + 1) / seen[n])) for word, n in self.vocabulary.items()}

    def rarity_of(self, slot: Slot) -> float:
        return sum(self.rarity.get(term, self.unheard) for term in slot.terms) / len(slot.terms)

    @cached_property
    def facts_held(self) -> list[frozenset[Aspect]]:
        return [held(" ".join(p.lines)) for p in self.passages]

    @cached_property
    def facts_asked(self) -> list[frozenset[Aspect]]:
        """By the titles."""
        return [frozenset[Aspect]().union(*map(asked, p.titles)) for p in self.passages]

    def incidence(self, rows: Sequence[Sequence[str]]) -> Numbers:
        found = np.zeros((len(rows), len(self.vocabulary) + 1))
        for row, words in enumerate(rows):
            found[row, [self.vocabulary[word] for word in words if word in self.vocabulary]] = 1
        return found


def _starts(lengths: list[int]) -> Places:
    return np.cumsum([0, *lengths[:-1]], dtype=np.intp)


def _words(passage: Passage) -> list[str]:
    return [word for line in (*passage.headings, *passage.lines) for word in terms(line)]
