"""Which model answers which capability, as the settings say."""

import pytest

from app.assignment import assigned
from app.settings import Settings
from models.language.apart import Apart

URL = "http://127.0.0.1:9/v1"


def test_without_a_model_nothing_is_assigned() -> None:
    assert assigned(Settings(model_url="")).mode == "embedded"


def test_one_process_speaks_to_one_model_for_every_capability() -> None:
    runner = assigned(Settings(model_url=f"{URL}/", model_name="nurse", model_for_danger=f"nurse@{URL}"))
    try:
        assert isinstance(runner.assigned("interaction"), Apart)
        assert runner.assigned("danger") is runner.assigned("interaction")
        assert runner.assigned("labs") is None
        assert runner.mode == "nurse"
    finally:
        runner.close()


def test_an_assignment_that_cannot_be_read_is_refused() -> None:
    with pytest.raises(ValueError, match="neither"):
        assigned(Settings(model_url="", model_for_interaction="nurse"))
