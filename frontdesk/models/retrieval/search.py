"""Hybrid search over a hospital's texts: subjects and words (BM25) weighed together with meaning (embeddings)."""

from collections.abc import Sequence
from functools import cached_property

import numpy as np

from frontdesk.models.facts import Language, Value
from frontdesk.models.retrieval import asked as known_questions
from frontdesk.models.retrieval import links
from frontdesk.models.retrieval.aspects import asked, held
from frontdesk.models.retrieval.features import FEATURES, Question, features, read, strange
from frontdesk.models.retrieval.likelihood import Fitted, Likelihood, any_answers
from frontdesk.models.retrieval.subjects import shipped
from frontdesk.models.retrieval.terms import Kind, Slot, slots, terms
from frontdesk.models.retrieval.texts import Embed, Numbers, Passage, Texts
from frontdesk.models.sentences import embed

ALL_FEATURES = (*FEATURES, *known_questions.FEATURES)
BARS = [ALL_FEATURES.index(name) for name in ("elsewhere_strange_missing", "priced_thing_missing", "sum_missing")]
BARRED = 10.0
NEVER = 1e-3
ASPECT = 0.5  # what a sentence gains by holding the kind of fact that is asked for
UNASKED = 0.1  # what it loses for each subject it names and the question does not
# Cosine of a question with one that a text is said to answer: of another question hardly more, of the same one.
ANOTHER, SAME = 0.6, 0.85
LATER = 0.02  # and for standing one place later: the likeliest question is answered first


class Hit(Value):
    """A passage that may answer, and how well each of its sentences fits the question."""

    passage: Passage
    fit: dict[Language, tuple[float, ...]]

    def best(self, language: Language) -> int:
        """The sentence that fits best, as an index; the earlier of equals."""
        fit = self.fit[language]
        return max(range(len(fit)), key=lambda place: (fit[place], -place))


class Search(Value):
    """The passages that most likely answer, best first, and how likely one of them does."""

    hits: tuple[Hit, ...]
    likelihood: float


def barred(rows: Numbers) -> Numbers:
    """What is taken from the log-odds of each passage that says nothing of what is asked for by name."""
    found: Numbers = np.where((rows[:, BARS] > 0).any(axis=1), BARRED, 0.0)
    return found


def answering_odds(answering: Likelihood, rows: Numbers) -> Numbers:
    """Log-odds that each passage answers."""
    return answering.odds(rows, ALL_FEATURES) - barred(rows)


class Index:
    """Searches a fixed set of passages; make a new one when they change."""

    def __init__(self, passages: Sequence[Passage], *, fitted: Fitted, embedded: Embed = embed) -> None:
        known = known_questions.known()
        self.texts = Texts(passages, embedded, also=[*known.lines, *known.words])
        self._fitted = fitted

    def warm(self) -> None:
        """Computes what the first search would otherwise wait for."""
        self.search("warm")

    def search(self, question: str, *, limit: int = 3) -> Search:
        if not self.texts.passages or not question.strip():
            return Search(hits=(), likelihood=0.0)
        seen = read(question, embed)
        rows = self.features(seen)
        odds = np.maximum(self._fitted.answering.odds(rows, ALL_FEATURES), self._as_asked(seen)) - barred(rows)
        hits = tuple(self._hit(int(place), seen) for place in np.argsort(-odds)[:limit])
        return Search(hits=hits, likelihood=any_answers(odds))

    def features(self, question: Question) -> Numbers:
        """One row a passage, one column of ALL_FEATURES."""
        chances = shipped().chances(question.text, question.vector, question.named)
        odd = strange(self.texts, question, self.links, shipped())
        bridge = known_questions.features(chances, self.links, odd)
        return np.concatenate([features(self.texts, question), bridge], axis=1)

    def _as_asked(self, question: Question) -> Numbers:
        """Log-odds that each passage answers the question, by how like it is to one that the passage is said to."""
        if not self.texts.as_asked.any():
            return np.full(len(self.texts.passages), -np.inf)
        alike = self.texts.vectors[: len(self.texts.headings)] @ question.vector
        best = np.maximum.reduceat(np.where(self.texts.as_asked, alike, -1.0), self.texts.heading_starts)
        chance = np.clip((best - ANOTHER) / (SAME - ANOTHER), NEVER, 1 - NEVER)
        found: Numbers = np.log(chance / (1 - chance))
        return found

    @cached_property
    def answered(self) -> Numbers:
        """The mean log-odds that each passage answers the known questions of each subject."""
        known = known_questions.known()
        vectors = dict(zip([*known.lines, *known.words], self.texts.also_vectors, strict=True))
        seen = [read(line, lambda texts: np.stack([vectors[text] for text in texts])) for line in known.lines]
        rows = [self._fitted.linking.odds(features(self.texts, question), FEATURES) for question in seen]
        return known_questions.by_subject(np.stack(rows))

    @cached_property
    def links(self) -> Numbers:
        """How likely each passage answers each subject of the known questions."""
        pairs = links.features(self.texts, shipped(), self.answered)
        chances: Numbers = 1 / (1 + np.exp(-self._fitted.belonging.odds(pairs, links.FEATURES)))
        return chances

    def _hit(self, place: int, question: Question) -> Hit:
        passage, wanted = self.texts.passages[place], asked(question.text)
        named = {term for slot in question.named for term in slot.terms}.difference(*map(terms, passage.titles))
        fit = {}
        for language, lines in passage.sentences.items():
            alike = self.texts.line_vectors[place][language] @ question.vector
            shared = [sum(self.texts.rarity[word] for word in named & set(terms(line))) for line in lines]
            beside = [len(_unasked(line, question, passage)) for line in lines]
            fit[language] = tuple(
                float(alike[n])
                + shared[n] / (2 * self.texts.unheard)
                + ASPECT * len(wanted & held(line))
                - UNASKED * beside[n]
                - LATER * n
                for n, line in enumerate(lines)
            )
        return Hit(passage=passage, fit=fit)


def _unasked(line: str, question: Question, passage: Passage) -> list[Slot]:
    """The subjects that a line names, and neither the question nor the passage's title."""
    expected = {term for slot in question.named for term in slot.terms}.union(*map(terms, passage.titles))
    return [slot for slot in slots(line) if slot.kind is Kind.SUBJECT and expected.isdisjoint(slot.terms)]
