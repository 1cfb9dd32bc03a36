"""Hybrid search over a hospital's texts: subjects and words (BM25) weighed together with meaning (embeddings)."""

from collections.abc import Callable, Sequence
from functools import cached_property

import bm25s
import numpy as np
import numpy.typing as npt

from models.embedded.sentences import Vectors, embed
from models.facts import Language, Value
from models.retrieval.aspects import Aspect, asked, held
from models.retrieval.likelihood import Likelihood
from models.retrieval.terms import Kind, Slot, slots, terms

Numbers = npt.NDArray[np.float64]


class Passage(Value):
    """One text to be found, in each of its languages: a title and its sentences."""

    passage_id: str
    title: dict[Language, str]
    sentences: dict[Language, tuple[str, ...]]

    @property
    def titles(self) -> tuple[str, ...]:
        return tuple(self.title.values())

    @property
    def lines(self) -> tuple[str, ...]:
        return tuple(line for lines in self.sentences.values() for line in lines)


class Hit(Value):
    """A passage that may answer: how likely it does (0 to 1), and how well each of its lines fits."""

    passage: Passage
    likelihood: float
    fit: dict[Language, tuple[float, ...]]  # of its sentences, to choose from

    def best(self, language: Language) -> int:
        """The sentence that fits best, as an index; the earlier of equals."""
        fit = self.fit[language]
        return max(range(len(fit)), key=lambda i: (fit[i], -i))


