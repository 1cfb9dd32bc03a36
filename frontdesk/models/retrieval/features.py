"""What can be seen of a question beside each passage: how much they mean the same and name the same."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from frontdesk.models.retrieval.aspects import Aspect, asked, asks_a_sum
from frontdesk.models.retrieval.clauses import asking
from frontdesk.models.retrieval.subjects import Subjects, familiar
from frontdesk.models.retrieval.terms import Kind, Slot, slots
from frontdesk.models.retrieval.texts import Embed, Numbers, Texts
from frontdesk.models.sentences import Vectors

LINKED = 0.5  # how likely a passage must answer a subject for it to be its own
FEATURES = (  # what the question names counts by its rarity
    "title_likeness",  # cosine
    "text_likeness",
    "likeness_stands_out",  # in standard deviations over the passages
    "subjects_share",  # of the subjects named, found in the text
    "subjects_share_in_title",
    "subjects_in_title",
    "subjects_in_text",
    "circumstances_in_text",
    "words_in_text",
    "in_one_sentence",
    "subjects_missing",
    "elsewhere_missing",
    "circumstances_missing",
    "words_missing",  # less as a line of the text is like them
    "words_alike",
    "priced_thing_missing",  # 1 where a price is asked for of what the text does not name
    "sum_missing",  # 1 where a sum of money is asked for and the text tells none
    "title_asked_for",  # share of the title that the question names
    "bm25",
    "kind_of_fact_there",
    "kind_of_fact_in_title",
    "share_times_likeness",
    "share_ahead",  # of the next best passage
    "bm25_ahead",
    "likeness_ahead",
)


class Question(NamedTuple):
    """A question with what it names, and the vectors of it and of its words that no list knows."""

    text: str
    named: tuple[Slot, ...]
    vector: Vectors
    word_vectors: Vectors


def read(text: str, embed: Embed, named: tuple[Slot, ...] | None = None) -> Question:
    """`named`: what it names when that is known otherwise. It is all embedded at once."""
    named = slots(text) if named is None else named
    vectors = embed([text, *(slot.said for slot in named if slot.kind is Kind.WORD)])
    return Question(text, named, vectors[0], vectors[1:])


def features(texts: Texts, question: Question) -> Numbers:
    """One row a passage, one column a feature."""
    named, vector, wanted = question.named, question.vector, asked(question.text)
    weight = np.array([texts.rarity_of(slot) for slot in named]) / texts.unheard
    kinds = {kind: np.array([slot.kind is kind for slot in named], dtype=bool) * weight for kind in Kind}
    about = kinds[Kind.SUBJECT] + kinds[Kind.ELSEWHERE]
    columns = [[texts.vocabulary.get(term, -1) for term in slot.terms] for slot in named]
    in_title, in_text = _present(texts.in_headings, columns), _present(texts.in_texts, columns)
    in_line = np.maximum.reduceat(_present(texts.in_lines, columns) @ weight, texts.line_starts)
    title_like, text_like = likeness(texts, vector)
    like = np.maximum(title_like, text_like)
    lexical = _bm25(texts, [term for slot in named for term in slot.terms]) / (weight.sum() + 1.0)
    found = in_text @ about / (about.sum() + 1e-6)
    rows = (
        title_like,
        text_like,
        (like - like.mean()) / (like.std() + 1e-6),
        found,
        in_title @ about / (about.sum() + 1e-6),
        in_title @ about,
        in_text @ about,
        in_text @ kinds[Kind.CIRCUMSTANCE],
        in_text @ kinds[Kind.WORD],
        in_line,
        (1 - in_text) @ kinds[Kind.SUBJECT],
        (1 - in_text) @ kinds[Kind.ELSEWHERE],
        (1 - in_text) @ kinds[Kind.CIRCUMSTANCE],
        *_unlisted(texts, question, in_text, weight),
        (found == 0) * float(about.any() and Aspect.PRICE in wanted),
        _sum_missing(texts, question.text),
        _title_asked_for(texts, named),
        lexical,
        _agreement(wanted, texts.facts_held),
        _agreement(wanted, texts.facts_asked),
        found * like,
        *map(_ahead, (found, lexical, like)),
    )
    return np.stack(rows, axis=1)


def likeness(texts: Texts, vector: Vectors) -> tuple[Numbers, Numbers]:
    """Cosine of the question with the best heading and with the best sentence of each passage."""
    cosines = (texts.vectors @ vector).astype(np.float64)
    first, last = len(texts.headings), len(texts.headings) + len(texts.lines)
    titles = np.maximum.reduceat(cosines[:first], texts.heading_starts)
    return titles, np.maximum.reduceat(cosines[first:last], texts.line_starts)


def _unlisted(texts: Texts, question: Question, in_text: Numbers, weight: Numbers) -> tuple[Numbers, Numbers]:
    """Of the words no list knows: how much of them the text lacks, and how like them its lines are."""
    words = [place for place, slot in enumerate(question.named) if slot.kind is Kind.WORD]
    if not words:
        return np.zeros(len(texts.passages)), np.zeros(len(texts.passages))
    alike = np.stack([np.maximum(*likeness(texts, vector)) for vector in question.word_vectors], axis=1)
    alike = np.maximum(alike, in_text[:, words])
    return (1 - alike) @ weight[words], alike @ weight[words] / weight[words].sum()


def strange(texts: Texts, question: Question, links: Numbers, subjects: Subjects, own: str = "") -> Numbers:
    """How much is named that neither a passage holds nor its subjects are ever asked with: where it is asked, and

    of what hospitals have not, anywhere; a row a passage.

    `links`: subjects x passages; `own`: the subject of a known question, which is not to vouch for itself.
    """
    parts = asking(question.text) or [question.text]
    asked_for = [slot for slot in slots(" ".join(parts)) if slot.kind is not Kind.CIRCUMSTANCE]
    elsewhere = [slot for slot in question.named if slot.kind is Kind.ELSEWHERE]
    named = [*asked_for, *elsewhere]
    if not named:
        return np.zeros((len(texts.passages), 2))
    columns = [[texts.vocabulary.get(term, -1) for term in slot.terms] for slot in named]
    usual = np.stack([familiar(subjects, slot, own) for slot in named]) @ (links > LINKED) > 0
    weight = np.array([texts.rarity_of(slot) for slot in named]) / texts.unheard
    odd = weight[:, None] * (1 - _present(texts.in_texts, columns).T) * (1 - usual)
    count = len(asked_for)
    return np.stack([odd[:count].sum(axis=0), odd[count:].sum(axis=0)], axis=1)


def _sum_missing(texts: Texts, question: str) -> Numbers:
    silent = [Aspect.PRICE not in facts for facts in texts.facts_held]
    return np.array(silent, dtype=np.float64) * asks_a_sum(question)


def _title_asked_for(texts: Texts, named: Sequence[Slot]) -> Numbers:
    """The share of each passage's clearest heading that the question names."""
    asked_for = texts.incidence([[term for slot in named for term in slot.terms]])[0]
    incidence, weights, headings = texts.heading_slots
    count = len(texts.headings)
    shares = np.bincount(headings, weights * (incidence @ asked_for > 0), minlength=count)
    return np.maximum.reduceat(shares / (np.bincount(headings, weights, minlength=count) + 1e-6), texts.heading_starts)


def _bm25(texts: Texts, asked_for: Sequence[str]) -> Numbers:
    words = [word for word in asked_for if word in texts.vocabulary]
    if not words:
        return np.zeros(len(texts.passages))
    return np.asarray(texts.lexical.get_scores(words), dtype=np.float64)


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


def _ahead(column: Numbers) -> Numbers:
    """How far each passage is ahead of the best other one."""
    if len(column) < 2:
        return np.zeros_like(column)
    second, first = np.sort(column)[-2:]
    ahead: Numbers = np.where(column == first, column - second, column - first)
    return ahead
