"""Which model answers which capability, as the settings say."""

import pytest

from frontdesk.app.assignment import assigned
from frontdesk.app.settings import Settings
from frontdesk.models.language.apart import Apart

URL = "http://127.0.0.1:9/v1"


def test_without_a_model_nothing_is_assigned() -> None:
    assert assigned(Settings(model_url="")).mode == "embedded"


@pytest.mark.parametrize(
    "settings",
    [
        Settings(model_url=f"{URL}/", model_name="nurse"),
        Settings(model_url="", model_for_nurse=f"nurse@{URL}"),
    ],
)
def test_the_model_that_words_the_lines_runs_in_a_process_of_its_own(settings: Settings) -> None:
    runner = assigned(settings)
    try:
        assert isinstance(runner.assigned("nurse"), Apart)
        assert runner.mode == "nurse"
    finally:
        runner.close()


def test_a_capability_may_stay_embedded_though_there_is_a_model() -> None:
    everyone = {name: "embedded" for name in Settings.model_fields if name.startswith("model_for_")}
    assert assigned(Settings(model_url=URL, **everyone)).mode == "embedded"  # type: ignore[arg-type]


def test_an_assignment_that_cannot_be_read_is_refused() -> None:
    with pytest.raises(ValueError, match="neither"):
        assigned(Settings(model_url="", model_for_nurse="nurse"))
