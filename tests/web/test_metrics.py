"""What Prometheus reads: that it counts what happened, names nobody, and is shown to nobody else."""

import re
from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from apiflask import APIFlask
from flask.testing import FlaskClient
from pydantic import SecretStr

from frontdesk.app.ledger.outbox import enqueue
from frontdesk.app.reception.session.events import (
    Action,
    ActionChosen,
    Entry,
    Event,
    NotedBy,
    NurseSaid,
    Option,
    PatientSaid,
    Question,
    Recorded,
    RecordExtended,
    Started,
    Voiced,
)
from frontdesk.app.reception.session.state import fold
from frontdesk.app.settings import Settings
from frontdesk.app.watch.metrics import Metrics
from frontdesk.app.web.parts import Parts
from frontdesk.database.engine import writing
from frontdesk.models.facts import Language
from tests.web.conftest import Clock, Kiosk, handed_over
from tests.web.test_board import CRUSHING, acknowledged
from tests.web.test_streams import cookie, following

TOKEN = "scrapes-every-15-seconds"
SAMPLE = re.compile(r"^frontdesk_(\w+?)(?:\{(.*)\})? ([-+.\de]+)$", re.MULTILINE)
Read = Callable[[], dict[str, float]]


@pytest.fixture
def settings(settings: Settings) -> Settings:
    return settings.model_copy(update={"metrics_token": SecretStr(TOKEN)})


@pytest.fixture
def page(app: APIFlask, parts: Parts) -> Callable[[], str]:
    parts.readiness._kept = 0.0

    def read() -> str:
        answer = app.test_client().get("/metrics", headers={"Authorization": f"Bearer {TOKEN}"})
        assert answer.status_code == 200
        return answer.text

    return read


@pytest.fixture
def read(page: Callable[[], str]) -> Read:
    return lambda: samples(page())


def samples(page: str) -> dict[str, float]:
    """By name and labels, without what is nought: turns_total by=embedded,reason= -> 1."""
    return {
        f"{name} {labels.replace(chr(34), '')}".strip(): float(value)
        for name, labels, value in SAMPLE.findall(page)
        if float(value)
    }


def test_only_who_holds_the_token_reads_them(app: APIFlask, kiosk: Kiosk, nurse: FlaskClient) -> None:
    for client, headers in (
        (app.test_client(), {}),
        (app.test_client(), {"Authorization": "Bearer guessed"}),
        (app.test_client(), {"Authorization": "Basic c2NyYXBlcjp4"}),
        (kiosk.client, {}),
        (nurse, {}),
    ):
        answer = client.get("/metrics", headers=headers)
        assert (answer.status_code, answer.headers["WWW-Authenticate"]) == (401, "Bearer")
        assert b"frontdesk_" not in answer.data


def test_a_reception_is_counted(kiosk: Kiosk, parts: Parts, read: Read) -> None:
    handed_over(kiosk, parts, "P1002")
    told = read()
    assert told["sessions_started_total entry=unwell,language=en"] == 1
    assert told["sessions_ended_total language=en,outcome=handed_over"] == 1
    turns = kiosk.session["turns"]
    assert told["turns_total by=embedded,reason="] == turns
    for step in ("turn", "listen", "consult", "look_up", "answer", "record"):
        assert told[f"turn_seconds_count step={step}"] == turns
    assert told["turn_seconds_sum step=turn"] > told["turn_seconds_sum step=listen"] > 0
    assert told["http_answers_total part=sessions,status=2xx"] >= turns


def test_alarms_are_counted_with_the_time_to_their_answer_and_those_open_with_their_age(
    kiosk: Kiosk, nurse: FlaskClient, clock: Clock, read: Read
) -> None:
    kiosk.guest().say(CRUSHING)
    clock.pass_by(timedelta(seconds=40))
    told = read()
    assert (told["alarms_total level=A"], told["alarms_unanswered level=A"]) == (1, 1)
    assert told["alarms_unanswered_oldest_seconds level=A"] == 40
    assert told["sessions_open language=zh,phase=emergency"] == 1
    acknowledged(nurse, kiosk)
    told = read()
    assert "alarms_unanswered level=A" not in told
    assert told["alarm_acknowledged_seconds_sum level=A"] == 40


def test_what_the_hospitals_system_has_not_got_is_told_with_its_age(parts: Parts, clock: Clock, read: Read) -> None:
    with writing(parts.engine) as session:
        enqueue(session, key="a", kind="visit", payload={}, now=clock())
        enqueue(session, key="b", kind="release", payload={}, now=clock(), due=timedelta(minutes=10))
    clock.pass_by(timedelta(minutes=3))
    told = read()
    assert (told["outbox_waiting"], told["outbox_oldest_seconds"]) == (1, 180)


