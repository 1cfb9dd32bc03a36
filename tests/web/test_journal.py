"""The journal keeps ids, counts and durations; never a name or a word of a patient.

Receptions in both languages, with verified patients, faults wherever there may be one, the hospital's system away and
a model that fails; then what was written is searched for everything personal. FRONTDESK_TEST_SESSIONS=200 makes many.
"""

import json
import os
import re
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from csv import DictReader
from dataclasses import dataclass
from typing import Any

import pytest
import structlog
from flask.testing import FlaskClient

from frontdesk.app.ledger.outbox import deliver_due
from frontdesk.app.reception.turn import consult
from frontdesk.app.settings import DEMONSTRATION, Settings
from frontdesk.app.web import kiosk as kiosk_routes
from frontdesk.app.web.parts import Parts
from frontdesk.commands.journal import set_up_journal
from frontdesk.evaluation.model_server import NAME, Mode, ModelServer, serving_model
from frontdesk.his_adapter.errors import HospitalAway
from tests.web.conftest import FEVER, PASSWORD, Clock, Kiosk
from tests.web.test_board import path_of

SESSIONS = int(os.environ.get("FRONTDESK_TEST_SESSIONS", "6"))
FAULTS = (Mode.ANSWERS, Mode.ERROR, Mode.NOT_JSON, Mode.CUT, Mode.BUSY, Mode.HALF)
TOLD = {
    "zh": "我叫{name}，电话{phone}，{birth_date}出生，{complaint}，家住梧桐巷十七号",
    "en": "I am {name}, my phone is {phone}, born {birth_date}, {complaint}, I live at Mulberry Lane seventeen",
}
COMPLAINTS = {
    "zh": ("手背上起了好多红疹子", "胸口像压着石头一样疼一直出冷汗", "嗓子疼得咽不下饭", "膝盖上下楼梯就疼"),
    "en": (
        "a red rash all over my hands",
        "my chest feels crushed and I am sweating all over",
        "my throat hurts too much to swallow",
        "my knee hurts on the stairs",
    ),
}
SHRUGS = {"zh": "说不清楚反正难受得厉害", "en": "hard to say but it bothers me terribly"}
REASON = "已经过去看{name}了"


@dataclass(frozen=True)
class Person:
    patient_id: str
    name: str
    birth_date: str
    phone: str


@pytest.fixture
def journal_afterwards_as_before() -> Iterator[None]:
    yield
    structlog.reset_defaults()


@pytest.fixture
def people() -> list[Person]:
    with (DEMONSTRATION / "patients.csv").open(encoding="utf-8") as file:
        rows = [{name: row[name] for name in Person.__annotations__} for row in DictReader(file)]
    return [Person(**row) for row in rows if all(row.values())]


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with serving_model() as server:
        yield server


@pytest.fixture
def settings(settings: Settings, server: ModelServer) -> Settings:
    return settings.model_copy(update={"model_url": server.url, "model_name": NAME, "model_budget_seconds": 2.0})


def pieces(words: str) -> Iterator[str]:
    """The words whole, and each clause of them that somebody might be known by."""
    yield words
    for clause in re.split(r"[，。、,.!?？！;；]", words):
        if len(clause.strip()) > (3 if not clause.isascii() else 10):
            yield clause.strip()


def found_in(written: str, secrets: set[str]) -> set[str]:
    """What of it stands in the journal, in whichever way JSON writes it."""
    read = "\n".join(_plain(line) for line in written.splitlines())
    return {one for one in secrets if one in read}


def _plain(line: str) -> str:
    try:
        return line + json.dumps(json.loads(line), ensure_ascii=False)
    except ValueError:
        return line + line.encode("utf-8").decode("unicode_escape", errors="replace")


@pytest.mark.parametrize("ascii_only", [True, False])
def test_the_search_finds_what_stands_there(ascii_only: bool) -> None:
    leak = json.dumps({"event": "refused", "error": "no patient 王芳"}, ensure_ascii=ascii_only)
    assert found_in(leak, {"王芳", "周小满"}) == {"王芳"}
    assert found_in(f"Traceback: {'王芳'!a}", {"王芳"}) == {"王芳"}


def test_nothing_personal_reaches_the_journal(
    kiosk: Kiosk, nurse: FlaskClient, capfd: pytest.CaptureFixture[str], journal_afterwards_as_before: None
) -> None:
    set_up_journal("debug")
    kiosk.start()
    kiosk.post("consent", {"agreed": True})
    kiosk.post("identity", {"patient_number": "P1002", "name": "王芳"})
    kiosk.say(FEVER)
    kiosk.send("turns", {"turn_id": FEVER, "number": 9, "text": FEVER})
    kiosk.recommended()
    token = kiosk.send("slip").json["url"].rpartition("/")[2]
    kiosk.client.get(f"/slip/{token}")
    kiosk.client.post("/api/sign-in", json={"username": PASSWORD, "password": PASSWORD})
    kiosk.post("finish")
    nurse.get("/api/worklist?department_id=dermatology")
    written = capfd.readouterr().err
    lines = [json.loads(line) for line in written.splitlines()]
    assert any(line["route"] == "/slip/<token>" for line in lines if "route" in line)
    assert found_in(written, {"王芳", "P1002", "发烧", "疹", PASSWORD, token}) == set()


