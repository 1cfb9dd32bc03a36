"""Learns what emergencies sound like; `python -m models.embedded.red_flags.learning` makes the weights that ship."""

from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import NamedTuple

import numpy as np
import yaml

from models.embedded.red_flags.check import alarming, by_rules
from models.embedded.red_flags.likeness import WEIGHTS, Weights, left_standing
from models.embedded.red_flags.rules import RULES
from models.embedded.red_flags.words import BUCKETS, buckets, clipped
from models.embedded.scope import scopes
from models.embedded.sentences import embed
from models.embedded.triage.generate import examples
from models.embedded.triage.statistics import Floats
from models.embedded.understanding.writing import language_of
from models.facts import Language
from models.knowledge.load import tellings

HERE = Path(__file__).parent
NONE = 0  # the label of what is no emergency
TOLD = 0.25  # weight of an everyday telling
ORDINARY = 3000  # everyday complaints made from the knowledge that stand against the phrasings
HIDDEN = 96  # units between words and rules
ROUNDS, BATCH, STEP = 30, 256, 0.003
DRAWS = (7, 11, 23)  # of what the network begins with, and of the order it learns in
DECAY_EMBEDDING, DECAY_WORDS = 1e-5, 2e-5
SPARE = 0.3  # share of the words and units hidden in each round, so that no single one is trusted
SMOOTH = 0.04  # of the label, spread over all


class Heard(NamedTuple):
    text: str  # as `left_standing` leaves it
    rule: int
    weight: float


def phrasings(kind: str) -> Iterator[tuple[int, Language, str]]:
    """Our own texts that must make a rule fire (`fires`) or leave it `silent`."""
    for file in sorted((HERE / "phrasings").glob("*.yaml")):
        for rule, languages in yaml.safe_load(file.read_text("utf-8")).items():
            for language, kinds in languages.items():
                yield from ((rule, Language(language), text) for text in kinds.get(kind, ()))


def harmless() -> Iterator[tuple[Language, str]]:
    """Our own texts that must raise nothing at all."""
    for language, texts in yaml.safe_load((HERE / "harmless.yaml").read_text("utf-8")).items():
        yield from ((Language(language), text) for text in texts)


@cache
def asides() -> dict[Language, list[str]]:
    """Our own words that stand beside a complaint and say nothing of it."""
    data = yaml.safe_load((HERE / "asides.yaml").read_text("utf-8"))
    return {Language(language): texts for language, texts in data.items()}


def taught() -> list[Heard]:
    """Every phrasing, and everyday complaints on which no rule fires."""
    found = [Heard(_standing(text, language), rule, 1.0) for rule, language, text in phrasings("fires")]
    found += [Heard(_standing(text, language), NONE, 1.0) for _, language, text in phrasings("silent")]
    found += [Heard(_standing(text, language), NONE, 1.5) for language, text in harmless()]
    found += [*_told(), *_ordinary(Random(20261121))]  # noqa: S311 a fixed draw, not a secret
    return [one for one in found if one.text]


def _standing(text: str, language: Language) -> str:
    return left_standing(text, scopes(text, language))


def _told() -> Iterator[Heard]:
    """What people who are in no danger tell in everyday words; weighs little, since some of it may come of one."""
    for language in Language:
        calm = (line for code, line in tellings(language) if not alarming(code) and not by_rules(line))
        yield from (Heard(_standing(line, language), NONE, TOLD) for line in calm)


def _ordinary(random: Random) -> Iterator[Heard]:
    texts = [example.text for example in examples(random, rounds=1, letters_each=0)]
    random.shuffle(texts)
    calm = (text for text in texts if not by_rules(text))
    for _, text in zip(range(ORDINARY), calm, strict=False):
        language = language_of(text) or Language.ZH
        yield Heard(_standing(_with_an_aside(text, language, random), language), NONE, 0.5)


def _with_an_aside(text: str, language: Language, random: Random) -> str:
    """Half the complaints stay alone; the others come with what an angry or a polite patient says before or after."""
    aside = random.choice(asides()[language])
    gap = "，" if language is Language.ZH else " "
    return random.choice((text, text, f"{aside}{gap}{text}", f"{text}{gap}{aside}"))


