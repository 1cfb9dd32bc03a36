"""The reader's network: a small transformer over a reply, the question it answers and the labels of its tiles.

Its first layers, and the vectors of its word pieces, are those of intfloat/multilingual-e5-small (MIT), trained further
on our own examples (`labelled/`, `learning.py`); run by ONNX Runtime with weights of one byte.
"""

from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import onnxruntime
from sentencepiece import SentencePieceProcessor

from frontdesk.models.reading.examples import ACTS, KINDS, RELATIONS, SEXES, STATUSES

Floats = npt.NDArray[np.float32]
Offsets = list[tuple[int, int]]

HERE = Path(__file__).parent
NETWORK, PIECES, VECTORS = HERE / "network.onnx", HERE / "pieces.model", HERE / "pieces.npz"
# Processors without VNNI add products of bytes in 16 bits, which overflows; asked for, they too compute what others do.
EXACT = "session.x64quantprecision"
BEGIN, END = 0, 2  # ids of the marks around each part
REPLY, QUESTION, TILE = 0, 1, 2  # kinds of parts
LONGEST = {REPLY: 180, QUESTION: 80, TILE: 24}  # pieces of a part that are read
TYPES = (*KINDS.values(), *ACTS)  # of spans
STATUS_NAMES = tuple(STATUSES.values())
RELATION_NAMES, SEX_NAMES = (None, *RELATIONS), (None, *SEXES)


class Part(NamedTuple):
    ids: list[int]
    offsets: Offsets  # in characters


class Scores(NamedTuple):
    """Chances. `tags` are outside, and begin and inside of each of TYPES; `tiles` are not spoken of, yes, no."""

    reply: Offsets
    question: Offsets
    reply_tags: Floats  # pieces x tags
    reply_statuses: Floats  # pieces x STATUS_NAMES
    question_tags: Floats
    question_statuses: Floats
    tiles: Floats  # tiles x 3
    relation: Floats
    sex: Floats


def scores(reply: str, question: str, labels: tuple[str, ...]) -> Scores:
    """What the network thinks of `reply`, said to `question` beside tiles with these labels."""
    said, asked = pieces(reply, REPLY), pieces(question, QUESTION)
    parts = [said, asked, *(pieces(label, TILE) for label in labels)]
    ids, kinds, pool = [BEGIN], [REPLY], np.zeros((max(1, len(labels)), _length(parts)), np.float32)
    for number, part in enumerate(parts):
        start = len(ids)
        ids += [*part.ids, END]
        kinds += [min(number, TILE)] * (len(part.ids) + 1)
        if number >= TILE:
            pool[number - TILE, start : len(ids)] = 1 / (len(ids) - start)
    table = _vectors()
    vectors = table.rows[ids].astype(np.float32) * table.scale[ids][:, None]
    given = {"vectors": vectors[None], "kinds": np.array([kinds], np.int64), "pool": pool[None]}
    tags, statuses, tiles, relation, sex = (_softmax(one[0]) for one in _session().run(None, given))
    of_reply = slice(1, 1 + len(said.ids))
    of_question = slice(of_reply.stop + 1, of_reply.stop + 1 + len(asked.ids))
    return Scores(
        said.offsets,
        asked.offsets,
        tags[of_reply],
        statuses[of_reply],
        tags[of_question],
        statuses[of_question],
        tiles[: len(labels)],
        relation,
        sex,
    )


def pieces(text: str, part: int) -> Part:
    """The word pieces of a text in small letters, and where they stand in it."""
    if not text.strip():
        return Part([], [])
    whole = lowered(text).encode("utf-8", "replace").decode("utf-8")  # half a pair of surrogates is no letter
    found = _processor().encode(whole, return_type="offset_mapping")
    return Part(list(found["ids"])[: LONGEST[part]], list(found["offsets"])[: LONGEST[part]])


def lowered(text: str) -> str:
    """In small letters, as long as before."""
    return "".join(small if len(small := letter.lower()) == 1 else letter for letter in text)


def _length(parts: list[Part]) -> int:
    return 1 + sum(len(part.ids) + 1 for part in parts)


def _softmax(values: Floats) -> Floats:
    raised = np.exp(values - values.max(axis=-1, keepdims=True))
    chances: Floats = raised / raised.sum(axis=-1, keepdims=True)
    return chances


class _Vectors(NamedTuple):
    rows: npt.NDArray[np.int8]
    scale: Floats


@cache
def _vectors() -> _Vectors:
    with np.load(VECTORS, allow_pickle=False) as stored:
        return _Vectors(stored["rows"], stored["scale"].astype(np.float32))


@cache
def _processor() -> SentencePieceProcessor:
    return SentencePieceProcessor(model_file=str(PIECES))


@cache
def _session() -> onnxruntime.InferenceSession:
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.add_session_config_entry(EXACT, "1")
    options.enable_cpu_mem_arena = False  # turns differ in length: an arena keeps the longest of each
    return onnxruntime.InferenceSession(str(NETWORK), options, providers=["CPUExecutionProvider"])


def warm() -> None:
    """Load the weights now; otherwise the first patient waits for them."""
    scores("cough", "Is any of this so now?", ("Cough",))
