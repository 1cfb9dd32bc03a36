"""What a kiosk is sent to show: how long a call waits, what is open at night, what a line says beside a name."""

from datetime import datetime, time, timedelta

import pytest
from flask.testing import FlaskClient

from frontdesk.app.web.beside import beside
from frontdesk.models.facts import Language
from tests.conftest import MONDAY
from tests.web.conftest import Clock, Kiosk

NIGHT, DAY = datetime.combine(MONDAY, time(2)), datetime.combine(MONDAY, time(10))
A_WHILE = timedelta(seconds=40)


def alert(nurse: FlaskClient) -> dict[str, object]:
    (card,) = nurse.get("/api/board").json["cards"]
    (found,) = card["alerts"]
    assert isinstance(found, dict)
    return found


def test_a_call_tells_how_long_it_waits_and_calling_again_begins_a_new_minute(
    kiosk: Kiosk, nurse: FlaskClient, clock: Clock
) -> None:
    kiosk.start().post("nurse")
    assert kiosk.session["alert"]["waited_seconds"] == 0
    clock.pass_by(A_WHILE)
    kiosk.post("nurse")
    clock.pass_by(A_WHILE)
    kiosk.session = kiosk.client.get(kiosk.path).json
    waits = kiosk.session["alert"]
    assert (waits["waited_seconds"], waits["waited_again_seconds"]) == (80, 40)
    assert waits["called_again_at"] == (DAY + A_WHILE).isoformat()
    # the nurses see it on the call that is there, whose own time runs on
    assert (alert(nurse)["called_again"], alert(nurse)["raised_at"]) == (1, DAY.isoformat())


def test_taps_in_one_breath_are_one_call(kiosk: Kiosk, nurse: FlaskClient, clock: Clock) -> None:
    kiosk.start()
    for _ in range(4):
        kiosk.post("nurse")
        clock.pass_by(timedelta(seconds=1))
    assert alert(nurse)["called_again"] == 0


def test_calling_again_in_an_emergency_leaves_its_words_on_the_screen(
    kiosk: Kiosk, nurse: FlaskClient, clock: Clock
) -> None:
    kiosk.guest().say("我胸口压着疼，出冷汗，喘不上气")
    assert kiosk.session["phase"] == "emergency"
    words = kiosk.session["reply"]["text"]
    clock.pass_by(A_WHILE)
    kiosk.post("nurse")
    assert kiosk.session["reply"]["text"] == words
    assert kiosk.session["alert"]["called_again_at"] is not None
    (card,) = nurse.get("/api/board").json["cards"]
    assert all(one["rule"] for one in card["alerts"])


def test_who_is_sent_to_a_closed_department_is_offered_emergency(kiosk: Kiosk, clock: Clock) -> None:
    clock.now = NIGHT
    found = kiosk.recommended()["recommendation"]
    assert found["department"]["department_id"] == "dermatology"
    assert not found["department"]["open_now"]
    assert found["department"]["opens"] == datetime.combine(MONDAY, time(8)).isoformat()
    assert (found["emergency"]["department_id"], found["emergency"]["open_now"]) == ("emergency", True)


def test_by_day_emergency_is_not_offered(kiosk: Kiosk) -> None:
    found = kiosk.recommended()["recommendation"]
    assert (found["emergency"], found["department"]["opens"]) == (None, None)


@pytest.mark.parametrize(("now", "opens"), [(DAY, None), (NIGHT, datetime.combine(MONDAY, time(8)).isoformat())])
def test_a_place_with_hours_tells_whether_it_is_open(kiosk: Kiosk, clock: Clock, now: datetime, opens: str) -> None:
    clock.now = now
    told = {one["kind"]: one for one in kiosk.client.get("/api/places").json["places"]}
    pharmacy = told["pharmacy"]
    assert (pharmacy["open_now"], pharmacy["opens"]) == (opens is None, opens)
    assert pharmacy["hours_today"] == "08:00-20:00"
    assert (told["toilet"]["open_now"], told["toilet"]["hours_today"]) == (None, "")


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        ("You tapped: Fever. I suggest Fever Clinic. A few more questions, so the doctor is prepared. Is it so?", ""),
        ("Fever Clinic is the right place for this. Fever Clinic is closed now: come back today at 08:00.", ""),
        ("The car park is at the north gate. I suggest Fever Clinic.", "The car park is at the north gate."),
        ("Is it so?", None),
        ("The Fever Clinic is open all day. Is it so?", None),
    ],
)
def test_a_line_that_names_the_department_is_told_from_what_it_says_beside(text: str, rest: str | None) -> None:
    assert beside(text, Language.EN, "Fever Clinic", "Is it so?") == rest


def test_what_is_said_beside_the_name_is_sent_apart(kiosk: Kiosk) -> None:
    assert kiosk.recommended()["reply"]["beside"] == ""


def test_the_name_in_chinese_is_told_from_what_it_says_beside() -> None:
    text = "停车场从北门进。您点选了：膝盖痛，建议看骨科。再帮医生问几句。左边还是右边？"
    assert beside(text, Language.ZH, "骨科", "左边还是右边？") == "停车场从北门进。"
