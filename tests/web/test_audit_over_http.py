"""Every screen that shows patient data leaves its reader in the audit trail."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from apiflask import APIFlask
from flask.testing import FlaskClient
from sqlalchemy import text

from frontdesk.app.ledger.audit import Broken, Kept, cover_once, entries, note_loaded, verify
from frontdesk.app.web.parts import Parts
from tests.web.conftest import Clock, Kiosk

# Blueprints whose routes show no patient anything, or only the browser's own session, whose events are in the trail.
WITHOUT = {"pages", "about", "health", "metrics", "hospital", "sign_in", "signed_in", "own_security", "launch"} | {
    "cds_discovery",
    "provider",
    "provider_logout",
}
OWN = {"sessions", "speech"}
WATCHED = {"board", "worklist", "signing", "slip", "assistant", "keeping", "records", "patients", "cds_services"} | {
    "admin",
    "personal",
    "reports",
}


@pytest.fixture
def trail(parts: Parts) -> Callable[[], list[Kept]]:
    def read() -> list[Kept]:
        verify(parts.engine)
        return list(entries(parts.engine))

    return read


def test_no_blueprint_escapes_the_question_whether_it_is_audited(app: APIFlask) -> None:
    assert set(app.extensions["rules"]) == WITHOUT | OWN | WATCHED


def test_a_session_is_in_the_trail_from_its_first_event_with_the_patient_once_verified(
    kiosk: Kiosk, trail: Callable[[], list[Kept]]
) -> None:
    kiosk.start(entry="follow_up")
    kiosk.post("consent", {"agreed": True})
    kiosk.post("identity", {"patient_number": "P1003", "name": "周小满"})
    kiosk.say("还是头疼")
    session_id = kiosk.session["session_id"]
    mine = [entry for entry in trail() if session_id in entry.about.get("sessions", [])]
    assert all(entry.by == "kiosk:Kiosk 1" and entry.act in ("session", "read") for entry in mine)
    assert [entry.about.get("patients") for entry in mine[:3]] == [None, None, ["P1003"]]
    kinds = [kind for entry in mine for kind in entry.about["what"]]
    assert {"identity_verified", "retrieval_done", "patient_said", "nurse_said"} <= set(kinds)
    assert not any(word in str(entry) for entry in trail() for word in ("周小满", "头疼"))


def test_who_looks_at_board_session_list_and_page_is_in_the_trail_once_a_look(
    kiosk: Kiosk, nurse: FlaskClient, clock: Clock, trail: Callable[[], list[Kept]]
) -> None:
    session_id = kiosk.start().session["session_id"]

    def looks() -> list[tuple[str, str]]:
        for path in ("board", f"board/sessions/{session_id}", "worklist/20001", "worklist/20001"):
            nurse.get(f"/api/{path}")
        return [(entry.by, str(entry.about["what"][0])) for entry in trail() if entry.act == "read"]

    once = [("nurse:nurse-None", what) for what in ("board", "session", "page")]
    assert looks() == once
    assert looks() == once, "a screen that reads itself again"
    clock.pass_by(timedelta(minutes=11))
    assert looks() == once + once


def test_what_staff_do_on_the_board_is_theirs_in_the_trail(
    kiosk: Kiosk, nurse: FlaskClient, trail: Callable[[], list[Kept]]
) -> None:
    path = f"/api/board/sessions/{kiosk.start().session['session_id']}"
    nurse.post(f"{path}/take-over", json={})
    done = [(entry.by, entry.about["what"]) for entry in trail() if "taken_over" in entry.about.get("what", [])]
    assert done == [("nurse:nurse-None", ["taken_over", "nurse_said"])]


def test_edits_and_signatures_are_in_the_trail_with_their_record(
    kiosk: Kiosk, signed_in: Callable[..., FlaskClient], trail: Callable[[], list[Kept]]
) -> None:
    department = kiosk.recommended()["recommendation"]["department"]["department_id"]
    kiosk.post("finish")
    doctor = signed_in("doctor", department)
    number = doctor.get("/api/worklist").json["entries"][0]["outpatient_number"]
    doctor.post(f"/api/worklist/{number}/edits", json={"statement_id": "s1", "text": "皮疹", "version": 1})
    doctor.post(f"/api/worklist/{number}/additions", json={"section": "notes", "text": "复查", "version": 2})
    doctor.post(f"/api/worklist/{number}/signature", json={"version": 3})
    acts = [(entry.act, entry.about["what"]) for entry in trail() if entry.about.get("records") == [number]]
    written = [act for act in acts if act[0] in ("update", "sign")]
    assert written == [("update", ["summary"]), ("update", ["summary.notes"]), ("sign", ["physician_signature"])]
    handed = next(e for e in trail() if "record_handed_over" in e.about.get("what", []))
    assert handed.about["records"] == [number]


def test_a_printed_slip_is_a_look_of_the_kiosk(kiosk: Kiosk, trail: Callable[[], list[Kept]]) -> None:
    session_id = kiosk.recommended()["session_id"]
    kiosk.post("slip")
    last = trail()[-1]
    assert (last.by, last.about["what"], last.about["sessions"]) == (
        "kiosk:Kiosk 1",
        ["slip"],
        [session_id],
    )


def test_somebody_who_guesses_at_drafts_is_in_the_trail(kiosk: Kiosk, trail: Callable[[], list[Kept]]) -> None:
    guess = {"patient_number": "P1003", "name": "林松涛", "language": "zh"}
    assert kiosk.client.post("/api/sessions/resume", json=guess).status_code == 404
    last = trail()[-1]
    assert (last.by, last.act, last.about) == ("kiosk:Kiosk 1", "refused", {"what": ["resume"]})


def test_earlier_visits_shown_on_a_page_are_in_the_trail_too(
    nurse: FlaskClient, parts: Parts, trail: Callable[[], list[Kept]]
) -> None:
    everything = {record.outpatient_number for record in parts.records.of_patient("P1001")}
    nurse.get("/api/worklist/20003")
    assert len(everything) > 1
    assert set(trail()[-1].about["records"]) == everything


def test_signing_in_and_accounts_and_kiosks_and_refused_reads_are_in_the_trail(
    app: APIFlask, parts: Parts, kiosk: Kiosk, signed_in: Callable[..., FlaskClient], trail: Callable[[], list[Kept]]
) -> None:
    doctor = signed_in("doctor", "cardiology")
    doctor.get("/api/worklist?department_id=dermatology")
    doctor.get("/api/board")
    app.test_client().post("/api/sign-in", json={"username": "doctor-cardiology", "password": "not-the-right-one"})
    parts.accounts.disable("doctor-cardiology", now=parts.clock())
    parts.devices.disable("Kiosk 1", now=parts.clock())
    told = [(entry.act, entry.by, tuple(entry.about.get("what", ()))) for entry in trail()]
    by = "doctor:doctor-cardiology"
    for expected in (
        ("sign_in", by, ()),
        ("refused", by, ("another_department", "/api/worklist")),
        ("refused", by, ("not_permitted", "/api/board")),
        ("kiosk", "kiosk:Kiosk 1", ("paired", "Kiosk 1")),
    ):
        assert expected in told, expected
    commands = {(act, what) for act, _, what in told}
    assert {("account", ("added", "doctor-cardiology")), ("account", ("disabled", "doctor-cardiology"))} <= commands
    assert ("kiosk", ("disabled", "Kiosk 1")) in commands
    assert any(act == "refused" and what == ("sign_in", "doctor-cardiology") for act, _, what in told)


BEHIND = {
    "a patient's words": "update event set body = replace(body, '.', '.A') where kind = 'patient_said'",
    "words in the place of others": "update event set body = (select body from event where kind = 'started')",
    "words that nobody sealed": "update event set body = '{}' where kind = 'patient_said'",
    "an event that is gone": "delete from event where kind = 'nurse_said'",
    "a diagnosis": "update outpatient_record set preliminary_diagnosis = '感冒' where outpatient_number = :number",
    "a sentence of the summary": "update pre_visit_summary set body = replace(body, 'a', 'b')",
    "a record that is gone": "delete from outpatient_record where outpatient_number = 20002",
    "a role": "update staff set role = 'admin'",
    "an account nobody added": (
        "insert into staff select 'x', name, role, department_id, password_hash, 0, created from staff limit 1"
    ),
    "a birth date": "update patient set birth_date = '1950-01-01' where patient_id = 'P1003'",
    "a patient nobody loaded": "insert into patient select 'P9', name, sex, birth_date, phone from patient limit 1",
    "a sign-in that lasts longer": "update staff_sign_in set until = '2036-01-01 00:00:00'",
    "a sign-in of somebody else": "update staff_sign_in set username = 'nurse-None'",
    "a sign-in nobody made": (
        "insert into staff_sign_in select 'f', username, means, address, browser, began, until, 'f', null, renewed,"
        " confirmed, seen, proved from staff_sign_in limit 1"
    ),
    "a kiosk that was disabled": "update kiosk set disabled = 1 - disabled",
    "a kiosk nobody added": "insert into kiosk select 'X', disabled, created, null, null, null from kiosk limit 1",
    "a browser nobody paired": "insert into kiosk_device select 'f', kiosk, paired from kiosk_device limit 1",
    "whose appointment it is": "update appointment set patient_id = 'P1003'",
    "an appointment that is gone": "update outpatient_record set appointment_id = null; delete from appointment",
    "whose session it is": "update session set patient_id = 'P1003'",
}


@pytest.mark.parametrize("statement", BEHIND.values(), ids=BEHIND)
def test_what_is_changed_behind_the_trails_back_is_found(
    kiosk: Kiosk, parts: Parts, signed_in: Callable[..., FlaskClient], statement: str
) -> None:
    note_loaded(parts.engine, at=parts.clock(), by="operator")
    kiosk.recommended()
    department = kiosk.session["recommendation"]["department"]
    kiosk.post("booking", {"slot_id": department["slots"][0]["slot_id"]})
    kiosk.post("finish")
    signed_in("nurse")
    doctor = signed_in("doctor", department["department_id"])
    (entry,) = doctor.get("/api/worklist").json["entries"]
    page = doctor.get(f"/api/worklist/{entry['outpatient_number']}").json
    signed = doctor.post(f"/api/worklist/{entry['outpatient_number']}/signature", json={"version": page["version"]})
    assert signed.status_code == 200
    verify(parts.engine)
    with parts.engine.begin() as connection:
        for one in statement.split("; "):
            given = {"number": entry["outpatient_number"]} if ":number" in one else {}
            assert connection.execute(text(one), given).rowcount
    with pytest.raises(Broken):
        verify(parts.engine)


def test_who_signs_out_or_unpairs_a_kiosk_breaks_nothing(
    kiosk: Kiosk, parts: Parts, signed_in: Callable[..., FlaskClient]
) -> None:
    note_loaded(parts.engine, at=parts.clock(), by="operator")
    signed_in("nurse").post("/api/sign-out")
    parts.devices.disable("Kiosk 1", now=parts.clock())
    verify(parts.engine)


def test_what_an_older_version_wrote_is_covered_once(kiosk: Kiosk, parts: Parts) -> None:
    kiosk.guest()
    cover_once(parts.engine, at=parts.clock())
    length, _ = verify(parts.engine)
    cover_once(parts.engine, at=parts.clock())
    assert verify(parts.engine)[0] == length
    with parts.engine.begin() as connection:
        connection.execute(text("update patient set birth_date = '1950-01-01' where patient_id = 'P1003'"))
    with pytest.raises(Broken, match="patient:P1003"):
        verify(parts.engine)
