"""What one kiosk, one number or one sign-in may not do, however often it tries."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import date, datetime, timedelta
from time import monotonic

import pytest
from flask.testing import FlaskClient
from sqlalchemy import text

from frontdesk.app.ledger import flood
from frontdesk.app.ledger.guesses import OF_KIOSK, OF_NUMBER, Guesses
from frontdesk.app.reception import reception
from frontdesk.app.reception.turn import turn
from frontdesk.app.settings import Pairing, Settings
from frontdesk.app.web import caps, stream
from frontdesk.app.web.parts import Parts
from frontdesk.database.engine import connect
from tests.web.conftest import FEVER, Clock, Kiosk
from tests.web.test_streams import cookie, events, following

BORN = date(1958, 4, 12)  # of P1001
NOW = datetime(2026, 11, 23, 10)


@pytest.fixture
def settings(demo_sqlite_url: str) -> Settings:
    return Settings(database_url=demo_sqlite_url, kiosk_pairing=Pairing.OPEN, _env_file=None)


def guess(kiosk: Kiosk, number: str, born: date) -> bool:
    """One try in a session of its own."""
    kiosk.start()
    kiosk.post("consent", {"agreed": True})
    return bool(kiosk.post("identity", {"patient_number": number, "birth_date": born.isoformat()})["verified"])


def resumes(kiosk: Kiosk, number: str, born: date) -> int:
    body = {"patient_number": number, "birth_date": born.isoformat(), "language": "zh"}
    return kiosk.client.post("/api/sessions/resume", json=body).status_code


@pytest.mark.parametrize("way", ["identity", "resume"])
def test_a_birth_date_is_not_guessed_across_sessions_and_kiosks(new_kiosk: Callable[[], Kiosk], way: str) -> None:
    wrong = [BORN - timedelta(days=day + 1) for day in range(OF_NUMBER)]
    for born in wrong:
        if way == "identity":
            assert not guess(new_kiosk(), "P1001", born)
        else:
            assert resumes(new_kiosk(), "P1001", born) == 404
    assert not guess(new_kiosk(), "P1001", BORN), "not even with the right one, for a while"


def test_it_is_possible_again_after_an_hour(kiosk: Kiosk, clock: Clock) -> None:
    for day in range(OF_NUMBER):
        guess(kiosk, "P1001", BORN - timedelta(days=day + 1))
    clock.pass_by(timedelta(minutes=61))
    assert guess(kiosk, "P1001", BORN)


def test_many_guesses_at_once_are_no_more_than_one_after_the_other(database_url: str) -> None:
    guesses = Guesses(connect(database_url))
    with ThreadPoolExecutor(28) as browsers:
        compared = list(browsers.map(lambda n: guesses.reserve("P1001", f"Kiosk {n}", now=NOW), range(28)))
    assert sum(one is not None for one in compared) == OF_NUMBER


def test_who_was_right_has_not_used_up_a_try(kiosk: Kiosk) -> None:
    assert all(guess(kiosk, "P1001", BORN) for _ in range(OF_NUMBER + 1))


def test_a_clock_that_was_set_back_frees_what_it_locked(kiosk: Kiosk, clock: Clock) -> None:
    for day in range(OF_NUMBER):
        guess(kiosk, "P1001", BORN - timedelta(days=day + 1))
    clock.pass_by(-timedelta(days=300))
    assert guess(kiosk, "P1001", BORN)


def test_a_kiosk_that_guesses_many_numbers_is_stopped_and_on_the_board(kiosk: Kiosk, nurse: FlaskClient) -> None:
    for number in range(OF_KIOSK):
        resumes(kiosk, f"P2{number:03d}", BORN)
    assert not guess(kiosk, "P1001", BORN)
    (misuse,) = nurse.get("/api/board").json["misuse"]
    assert misuse["what"] == "guessing" and misuse["kiosk"]


def test_the_trail_has_the_number_aimed_at_and_an_unknown_one_is_answered_alike(kiosk: Kiosk, parts: Parts) -> None:
    answers = []
    for number in ("P1001", "P9999"):
        guess(kiosk, number, date(1990, 1, 1))
        answers.append(kiosk.session["reply"])
    assert answers[0] == answers[1]
    with parts.engine.connect() as connection:
        refused = [
            str(one)
            for one in connection.execute(text("select about from audit_entry where act = 'refused'")).scalars()
        ]
    assert any("P1001" in one for one in refused) and any("P9999" in one for one in refused)


def test_a_kiosk_starts_so_many_sessions_and_the_board_says_which(
    kiosk: Kiosk, new_kiosk: Callable[[], Kiosk], nurse: FlaskClient, parts: Parts, clock: Clock
) -> None:
    def start() -> int:
        return kiosk.client.post("/api/sessions", json={"language": "zh", "entry": "unwell"}).status_code

    most = parts.settings.kiosk_sessions
    assert [start() for _ in range(most + 1)] == [201] * most + [429]
    assert [one["what"] for one in nurse.get("/api/board").json["misuse"]] == ["flooding"]
    new_kiosk().start()
    clock.pass_by(flood.IN)
    assert start() == 201


def test_a_kiosk_and_a_nurse_hold_so_many_streams(address: str, kiosk: Kiosk, nurse: FlaskClient, parts: Parts) -> None:
    kiosk.guest()
    for whose, path, key in (
        ("kiosk", f"{kiosk.path}/events", cookie(kiosk.client, "frontdesk_kiosk")),
        ("staff", "/api/board/events", cookie(nurse, "frontdesk_staff")),
    ):
        held = [following(address, path, key) for _ in range(caps.STREAMS)]
        for one in held:
            assert next(iter(events(one.__enter__())), None) or True
        with following(address, path, key) as refused:
            assert refused.status == 429, whose
        for one in held:
            one.__exit__(None, None, None)


def _ends(address: str, path: str, key: str, authority_goes: Callable[[], object]) -> float:
    """Seconds until a stream is over once the right to see it is gone."""
    with following(address, path, key) as response:
        over = threading.Event()
        threading.Thread(target=lambda: (response.read(), over.set()), daemon=True).start()
        authority_goes()
        began = monotonic()
        assert over.wait(10)
        return monotonic() - began


def test_streams_end_with_the_right_to_see_them(
    address: str, kiosk: Kiosk, nurse: FlaskClient, parts: Parts, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert stream.AUTHORITY_SECONDS < 5
    monkeypatch.setattr(stream, "AUTHORITY_SECONDS", 0.5)
    disabled = _ends(
        address,
        "/api/board/events",
        cookie(nurse, "frontdesk_staff"),
        lambda: parts.accounts.disable("nurse-None", now=parts.clock()),
    )
    kiosk.guest()
    key = cookie(kiosk.client, "frontdesk_kiosk")
    name = parts.reception.log.state(str(kiosk.session["session_id"])).kiosk
    gone = _ends(address, f"{kiosk.path}/events", key, lambda: parts.devices.disable(name, now=parts.clock()))
    assert disabled < 2 and gone < 2


def test_a_kiosk_has_so_many_turns_under_way_and_others_go_on(
    new_kiosk: Callable[[], Kiosk], monkeypatch: pytest.MonkeyPatch
) -> None:
    kiosks = [new_kiosk().guest() for _ in range(2)]
    begun, go_on = threading.Semaphore(0), threading.Event()

    def slowly(*arguments: object) -> object:
        begun.release()
        assert go_on.wait(20)
        return turn.take_turn(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(reception, "take_turn", slowly)
    flood = [Kiosk(kiosks[0].client).guest() for _ in range(caps.TURNS)]
    threads = [threading.Thread(target=one.say, args=(FEVER,)) for one in flood]
    for thread in threads:
        thread.start()
    assert all(begun.acquire(timeout=20) for _ in threads)
    refused = kiosks[0].send("turns", kiosks[0].turn(FEVER))
    other = threading.Thread(target=kiosks[1].say, args=(FEVER,))
    other.start()
    assert begun.acquire(timeout=20), "another kiosk's turn is under way"
    go_on.set()
    for thread in (*threads, other):
        thread.join()
    assert (refused.status_code, refused.json["code"]) == (503, "too_many_turns")
    assert refused.headers["Retry-After"] == "1"
    assert kiosks[0].say(FEVER)["turns"] == 1, "it is free again"
