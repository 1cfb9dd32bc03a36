"""What the measurement of a system that is away compares."""

import httpx
import pytest

from frontdesk.evaluation.away import Timed, silent, slower


def of(*milliseconds: float) -> Timed:
    played = Timed.__new__(Timed)
    played.steps = [("identity", 1000.0), *(("turns", one) for one in milliseconds)]
    return played


def test_the_same_turns_are_compared_and_one_that_took_long_does_not_count_for_all() -> None:
    there, gone = [of(10, 20), of(10, 10, 40)], [of(11, 22), of(11, 5000, 44)]
    assert slower(there, gone, "") == pytest.approx(10)


def test_receptions_that_went_another_way_are_not_compared() -> None:
    with pytest.raises(ValueError, match="shorter"):
        slower([of(10, 20)], [of(10)], "")


def test_what_is_silent_takes_a_connection_and_answers_nothing() -> None:
    with silent() as port, pytest.raises(httpx.ReadTimeout):
        httpx.get(f"http://127.0.0.1:{port}/fhir", timeout=0.1)
