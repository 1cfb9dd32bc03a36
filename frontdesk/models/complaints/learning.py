"""Learns what findings sound like in everyday words; `python -m frontdesk.models.complaints.learning` renews it."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np

from frontdesk.models.complaints.classifier import NOTHING, WEIGHTS, Weights, plain
from frontdesk.models.facts import Language, Topic
from frontdesk.models.knowledge.load import knowledge, narratives, wordings
from frontdesk.models.mentions import mentions
from frontdesk.models.network.network import in_bytes
from frontdesk.models.red_flags import alarming
from frontdesk.models.retrieval import asked
from frontdesk.models.sentences import embed
from frontdesk.models.triage.letters import said
from frontdesk.models.triage.statistics import BUCKETS, Floats, Places, buckets, pieces

COMPLAINTS = frozenset({Topic.FINDING, Topic.REQUEST})
ROUNDS, BATCH, STEP, DECAY = 12, 256, 0.02, 1e-5
_SPARE = 0.3  # share of the words hidden in each round, so that no single one is trusted
_LONG = {Language.ZH: 60, Language.EN: 120}  # characters of a letter's sentence that is learnt
_TOO_MANY = 1.5  # the examples that tell nothing are more than people who do
_FAINT = 0.02  # weights below are not kept
_WHERE = {  # said of a place of the body: where, and not yet what
    Language.ZH: ("是", "我的", "就在"),
    Language.EN: ("it's ", "it's my ", "something with my "),
}


class Example(NamedTuple):
    text: str
    code: str


def examples(language: Language) -> Iterator[Example]:
    """The knowledge's wordings, everyday narratives, and what people say who complain of nothing."""
    chinese = language is Language.ZH
    for finding in knowledge().findings.values():
        yield from (Example(words, finding.code) for words in wordings(finding, language))
    for code, line in narratives(language):
        yield Example(line, code if code in knowledge().findings else NOTHING)
    for subject in asked.known().subjects:
        yield from (Example(line, NOTHING) for line in asked.known().of(subject) if line.isascii() is not chinese)
    for site in knowledge().sites.values():
        for place in (site.zh if chinese else site.en, *site.says.get(language, ())):
            yield from (Example(f"{before}{place}", NOTHING) for before in _WHERE[language])
    yield from _heard(language)


def _heard(language: Language) -> Iterator[Example]:
    """Sentences of the letters triage learns from in which exactly one complaint is heard: its words in company."""
    lines = [line for kind in ("kiosk", "letters") for those in said(kind, language).values() for line in those]
    for sentence in dict.fromkeys(part for line in lines for part in pieces(line) if len(part) <= _LONG[language]):
        spoken_of = mentions(sentence)
        if len(spoken_of) == 1 and spoken_of[0].topic in COMPLAINTS and not spoken_of[0].denied:
            yield Example(sentence, spoken_of[0].code)


def learn(given: list[Example], *, seed: int = 7) -> Weights:
    """Weights fitted by Adam on the cross entropy."""
    classes = tuple(dict.fromkeys((NOTHING, *(example.code for example in given))))
    texts = [plain(example.text) for example in given]
    vectors, words = embed(texts), [buckets(text) for text in texts]
    learnt = np.unique(np.concatenate(words))
    rows = np.full(BUCKETS, len(learnt), dtype=np.int64)
    rows[learnt] = np.arange(len(learnt))
    labels = np.array([classes.index(example.code) for example in given])
    embedding, by_word, bias = _fitted(
        vectors, [rows[found] for found in words], labels, (len(learnt), len(classes)), seed
    )
    bias[classes.index(NOTHING)] -= _TOO_MANY
    by_word = np.vstack([np.where(np.abs(by_word) < _FAINT, 0, by_word), np.zeros((1, len(classes)))])
    grave = frozenset(filter(alarming, classes))
    return Weights(embedding, by_word.astype(np.float32), rows, bias, classes, grave)


def _fitted(
    vectors: Floats, words: list[Places], labels: Places, size: tuple[int, int], seed: int
) -> tuple[Floats, Floats, Floats]:
    chance, width = np.random.default_rng(seed), vectors.shape[1]
    matrix = np.zeros((width + size[0], size[1]), dtype=np.float32)
    bias = np.zeros(size[1], dtype=np.float32)
    first, second = np.zeros_like(matrix), np.zeros_like(matrix)
    count = 0
    for turn in range(ROUNDS):
        step = STEP * (1 - turn / ROUNDS)
        for batch in np.array_split(chance.permutation(len(labels)), len(labels) // BATCH + 1):
            count += 1
            inputs = np.zeros((len(batch), len(matrix)), dtype=np.float32)
            inputs[:, :width] = vectors[batch]
            for row, text in enumerate(batch):
                kept = words[text][chance.random(len(words[text])) > _SPARE]
                inputs[row, width + kept] = 1 / np.sqrt(max(len(words[text]), 1))
            scores = inputs @ matrix + bias
            error = np.exp(scores - scores.max(axis=1, keepdims=True))
            error /= error.sum(axis=1, keepdims=True)
            error[np.arange(len(batch)), labels[batch]] -= 1
            error /= len(batch)
            slope = inputs.T @ error + DECAY * matrix
            first, second = 0.9 * first + 0.1 * slope, 0.999 * second + 0.001 * slope * slope
            matrix -= step * (first / (1 - 0.9**count)) / (np.sqrt(second / (1 - 0.999**count)) + 1e-8)
            bias -= step * error.sum(axis=0)
    return matrix[:width], matrix[width:], bias


def store(weights: Weights, path: Path) -> None:
    matrices = {name: getattr(weights, name).astype(np.float16) for name in ("embedding", "bias")}
    words, scale = in_bytes(weights.words.astype(np.float32))
    np.savez_compressed(
        path,
        words=words,
        scale=scale,
        rows=weights.rows.astype(np.int32),
        classes=np.array(weights.classes),
        alarming=np.array(sorted(weights.alarming)),
        **matrices,
    )


if __name__ == "__main__":
    told = {language: list(examples(language)) for language in Language}
    given = {Language.EN: told[Language.EN], Language.ZH: [*told[Language.ZH], *told[Language.EN]]}
    for language, path in WEIGHTS.items():
        store(learn(given[language]), path)
        print(f"{len(given[language])} narratives learnt, {path.stat().st_size / 1e6:.1f} MB written to {path.name}")
