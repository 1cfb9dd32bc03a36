"""A whole reception over HTTP before systems that keep to themselves: a database's views, and a feed of messages."""

import json
import shutil
from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path
from threading import Event, Thread
from time import monotonic, sleep
from typing import Any

import pytest
from apiflask import APIFlask
from sqlalchemy import create_engine

from frontdesk.app.ledger.deliveries import undelivered
from frontdesk.app.ledger.outbox import deliver_due, written
from frontdesk.app.ledger.staff import Account, Role
from frontdesk.app.ledger.target import HospitalTarget
from frontdesk.app.settings import Pairing, Settings
from frontdesk.app.web import background
from frontdesk.app.web.application import create_app
from frontdesk.app.web.parts import Parts
from frontdesk.his_adapter.access import VerifiedPatient, narrow
from frontdesk.his_adapter.connecting import listen
from frontdesk.his_adapter.hl7.message import component
from frontdesk.his_adapter.hl7.received.listener import Listener as Feed
from frontdesk.his_adapter.kept import KeptDirectory
from frontdesk.his_adapter.loinc import SECTIONS
from frontdesk.his_adapter.operation import HisOperation, Verb
from frontdesk.models.facts import Language
from tests.conftest import ROOT, not_tested
from tests.databases import SqliteTemplate
from tests.his_adapter.test_hl7_hospital import understood
from tests.his_adapter.test_hl7_received import FEED, adt, send, siu
from tests.his_adapter.views_hospital import Template, write_mapping
from tests.hl7_bridge import hl7_bridge, installed
from tests.mllp_listener import Listener, listening, says
from tests.web.conftest import MOST_PAGES, PASSWORD, Clock, Kiosk

TOLD = "皮肤上起红疹，痒了三天"
BORN = date(1950, 2, 28)
SPOKEN = {"background": "高血压，我对青霉素过敏"}  # by page
FIELDS = {  # of the record, as their inbox table has them
    "name": "姓名",
    "department": "科室",
    "chief_complaint": "主诉",
    "past_history": "既往史",
    "drug_allergy_history": "过敏史",
    "notes": "备注",
}


@pytest.fixture(scope="module")
def template(postgres_server: str) -> Iterator[Template]:
    template = Template(postgres_server)
    yield template
    template.drop()


@pytest.fixture
def views(template: Template) -> Iterator[str]:
    with template.copy() as url:
        yield url


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The demonstration's, with the mapping of a database that is unlike it."""
    return write_mapping(Path(shutil.copytree(ROOT / "hospital" / "demo", tmp_path / "hospital")))


@pytest.fixture
def ledger(sqlite_template: SqliteTemplate, tmp_path: Path) -> Iterator[str]:
    with sqlite_template.copy(tmp_path) as url:
        yield url


@pytest.fixture
def behind(ledger: str, folder: Path, clock: Clock) -> Callable[..., APIFlask]:
    """The application with that system behind it."""

    def made(his: str, his_write: str = "") -> APIFlask:
        told = {"his": his, "his_write": his_write, "his_folder": folder, "kiosk_pairing": Pairing.OPEN}
        app = create_app(Settings(database_url=ledger, **told, _env_file=None), clock=clock)
        directory = _parts(app).hospital.directory
        if isinstance(directory, KeptDirectory):
            directory.renew(failing=True)
        return app

    return made


def _parts(app: APIFlask) -> Parts:
    parts: Parts = app.extensions["frontdesk"]
    return parts


def received(app: APIFlask, number: str, *, ends: bool = True) -> Kiosk:
    """By number and birth date to the end of the talk."""
    client = app.test_client()
    assert client.get("/api/hospital").json["paired"]
    kiosk = Kiosk(client).start()
    kiosk.post("consent", {"agreed": True})
    kiosk.post("identity", {"patient_number": number, "birth_date": BORN.isoformat()})
    assert kiosk.session["verified"], kiosk.session["reply"]
    kiosk.say(TOLD)
    for _ in range(MOST_PAGES):
        if kiosk.page is None:
            break
        kiosk.say(SPOKEN[kiosk.page]) if kiosk.page in SPOKEN else kiosk.answers()
    if ends:
        kiosk.post("finish")
    return kiosk


def deliver(app: APIFlask) -> int:
    parts = _parts(app)
    done = deliver_due(parts.engine, HospitalTarget(parts.engine, parts.hospital), parts.clock())
    assert undelivered(parts.engine) == []
    return done


