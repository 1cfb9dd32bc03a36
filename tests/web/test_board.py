"""The nurses' board: what it shows first, and what a press does."""

from collections.abc import Callable
from datetime import timedelta

from flask.testing import FlaskClient
from sqlalchemy import update
from sqlmodel import col

from frontdesk.app.ledger.audit import entries
from frontdesk.app.ledger.outbox import OutboxRow, State, deliver_due
from frontdesk.app.ledger.target import VISIT, HospitalTarget
from frontdesk.app.web.parts import Parts
from frontdesk.app.web.schemas import Card
from frontdesk.database.engine import writing
from tests.web.conftest import FEVER, Clock, Kiosk

CRUSHING = "胸口像压着石头一样疼，一直出冷汗"


def cards(nurse: FlaskClient) -> list[dict[str, object]]:
    return list(nurse.get("/api/board").json["cards"])


def path_of(kiosk: Kiosk) -> str:
    return f"/api/board/sessions/{kiosk.session['session_id']}"


def test_a_card_quotes_the_patient_and_tells_who_has_it(kiosk: Kiosk, nurse: FlaskClient) -> None:
    kiosk.guest().say(FEVER)
    (card,) = cards(nurse)
    assert card["complaint"] == FEVER
    assert (card["state"], card["owner"], card["level"]) == ("machine", None, None)


def test_only_the_cards_of_sessions_that_went_on_are_made_anew(new_kiosk: Callable[[], Kiosk], parts: Parts) -> None:
    one, other = (new_kiosk() for _ in range(2))
    one.guest().say(FEVER)
    other.guest()
    made = [{card.session_id: card for card in _made(parts)} for _ in range(2)]
    other.say(CRUSHING)
    made.append({card.session_id: card for card in _made(parts)})
    the_one, the_other = (kiosk.session["session_id"] for kiosk in (one, other))
    assert made[0][the_one] is made[1][the_one] is made[2][the_one]
    assert made[2][the_other].level == "A" and made[1][the_other].level is None


def _made(parts: Parts) -> list[Card]:
    live = parts.reception.log.live(since=parts.clock() - timedelta(hours=2))
    return parts.cards.of(live.states, {d.department_id: d for d in parts.hospital.directory.departments()})


def test_the_one_in_danger_comes_first(new_kiosk: Callable[[], Kiosk], nurse: FlaskClient, clock: Clock) -> None:
    done, ordinary, waiting, danger, unfinished = (new_kiosk() for _ in range(5))
    done.guest().post("finish")
    ordinary.guest().say(FEVER)
    clock.pass_by(timedelta(minutes=1))
    waiting.guest().post("nurse")
    clock.pass_by(timedelta(minutes=5))
    danger.guest().say(CRUSHING)
    unfinished.guest().say(FEVER)
    unfinished.post("suspend")
    order = [card["session_id"] for card in cards(nurse)]
    assert order == [k.session["session_id"] for k in (danger, waiting, ordinary, unfinished, done)]
    strip = nurse.get("/api/board").json["strip"]
    assert (strip["sessions"], strip["waiting"], strip["longest_wait_seconds"]) == (3, 2, 300)


def test_among_those_who_wait_the_longest_comes_first(
    new_kiosk: Callable[[], Kiosk], nurse: FlaskClient, clock: Clock
) -> None:
    first, second = new_kiosk(), new_kiosk()
    second.guest()
    first.guest().post("nurse")
    clock.pass_by(timedelta(minutes=1))
    second.post("nurse")
    assert [card["session_id"] for card in cards(nurse)] == [k.session["session_id"] for k in (first, second)]


def test_a_finished_session_leaves_the_board_after_two_hours(kiosk: Kiosk, nurse: FlaskClient, clock: Clock) -> None:
    kiosk.guest().post("finish")
    clock.pass_by(timedelta(minutes=119))
    assert len(cards(nurse)) == 1
    clock.pass_by(timedelta(minutes=2))
    assert cards(nurse) == []


def test_taking_over_silences_the_machine_and_tells_the_patient_who_joined(kiosk: Kiosk, nurse: FlaskClient) -> None:
    kiosk.guest().say(FEVER)
    taken = nurse.post(f"{path_of(kiosk)}/take-over", json={}).json
    assert (taken["card"]["owner"], taken["card"]["state"]) == ("Test nurse", "person")
    said = kiosk.say("我还头疼")
    assert (said["phase"], said["joined"]) == ("with_nurse", "Test nurse")
    lines = nurse.get(path_of(kiosk)).json["lines"]
    assert lines[-1]["speaker"] == "patient", "the machine does not answer"


def test_a_message_reaches_the_patient_once(kiosk: Kiosk, nurse: FlaskClient) -> None:
    kiosk.guest()
    nurse.post(f"{path_of(kiosk)}/take-over", json={})
    message = {"message_id": "message-1", "text": "我马上过来"}
    for _ in range(2):
        lines = nurse.post(f"{path_of(kiosk)}/messages", json=message).json["lines"]
    assert [line["text"] for line in lines].count("我马上过来") == 1
    reply = kiosk.client.get(kiosk.path).json["reply"]
    assert (reply["text"], reply["by"]) == ("我马上过来", "Test nurse")


