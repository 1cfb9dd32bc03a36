"""The files as they ship: `@name@` stands for what differs from machine to machine."""

import re
from collections.abc import Mapping
from pathlib import Path

FOLDER = Path(__file__).with_name("files")
PLACE = re.compile(r"@([a-z_]+)@")


def filled(name: str, told: Mapping[str, str]) -> str:
    """Raises KeyError for a place that nothing is told of."""
    return PLACE.sub(lambda place: told[place[1]], (FOLDER / name).read_text("utf-8"))