class Faults:
    """Faults with a person's words in them, in the places that a reception passes."""

    def __init__(self, parts: Parts, monkeypatch: pytest.MonkeyPatch) -> None:
        self._parts, self._patch = parts, monkeypatch

    @contextmanager
    def hospital_away(self, person: Person) -> Iterator[None]:
        def away(*_: object, **__: object) -> None:
            raise HospitalAway(f"GET /Patient?identifier={person.patient_id}&name={person.name} timed out")

        with self._patch.context() as patch:
            patch.setattr(type(self._parts.hospital.patients), "patient", away)
            yield

    @contextmanager
    def specialist_fails(self) -> Iterator[None]:
        def fails(turn: Any) -> None:
            raise RuntimeError(f"cannot read {turn.text}")

        team = tuple(one._replace(examine=fails) for one in consult.TEAM)
        with self._patch.context() as patch:
            patch.setattr(consult.consult, "__defaults__", (team,))
            yield

    @contextmanager
    def route_fails(self, person: Person) -> Iterator[None]:
        def fails(*_: object, **__: object) -> None:
            raise ValueError(f"{person.name}, {person.phone}: no slip")

        with self._patch.context() as patch:
            patch.setattr(kiosk_routes, "make_slip", fails)
            yield


class Refuses:
    """The hospital's system, which says whose record it does not take."""

    def __init__(self, people: list[Person]) -> None:
        self._whose = "; ".join(f"{one.name} {one.phone}" for one in people)

    def deliver(self, kind: str, payload: dict[str, Any], *, key: str) -> None:
        raise ConnectionError(f"{kind} {payload} of {self._whose} refused")


def received(kiosk: Kiosk, person: Person, number: int, faults: Faults, nurse: FlaskClient) -> set[str]:
    """One reception with its faults; all that was said and typed in it."""
    language = ("zh", "en")[number % 2]
    about = {**person.__dict__, "complaint": COMPLAINTS[language][number // 2 % 4]}
    words = {TOLD[language].format(**about), SHRUGS[language], REASON.format(**about)}
    identity = {"patient_number": person.patient_id, "birth_date": person.birth_date}
    kiosk.start(language)
    kiosk.post("consent", {"agreed": True})
    kiosk.send("identity", {**identity, "birth_date": "1901-02-03"})
    if number % 5 == 2:
        with faults.hospital_away(person):
            kiosk.send("identity", identity)
    kiosk.send("identity", {**identity, "name": person.name})
    kiosk.session = kiosk.client.get(kiosk.path).json
    if kiosk.session["phase"] == "identity":
        kiosk.post("identity", {})
    if number % 4 == 1:
        with faults.specialist_fails():
            kiosk.say(TOLD[language].format(**about))
    else:
        kiosk.say(TOLD[language].format(**about))
    kiosk.send("turns", kiosk.turn(SHRUGS[language], number=99))
    kiosk.send("turns", {"text": person.name, "number": person.phone})
    for _ in range(2):
        if kiosk.page is not None:
            kiosk.say(SHRUGS[language])
    for alert in nurse.get(path_of(kiosk)).json["card"]["alerts"]:
        nurse.post(f"{path_of(kiosk)}/alerts/{alert['alert_id']}/acknowledge", json={"reason": REASON.format(**about)})
    nurse.post(f"{path_of(kiosk)}/messages", json={"message_id": person.phone, "text": REASON.format(**about)})
    with faults.route_fails(person):
        kiosk.send("slip")
    kiosk.send("finish")
    kiosk.client.post("/api/sign-in", json={"username": person.name, "password": person.phone})
    for path in (f"/api/patients/{person.patient_id}", f"/api/patients/{person.name}", f"/api/board/{person.name}"):
        nurse.get(path)
    return words


def test_receptions_with_every_fault_leave_nobody_in_the_journal(
    new_kiosk: Callable[[], Kiosk],
    nurse: FlaskClient,
    parts: Parts,
    clock: Clock,
    people: list[Person],
    server: ModelServer,
    capfd: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    journal_afterwards_as_before: None,
) -> None:
    set_up_journal("debug")
    faults, written, words = Faults(parts, monkeypatch), "", set[str]()
    for number in range(SESSIONS):
        server.mode = FAULTS[number % len(FAULTS)]
        words |= received(new_kiosk(), people[number % len(people)], number, faults, nurse)
        written += "".join(capfd.readouterr())
    deliver_due(parts.engine, Refuses(people), clock())
    written += "".join(capfd.readouterr())
    events = Counter(json.loads(line)["event"] for line in written.splitlines())
    provoked = {"answered", "refused", "unexpected", "specialist_failed", "delivery_failed", "model_called", "voiced"}
    assert provoked <= set(events)
    values = {value for person in people for value in person.__dict__.values()}
    assert found_in(written, values | {piece for one in words for piece in pieces(one)}) == set()
