"""The words this package listens for, kept as data in `cues/` beside the code that says what they mean."""

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import yaml

from models.embedded.understanding.numbers import CHINESE, ENGLISH


def cues(name: str) -> dict[str, Any]:
    """The entries of one file: lists of alternatives, or such lists by meaning."""
    text = (Path(__file__).parent / "cues" / f"{name}.yaml").read_text(encoding="utf-8")
    entries: dict[str, Any] = yaml.load(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))  # noqa: S506
    return entries


def pattern(alternatives: Iterable[str]) -> re.Pattern[str]:
    """One expression for all alternatives, earlier ones first; {zh} is a Chinese number, {en} an English one."""
    return re.compile("|".join(alternatives).replace("{en}", ENGLISH).replace("{zh}", CHINESE))