def signs(app: APIFlask, department_id: str = "general-practice") -> dict[str, Any]:
    """A doctor there adds a line to the page of who waits, then signs it, and each is delivered; the record here."""
    parts = _parts(app)
    account = Account(username="zhou", name="周医生", role=Role.DOCTOR, department_id=department_id)
    parts.accounts.add(account, PASSWORD, now=parts.clock())
    doctor = app.test_client()
    assert doctor.post("/api/sign-in", json={"username": "zhou", "password": PASSWORD}).status_code == 200
    (entry,) = doctor.get("/api/worklist").json["entries"]
    path = f"/api/worklist/{entry['outpatient_number']}"
    line = {"section": "notes", "text": "查过皮损，明日复诊", "version": doctor.get(path).json["version"]}
    added = doctor.post(f"{path}/additions", json=line).json
    assert deliver(app) == 1
    signed = doctor.post(f"{path}/signature", json={"version": added["version"]}).json
    assert deliver(app) == 1
    return dict(signed["record"])


def rows(url: str, statement: str) -> list[dict[str, Any]]:
    engine = create_engine(url.replace("views+postgresql", "postgresql+psycopg", 1))
    with engine.connect() as connection:
        found = [dict(row) for row in connection.exec_driver_sql(statement).mappings()]
    engine.dispose()
    return found


# --- a hospital's own views ------------------------------------------------------------------------------------------


def test_a_reception_before_views_is_in_the_inbox_word_by_word(behind: Callable[..., APIFlask], views: str) -> None:
    app = behind(views)
    kiosk = received(app, "P1")
    assert kiosk.session["greeting_name"] == "白先生"
    assert deliver(app) == 1
    record = signs(app)
    first, changed, last = rows(views, 'select * from "接口"."预问诊收件" order by "序列"')
    assert [one["动作"] for one in (first, changed, last)] == ["1", "2", "3"]
    assert {one["单号"] for one in (first, changed, last)} == {kiosk.session["session_id"]}
    assert (last["病人号"], last["性别"], last["科室编码"], last["签名"]) == ("P1", "1", "general-practice", "周医生")
    assert {theirs: last[theirs] for theirs in FIELDS.values()} == {
        theirs: record[ours] for ours, theirs in FIELDS.items()
    }
    assert "红疹" in first["主诉"] and "青霉素" in first["过敏史"] and last["备注"] == "查过皮损，明日复诊"
    whole = json.loads(last["全文"])["record"]
    assert whole | {"outpatient_number": str(whole["outpatient_number"])} == record, (
        "what has no column of its own is in the whole"
    )


def test_a_time_is_never_offered_from_views_and_booking_one_is_refused_with_its_reason(
    behind: Callable[..., APIFlask], views: str
) -> None:
    app = behind(views)
    kiosk = received(app, "P1", ends=False)
    assert not [key for key in kiosk.tiles if key.startswith("time:")]
    refused = kiosk.send("booking", {"slot_id": "7"})
    assert (refused.status_code, refused.get_json(force=True)["code"]) == (409, "not_supported")
    assert kiosk.post("finish")["phase"] == "ended"


def test_records_from_views_go_to_a_listener_and_are_read_where_they_were(
    behind: Callable[..., APIFlask], views: str, tmp_path: Path
) -> None:
    if not installed():
        not_tested("no HL7 v2 listener: scripts/systems installs one")
    with hl7_bridge(tmp_path) as bridge:
        app = behind(views, f"mllp://127.0.0.1:{bridge.port}?timeout=60")
        received(app, "P1")
        assert deliver(app) == 1
        record = signs(app)
        patients = understood(bridge.folder, "Patient")
        answers = json.dumps(understood(bridge.folder, "DiagnosticReport"), ensure_ascii=False)
    assert any("白样本" in json.dumps(one["name"], ensure_ascii=False) for one in patients)
    assert "allergy: 青霉素" in answers and "finding: 起疹子" in answers
    assert record["name"] == "白样本"
    assert rows(views, 'select * from "接口"."预问诊收件"') == [], "written elsewhere"
    records = _parts(app).hospital.records
    own = narrow(VerifiedPatient(patient_id="P1"), HisOperation(operation=Verb.SELECT))
    assert "胸痛" in [one.chief_complaint for one in records.find(own, limit=9)], "of last March, read from the view"


