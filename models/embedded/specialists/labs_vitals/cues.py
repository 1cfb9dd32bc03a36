"""The cue words of `cues.yaml` as compiled expressions."""

import re
from functools import cache
from pathlib import Path

import yaml


@cache
def _cues() -> dict[str, list[str]]:
    text = Path(__file__).with_suffix(".yaml").read_text("utf-8")
    found: dict[str, list[str]] = yaml.load(text, Loader=yaml.CSafeLoader)
    return found


@cache
def cue(name: str, *, ending: str = "") -> re.Pattern[str]:
    """The cues called `name`, with `ending` after any of them."""
    return re.compile(f"(?:{'|'.join(_cues()[name])}){ending}")
