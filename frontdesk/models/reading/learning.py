"""Trains the reader's network: `python -m frontdesk.models.reading.learning E5`, with the extra `training`.

E5 is a folder with intfloat/multilingual-e5-small (MIT): `model.safetensors`, `tokenizer.json`. Its first layers and
the vectors of the pieces that our own texts need are taken over; the vectors stay as they are, layers and heads learn
from `labelled/*.txt`, and from the narratives of `frontdesk/models/knowledge/told` as pages of one tile that is
meant among others that are not. Writes network.onnx (weights of a byte), pieces.npz and pieces.model beside this file.
"""

import argparse
import random
import re
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import torch
from torch import Tensor, nn
from torch.nn import functional

from frontdesk.models.reading.base import first_layers, write_pieces
from frontdesk.models.reading.examples import Example, read
from frontdesk.models.reading.narratives import pages
from frontdesk.models.reading.network import (
    BEGIN,
    END,
    NETWORK,
    QUESTION,
    RELATION_NAMES,
    REPLY,
    SEX_NAMES,
    STATUS_NAMES,
    TILE,
    TYPES,
    Offsets,
    Part,
    pieces,
)

WIDTH, INNER, HEADS, LONGEST_IN_ALL = 384, 1536, 12, 500
TAGS = 1 + 2 * len(TYPES)
UNLABELLED = -100  # what no loss looks at
PADDING = 1
SHARE = {"tags": 2.0, "statuses": 1.0, "tiles": 1.5, "relation": 0.5, "sex": 0.5}  # of the loss
ORDER = re.compile(r"第|前|后|上面|下面|最|俩|都|both|first|second|third|last|two|top|former|latter|all", re.I)
DROPOUT = 0.1
LABELLED = Path(__file__).parent / "labelled"


