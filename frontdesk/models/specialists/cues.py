"""Cue words kept in YAML files: lists of regular expressions over lower-case text, by name."""

import re
from functools import cache
from pathlib import Path

import yaml


@cache
def _cues(file: Path) -> dict[str, list[str]]:
    found: dict[str, list[str]] = yaml.load(file.read_text("utf-8"), Loader=yaml.CSafeLoader)
    return found


def words(file: Path, name: str) -> list[str]:
    """The entries called `name` in `file` as they stand."""
    return _cues(file)[name]


@cache
def cue(file: Path, name: str, ending: str = "") -> re.Pattern[str]:
    """The cues called `name` in `file`, any of them, with `ending` after it."""
    return re.compile(f"(?:{'|'.join(_cues(file)[name])}){ending}")
