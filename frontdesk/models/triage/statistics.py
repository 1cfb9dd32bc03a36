"""The statistical half of triage: each piece of a text read for itself, and weighed by how much it tells."""

import re
from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple
from zipfile import BadZipFile
from zlib import crc32

import numpy as np
import numpy.typing as npt

from frontdesk.models.bad_setting import BadSetting
from frontdesk.models.sentences import embed_again
from frontdesk.models.triage.persons import Chances, specialties

WEIGHTS = Path(__file__).parent / "weights.npz"
BUCKETS = 16384  # of words, hashed; the first is every piece's
_HAN = re.compile(r"[\u3400-\u9fff]")
_WORDS = re.compile(r"[\u3400-\u9fff]+|[a-z0-9][a-z0-9'-]*")
_ENDING = re.compile(r"(?:'s|ing|ed|es|s|e)$")
_ENDS = re.compile(r"(?<=[。！？!?；;\n])\s*|(?<=[a-z0-9)]\.)\s+|\s{2,}|(?<=[\u3400-\u9fff])\s+")
_COMMAS = re.compile(r"(?<=[，,、])\s*")
_READ = {True: 300, False: 550}  # characters embedded of a text in Chinese, in another language: those that tell most
_SHORT = {True: 6, False: 16}  # a piece of fewer characters is joined to the next
_LONG = {True: 26, False: 130}  # from here a sentence is cut at its commas
MOST = 24  # pieces
_LAST = 8  # of them from the end of a longer text

Floats = npt.NDArray[np.float32]
Places = npt.NDArray[np.int64]


class BadWeights(BadSetting):
    """A file that holds no weights for this version of triage; says which and what to do."""

    setting = "FRONTDESK_TRIAGE_WEIGHTS"


class Weights(NamedTuple):
    embedding: Floats  # 512 x specialties
    words: Floats  # BUCKETS x specialties
    bias: Floats
    heed_embedding: Floats  # 512: how much a piece tells
    heed_words: Floats  # BUCKETS
    heed_place: Floats  # alone, first, between, last


def is_chinese(text: str) -> bool:
    return bool(_HAN.search(text))


def size(text: str) -> int:
    """How many words there are, five Chinese characters counting as four."""
    return len(_HAN.sub(" ", text).split()) + len(_HAN.findall(text)) * 4 // 5


def pieces(text: str) -> list[str]:
    """The sentences of a text, long ones cut at commas, at most MOST; the text itself where it is short."""
    han = is_chinese(text)
    cut = [part for sentence in _ENDS.split(text.strip()) if sentence.strip() for part in _cut(sentence, han)]
    found = _joined(cut, _SHORT[han])
    return found if len(found) <= MOST else [*found[: MOST - _LAST], *found[-_LAST:]]


def _cut(sentence: str, han: bool) -> list[str]:
    if len(sentence) <= _LONG[han]:
        return [sentence]
    return _joined(_COMMAS.split(sentence), _LONG[han] // 2)


def _joined(parts: list[str], least: int) -> list[str]:
    """Neighbours joined until none is shorter than `least`."""
    found: list[str] = []
    for part in parts:
        if found and (len(found[-1]) < least or len(part) < least // 2):
            found[-1] += part if found[-1].endswith(("，", "。", "、")) else f" {part}"
        else:
            found.append(part)
    return [part.strip() for part in found if part.strip()] or [""]


def buckets(text: str) -> Places:
    """Hashed words of the text: one to four Chinese characters, one or two other words."""
    found: set[str] = set()
    before = ""
    for match in _WORDS.finditer(text.lower()):
        run = match.group()
        if _HAN.match(run):
            found.update(run[i : i + n] for n in (1, 2, 3, 4) for i in range(len(run) - n + 1))
            continue
        word = _ENDING.sub("", run) or run
        found.update((word, f"{before} {word}"))
        before = word
    return np.array([0, *sorted({crc32(word.encode()) % (BUCKETS - 1) + 1 for word in found})], dtype=np.int64)


def places(count: int) -> Places:
    """Where each of `count` pieces stands: 0 alone, 1 first, 2 between, 3 last."""
    if count == 1:
        return np.zeros(1, dtype=np.int64)
    return np.array([1, *[2] * (count - 2), 3], dtype=np.int64)


def load(path: Path) -> Weights:
    """Weights as `learning.store` wrote them. Raises BadWeights when they do not fit this version."""
    try:
        with np.load(path, allow_pickle=False) as stored:
            codes = tuple(stored["specialties"])
            found = Weights(*(stored[name].astype(np.float32) for name in Weights._fields))
    except (OSError, EOFError, ValueError, KeyError, TypeError, BadZipFile) as error:
        raise BadWeights(f"{path} holds no weights of this version of triage: train it again") from error
    if codes != specialties() or found.words.shape != (BUCKETS, len(codes)):
        raise BadWeights(f"{path} was trained for other specialties: train it again")
    return found


@cache
def shipped() -> Weights:
    return load(WEIGHTS)


_hospital: dict[str, Weights] = {}


def use(weights: Weights | None) -> None:
    """From now on triage in this process goes by these weights of the hospital's; None: by those that ship."""
    _hospital.clear()
    _in_use.cache_clear()
    if weights is not None:
        _hospital["own"] = weights


def in_use() -> Weights:
    return _hospital.get("own") or shipped()


def logits(text: str, weights: Weights | None = None) -> Chances:
    """The logarithm of each specialty's chance by the words of the text alone, up to a constant."""
    return _in_use(text) if weights is None else _logits(text, weights)


@lru_cache(maxsize=256)  # the complaint is weighed again in every later turn
def _in_use(text: str) -> Chances:
    found = _logits(text, in_use())
    found.flags.writeable = False
    return found


def _logits(text: str, weights: Weights) -> Chances:
    read = pieces(text)
    words = [buckets(piece) for piece in read]
    heed = np.array([weights.heed_words[found].sum() / np.sqrt(len(found)) for found in words])
    heed += weights.heed_place[places(len(read))]
    kept = _telling(read, heed)
    vectors = embed_again([read[i] for i in kept])
    scores = vectors @ weights.embedding + weights.bias
    scores += np.array([weights.words[words[i]].sum(axis=0) / np.sqrt(len(words[i])) for i in kept])
    heed = heed[kept] + vectors @ weights.heed_embedding
    share = np.exp(heed - heed.max())
    whole: Chances = (share / share.sum() @ scores).astype(np.float64)
    return whole


def _telling(read: list[str], heed: Floats) -> list[int]:
    """Of a long text the pieces whose words tell most, as many as may be embedded in the time there is."""
    left = _READ[is_chinese(read[0])]
    kept: list[int] = []
    for place in np.argsort(-heed, kind="stable"):
        if not kept or left >= len(read[place]):
            kept.append(int(place))
            left -= len(read[place])
    return sorted(kept)