class Index:
    """Searches a fixed set of passages; make a new one when they change."""

    def __init__(
        self, passages: Sequence[Passage], *, likelihood: Likelihood, embedded: Callable[[list[str]], Vectors] = embed
    ) -> None:
        self.passages = tuple(p for p in passages if p.titles and p.lines)
        self._likelihood = likelihood
        self._embedded = embedded

    def warm(self) -> None:
        """Computes what the first search would otherwise wait for."""
        if self.passages:
            self.search("warm")

    def search(self, question: str, *, limit: int = 3) -> tuple[Hit, ...]:
        """The passages that most likely answer, best first, whether or not they do."""
        if not self.passages or not question.strip():
            return ()
        vector = embed([question])[0]
        likely = self._likelihood(self.features(question, vector))
        return tuple(self._hit(int(i), question, vector, float(likely[i])) for i in np.argsort(-likely)[:limit])

    def features(self, question: str, vector: Vectors) -> Numbers:
        """One row a passage; the columns are `likelihood.FEATURES`."""
        named, wanted = slots(question), asked(question)
        weight = np.array([self._slot_rarity(slot) for slot in named]) / self._unheard
        columns = [[self._vocabulary.get(term, -1) for term in slot.terms] for slot in named]
        in_title, in_text, in_lines = (
            _present(found, columns) for found in (self._title_terms, self._text_terms, self._line_terms)
        )
        in_line = np.maximum.reduceat(in_lines @ weight, self._starts(self._line_owner)) if len(named) else 0.0
        kinds = {kind: np.array([slot.kind is kind for slot in named], dtype=bool) * weight for kind in Kind}
        about = kinds[Kind.SUBJECT] + kinds[Kind.ELSEWHERE]
        title_like, text_like = self._likeness(vector)
        likeness = np.maximum(title_like, text_like)
        lexical = self._bm25(terms(question)) / (weight.sum() + 1.0)
        found = in_text @ about / (about.sum() + 1e-6)
        rows = np.stack(
            [
                title_like,
                text_like,
                (likeness - likeness.mean()) / (likeness.std() + 1e-6),
                found,
                in_title @ about / (about.sum() + 1e-6),
                in_title @ about,
                in_text @ about,
                in_text @ kinds[Kind.CIRCUMSTANCE],
                in_text @ kinds[Kind.WORD],
                in_line + np.zeros(len(found)),
                (1 - in_text) @ kinds[Kind.SUBJECT],
                (1 - in_text) @ kinds[Kind.ELSEWHERE],
                (1 - in_text) @ kinds[Kind.CIRCUMSTANCE],
                (1 - in_text) @ kinds[Kind.WORD],
                self._title_asked_for(named),
                lexical,
                _agreement(wanted, self._held),
                _agreement(wanted, self._asked),
                found * likeness,
            ],
            axis=1,
        )
        return np.concatenate([rows, _ahead(np.stack([found, lexical, likeness], axis=1))], axis=1)

    def _slot_rarity(self, slot: Slot) -> float:
        return sum(self._rarity.get(term, self._unheard) for term in slot.terms) / len(slot.terms)

    def _title_asked_for(self, named: Sequence[Slot]) -> Numbers:
        """The share of each passage's clearest title that the question names."""
        asked_for = np.zeros(len(self._vocabulary) + 1)
        asked_for[[self._vocabulary[term] for slot in named for term in slot.terms if term in self._vocabulary]] = 1
        incidence, weights, titles = self._title_slots
        shares = np.bincount(titles, weights * (incidence @ asked_for > 0), minlength=len(self._title_owner))
        total = np.bincount(titles, weights, minlength=len(self._title_owner)) + 1e-6
        return np.maximum.reduceat(shares / total, self._starts(self._title_owner))

    @cached_property
    def _title_slots(self) -> tuple[Numbers, Numbers, npt.NDArray[np.intp]]:
        """All slots of all titles: their terms, their rarities, and which title each is of."""
        every = [(n, slot) for n, t in enumerate(t for p in self.passages for t in p.titles) for slot in slots(t)]
        incidence = self._incidence_of([slot.terms for _, slot in every])
        rarities = np.array([self._slot_rarity(slot) for _, slot in every])
        return incidence, rarities, np.array([n for n, _ in every], dtype=np.intp)

    def _hit(self, place: int, question: str, vector: Vectors, likelihood: float) -> Hit:
        passage, words, wanted = self.passages[place], set(terms(question)), asked(question)
        fit = {}
        for language, lines in passage.sentences.items():
            like = self._vectors_of[place][language] @ vector
            fit[language] = tuple(
                float(like[n])
                + sum(self._rarity.get(word, 0.0) for word in words & set(terms(line))) / (2 * self._unheard)
                + 0.3 * len(wanted & held(line))
                for n, line in enumerate(lines)
            )
        return Hit(passage=passage, likelihood=likelihood, fit=fit)

    def _likeness(self, vector: Vectors) -> tuple[Numbers, Numbers]:
        """Of the question to the best title and to the best sentence of each passage."""
        cosines = (self._vectors @ vector).astype(np.float64)
        split = len(self._title_owner)
        titles = np.maximum.reduceat(cosines[:split], self._starts(self._title_owner))
        return titles, np.maximum.reduceat(cosines[split:], self._starts(self._line_owner))

    @staticmethod
    def _starts(owner: Numbers) -> npt.NDArray[np.intp]:
        return np.flatnonzero(np.r_[True, owner[1:] != owner[:-1]])

    def _bm25(self, asked_for: Sequence[str]) -> Numbers:
        words = [word for word in asked_for if word in self._vocabulary]
        if not words:
            return np.zeros(len(self.passages))
        return np.asarray(self._lexical.get_scores(words), dtype=np.float64)

    @cached_property
    def _lexical(self) -> bm25s.BM25:
        made = bm25s.BM25()
        made.index([self._words_of(p) for p in self.passages], show_progress=False)
        return made

    @staticmethod
    def _words_of(passage: Passage) -> list[str]:
        return [word for line in (*passage.titles, *passage.lines) for word in terms(line)]

    @cached_property
    def _vectors(self) -> Vectors:
        """All titles, then all sentences, passage after passage."""
        titles = [title for p in self.passages for title in p.titles]
        return self._embedded(titles + [line for p in self.passages for line in p.lines])

    @cached_property
    def _vectors_of(self) -> list[dict[Language, Vectors]]:
        place, found = len(self._title_owner), []
        for passage in self.passages:
            by_language = {}
            for language, lines in passage.sentences.items():
                by_language[language] = self._vectors[place : place + len(lines)]
                place += len(lines)
            found.append(by_language)
        return found

    @cached_property
    def _title_owner(self) -> Numbers:
        return np.array([n for n, p in enumerate(self.passages) for _ in p.titles], dtype=np.float64)

    @cached_property
    def _line_owner(self) -> Numbers:
        return np.array([n for n, p in enumerate(self.passages) for _ in p.lines], dtype=np.float64)

    @cached_property
    def _vocabulary(self) -> dict[str, int]:
        """Every term to its column; the last column, -1, is for terms no text has."""
        return {word: n for n, word in enumerate(dict.fromkeys(w for p in self.passages for w in self._words_of(p)))}

    def _incidence(self, texts: Sequence[Sequence[str]]) -> Numbers:
        return self._incidence_of([[word for line in lines for word in terms(line)] for lines in texts])

    def _incidence_of(self, rows: Sequence[Sequence[str]]) -> Numbers:
        found = np.zeros((len(rows), len(self._vocabulary) + 1))
        for row, words in enumerate(rows):
            found[row, [self._vocabulary[word] for word in words]] = 1
        return found

    @cached_property
    def _title_terms(self) -> Numbers:
        return self._incidence([p.titles for p in self.passages])

    @cached_property
    def _text_terms(self) -> Numbers:
        return self._incidence([(*p.titles, *p.lines) for p in self.passages])

    @cached_property
    def _line_terms(self) -> Numbers:
        return self._incidence([(line,) for p in self.passages for line in p.lines])

    @cached_property
    def _unheard(self) -> float:
        """How rare a term is that no text has."""
        return float(np.log(len(self.passages) + 1.0)) + 1e-6

    @cached_property
    def _rarity(self) -> dict[str, float]:
        seen = self._text_terms.sum(axis=0)
        return {word: float(np.log((len(self.passages) + 1) / seen[n])) for word, n in self._vocabulary.items()}

    @cached_property
    def _held(self) -> list[frozenset[Aspect]]:
        return [held(" ".join(p.lines)) for p in self.passages]

    @cached_property
    def _asked(self) -> list[frozenset[Aspect]]:
        return [frozenset().union(*map(asked, p.titles)) for p in self.passages]


def _present(found: Numbers, columns: list[list[int]]) -> Numbers:
    """For each text and slot, 1 where the text has any of the slot's terms."""
    if not columns:
        return np.zeros((len(found), 0))
    return np.stack([found[:, those].max(axis=1) for those in columns], axis=1)


def _agreement(wanted: frozenset[Aspect], offered: list[frozenset[Aspect]]) -> Numbers:
    """1 where all that was asked for is there, -1 where none of it is, 0 when nothing definite was asked for."""
    if not wanted:
        return np.zeros(len(offered))
    return np.array([2 * len(wanted & those) / len(wanted) - 1 for those in offered])


def _ahead(columns: Numbers) -> Numbers:
    """How far each passage is ahead of the best other one."""
    if len(columns) < 2:
        return np.zeros_like(columns)
    first, second = -np.sort(-columns, axis=0)[:2]
    ahead: Numbers = np.where(columns == first, columns - second, columns - first)
    return ahead
