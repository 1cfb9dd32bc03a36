"""Reads what somebody came for by its likeness to what others say: a linear model over whole sentences."""

import re
from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple

import numpy as np

from frontdesk.models.facts import Language
from frontdesk.models.knowledge.load import knowledge
from frontdesk.models.network.network import Bytes, of_words
from frontdesk.models.sentences import MUCH, embed_again
from frontdesk.models.triage.evidence import chances_of
from frontdesk.models.triage.persons import Chances
from frontdesk.models.triage.statistics import Floats, Places, buckets, is_chinese, logits, pieces, size

WEIGHTS = {language: Path(__file__).parent / f"weights.{language}.npz" for language in Language}
NOTHING = "nothing"  # the class of what is no complaint
HAN = r"[\u3400-\u9fff]"
LONGEST = 300  # characters of the whole
_MOST = 6  # parts that are read, besides the whole
_FEWEST = 4  # words, by `size`, of a part that may tell something
# The chance of a finding that is offered as an answer; the right one is then among 0.91 of our English everyday
# openings and 0.94 of the Chinese, with 1.2 and 1.5 others.
WORTH_OFFERING = 0.1
_ALONE = 0.4  # of a finding that is offered as the only one
_WHERE_TO = 0.5  # how far a finding is preferred that belongs where the whole text sounds to belong
ENDS = re.compile(
    r"[.!?;,…]+\s+|\s+(?:and|but|because|cos|so)\s+|\s+-+\s+"
    rf"|[，。！？；…]+\s*|(?<={HAN})[,;!?.]+\s*|(?<={HAN})\s+(?={HAN})",
    re.I,
)

# Emergencies are the red flags' to hear; the same told of without alarm.
_CALMER = {
    "feeling_faint": "dizziness",
    "worst_headache": "headache",
    "sudden_unsteady": "dizziness",
    "wants_to_die": "low_mood",
    "sudden_testicle_pain": "testicle_pain",
    "fall_from_height": "injury_fall",
}


class Weights(NamedTuple):
    embedding: Floats  # 512 x classes
    words: Floats | Bytes  # words learnt x classes; the last row is of words never met; bytes are steps of `scale`
    rows: Places  # the row of each bucket
    bias: Floats
    classes: tuple[str, ...]  # NOTHING first, then codes of findings
    alarming: frozenset[str]  # those that raise an alarm by themselves: theirs is the red flags' ear alone
    scale: Floats | None = None  # classes


@cache
def shipped(language: Language) -> Weights:
    with np.load(WEIGHTS[language], allow_pickle=False) as stored:
        embedding, bias = (stored[name].astype(np.float32) for name in ("embedding", "bias"))
        classes, alarming = (tuple(map(str, stored[name])) for name in ("classes", "alarming"))
        return Weights(embedding, stored["words"], stored["rows"], bias, classes, frozenset(alarming), stored["scale"])


def nearest(text: str, *, most: int, at_least: float = WORTH_OFFERING) -> list[str]:
    """The findings `text` is most like, with at least this chance, the likeliest first, to be offered as answers."""
    found = list(likeness(text, at_least=at_least).items())
    if len(found) == 1 and found[0][1] < _ALONE:
        return []
    return [code for code, _ in found if code != NOTHING][:most]


def likeness(text: str, *, at_least: float) -> dict[str, float]:
    """The findings, and NOTHING, that `text` may mean with at least this chance, the likeliest first."""
    weights = shipped(language_of((text,)))
    row = chances(_read(text)).max(axis=0)
    found: dict[str, float] = {}
    for place in np.argsort(-row):
        if row[place] >= at_least:
            found.setdefault(_calmly(weights.classes[place], weights), float(row[place]))
    return found


def embed_together(text: str) -> None:
    """All that is embedded of a complaint, here, for triage and for the red flags: one pass over the network's weights.

    They find it done when their turn comes; a long text is left to them, who choose what they read of it.
    """
    texts = list(dict.fromkeys((text, *map(plain, _read(text)), *pieces(text))))
    if sum(map(len, texts)) < MUCH:
        embed_again(texts)


def _calmly(code: str, weights: Weights) -> str:
    code = _CALMER.get(code, code)
    return NOTHING if code in weights.alarming else code


def _read(text: str) -> tuple[str, ...]:
    return (text[:LONGEST], *parts(text))


def parts(text: str) -> list[str]:
    """The sentences and clauses of a text that say more than a word or two, the first ones of many."""
    found = [part.strip() for part in ENDS.split(text)]
    return [part for part in found if size(part) >= _FEWEST and part != text.strip()][:_MOST]


def language_of(texts: tuple[str, ...]) -> Language:
    return Language.ZH if any(map(is_chinese, texts)) else Language.EN


@lru_cache(maxsize=256)
def chances(texts: tuple[str, ...]) -> Floats:
    """For each text the chance of each class; the first text is the whole, and says where the trouble belongs."""
    language = language_of(texts)
    weights = shipped(language)
    scores = embed_again([plain(text) for text in texts]) @ weights.embedding + weights.bias
    for row, text in enumerate(texts):
        found = weights.rows[buckets(plain(text))]
        scores[row] += of_words(weights.words, weights.scale, found)
    where = logits(texts[0])
    belonging = np.exp(where - where.max())
    scores[:, 1:] += _WHERE_TO * np.log(_pointing(language) @ (belonging / belonging.sum()))
    raised = np.exp(scores - scores.max(axis=1, keepdims=True))
    whole: Floats = raised / raised.sum(axis=1, keepdims=True)
    return whole


@cache
def _pointing(language: Language) -> Chances:
    """Each finding's specialties, classes but NOTHING x specialties."""
    return np.stack([chances_of(knowledge().findings[code].specialties) for code in shipped(language).classes[1:]])


def plain(text: str) -> str:
    return text.lower().replace("’", "'").strip()