def test_handing_back_lets_the_machine_go_on(kiosk: Kiosk, nurse: FlaskClient) -> None:
    kiosk.guest().say(FEVER)
    nurse.post(f"{path_of(kiosk)}/take-over", json={})
    released = nurse.post(f"{path_of(kiosk)}/release", json={}).json
    assert released["card"]["state"] == "machine"
    answer = kiosk.post("turns", kiosk.turn("没有"))
    assert answer["reply"]["by"] is None


def test_an_alarm_stays_until_a_named_nurse_acknowledges_it(kiosk: Kiosk, nurse: FlaskClient) -> None:
    kiosk.guest()
    assert kiosk.say(CRUSHING)["phase"] == "emergency"
    alerts = cards(nurse)[0]["alerts"]
    assert {(alert["level"], alert["acknowledged_by"]) for alert in alerts} == {("A", None)}
    assert all(words in CRUSHING for alert in alerts for words in alert["quote"].split(" … "))
    for alert in alerts:
        where = f"{path_of(kiosk)}/alerts/{alert['alert_id']}/acknowledge"
        assert nurse.post(where, json={"reason": ""}).status_code == 422, "a reason is needed"
        assert cards(nurse)[0]["state"] == "waiting_for_person"
        answered = nurse.post(where, json={"reason": "going there"}).json["card"]
    assert {alert["acknowledged_by"] for alert in answered["alerts"]} == {"Test nurse"}
    assert (answered["owner"], answered["state"]) == ("Test nurse", "person")
    assert kiosk.client.get(kiosk.path).json["alert"]["acknowledged_by"] == "Test nurse"


def test_an_unknown_alert_is_not_found(kiosk: Kiosk, nurse: FlaskClient) -> None:
    kiosk.guest()
    answer = nurse.post(f"{path_of(kiosk)}/alerts/none/acknowledge", json={"reason": "going there"})
    assert answer.status_code == 404


def test_changing_the_department_shows_on_the_kiosk(kiosk: Kiosk, nurse: FlaskClient) -> None:
    kiosk.guest().say(FEVER)
    answer = nurse.post(f"{path_of(kiosk)}/department", json={"department_id": "dermatology"}).json
    assert answer["department"]["en"]["department_id"] == "dermatology"
    assert answer["department"]["zh"]["name"] == "皮肤性病科"
    shown = kiosk.client.get(kiosk.path).json["recommendation"]["department"]
    assert shown["department_id"] == "dermatology"
    unknown = nurse.post(f"{path_of(kiosk)}/department", json={"department_id": "nowhere"})
    assert unknown.status_code == 404


def test_what_was_undone_stays_in_the_transcript_marked(kiosk: Kiosk, nurse: FlaskClient) -> None:
    kiosk.guest().say(FEVER)
    kiosk.post("undo")
    undone = [line["text"] for line in nurse.get(path_of(kiosk)).json["lines"] if line["undone"]]
    assert undone == [FEVER]


def test_an_emergency_that_was_answered_stays_above_sessions_without_danger(
    new_kiosk: Callable[[], Kiosk], nurse: FlaskClient
) -> None:
    dead, danger, asking = (new_kiosk() for _ in range(3))
    dead.guest().say(FEVER)
    danger.guest().say(CRUSHING)
    asking.guest().post("nurse")
    acknowledged(nurse, danger)
    order = [card["session_id"] for card in cards(nurse)]
    assert order == [k.session["session_id"] for k in (asking, danger, dead)]


def test_an_emergency_taken_over_stays_on_top_until_somebody_puts_her_name_to_it(
    new_kiosk: Callable[[], Kiosk], nurse: FlaskClient, clock: Clock
) -> None:
    waiting, danger, asking = (new_kiosk() for _ in range(3))
    waiting.guest().say("我气短喘不上气，嘴唇有点紫，但还能说话")
    asking.guest().post("nurse")
    clock.pass_by(timedelta(minutes=1))
    danger.guest().say(CRUSHING)
    nurse.post(f"{path_of(danger)}/take-over", json={})
    mine = next(card for card in cards(nurse) if card["session_id"] == danger.session["session_id"])
    assert (mine["state"], mine["owner"], mine["taken"]) == ("person", "Test nurse", True)
    others = [card for card in cards(nurse) if card["level"] != "A"]
    assert cards(nurse).index(mine) < min(map(cards(nurse).index, others))
    acknowledged(nurse, danger)
    order = [card["session_id"] for card in cards(nurse)]
    assert order.index(asking.session["session_id"]) < order.index(danger.session["session_id"])


