"""What the reader takes over from intfloat/multilingual-e5-small (MIT): word pieces, their vectors, first layers."""

import io
import json
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np
import torch
from safetensors.torch import load_file
from sentencepiece import SentencePieceProcessor, SentencePieceTrainer, sentencepiece_model_pb2
from torch import Tensor

from frontdesk.models.reading.network import PIECES, VECTORS, lowered

ROOT = Path(__file__).parents[3]
OURS = ("frontdesk/models", "frontdesk/hospital", "frontdesk/app", "docs")
SPECIAL = 4  # begin, padding, end, unknown
HAN = re.compile(r"▁?[一-鿿，。！？、；：“”（）…～·《》]+")
LATIN = re.compile(r"▁?[\x21-\x7e’‘£°½]*")
COMMON = {"han": 40000, "latin": 25000}  # places in the base's vocabulary up to which such pieces are kept unseen
NORMALISER = "nmt_nfkc"
PARTS = {
    "joined": "attention.output.dense",
    "first": "attention.output.LayerNorm",
    "inner": "intermediate.dense",
    "outer": "output.dense",
    "second": "output.LayerNorm",
}


def write_pieces(folder: Path) -> Tensor:
    """Writes pieces.model and pieces.npz with the pieces that our texts need; gives their vectors."""
    vocabulary = [
        (word, float(score)) for word, score in json.loads((folder / "tokenizer.json").read_text())["model"]["vocab"]
    ]
    whole = SentencePieceProcessor(model_proto=_model(vocabulary))
    seen = {number for line in _our_lines() for number in whole.encode(lowered(line), out_type=int)}
    kept = [number for number, (word, _) in enumerate(vocabulary) if _is_kept(number, word, seen)]
    PIECES.write_bytes(_model([vocabulary[number] for number in kept]))
    vectors = load_file(folder / "model.safetensors")["embeddings.word_embeddings.weight"][kept].float()
    scale = vectors.abs().max(dim=1).values.clamp(min=1e-6) / 127
    rows = torch.round(vectors / scale[:, None]).to(torch.int8)
    np.savez_compressed(VECTORS, rows=rows.numpy(), scale=scale.numpy().astype(np.float16))
    return rows.float() * scale[:, None]


def _is_kept(number: int, word: str, seen: set[int]) -> bool:
    if number < SPECIAL:
        return True
    if HAN.fullmatch(word):
        return number in seen or len(word) == 1 or number < COMMON["han"]
    return bool(LATIN.fullmatch(word)) and (number in seen or number < COMMON["latin"])


def _our_lines() -> Iterable[str]:
    files = (path for place in OURS for path in sorted((ROOT / place).rglob("*")))
    for path in files:
        if path.suffix in (".yaml", ".txt", ".md", ".csv"):
            yield from filter(str.strip, path.read_text(encoding="utf-8").splitlines())


def _model(vocabulary: list[tuple[str, float]]) -> bytes:
    """A model of SentencePiece with these pieces; a small one is trained for its tables of normalisation."""
    trained = io.BytesIO()
    SentencePieceTrainer.train(
        sentence_iterator=iter(_our_lines()),
        model_writer=trained,
        vocab_size=4000,
        input_sentence_size=20000,
        model_type="unigram",
        normalization_rule_name=NORMALISER,
        character_coverage=0.9995,
        hard_vocab_limit=False,
        minloglevel=2,
    )
    protocol: Any = sentencepiece_model_pb2
    model = protocol.ModelProto()
    model.ParseFromString(trained.getvalue())
    del model.pieces[:]
    kinds = [3, 3, 3, 2]  # control, control, control, unknown
    for number, (word, score) in enumerate(vocabulary):
        model.pieces.add(piece=word, score=score, type=kinds[number] if number < SPECIAL else 1)
    model.trainer_spec.bos_id, model.trainer_spec.pad_id = 0, 1
    model.trainer_spec.eos_id, model.trainer_spec.unk_id = 2, 3
    model.trainer_spec.vocab_size = len(vocabulary)
    return bytes(model.SerializeToString())


def first_layers(folder: Path, network: Any) -> None:
    """Lays the base's weights into a new network (`learning.Reader`)."""
    base = load_file(folder / "model.safetensors")
    state = network.state_dict()
    places = state["places.weight"]
    count = min(len(places), len(base["embeddings.position_embeddings.weight"]))
    places[:count] = base["embeddings.position_embeddings.weight"][:count]
    state["kinds.weight"][:] = base["embeddings.token_type_embeddings.weight"][0]
    state["kinds.weight"][1:] += torch.randn_like(state["kinds.weight"][1:]) * 0.02
    for end in ("weight", "bias"):
        state[f"norm.{end}"][:] = base[f"embeddings.LayerNorm.{end}"]
        for number in range(len(network.layers)):
            of_layer = f"encoder.layer.{number}"
            projected = [base[f"{of_layer}.attention.self.{name}.{end}"] for name in ("query", "key", "value")]
            state[f"layers.{number}.projected.{end}"][:] = torch.cat(projected)
            for name, theirs in PARTS.items():
                state[f"layers.{number}.{name}.{end}"][:] = base[f"{of_layer}.{theirs}.{end}"]
    network.load_state_dict(state)
