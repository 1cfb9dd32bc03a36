"""Receptions played with a capable model's answers go on ending as they were judged."""

import pytest

from frontdesk.evaluation.played import Replayed, recordings, replay, stage
from frontdesk.models.facts import Language

RECORDINGS = recordings()
AS_WRITTEN = 0.95  # share asked for


@pytest.fixture(scope="module")
def replayed() -> dict[str, Replayed]:
    with stage() as (desk, server):
        return {name: replay(desk, server, recording) for name, recording in RECORDINGS.items()}


def test_there_are_six_in_each_language() -> None:
    assert all(sum(one.language is language for one in RECORDINGS.values()) >= 6 for language in Language)


@pytest.mark.parametrize("name", RECORDINGS)
def test_a_reception_ends_as_it_was_judged(name: str, replayed: dict[str, Replayed]) -> None:
    assert replayed[name].understood == RECORDINGS[name].understood


def test_the_nurse_speaks_as_the_model_wrote(replayed: dict[str, Replayed]) -> None:
    lines = sum(len(one.hers) for one in replayed.values())
    assert sum(one.as_written for one in replayed.values()) / lines >= AS_WRITTEN