def test_a_session_in_danger_is_handed_back_with_a_reason_or_not_at_all(kiosk: Kiosk, nurse: FlaskClient) -> None:
    kiosk.guest().say(CRUSHING)
    nurse.post(f"{path_of(kiosk)}/take-over", json={})
    acknowledged(nurse, kiosk)
    for body in ({}, {"reason": ""}, {"reason": "   "}, {"reason": "", "lowers": False}):
        refused = nurse.post(f"{path_of(kiosk)}/release", json=body)
        assert (refused.status_code, refused.json["code"]) == (422, "reason_missing")
        assert cards(nurse)[0]["taken"] and cards(nurse)[0]["level"] == "A"
    sbar = nurse.post(f"{path_of(kiosk)}/release", json={"reason": "看过，不是急症"}).json["sbar"]["zh"]
    (card,) = cards(nurse)
    assert (card["level"], card["state"], card["taken"]) == (None, "machine", False)
    (alert,) = card["alerts"]
    assert (alert["lowered_by"], alert["lowered_reason"]) == ("Test nurse", "看过，不是急症")
    assert "看过，不是急症" in sbar["situation"] and "Test nurse" in sbar["situation"]
    shown = kiosk.client.get(kiosk.path).json
    assert shown["phase"] == "conversation" and shown["question"] is not None


def test_handed_back_in_danger_the_level_stays_and_who_calls_comes_first(
    new_kiosk: Callable[[], Kiosk], nurse: FlaskClient
) -> None:
    asking, danger = new_kiosk(), new_kiosk()
    asking.guest().post("nurse")
    danger.guest().say(CRUSHING)
    acknowledged(nurse, danger)
    nurse.post(f"{path_of(danger)}/take-over", json={})
    back = nurse.post(f"{path_of(danger)}/release", json={"reason": "去推轮椅", "lowers": False}).json
    assert back["card"]["level"] == "A" and back["sbar"]["zh"]["recommendation"] == "请马上来看。"
    assert danger.say("还是疼，护士呢")["phase"] == "emergency"
    first = cards(nurse)[0]
    assert (first["session_id"], first["level"]) == (danger.session["session_id"], "A")
    assert first["state"] == "waiting_for_person"


def test_a_dead_session_ends_after_half_a_day_though_a_person_was_called(
    kiosk: Kiosk, clock: Clock, parts: Parts
) -> None:
    kiosk.guest().post("nurse")
    clock.pass_by(timedelta(hours=11))
    assert parts.reception.close_forgotten() == 0
    clock.pass_by(timedelta(hours=2))
    assert parts.reception.close_forgotten() == 1
    assert parts.reception.log.state(str(kiosk.session["session_id"])).closed is not None


def acknowledged(nurse: FlaskClient, kiosk: Kiosk) -> None:
    (alert,) = nurse.get(path_of(kiosk)).json["card"]["alerts"]
    answer = nurse.post(f"{path_of(kiosk)}/alerts/{alert['alert_id']}/acknowledge", json={"reason": "going there"})
    assert answer.status_code == 200, answer.text


def test_what_could_not_be_sent_is_told_with_its_reason_and_sent_again_by_who_may(
    kiosk: Kiosk, nurse: FlaskClient, signed_in: Callable[..., FlaskClient], parts: Parts, clock: Clock
) -> None:
    kiosk.guest().say(FEVER)
    kiosk.post("finish")
    with writing(parts.engine) as session:
        refused = {"state": State.GIVEN_UP, "attempts": 6, "reason": "refused", "last_error": "RefusedByServer"}
        session.execute(update(OutboxRow).where(col(OutboxRow.kind) == VISIT).values(**refused))
    (told,) = nurse.get("/api/board").json["delivery"]["given_up"]
    number = told["outpatient_number"]
    assert (told["kind"], told["reason"], told["attempts"]) == ("visit", "refused", 6) and number
    path = f"/api/board/deliveries/{told['outbox_id']}/again"
    assert signed_in("doctor", "cardiology").post(path, json={}).status_code == 403
    after = nurse.post(path, json={})
    assert after.status_code == 200 and after.json["given_up"] == []
    assert nurse.post(path, json={}).status_code == 404, "it is no longer given up"
    (kept,) = (one for one in entries(parts.engine) if one.act == "send_again")
    assert (kept.by, kept.about["records"]) == ("nurse:nurse-None", [number])
    deliver_due(parts.engine, HospitalTarget(parts.engine, parts.hospital), clock())
    assert nurse.get("/api/board").json["delivery"] == {"given_up": [], "waiting": 0, "since": None}


def test_a_hospital_that_is_away_is_told_on_the_board(kiosk: Kiosk, nurse: FlaskClient, parts: Parts) -> None:
    kiosk.guest().say(FEVER)
    kiosk.post("finish")
    with writing(parts.engine) as session:
        session.execute(update(OutboxRow).values(attempts=3, reason="away", last_error="HospitalAway"))
    told = nurse.get("/api/board").json["delivery"]
    assert told["waiting"] == 1 and told["since"]
