"""HL7 v2 as it may come: whatever does, a sender is answered, and what we send is answered or away."""

import socket
from collections.abc import Callable, Iterator
from datetime import datetime
from threading import Thread

import pytest
from hypothesis import strategies as st
from sqlalchemy import Engine

from frontdesk.database.engine import connect
from frontdesk.his_adapter.errors import HospitalError
from frontdesk.his_adapter.hl7.address import Address
from frontdesk.his_adapter.hl7.connection import Sender
from frontdesk.his_adapter.hl7.framing import BadFrame, Frames, framed
from frontdesk.his_adapter.hl7.message import component, read, segment
from frontdesk.his_adapter.hl7.received.index import Index
from frontdesk.his_adapter.hl7.received.listener import answered
from tests.databases import SqliteTemplate
from tests.fuzz.examples import examples
from tests.fuzz.nasty import never, spoilt_bytes, text

NOW = datetime(2026, 11, 23, 9)
FIELDS = {
    "EVN": 3,
    "PID": 14,
    "MRG": 2,
    "SCH": 12,
    "AIS": 5,
    "AIP": 10,
    "AIL": 4,
    "PV1": 4,
}
EVENTS = ("ADT^A04", "ADT^A08", "ADT^A40", "SIU^S12", "SIU^S15", "ADT^A99", "ORU^R01", "")
SOUND = {
    ("PID", 3): "P1^^^HIS",
    ("PID", 5): "白^样本",
    ("PID", 7): "19500228",
    ("MRG", 1): "P2^^^HIS",
    ("SCH", 2): "B1",
    ("SCH", 9): "15",
    ("SCH", 11): "^^^20261124080000",
    ("AIP", 9): "15",
    ("PV1", 3): "cardiology",
}
value = text.map(lambda one: one.replace("\r", "").replace("\n", ""))
field = value | st.lists(value, max_size=5).map("^".join) | st.lists(value, max_size=3).map("~".join)


@st.composite
def messages(draw: st.DrawFn) -> bytes:
    """Mostly sound: a field here and there is something else."""
    told = draw(st.sampled_from(("20261123080000", "20261123080000+0800")) | value)
    charset = draw(st.sampled_from(("UNICODE UTF-8", "GB 18030-2000", "ASCII", "8859/1", "", "BIG-5")))
    head = f"MSH|^~\\&|HIS|A|KIOSK|B|{told}||{draw(st.sampled_from(EVENTS))}|{draw(value)}|P|2.5.1||||||{charset}"
    lines = [head]
    for name in draw(st.lists(st.sampled_from(sorted(FIELDS)), max_size=5)):
        some = [draw(st.just(SOUND.get((name, number), "")) | field) for number in range(1, FIELDS[name])]
        lines.append("|".join((name, *some)))
    return "\r".join(lines).encode("utf-8", "replace")


@pytest.fixture(scope="module")
def index(sqlite_template: SqliteTemplate, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Index]:
    with sqlite_template.copy(tmp_path_factory.mktemp("hl7")) as url:
        engine: Engine = connect(url)
        yield Index(engine, "HIS")
        engine.dispose()


@examples(raw=messages() | messages().flatmap(spoilt_bytes) | st.binary(max_size=200))
def test_whatever_a_feed_sends_it_is_answered(index: Index, raw: bytes) -> None:
    answer = answered(raw, index, NOW)
    assert read(answer).field("MSA", 1) in ("AA", "AE", "AR")
    assert b"|207^" not in answer  # a fault of our own
    assert list(Frames().fed(framed(answer))) == [answer]


@examples(
    20, sent=st.lists(messages() | st.binary(max_size=30), max_size=3), between=st.binary(max_size=3), cuts=st.data()
)
def test_frames_are_the_same_however_the_network_cuts_them(
    sent: list[bytes], between: bytes, cuts: st.DataObject
) -> None:
    stream = between.join(map(framed, sent))

    def in_one() -> list[bytes]:
        return list(Frames().fed(stream))

    def in_pieces() -> list[bytes]:
        frames, at, found = Frames(), 0, list[bytes]()
        while at < len(stream):
            to = at + cuts.draw(st.integers(1, len(stream) - at))
            found += frames.fed(stream[at:to])
            at = to
        return found

    whole = never(in_one, BadFrame)
    assert isinstance(whole, BadFrame) or never(in_pieces, BadFrame) == whole


@examples(told=st.lists(value.map(lambda one: one.replace("\x00", "")), min_size=1, max_size=4))
def test_what_is_written_is_read_back(told: list[str]) -> None:
    line = segment("ZZZ", told)
    message = read(f"MSH|^~\\&|\r{line}".encode())
    assert [component(message.field("ZZZ", 1), number + 1) for number in range(len(told))] == told


@pytest.fixture(scope="module")
def other_end() -> Iterator[tuple[int, Callable[[bytes], None]]]:
    """A listener that answers whatever it is set to, and hangs up."""
    answer = [b""]
    there = socket.create_server(("127.0.0.1", 0))

    def serve() -> None:
        while True:
            try:
                line, _ = there.accept()
            except OSError:
                return
            with line:
                line.recv(65536)
                line.sendall(answer[0])

    Thread(target=serve, daemon=True).start()
    yield there.getsockname()[1], lambda new: answer.__setitem__(0, new)
    there.shutdown(socket.SHUT_RDWR)
    there.close()


ANSWER = framed(b"MSH|^~\\&|HIS|A|KIOSK|B|20261123080000||ACK|1|P|2.5.1\rMSA|AA|7\rERR||PID^1^3|101^^HL70357|W\r")


@examples(answer=spoilt_bytes(ANSWER) | messages().map(framed) | st.binary(max_size=100))
def test_whatever_a_listener_answers_it_took_the_message_or_did_not(
    other_end: tuple[int, Callable[[bytes], None]], answer: bytes
) -> None:
    port, answers = other_end
    answers(answer)
    sender = Sender(Address(host="127.0.0.1", port=port, timeout=2.0))
    taken = never(lambda: sender.send("MSH|^~\\&|A\r", "7"), HospitalError)
    sender.close()
    assert isinstance(taken, list | HospitalError)
