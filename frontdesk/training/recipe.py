"""How a nurse is fine-tuned: the settings of a run, by preset and changed one by one."""

from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Literal

import yaml
from pydantic import Field, ValidationError

from frontdesk.models.facts import Value


class Recipe(Value):
    """`batch` examples a step, over all GPUs; each takes `at_once`. Examples longer than `tokens` are left out.

    `save_every` steps, 0: after every epoch. `held_out`: share of the conversations that is measured on, not learnt.
    """

    batch: int = Field(default=32, ge=1)
    at_once: int = Field(default=1, ge=1)
    rate: float = Field(default=1e-5, gt=0, lt=1)
    schedule: Literal["cosine", "linear", "constant_with_warmup"] = "cosine"
    epochs: float = Field(default=3, gt=0)
    tokens: int = Field(default=4096, ge=64)
    warm_up: int = Field(default=20, ge=0)
    decay: float = Field(default=0.05, ge=0, lt=1)
    precision: Literal["bf16", "fp32"] = "bf16"
    checkpointing: bool = True
    lora_rank: int = Field(default=0, ge=0, le=512, description="0: every weight is learnt")
    lora_alpha: int = Field(default=32, ge=1)
    lora_dropout: float = Field(default=0.05, ge=0, lt=1)
    four_bit: bool = False
    held_out: float = Field(default=0.05, ge=0, lt=0.5)
    save_every: int = Field(default=0, ge=0)
    seed: int = 0

    def gathered(self, gpus: int) -> int:
        """Times `at_once` that each of `gpus` gathers before a step. Raises ValueError where they make no `batch`."""
        times, rest = divmod(self.batch, self.at_once * gpus)
        if rest or not times:
            raise ValueError(f"a batch of {self.batch} cannot be made of {self.at_once} at once on {gpus} GPUs")
        return times


def presets() -> tuple[str, ...]:
    return tuple(_presets())


def recipe(preset: str, changes: Iterable[str] = ()) -> Recipe:
    """The preset with each "NAME=VALUE" of `changes`. Raises ValueError in one line."""
    if preset not in _presets():
        raise ValueError(f"no preset {preset}; there are {', '.join(_presets())}")
    changed: dict[str, Any] = dict(_presets()[preset])
    for change in changes:
        name, equals, value = change.partition("=")
        if not equals or name not in Recipe.model_fields:
            raise ValueError(f"{change} is no setting; NAME=VALUE with one of {', '.join(Recipe.model_fields)}")
        changed[name] = value
    try:
        made = Recipe.model_validate(changed)
    except ValidationError as error:
        first = error.errors()[0]
        raise ValueError(f"{'.'.join(map(str, first['loc']))}: {first['msg']}") from None
    if made.four_bit and not made.lora_rank:
        raise ValueError("weights of four bits are not learnt themselves: four_bit needs a lora_rank")
    return made


@cache
def _presets() -> Mapping[str, Mapping[str, Any]]:
    loaded: dict[str, dict[str, Any]] = yaml.load(
        (Path(__file__).parent / "presets.yaml").read_text("utf-8"), Loader=yaml.CSafeLoader
    )
    return loaded
