"""Hybrid search over short passages: words (BM25 over segmented text) and meaning (sentence embeddings) together."""

import re
from collections.abc import Sequence
from functools import cached_property

import bm25s
import numpy as np
import rjieba

from models.embedded.sentences import Vectors, embed
from models.facts import Language, Value

WORDS_WEIGHT = 0.35
FILLERS_ZH = (
    "的 了 吗 呢 啊 吧 是 在 有 我 你 您 请问 请 想 要 可以 能 怎么 什么 哪 哪里 哪儿 几 多少 这 那 和 就 都 也 不 一下"
)
FILLERS_EN = (
    "the a an is are do does can could i you me my to of in on at for and or what where how when which please it there "
    "will would get have has be this that with your any"
)
FILLERS = frozenset(f"{FILLERS_ZH} {FILLERS_EN}".split())  # words that carry no subject


class Passage(Value):
    """One text to be found: its sentences in one language. Several passages may share an id (one a language)."""

    passage_id: str
    language: Language
    title: str
    sentences: tuple[str, ...]


class Hit(Value):
    """A passage with how well it fits (0 to 1) and its sentences, best first, as indexes."""

    passage: Passage
    score: float
    likeness: float  # cosine of the best sentence
    overlap: float  # share of the question's words found in the passage
    best: tuple[int, ...]


class Index:
    """Searches a fixed set of passages; make a new one when they change."""

    def __init__(self, passages: Sequence[Passage]) -> None:
        self._passages = tuple(passages)
        self._texts = [f"{p.title} {' '.join(p.sentences)}" for p in self._passages]
        self._tokens = [words(text) for text in self._texts]

    @cached_property
    def _lexical(self) -> bm25s.BM25:
        made = bm25s.BM25()
        made.index(self._tokens, show_progress=False)
        return made

    @cached_property
    def _vectors(self) -> tuple[Vectors, ...]:
        """Per passage: the title's vector, then one a sentence."""
        flat = [line for p in self._passages for line in (p.title, *p.sentences)]
        found = embed(flat)
        ends = np.cumsum([1 + len(p.sentences) for p in self._passages])
        return tuple(np.split(found, ends[:-1]))

    def warm(self) -> None:
        """Computes what the first search would otherwise wait for."""
        _ = self._vectors, self._lexical

    def search(self, question: str, *, limit: int = 3) -> tuple[Hit, ...]:
        """The passages that fit best, one for each id, best first."""
        asked = words(question)
        if not any(self._tokens) or not question.strip():
            return ()
        vector = embed([question])[0]
        lexical = self._lexical.get_scores(asked) if asked else np.zeros(len(self._passages))
        top = float(lexical.max()) or 1.0
        hits = (self._hit(place, vector, asked, float(lexical[place]) / top) for place in range(len(self._passages)))
        ranked = sorted(hits, key=lambda hit: -hit.score)
        firsts = {hit.passage.passage_id: hit for hit in reversed(ranked)}
        return tuple(sorted(firsts.values(), key=lambda hit: -hit.score)[:limit])

    def _hit(self, place: int, vector: Vectors, asked: list[str], lexical: float) -> Hit:
        likeness = self._vectors[place] @ vector
        sentences = tuple(int(i) for i in np.argsort(-likeness[1:]))
        shared = len(set(asked) & set(self._tokens[place])) / max(1, len(set(asked)))
        best = float(likeness.max())
        return Hit(
            passage=self._passages[place],
            score=(1 - WORDS_WEIGHT) * best + WORDS_WEIGHT * lexical,
            likeness=best,
            overlap=shared,
            best=sentences,
        )


def words(text: str) -> list[str]:
    """Content words of either language, lower case, English ones without their endings."""
    cut = (word.strip().lower() for word in rjieba.cut(text))
    return [_stem(word) for word in cut if re.search(r"\w", word) and word not in FILLERS]


def _stem(word: str) -> str:
    return re.sub(r"(?<=\w{3})(?:ing|ed|es|s)$", "", word) if word.isascii() else word
