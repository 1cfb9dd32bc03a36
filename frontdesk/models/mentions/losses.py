"""What the body can no longer do, said by denying a function: "won't wake", 动不了, 说话没以前利索."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from frontdesk.models.parsers.patterns import composed, entries, scripts


def losses(lower: str) -> Iterator[tuple[int, int, str]]:
    """Where each lost function is told, with the code of the finding it is."""
    chinese, english = scripts(lower)
    for language in ["zh"] * chinese + ["en"] * english:
        for code, shape in _shapes(language):
            yield from ((match.start(), match.end(), code) for match in shape.finditer(lower))


@cache
def _shapes(language: str) -> tuple[tuple[str, re.Pattern[str]], ...]:
    words = entries("losses", Path(__file__).parent)[language]
    bounds = (r"\b(?:", r")\b") if language == "en" else ("(?:", ")")
    return tuple(
        (code, composed(bounds[0] + shape + bounds[1], words))
        for code, shapes in words["findings"].items()
        for shape in shapes
    )
