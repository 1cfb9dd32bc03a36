"""One patient's data: exported whole, erased as far as the law lets go of it, consent with the text that was shown."""

import json
import re
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from sqlalchemy import Engine, make_url, select
from sqlmodel import SQLModel
from typer.testing import CliRunner

from frontdesk.app.ledger.audit import entries, note_loaded, verify
from frontdesk.app.ledger.outbox import deliver_due
from frontdesk.app.ledger.target import HospitalTarget
from frontdesk.app.reception.steps.consent_text import lines, versions
from frontdesk.app.settings import Settings
from frontdesk.app.web.parts import Parts
from frontdesk.commands.main import frontdesk
from frontdesk.database.engine import connect
from frontdesk.models.facts import Language
from tests.web.conftest import Clock, Kiosk, handed_over

WORDS = "A purple badger bit me"
NAME, PHONE, BORN = "周小满", "10000001003", "1979-06-21"
PERSONAL = "/api/patients/P1003/personal"
UI = Path(__file__).parents[2] / "kiosk_ui" / "src"


@pytest.fixture
def settings(settings: Settings, request: pytest.FixtureRequest) -> Settings:
    return settings.model_copy(update={"keep_records_years": getattr(request, "param", 15)})


@pytest.fixture
def officer(parts: Parts, signed_in: Callable[..., FlaskClient]) -> FlaskClient:
    note_loaded(parts.engine, at=parts.clock(), by="operator")
    return signed_in("records_officer")


def everywhere(engine: Engine) -> dict[str, str]:
    """Every row of every table but the trail, as it reads."""
    tables = [table for table in SQLModel.metadata.sorted_tables if table.name != "audit_entry"]
    with engine.connect() as connection:
        whole = {table.name: [list(row) for row in connection.execute(select(table))] for table in tables}
    return {name: json.dumps(rows, default=str, ensure_ascii=False) for name, rows in whole.items()}


def erased(officer: FlaskClient, **changed: Any) -> Any:
    seen = officer.get(PERSONAL).json
    return officer.post(
        f"{PERSONAL}/erase", json={"number": "P1003", "reason": "asked", "rows": seen["rows"]} | changed
    )


@pytest.mark.parametrize("settings", [0], indirect=True)
def test_everything_about_a_patient_is_exported_and_then_gone(
    kiosk: Kiosk, parts: Parts, officer: FlaskClient, signed_in: Callable[..., FlaskClient], clock: Clock
) -> None:
    department = handed_over(kiosk, parts, "P1003")
    session_id = kiosk.session["session_id"]
    doctor = signed_in("doctor", department)
    (entry,) = doctor.get("/api/worklist").json["entries"]
    path = f"/api/worklist/{entry['outpatient_number']}"
    page = doctor.get(path).json
    first = page["summary"]["statements"][0]["statement_id"]
    edit = {"statement_id": first, "text": WORDS, "version": page["version"]}
    assert doctor.post(f"{path}/edits", json=edit).status_code == 200
    assert doctor.post(f"{path}/dislikes", json={"reason": "untrue", "words": WORDS}).status_code == 200
    doctor.post(f"{path}/questions", json={"question": "any allergies?", "language": "en"})

    assert set(officer.get(PERSONAL).json["obstacles"]) == {"pending_delivery"}
    refused = erased(officer)
    assert (refused.status_code, refused.json["code"]) == (409, "cannot_erase")
    clock.pass_by(timedelta(minutes=20))
    deliver_due(parts.engine, HospitalTarget(parts.engine, parts.hospital), clock())

    held = officer.get(f"{PERSONAL}/export").json
    (session,) = held["sessions"]
    consent = session["consent"]
    assert (consent["text"], consent["language"]) == (versions()[-1], "en")
    assert consent["words"] == list(lines(versions()[-1], Language.EN))
    told = json.dumps(held, ensure_ascii=False)
    assert all(one in told for one in (NAME, PHONE, BORN, WORDS, "doctor:doctor", "patient_said")), told[:500]
    assert held["deliveries"] and len(held["records"]) == 3
    shown = officer.get(f"{PERSONAL}/export?form=page").text
    assert NAME in shown and WORDS in shown and consent["words"][0] in shown and "<script" not in shown

    assert erased(officer, number="P1002").status_code == 409
    assert erased(officer, rows={}).json["code"] == "not_as_seen"
    done = erased(officer)
    assert done.status_code == 200 and done.json["kept"] == []
    for table, rows in everywhere(parts.engine).items():
        for value in ("P1003", NAME, PHONE, BORN, session_id, WORDS):
            assert value not in rows, (table, value)
    file = Path(str(make_url(parts.settings.database_url).database))
    for one in (file, *file.parent.glob(f"{file.name}-*")):
        assert NAME.encode() not in one.read_bytes() and PHONE.encode() not in one.read_bytes(), one
    assert kiosk.client.get(kiosk.path).status_code == 404
    assert officer.get(PERSONAL).status_code == 404
    verify(parts.engine)
    acts = [(one.act, one.by) for one in entries(parts.engine)]
    assert ("erase", "records_officer:records_officer-None") in acts
    assert [act for act, _ in acts].count("export") == 2


