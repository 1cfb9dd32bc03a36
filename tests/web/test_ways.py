"""The way over HTTP, for a kiosk's page and for a telephone, and what is shown where no plan leads."""

import re
from typing import Any

import pytest
from flask.testing import FlaskClient
from sqlalchemy import text

from frontdesk.app.settings import Settings
from frontdesk.database.engine import connect
from tests.web.conftest import Kiosk


@pytest.mark.parametrize(("language", "words"), [("en", "Take lift 1 to floor 5."), ("zh", "乘1号电梯到5楼。")])
def test_a_way_is_three_steps_and_its_floors(kiosk: Kiosk, language: str, words: str) -> None:
    way = _way(kiosk, f"department_id=orthopedics&language={language}")
    assert [step["kind"] for step in way["steps"]] == ["walk", "lift", "door"]
    assert way["steps"][1]["words"] == words
    assert [drawing["floor"] for drawing in way["drawings"]] == [1, 5]
    assert not way["step_free_differs"]


def test_letters_are_larger_in_large_type(kiosk: Kiosk) -> None:
    usual, large = (
        _way(kiosk, f"department_id=orthopedics&language=en&large={large}")["drawings"][0]
        for large in ("false", "true")
    )
    assert large["em"] / (large["frame"][2] - large["frame"][0]) > 1.2 * usual["em"] / (
        usual["frame"][2] - usual["frame"][0]
    )


def test_the_way_without_steps_is_offered_where_it_differs(kiosk: Kiosk) -> None:
    usual = _way(kiosk, "department_id=fever-clinic&language=en")
    level = _way(kiosk, "department_id=fever-clinic&language=en&step_free=true")
    assert usual["step_free_differs"]
    assert "main door" in usual["steps"][1]["words"]
    assert "ramp door" in level["steps"][1]["words"]


@pytest.mark.parametrize("asked", ["department_id=nobody", "place=99", ""])
def test_what_is_not_there_is_not_found(kiosk: Kiosk, asked: str) -> None:
    assert kiosk.client.get(f"/api/way?language=en&{asked}").status_code == 404


@pytest.fixture
def without_plans(settings: Settings) -> None:
    """Before the application reads them."""
    with connect(settings.database_url).begin() as connection:
        connection.execute(text("UPDATE hospital SET floors = '[]', version = version + 1"))


def test_without_plans_there_is_no_way_and_the_telephone_has_the_words(without_plans: None, kiosk: Kiosk) -> None:
    asked = _way(kiosk, "department_id=orthopedics&language=en")
    assert asked == {"steps": [], "drawings": [], "step_free_differs": False}
    phone = _telephone(kiosk)
    assert "<svg" not in phone
    assert "<ol><li>" in phone


def test_the_telephone_has_the_steps_and_the_drawings_of_the_kiosk(kiosk: Kiosk) -> None:
    phone = _telephone(kiosk)
    department = kiosk.session["recommendation"]["department"]["department_id"]
    for language in ("zh", "en"):
        way = _way(kiosk, f"department_id={department}&language={language}")
        assert all(f"<span>{step['words']}</span>" in phone for step in way["steps"])
        for drawing in way["drawings"]:
            lines = [line for label in drawing["labels"] for line in label["lines"]]
            assert all(f">{line}</text>" in phone for line in lines)
    assert len(re.findall('class="map"', phone)) == 2 * len(way["drawings"])


def _way(kiosk: Kiosk, query: str) -> dict[str, Any]:
    way: dict[str, Any] = kiosk.client.get(f"/api/way?{query}").get_json()
    return way


def _telephone(kiosk: Kiosk) -> str:
    kiosk.recommended()
    link: str = kiosk.send("slip").get_json()["url"]
    opened: FlaskClient = kiosk.client.application.test_client()
    return opened.get(link[link.index("/slip/") :]).get_data(as_text=True)
