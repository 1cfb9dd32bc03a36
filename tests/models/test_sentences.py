"""Sentence embeddings: the vectors of word pieces may stay in a file, and mean the same."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from frontdesk.models.sentences import _encoder, embed, leave_pieces_in

SAID = ["my knee hurts on the stairs", "咳嗽三天了，晚上厉害", ""]


@pytest.fixture
def in_memory() -> Iterator[None]:
    """The table as it was, whatever a test made of it."""
    encoder = _encoder()
    table = encoder.table
    yield
    encoder.table = table


@pytest.mark.usefixtures("in_memory")
def test_vectors_of_pieces_left_in_a_file_give_the_same_embeddings(tmp_path: Path) -> None:
    before = embed(SAID)
    leave_pieces_in(tmp_path)
    assert not isinstance(_encoder().table, np.ndarray)
    assert np.array_equal(embed(SAID), before)


@pytest.mark.usefixtures("in_memory")
def test_a_damaged_file_is_written_anew(tmp_path: Path) -> None:
    before = embed(SAID)
    path = tmp_path / "pieces.bin"
    path.write_bytes(b"cut off")
    leave_pieces_in(tmp_path)
    assert path.stat().st_size > 60_000_000
    assert np.array_equal(embed(SAID), before)


@pytest.mark.usefixtures("in_memory")
def test_they_stay_in_memory_where_nothing_can_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    before = embed(SAID)
    leave_pieces_in(tmp_path / "file")
    assert isinstance(_encoder().table, np.ndarray)
    assert np.array_equal(embed(SAID), before)