def test_open_streams_are_counted(kiosk: Kiosk, address: str, read: Read) -> None:
    kiosk.guest()
    with following(address, f"{kiosk.path}/events", cookie(kiosk.client, "frontdesk_kiosk")) as response:
        response.readline()
        assert read()["streams_open"] == 1


def test_kiosks_that_fell_silent_are_told(kiosk: Kiosk, clock: Clock, read: Read) -> None:
    kiosk.client.post("/api/sessions/here", json={})
    assert read()["kiosks state=on"] == 1
    clock.pass_by(timedelta(minutes=5))
    told = read()
    assert (told["kiosks state=silent"], "kiosks state=on" in told) == (1, False)


def test_the_database_away_is_told_and_asked_for_nothing(
    parts: Parts, read: Read, monkeypatch: pytest.MonkeyPatch
) -> None:
    parts.warmed.set()
    assert read()["ready check=database"] == 1
    monkeypatch.setattr(parts.readiness, "_checks", {"database": lambda: False})
    told = read()
    assert not any(name.startswith(("ready", "sessions_open", "outbox", "kiosks")) for name in told)


def recorded(*events: Event) -> tuple[Metrics, list[Recorded]]:
    at = datetime(2026, 11, 30, 9)
    return Metrics(), [
        Recorded(position=place, session_id="s", sequence=place, at=at, event=event)
        for place, event in enumerate((Started(kiosk="k", language=Language.EN, entry=Entry.UNWELL), *events), 1)
    ]


def counted(*events: Event) -> dict[str, float]:
    metrics, those = recorded(*events)
    state = fold(those)
    assert state is not None
    metrics.recorded(state, those)
    return samples(metrics.page().decode())


def said(turn_id: str | None = "t", voiced: Voiced | None = None, question: Question | None = None) -> NurseSaid:
    return NurseSaid(turn_id=turn_id, text="x", language=Language.EN, voiced=voiced, question=question)


@pytest.mark.parametrize(
    ("outcome", "kept", "told"),
    [
        ("answered", True, "by=model,reason="),
        ("timeout", False, "by=fallback,reason=timeout"),
        ("answered", False, "by=fallback,reason=guarded"),
    ],
)
def test_it_is_told_who_spoke_and_why_no_model_did(outcome: str, kept: bool, told: str) -> None:
    faults = ("diagnosis", "safety", "timeout")
    voiced = Voiced(model="m", prompt="p", outcome=outcome, faults=faults, kept=kept)
    counts = counted(said(voiced=voiced), said(turn_id=None))
    assert {name: many for name, many in counts.items() if name.startswith("turns_total")} == {f"turns_total {told}": 1}
    cuts = {name for name in counts if name.startswith("guard_cuts")}
    assert cuts == {"guard_cuts_total fault=diagnosis", "guard_cuts_total fault=safety"}


def test_guesses_are_counted_when_they_are_offered_and_when_they_are_confirmed() -> None:
    label = dict.fromkeys(Language, "x")
    options = (Option(key="fact:finding:cough", label=label, quote="barking"), Option(key="none", label=label))
    page = Question(key="also", text=label, options=options, several=True)
    heard = {"turn_id": "t2", "number": 1, "text": "", "language": Language.EN, "means": "tapped"}
    no = counted(said(question=page), PatientSaid(**heard, options=("none",)))
    yes = counted(said(question=page), PatientSaid(**heard, options=("fact:finding:cough",)))
    assert no["guesses_total outcome=offered"] == yes["guesses_total outcome=offered"] == 1
    assert "guesses_total outcome=confirmed" not in no
    assert yes["guesses_total outcome=confirmed"] == 1


def test_questions_that_nobody_answers_and_readings_that_failed_are_counted() -> None:
    asked = ActionChosen(action=Action.ADMINISTRATIVE_ANSWER, why="x", unanswered=("Do you sell bread?", "And milk?"))
    counts = counted(asked, RecordExtended(turn=1, by=NotedBy(model="m", prompt="p", failed="late")))
    assert counts["questions_unanswered_total"] == 2
    assert counts["readings_total by=fallback,reason=late"] == 1


def test_they_name_nobody_and_stay_few(kiosk: Kiosk, nurse: FlaskClient, parts: Parts, page: Callable[[], str]) -> None:
    handed_over(kiosk, parts, "P1002")
    kiosk.start()
    kiosk.post("consent", {"agreed": True})
    kiosk.post("identity", {"patient_number": "P1003", "name": "周小满"})
    kiosk.say("还是头疼")
    kiosk.send("turns", {"turn_id": "王芳", "number": 77, "text": "王芳"})
    nurse.get("/api/board/sessions/王芳")
    nurse.get("/王芳")
    told = page()
    for secret in ("王芳", "周小满", "P1002", "P1003", "头疼", "Kiosk 1", kiosk.session["session_id"], "nurse-None"):
        assert secret not in told
    assert len(SAMPLE.findall(told)) < 600