class Layer(nn.Module):  # type: ignore[misc]
    """One layer of BERT, its three projections in one."""

    def __init__(self) -> None:
        super().__init__()
        self.projected, self.joined = nn.Linear(WIDTH, 3 * WIDTH), nn.Linear(WIDTH, WIDTH)
        self.inner, self.outer = nn.Linear(WIDTH, INNER), nn.Linear(INNER, WIDTH)
        self.first, self.second = (nn.LayerNorm(WIDTH, eps=1e-12) for _ in range(2))
        self.dropout = nn.Dropout(DROPOUT)

    def forward(self, states: Tensor, seen: Tensor) -> Tensor:
        texts, length, _ = states.shape
        split = self.projected(states).view(texts, length, 3, HEADS, WIDTH // HEADS).permute(2, 0, 3, 1, 4)
        scores = split[0] @ split[1].transpose(-1, -2) * (WIDTH // HEADS) ** -0.5
        attended = torch.softmax(scores + seen, -1) @ split[2]
        joined = self.joined(attended.transpose(1, 2).reshape(texts, length, WIDTH))
        states = self.first(states + self.dropout(joined))
        inner = functional.gelu(self.inner(states))
        return self.second(states + self.dropout(self.outer(inner)))


class Reader(nn.Module):  # type: ignore[misc]
    """From vectors of pieces, the kind of part each is in, and the pieces of each tile, to scores."""

    def __init__(self, layers: int) -> None:
        super().__init__()
        self.places, self.kinds = nn.Embedding(LONGEST_IN_ALL + 12, WIDTH), nn.Embedding(3, WIDTH)
        self.norm, self.dropout = nn.LayerNorm(WIDTH, eps=1e-12), nn.Dropout(DROPOUT)
        self.layers = nn.ModuleList(Layer() for _ in range(layers))
        self.tags, self.statuses = nn.Linear(WIDTH, TAGS), nn.Linear(WIDTH, len(STATUS_NAMES))
        self.joined, self.tiles = nn.Linear(2 * WIDTH, WIDTH), nn.Linear(WIDTH, 3)
        self.relation, self.sex = nn.Linear(WIDTH, len(RELATION_NAMES)), nn.Linear(WIDTH, len(SEX_NAMES))

    def forward(self, vectors: Tensor, kinds: Tensor, pool: Tensor, seen: Tensor | None = None) -> tuple[Tensor, ...]:
        places = self.places.weight[: vectors.shape[1]][None]
        states = self.dropout(self.norm(vectors + places + self.kinds(kinds)))
        seen = torch.zeros(1) if seen is None else seen
        for layer in self.layers:
            states = layer(states, seen)
        states = self.dropout(states)
        of_tiles = pool @ states
        joined = torch.cat([of_tiles, states[:, :1].expand_as(of_tiles)], -1)
        tiles = self.tiles(functional.gelu(self.joined(joined)))
        return self.tags(states), self.statuses(states), tiles, self.relation(states[:, 0]), self.sex(states[:, 0])


class Row(NamedTuple):
    """One example as the network sees it; lists are as long as the pieces, but for `answers` and `places`, by tile."""

    ids: list[int]
    kinds: list[int]
    tags: list[int]
    statuses: list[int]
    answers: list[int]
    places: list[tuple[int, int]]
    relation: int
    sex: int


def row(example: Example, chance: random.Random | None = None) -> Row:
    """`chance` shuffles the tiles of some pages, where the words do not count them."""
    told = example.answers or (None,) * len(example.tiles)
    tiles = list(zip(example.tiles, told, strict=True))
    if chance and chance.random() < 0.3 and not ORDER.search(example.text):
        chance.shuffle(tiles)
    ids, kinds, tags, statuses = [BEGIN], [REPLY], [UNLABELLED], [UNLABELLED]
    places: list[tuple[int, int]] = []
    learnt = {REPLY: example.labelled, QUESTION: not example.tiles}
    parts = [(REPLY, example.text, example.spans), (QUESTION, example.asked, example.asked_spans)]
    parts += [(TILE, label, ()) for label, _ in tiles]
    for kind, text, spans in parts:
        part, start = pieces(text, kind), len(ids)
        of_part = _labels(part, spans) if learnt.get(kind) else [(UNLABELLED, UNLABELLED)] * len(part.ids)
        ids += [*part.ids, END]
        kinds += [kind] * (len(part.ids) + 1)
        tags += [tag for tag, _ in of_part] + [UNLABELLED]
        statuses += [status for _, status in of_part] + [UNLABELLED]
        if kind == TILE:
            places.append((start, len(ids)))
    answers = [{None: 0, "yes": 1, "no": 2}[answer] if example.answers else UNLABELLED for _, answer in tiles]
    relation = RELATION_NAMES.index(example.relation) if example.labelled else UNLABELLED
    sex = SEX_NAMES.index(example.sex) if example.labelled else UNLABELLED
    cut = LONGEST_IN_ALL
    return Row(ids[:cut], kinds[:cut], tags[:cut], statuses[:cut], answers, places, relation, sex)


def _labels(part: Part, spans: Sequence[Any]) -> list[tuple[int, int]]:
    """Tag and status of each piece."""
    found = [(0, UNLABELLED)] * len(part.ids)
    for span in spans:
        tag = 1 + 2 * TYPES.index(span.kind)
        status = STATUS_NAMES.index(span.status) if span.status else UNLABELLED
        for place in _within(part.offsets, span.start, span.end):
            found[place], tag = (tag, status), 2 + 2 * TYPES.index(span.kind)
    return found


def _within(offsets: Offsets, start: int, end: int) -> Iterator[int]:
    yield from (place for place, (a, b) in enumerate(offsets) if a < end and b > start and b > a)


class Batch(NamedTuple):
    ids: Tensor
    kinds: Tensor
    seen: Tensor  # added to the scores of attention
    pool: Tensor
    wanted: dict[str, Tensor]


def batches(rows: Sequence[Row], size: int, chance: random.Random) -> Iterator[Batch]:
    """Rows of about the same length together, in any order."""
    order = sorted(rows, key=lambda one: len(one.ids) + chance.random() * 12)
    groups = [order[start : start + size] for start in range(0, len(order), size)]
    chance.shuffle(groups)
    yield from map(_batch, groups)


def _batch(rows: Sequence[Row]) -> Batch:
    longest, tiles = max(len(one.ids) for one in rows), max(1, *(len(one.answers) for one in rows))
    pool = torch.zeros(len(rows), tiles, longest)
    for number, one in enumerate(rows):
        for tile, (start, end) in enumerate(one.places):
            if start < min(end, longest):
                pool[number, tile, start : min(end, longest)] = 1 / (min(end, longest) - start)
    ids = _padded([one.ids for one in rows], longest, PADDING)
    real = _padded([[1] * len(one.ids) for one in rows], longest, 0)
    wanted = {
        "tags": _padded([one.tags for one in rows], longest, UNLABELLED),
        "statuses": _padded([one.statuses for one in rows], longest, UNLABELLED),
        "tiles": _padded([one.answers for one in rows], tiles, UNLABELLED),
        "relation": torch.tensor([one.relation for one in rows]),
        "sex": torch.tensor([one.sex for one in rows]),
    }
    seen = (1.0 - real[:, None, None, :].float()) * -1e9
    return Batch(ids, _padded([one.kinds for one in rows], longest, QUESTION), seen, pool, wanted)


def _padded(lists: Sequence[list[int]], length: int, filler: int) -> Tensor:
    return torch.tensor([one + [filler] * (length - len(one)) for one in lists])


def loss(network: Reader, vectors: Tensor, batch: Batch) -> Tensor:
    found = dict(zip(SHARE, network(vectors[batch.ids], batch.kinds, batch.pool, batch.seen), strict=True))
    total = torch.zeros(())
    for name, share in SHARE.items():
        scores, wanted = found[name], batch.wanted[name]
        if bool((wanted != UNLABELLED).any()):
            flat = scores.reshape(-1, scores.shape[-1])
            total = total + share * functional.cross_entropy(flat, wanted.reshape(-1), ignore_index=UNLABELLED)
    return total


def learn(
    network: Reader, vectors: Tensor, examples: Sequence[Example], *, rounds: int, narratives: int, seed: int
) -> None:
    """One round over narratives alone, then `rounds` over the examples with some narratives among them."""
    chance, size = random.Random(seed), 24  # noqa: S311
    heads = [p for name, p in network.named_parameters() if not name.startswith(("layers", "places", "kinds", "norm"))]
    body = [p for name, p in network.named_parameters() if name.startswith(("layers", "places", "kinds", "norm"))]
    optimiser = torch.optim.AdamW([{"params": body, "lr": 2e-4}, {"params": heads, "lr": 1e-3}], weight_decay=0.01)
    steps = (narratives * (5 + rounds) + len(examples) * rounds) // size + rounds + 1
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimiser, lambda step: min(1, (step + 1) / 60) * max(0.02, 1 - step / steps)
    )
    network.train()
    for turn in range(rounds + 1):
        began, total, count = time.monotonic(), 0.0, 0
        told = pages(narratives * (1 if turn else 5), chance)
        rows = [row(one, chance) for one in (*(examples if turn else ()), *told)]
        for batch in batches(rows, size, chance):
            optimiser.zero_grad()
            found = loss(network, vectors, batch)
            found.backward()
            torch.nn.utils.clip_grad_norm_(network.parameters(), 1.0)
            optimiser.step()
            schedule.step()
            total, count = total + float(found), count + 1
        sys.stderr.write(f"round {turn} of {rounds}: loss {total / count:.3f}, {time.monotonic() - began:.0f} s\n")
    network.eval()


def right(network: Reader, vectors: Tensor, kept_apart: Sequence[Example]) -> dict[str, float]:
    """Shares of pieces, statuses and tiles told rightly on examples kept apart; of tiles those that are answered."""
    hits: dict[str, list[int]] = {name: [0, 0] for name in SHARE}
    with torch.no_grad():
        for batch in batches([row(one) for one in kept_apart], 32, random.Random(0)):  # noqa: S311
            found = network(vectors[batch.ids], batch.kinds, batch.pool, batch.seen)
            for name, scores in zip(SHARE, found, strict=True):
                wanted = batch.wanted[name]
                counted = wanted > 0 if name in ("tags", "tiles") else wanted != UNLABELLED
                hits[name][0] += int((scores.argmax(-1) == wanted)[counted].sum())
                hits[name][1] += int(counted.sum())
    return {name: good / max(1, count) for name, (good, count) in hits.items()}


def write(network: Reader) -> None:
    """network.onnx, with weights of a byte."""
    from onnxruntime.quantization import QuantType, quantize_dynamic

    given = (torch.zeros(1, 40, WIDTH), torch.zeros(1, 40, dtype=torch.long), torch.zeros(1, 3, 40))
    whole = NETWORK.with_suffix(".whole")
    torch.onnx.export(
        network,
        given,
        str(whole),
        input_names=["vectors", "kinds", "pool"],
        output_names=list(SHARE),
        dynamic_axes={"vectors": {1: "n"}, "kinds": {1: "n"}, "pool": {1: "tiles", 2: "n"}}
        | {"tags": {1: "n"}, "statuses": {1: "n"}, "tiles": {1: "tiles"}},
        opset_version=17,
        dynamo=False,
    )
    quantize_dynamic(str(whole), str(NETWORK), weight_type=QuantType.QInt8, per_channel=True)
    whole.unlink()


def main() -> None:
    asks = argparse.ArgumentParser(description=__doc__)
    asks.add_argument("base", type=Path)
    asks.add_argument("--layers", type=int, default=6)
    asks.add_argument("--rounds", type=int, default=4)
    asks.add_argument("--narratives", type=int, default=1200, help="beside the examples, in each round")
    asks.add_argument("--apart", type=float, default=0.05, help="share of the examples kept apart")
    asks.add_argument("--seed", type=int, default=1)
    told = asks.parse_args()
    torch.manual_seed(told.seed)
    vectors, network = write_pieces(told.base), Reader(told.layers)
    first_layers(told.base, network)
    examples = list(read(sorted(LABELLED.glob("*.txt"))))
    random.Random(told.seed).shuffle(examples)  # noqa: S311
    apart = int(len(examples) * told.apart)
    learn(network, vectors, examples[apart:], rounds=told.rounds, narratives=told.narratives, seed=told.seed)
    write(network)
    sys.stderr.write(f"kept apart ({apart}): {right(network, vectors, examples[:apart])}\n")


if __name__ == "__main__":
    main()
