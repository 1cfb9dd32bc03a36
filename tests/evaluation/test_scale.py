"""What the checker of many kiosks finds: each kind of fault once, and none where there is none."""

import socket
from collections import Counter
from datetime import datetime
from threading import Event, Thread
from time import sleep

import pytest
from sqlalchemy import make_url

from frontdesk.app.reception.session.events import NurseSaid, PatientSaid, Recorded
from frontdesk.evaluation.scale.checking import wrong_of
from frontdesk.evaluation.scale.clients import Told
from frontdesk.evaluation.scale.faults import Relay
from frontdesk.models.facts import Language


def turn(turn_id: str, reply: str) -> list[PatientSaid | NurseSaid]:
    said = PatientSaid(turn_id=turn_id, number=1, text="头疼", language=Language.ZH)
    return [said, NurseSaid(turn_id=turn_id, text=reply, language=Language.ZH)]


def found(*told: tuple[str, str]) -> Counter[str]:
    events = [*turn("the-first", "几天了？"), *turn("the-second", "发烧吗？"), *turn("the-second", "发烧吗？")]
    history = [
        Recorded(position=n, session_id="s", sequence=n, at=datetime(2026, 11, 30), event=event)
        for n, event in enumerate(events, 1)
    ]
    return +wrong_of(history, [Told("s", turn_id, reply, 0.1, 1) for turn_id, reply in told])


def test_what_was_told_as_it_stands_is_no_fault() -> None:
    assert found(("the-first", "几天了？")) == Counter()


def test_lost_doubled_and_wrongly_answered_turns_are_found() -> None:
    assert found(("the-second", "发烧吗？")) == Counter(doubled=1)
    assert found(("the-first", "发烧吗？")) == Counter({"answered wrongly": 1})
    assert found(("no-such-turn", "几天了？")) == Counter({"lost": 1, "answered wrongly": 1})


def test_a_line_that_is_cut_holds_what_is_sent_until_it_is_whole_again() -> None:
    stop = Event()
    with socket.create_server(("127.0.0.1", 0)) as behind:
        relay = Relay(f"postgresql://me:secret@127.0.0.1:{behind.getsockname()[1]}/frontdesk")
        relay.start()
        with socket.create_connection(("127.0.0.1", make_url(relay.url).port or 0)) as client:
            client.sendall(b"before ")
            server, _ = behind.accept()
            assert server.recv(64) == b"before "
            cutting = Thread(target=relay.cut, args=(60, stop))
            cutting.start()
            sleep(0.1)
            client.sendall(b"meanwhile")
            server.settimeout(0.2)
            with pytest.raises(TimeoutError):
                server.recv(64)
            stop.set()
            cutting.join()
            server.settimeout(5)
            assert server.recv(64) == b"meanwhile"
            server.close()
    assert relay.held == len(b"meanwhile")
    assert "me:secret@" in relay.url
