"""The messages that a nurse sends with one press, in both languages."""

from functools import cache
from pathlib import Path

import yaml

from frontdesk.his_adapter.records import Text
from frontdesk.models.facts import Language


@cache
def usual_messages() -> dict[str, Text]:
    """By their keys, in the order they are offered."""
    text = Path(__file__).with_suffix(".yaml").read_text(encoding="utf-8")
    told = yaml.load(text, Loader=yaml.CSafeLoader)
    return {key: {language: words[language.value] for language in Language} for key, words in told.items()}
