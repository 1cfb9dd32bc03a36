"""What is looked for quickly is found as its alternatives find it."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from models.embedded.understanding.cues import cues, pattern
from models.embedded.understanding.words.quick import joined, needed

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


@pytest.mark.parametrize("alternatives", [*LISTS, [r"(?:ab|ca){1,2}", "abca?"], ["a(?:b|c)?a{0,3}ba", r"[ab]bca"]])
@given(text=st.text(alphabet="abc| []没有notevrwaychimd ", max_size=30))
def test_what_is_needed_stands_in_every_text_that_matches(alternatives: list[str], text: str) -> None:
    words = needed(alternatives)
    if words and re.search("|".join(alternatives), text):
        assert any(word in text for word in words)


@pytest.mark.parametrize(
    ("alternatives", "words"),
    [
        ([r"\bdon't (?:fade|blanch)\b", "按了?不(?:褪|退)色"], {"don't", "按"}),
        ([r"\bmy (?:ears?|eyes?) ring"], {" ring"}),
        ([r"\b(?:left|right)(?: hand| arm)? side\b"], {" side"}),
        ([r"\b(?:left|right)(?: hand)? ear\b"], {"left", "right"}),
        ([r"(?:very )?(?:bad|sore)?"], set()),
        ([r"\bcough", r"\d+ times"], {"cough", " times"}),
        ([r"\bcough", r"\d+"], set()),
    ],
)
def test_the_words_that_tell_most_are_needed(alternatives: list[str], words: set[str]) -> None:
    assert needed(alternatives) == words


TEXTS = [
    json.loads(line)["text"].lower()
    for path in sorted(Path("evaluation/cases").glob("triage_fresh_*.jsonl"))
    for line in path.read_text("utf-8").splitlines()
]
FILES = sorted(path.stem for path in Path("models/embedded/understanding/cues").glob("*.yaml"))


@pytest.mark.parametrize("file", FILES)
def test_every_list_of_cues_needs_only_what_its_matches_hold(file: str) -> None:
    for words in _lists(cues(file)):
        wanted, looked = needed(words), pattern(words)
        found = [text for text in TEXTS if wanted and looked.search(text)]
        assert all(any(word in text for word in wanted) for text in found), words


def _lists(entry: object) -> Iterator[list[str]]:
    if isinstance(entry, list) and all(isinstance(one, str) for one in entry):
        yield entry
    elif isinstance(entry, dict):
        for one in entry.values():
            yield from _lists(one)