def test_the_law_keeps_records_and_whose_they_are(officer: FlaskClient, parts: Parts) -> None:
    before = everywhere(parts.engine)["outpatient_record"]
    plan = officer.get(PERSONAL).json
    assert [one["outpatient_number"] for one in plan["kept"]] == [20012, 20097]
    assert erased(officer).status_code == 200
    after = everywhere(parts.engine)
    assert after["outpatient_record"] == before and NAME in after["patient"]
    verify(parts.engine)


def test_only_a_records_officer_takes_data_out_or_away(signed_in: Callable[..., FlaskClient]) -> None:
    for role, department in (("nurse", None), ("doctor", "cardiology"), ("admin", None), ("manager", None)):
        browser = signed_in(role, department)
        told = browser.get(PERSONAL), browser.get(f"{PERSONAL}/export"), browser.post(f"{PERSONAL}/erase", json={})
        assert [one.status_code for one in told] == [403, 403, 403], role


def test_the_command_tells_exports_and_removes_what_is_confirmed(
    demo_database_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FRONTDESK_DATABASE_URL", demo_database_url)
    monkeypatch.setenv("FRONTDESK_KEEP_RECORDS_YEARS", "0")
    engine = connect(demo_database_url)
    note_loaded(engine, at=datetime(2026, 11, 23, 9), by="operator")

    def patient(*arguments: str) -> str:
        told = CliRunner().invoke(frontdesk, ["patient", *arguments])
        assert told.exit_code == 0, told.output
        return told.output

    assert re.search(r"outpatient_record +2 rows would go", patient("show", "P1003"))
    assert "2 records in" in patient("export", "P1003", str(tmp_path / "out"))
    written = [tmp_path / "out" / name for name in ("personal.json", "personal.html")]
    assert all(NAME in one.read_text("utf-8") and one.stat().st_mode & 0o077 == 0 for one in written)
    assert "nothing was removed" in patient("erase", "P1003") and NAME in everywhere(engine)["patient"]
    told = patient("erase", "P1003", "--confirm", "P1003", "--withdrawn")
    assert "left beside what is kept: 0; the audit trail is whole" in told
    assert not any(NAME in rows or "P1003" in rows for rows in everywhere(engine).values())
    engine.dispose()


def test_what_the_screen_shows_is_the_version_it_names(kiosk: Kiosk) -> None:
    named = re.search(r'CONSENT_TEXT = "(.+)"', (UI / "api" / "kiosk.ts").read_text())
    assert named and named[1] == versions()[-1]
    for language in Language:
        words = json.loads((UI / "messages" / "kiosk" / f"{language}.json").read_text("utf-8"))
        shown = tuple(words[f"consent.{one}"] for one in ("title", "what", "who", "machine", "refusal"))
        assert lines(versions()[-1], language) == shown, "a changed text is a new file, a new version"
    assert kiosk.start().send("consent", {"agreed": True, "text": "1999-01-01"}).status_code == 422


def test_who_declines_leaves_no_record(kiosk: Kiosk, parts: Parts) -> None:
    kiosk.start()
    kiosk.post("consent", {"agreed": False})
    told = everywhere(parts.engine)["event"]
    assert "consent_declined" in told and "consent_given" not in told and "patient_said" not in told
    kiosk.send("finish")
    assert kiosk.session["session_id"] not in everywhere(parts.engine)["outpatient_record"]
