"""Which model answers which capability, as the settings say."""

import pytest

from frontdesk.app.assignment import Place, assigned, places
from frontdesk.app.settings import Settings
from frontdesk.models.language.apart import Apart
from frontdesk.models.language.pool import Pool

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


def test_several_addresses_are_one_model_and_one_address_is_itself() -> None:
    runner = assigned(Settings(model_url="http://127.0.0.1:9/v1?calls=5,\n http://127.0.0.1:8/v1/", model_name="nurse"))
    try:
        pool = runner.assigned("nurse")
        assert isinstance(pool, Pool) and pool is runner.assigned("notes")
        assert [(one.server, one.calls) for one in runner.states] == [(URL, 5), ("http://127.0.0.1:8/v1", 64)]
        assert (runner.mode, set(runner.servers)) == ("nurse", {URL, "http://127.0.0.1:8/v1"})
    finally:
        runner.close()
    assert places("/srv/models/a nurse, tuned/") == (Place("/srv/models/a nurse, tuned"),)


@pytest.mark.parametrize(
    "said", [f"{URL} {URL}/", f"{URL}?calls=0", f"{URL}?calls=many", f"{URL}?cap=3", f"{URL}, gpu2"]
)
def test_addresses_that_cannot_be_meant_are_refused(said: str) -> None:
    with pytest.raises(ValueError, match="address"):
        places(said)


def test_an_assignment_that_cannot_be_read_is_refused() -> None:
    with pytest.raises(ValueError, match="neither"):
        assigned(Settings(model_url="", model_for_nurse="nurse"))
