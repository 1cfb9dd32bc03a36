"""The pages of the interview over HTTP: what stands on the screen, several tiles at once, tiles that are not there."""

from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.web.conftest import Kiosk
from tests.web.test_bad_input import problem
from tests.web.test_board import path_of


def question(kiosk: Kiosk) -> dict[str, Any]:
    return dict(kiosk.session["question"])


def to_page(kiosk: Kiosk, key: str) -> Kiosk:
    while kiosk.page != key:
        assert kiosk.page is not None, f"{key} was not asked"
        kiosk.answers()
    return kiosk


def test_a_page_says_what_may_be_done_with_it(kiosk: Kiosk) -> None:
    kiosk.guest()
    first = question(kiosk)
    assert (first["key"], first["several"], first["body_map"], first["pad"], first["optional"]) == (
        "open",
        True,
        True,
        None,
        False,
    )
    assert first["text"] and len(first["options"]) == 8 + 4, "complaints, and errands"
    kiosk.tap("fact:finding:cough")
    age = question(to_page(kiosk, "age"))
    assert (age["several"], age["pad"]) == (False, "years")
    history = question(to_page(kiosk, "background"))
    assert {row["key"]: row["several"] for row in history["rows"]} == dict.fromkeys(
        ("past_history", "medicines", "allergies"), True
    )
    assert history["optional"] and {"skip", "person"} <= {way["key"] for way in history["ways_out"]}
    assert {f"{row['key']}/none" for row in history["rows"]} <= {option["key"] for option in history["options"]}


def test_several_tiles_are_one_turn(kiosk: Kiosk) -> None:
    kiosk.guest().tap("fact:finding:cough", "fact:finding:headache")
    assert kiosk.session["turns"] == 1
    assert kiosk.session["said"] == "咳嗽，头疼"
    assert {line["key"] for line in kiosk.session["understood"]} == {"finding:cough", "finding:headache"}


def test_one_tile_may_be_sent_by_itself(kiosk: Kiosk) -> None:
    kiosk.guest().post("turns", kiosk.turn("", option="fact:finding:cough", means="tapped"))
    assert [line["key"] for line in kiosk.session["understood"]] == ["finding:cough"]


def test_where_both_are_sent_the_list_counts(kiosk: Kiosk) -> None:
    kiosk.guest().post("turns", kiosk.turn("", option="fact:finding:rash", options=["fact:finding:cough"]))
    assert [line["key"] for line in kiosk.session["understood"]] == ["finding:cough"]


def test_words_beside_tiles_are_kept_too(kiosk: Kiosk) -> None:
    kiosk.guest().post("turns", kiosk.turn("晚上咳得厉害", options=["fact:finding:cough"]))
    understood = {line["key"]: line for line in kiosk.session["understood"]}
    assert "finding:cough" in understood
    assert any((line["status"], line["text"]) == ("said", "晚上咳得厉害") for line in understood.values())


@pytest.mark.parametrize(
    "options",
    [
        ["fact:finding:nothing_known"],
        ["sign:chest_cold_sweat"],
        ["department:cardiology"],
        ["line:finding:cough"],
        ["'; drop table event; --"],
    ],
)
def test_a_tile_that_is_not_on_the_screen_is_a_conflict_and_writes_nothing(kiosk: Kiosk, options: list[str]) -> None:
    before = kiosk.guest().session
    answer = kiosk.send("turns", kiosk.turn("", options=options))
    assert problem(answer) == (409, "not_now")
    assert kiosk.client.get(kiosk.path).json == before


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("options", ["fact:finding:cough"] * 21),
        ("options", ["x" * 81]),
        ("options", "fact:finding:cough"),
        ("options", [7]),
        ("option", "x" * 81),
        ("option", ["fact:finding:cough"]),
        ("means", "shouted"),
    ],
)
def test_tiles_of_the_wrong_shape_are_invalid(kiosk: Kiosk, field: str, value: object) -> None:
    answer = kiosk.guest().send("turns", kiosk.turn("") | {field: value})
    assert problem(answer) == (422, "invalid")
    assert any(field in error for error in answer.get_json(force=True)["errors"])


def test_the_same_tiles_sent_twice_are_one_turn(kiosk: Kiosk) -> None:
    turn = kiosk.guest().turn("", options=["fact:finding:cough"])
    first = kiosk.send("turns", turn)
    assert kiosk.send("turns", turn).json == first.json


def test_what_was_said_stands_under_what_was_asked(kiosk: Kiosk) -> None:
    kiosk.guest().tap("fact:finding:cough")
    asked = question(to_page(kiosk, "story"))["text"]
    kiosk.say("从我妈走了以后")
    (said,) = [line for line in kiosk.session["understood"] if line["status"] == "said"]
    assert (said["text"], said["asked"]) == ("从我妈走了以后", asked)


def test_what_was_offered_from_the_words_comes_filled_in(kiosk: Kiosk) -> None:
    words = "右边膝盖不得劲，上下楼吃不住劲，怕是磨坏了"
    kiosk.guest().say(words)
    to_page(kiosk, "offered")
    quotes = {option["key"]: option["quote"] for option in question(kiosk)["options"]}
    assert quotes["fact:finding:knee_pain"] and quotes["fact:finding:knee_pain"] in words


def test_a_tapped_sign_alarms_at_once(kiosk: Kiosk, nurse: FlaskClient) -> None:
    kiosk.guest().tap("fact:finding:headache")
    to_page(kiosk, "danger")
    sign = next(key for key in kiosk.tiles if key.startswith("sign:"))
    kiosk.tap(sign)
    (card,) = nurse.get("/api/board").json["cards"]
    assert [alert["rule"] for alert in card["alerts"] if alert["rule"]]


def test_the_board_shows_what_is_asked_about_before_a_department(kiosk: Kiosk, nurse: FlaskClient) -> None:
    kiosk.guest().tap("fact:finding:headache")
    to_page(kiosk, "danger")
    session = nurse.get(path_of(kiosk)).json
    for asked in session["screening"].values():
        assert asked and not any(one["met"] for one in asked)
        assert all(one["sign"] and one["because"] for one in asked)
    assert session["screening"]["zh"][0]["sign"] != session["screening"]["en"][0]["sign"]
    kiosk.tap("none")
    assert all(one["met"] for one in nurse.get(path_of(kiosk)).json["screening"]["en"])


def test_the_board_shows_the_words_against_an_alarm(kiosk: Kiosk, nurse: FlaskClient) -> None:
    kiosk.guest().tap("fact:finding:headache")
    to_page(kiosk, "danger")
    kiosk.tap(next(key for key in kiosk.tiles if key.startswith("sign:")))
    kiosk.say("不对，我点错了")
    alerts = [alert for alert in nurse.get("/api/board").json["cards"][0]["alerts"] if alert["rule"]]
    assert {alert["disputed"] for alert in alerts} == {"不对，我点错了"}
    assert {alert["acknowledged_by"] for alert in alerts} == {None}


@pytest.mark.parametrize("language", ["zh", "en"])
def test_a_whole_reception_by_touch_alone(new_kiosk: Callable[[], Kiosk], language: str) -> None:
    kiosk = new_kiosk().start(language)
    kiosk.post("consent", {"agreed": True})
    kiosk.post("identity", {})
    kiosk.tap("fact:finding:rash")
    for _ in range(16):
        if kiosk.page is None:
            break
        assert all(tile["label"] for tile in (*question(kiosk)["options"], *question(kiosk)["ways_out"]))
        kiosk.answers()
    assert kiosk.session["phase"] == "recommendation"
    assert kiosk.session["recommendation"]["department"]["department_id"] == "dermatology"
