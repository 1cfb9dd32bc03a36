"""What people bring to each standard specialty, in a few words, for whoever chooses among departments."""

from functools import cache
from pathlib import Path

import yaml

from frontdesk.models.facts import Language


def treats(specialty: str, language: Language) -> str:
    """Empty for a specialty nothing is written of."""
    return _table().get(specialty, {}).get(language, "")


@cache
def _table() -> dict[str, dict[str, str]]:
    loaded: dict[str, dict[str, str]] = yaml.load(
        Path(__file__).with_suffix(".yaml").read_text("utf-8"), Loader=yaml.CSafeLoader
    )
    return loaded
