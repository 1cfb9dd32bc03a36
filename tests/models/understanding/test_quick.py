"""The quick expression finds what its alternatives find."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from models.embedded.understanding.quick import joined

LISTS = [
    [r"\bno (?:way|chance)\b", r"\bnot\b", "没有?", r"\bnever(?! mind)\b"],
    [r"(?:ab|a)c?", r"b|\bca", r"(?<!a)c[ab]"],
    [r"a?b", r"\b(?:a|b)*c"],
    [r"\[a\]", r"[ab|]c", r"(?P<x>a(?:b|c))|c"],
]


@pytest.mark.parametrize("alternatives", LISTS)
@given(text=st.text(alphabet="abc| []没有notevrwaychimd ", max_size=30))
def test_what_is_found_is_the_same(alternatives: list[str], text: str) -> None:
    plain = [match.span() for match in re.finditer("|".join(alternatives), text)]
    assert [match.span() for match in re.finditer(joined(alternatives), text)] == plain