# --- a feed of HL7 v2 ------------------------------------------------------------------------------------------------


@pytest.fixture
def told(behind: Callable[..., APIFlask]) -> Iterator[tuple[APIFlask, Feed, Listener]]:
    """The application behind a feed, the feed, and the listener that takes the records."""
    with listening(says()) as listener:
        app = behind(FEED, f"mllp://127.0.0.1:{listener.port}")
        parts = _parts(app)
        feed = listen(FEED, parts.engine, parts.clock)
        assert feed is not None
        Thread(target=feed.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
        yield app, feed, listener
        feed.shutdown()
        feed.server_close()


def test_who_was_registered_changed_merged_and_booked_by_messages_is_received(
    told: tuple[APIFlask, Feed, Listener],
) -> None:
    app, feed, listener = told
    assert send(feed, adt("A04", "P1", "白^样", at="20261123080000", birth="19490228")) == []
    assert send(feed, adt("A08", "P1", "白^样本", at="20261123080500", birth="19500228")) == []
    assert send(feed, adt("A04", "T77", "白^样本", at="20261123080600", birth="19500228")) == []
    assert send(feed, siu("S12", "20261123140000").replace("P1^^^HIS", "T77^^^HIS")) == []
    merge = adt("A40", "P1", "白^样本", at="20261123081000", birth="19500228").replace("PV1|1|O", "MRG|T77^^^HIS")
    assert send(feed, merge) == []

    kiosk = received(app, "T77")  # the number on the card they still have
    assert kiosk.session["greeting_name"] == "白先生"
    (booked,) = _parts(app).hospital.scheduling.appointments("P1", _parts(app).clock())
    assert (booked.slot.department_id, booked.slot.starts.hour) == ("cardiology", 14)
    assert deliver(app) == 1
    parts, reply = _parts(app), kiosk.session["reply"]["text"]
    there = [one for one in parts.hospital.directory.departments() if one.name[Language.ZH] in reply]
    record = signs(app, there[0].department_id)
    kinds = [one.field("MSH", 9).split("^")[1] for one in listener.messages]
    assert kinds == ["A04", "T02", "R01", "T10", "T10"]
    assert {component(one.field("PID", 3), 1) for one in listener.messages} == {"P1"}, "the number that stands"
    assert {component(one.field("PID", 5), 1) for one in listener.messages} == {"白样本"}
    sent = {component(line[3], 1): line[5] for line in listener.messages[-1].all("OBX")}
    assert {code: record[one] for one, (code, _) in SECTIONS.items() if record[one]} == sent
    assert listener.messages[-1].field("TXA", 17) == "LA"


def test_who_gives_another_birth_date_than_the_feed_told_is_not_recognised(
    told: tuple[APIFlask, Feed, Listener],
) -> None:
    app, feed, _ = told
    send(feed, adt("A04", "P1", "白^样本", at="20261123080000", birth="19500228"))
    send(feed, adt("A08", "P1", "白^样本", at="20261123080500", birth="19510228"))
    kiosk = Kiosk(app.test_client())
    kiosk.client.get("/api/hospital")
    kiosk.start().post("consent", {"agreed": True})
    kiosk.post("identity", {"patient_number": "P1", "birth_date": BORN.isoformat()})
    assert not kiosk.session["verified"] and kiosk.session["identity_tries_left"] == 2


def test_a_record_is_sent_at_once_and_not_when_somebody_looks_next(
    told: tuple[APIFlask, Feed, Listener], monkeypatch: pytest.MonkeyPatch
) -> None:
    app, feed, listener = told
    send(feed, adt("A04", "P1", "白^样本", at="20261123080000", birth="19500228"))
    monkeypatch.setattr(background, "DELIVER_SECONDS", 120.0)
    stop, parts = Event(), _parts(app)
    deliverer = Thread(target=background.deliver, args=(parts, stop), daemon=True)
    deliverer.start()
    received(app, "P1")
    until = monotonic() + 10
    while len(listener.messages) < 3 and monotonic() < until:
        sleep(0.01)
    assert [one.field("MSH", 9).split("^")[1] for one in listener.messages] == ["A04", "T02", "R01"]
    stop.set()
    written(parts.engine).set()
    deliverer.join(5)
    assert not deliverer.is_alive()