def learn(heard: Sequence[Heard], *, seed: int = 7) -> Weights:
    """Weights fitted by Adam on the cross entropy."""
    chance = np.random.default_rng(seed)
    texts = [clipped(one.text) for one in heard]
    vectors, words = embed(texts), [buckets(text) for text in texts]
    wanted, weight = _wanted(heard), np.array([one.weight for one in heard], dtype=np.float32)[:, None]
    width = vectors.shape[1]
    layers = _drawn((width + BUCKETS, HIDDEN, wanted.shape[1]), chance)
    decay = np.r_[np.full(width, DECAY_EMBEDDING), np.full(BUCKETS, DECAY_WORDS)].astype(np.float32)[:, None]
    moments = [(np.zeros_like(layer), np.zeros_like(layer)) for layer in layers]
    count = 0
    for turn in range(ROUNDS):
        step = STEP * (1 - turn / ROUNDS)
        for batch in np.array_split(chance.permutation(len(texts)), len(texts) // BATCH + 1):
            count += 1
            inputs = np.zeros((len(batch), width + BUCKETS), dtype=np.float32)
            inputs[:, :width] = vectors[batch]
            for row, text in enumerate(batch):
                kept = words[text][chance.random(len(words[text])) > SPARE]
                inputs[row, width + kept] = 1 / np.sqrt(max(len(kept), 1))
            slopes = _slopes(layers, inputs, wanted[batch], weight[batch], chance)
            slopes[0] += decay * layers[0]
            for layer, slope, (first, second) in zip(layers, slopes, moments, strict=True):
                first += 0.1 * (slope - first)
                second += 0.001 * (slope * slope - second)
                layer -= step * (first / (1 - 0.9**count)) / (np.sqrt(second / (1 - 0.999**count)) + 1e-8)
    matrix, hidden, out, bias = layers
    return Weights(matrix[:width], matrix[width:], hidden, out, bias, tuple(RULES))


def _wanted(heard: Sequence[Heard]) -> Floats:
    """The chances to be learnt, texts x (1 + rules)."""
    rules = tuple(RULES)
    labels = np.full((len(heard), len(rules) + 1), SMOOTH / (len(rules) + 1), dtype=np.float32)
    for row, one in enumerate(heard):
        labels[row, rules.index(one.rule) + 1 if one.rule else NONE] += 1 - SMOOTH
    return labels


def _drawn(sizes: tuple[int, int, int], chance: np.random.Generator) -> list[Floats]:
    """The hidden layer's matrix and bias, then the outer one's."""
    inputs, hidden, outputs = sizes
    first, second = chance.standard_normal((inputs, hidden)) * 0.05, chance.standard_normal((hidden, outputs)) * 0.05
    return [np.asarray(part, np.float32) for part in (first, np.zeros(hidden), second, np.zeros(outputs))]


def _slopes(
    layers: list[Floats], inputs: Floats, wanted: Floats, weight: Floats, chance: np.random.Generator
) -> list[Floats]:
    """The slope of the loss for each of `layers`, a share of the hidden units being left out."""
    matrix, hidden, out, bias = layers
    open_ = (chance.random((len(inputs), len(hidden))) > SPARE).astype(np.float32) / (1 - SPARE)
    units = np.maximum(inputs @ matrix + hidden, 0) * open_
    scores = units @ out + bias
    scores = np.exp(scores - scores.max(axis=1, keepdims=True))
    error = (scores / scores.sum(axis=1, keepdims=True) - wanted) * weight / len(inputs)
    back = (error @ out.T) * open_ * (units > 0)
    return [inputs.T @ back, back.sum(axis=0), units.T @ error, error.sum(axis=0)]


def side_by_side(drawn: Sequence[Weights]) -> Weights:
    """One network whose scores are the mean of those of all: single draws differ on a text or two in each hundred."""
    return Weights(
        np.concatenate([one.embedding for one in drawn], axis=1),
        np.concatenate([one.words for one in drawn], axis=1),
        np.concatenate([one.hidden for one in drawn]),
        np.concatenate([one.out / np.float32(len(drawn)) for one in drawn]),
        np.mean([one.bias for one in drawn], axis=0),
        drawn[0].rules,
    )


def store(weights: Weights, path: Path) -> None:
    matrices = {name: getattr(weights, name).astype(np.float16) for name in Weights._fields[:-1]}
    np.savez_compressed(path, rules=np.array(weights.rules), **matrices)


if __name__ == "__main__":
    lessons = taught()
    store(side_by_side([learn(lessons, seed=seed) for seed in DRAWS]), WEIGHTS)
    print(f"{len(lessons)} texts learnt, {WEIGHTS.stat().st_size / 1e6:.1f} MB written to {WEIGHTS.name}")
