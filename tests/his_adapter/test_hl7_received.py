"""A hospital's feed over a real socket: what is kept, and how what cannot be is answered."""

import socket
from collections.abc import Iterator
from datetime import date, datetime
from pathlib import Path
from threading import Thread
from time import monotonic

import pytest
from sqlalchemy import Engine, text

from frontdesk.database.engine import connect as engine_of
from frontdesk.his_adapter.connecting import UnknownSystem, connect, listen
from frontdesk.his_adapter.errors import HospitalAway, NotFound
from frontdesk.his_adapter.hl7.address import Address, Charset
from frontdesk.his_adapter.hl7.connection import FailedThere, RefusedByListener, Sender
from frontdesk.his_adapter.hl7.framing import Frames, framed
from frontdesk.his_adapter.hl7.message import component, read
from frontdesk.his_adapter.hl7.received.listener import Listener
from frontdesk.his_adapter.hl7.received.messages import moment
from frontdesk.his_adapter.hospital import Feature, Hospital
from frontdesk.models.facts import Sex
from tests.databases import SqliteTemplate
from tests.his_adapter.contract import (
    NINE,
    DirectoryContract,
    PatientsContract,
    RecordsContract,
    SchedulingContract,
)
from tests.his_adapter.small_hospital import write_hospital

FEED = "mllp://127.0.0.1:0?patients=HIS"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_hospital(tmp_path_factory.mktemp("small") / "hospital")


@pytest.fixture
def ledger(sqlite_template: SqliteTemplate, tmp_path: Path) -> Iterator[Engine]:
    with sqlite_template.copy(tmp_path) as url:
        engine = engine_of(url)
        yield engine
        engine.dispose()


@pytest.fixture
def feed(ledger: Engine) -> Iterator[Listener]:
    feed = listen(FEED, ledger, lambda: NINE)
    assert feed is not None
    Thread(target=feed.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
    yield feed
    feed.shutdown()
    feed.server_close()


@pytest.fixture
def hospital(feed: Listener, ledger: Engine, folder: Path) -> Hospital:
    send(feed, adt("A04", "P1", "白^样本", at="20261123080000", birth="19500228"))
    return connect(FEED, ledger, lambda: NINE, folder)


class TestDirectory(DirectoryContract):
    pass


class TestPatients(PatientsContract):
    pass


class TestScheduling(SchedulingContract):
    pass


class TestRecords(RecordsContract):
    pass


def head(kind: str, at: str, charset: str = "UNICODE UTF-8") -> str:
    return f"MSH|^~\\&|HIS|H|FRONTDESK|R|{at}||{kind}|c1|P|2.5.1||||||{charset}"


def adt(event: str, number: str, name: str, *, at: str = "20261123083000", sex: str = "M", birth: str = "") -> str:
    person = f"PID|1||99^^^OTHER~{number}^^^HIS^MR||{name}||{birth}|{sex}|||||138"
    return "\r".join((head(f"ADT^{event}", at), f"EVN|{event}", person, "PV1|1|O", ""))


def siu(event: str, starts: str = "20261123140000+0000", *, at: str = "20261123083000") -> str:
    timing = f"SCH|p7|b7|||||||20|min|^^M20^{starts}"
    return "\r".join((head(f"SIU^{event}", at), timing, "PID|1||P1^^^HIS", "PV1|1|O|cardiology", "AIP|1|A|D1^林", ""))


def send(feed: Listener, message: str, charset: Charset = Charset.UTF8) -> list[str]:
    sender = Sender(Address(host="127.0.0.1", port=feed.server_address[1], charset=charset, timeout=5))
    try:
        return sender.send(message, "c1")
    finally:
        sender.close()


def test_a_feed_gives_patients_and_bookings_alone(hospital: Hospital) -> None:
    folder = {Feature.DEPARTMENTS, Feature.PHYSICIANS, Feature.DUTY, Feature.OPENINGS, Feature.PLACES}
    also = {Feature.SPECIALTIES, Feature.POLICIES, Feature.PATIENTS, Feature.NAMES, Feature.APPOINTMENTS}
    assert hospital.supports == folder | also


@pytest.mark.parametrize("charset", Charset)
def test_a_registration_arrives_in_the_character_set_that_it_names(
    hospital: Hospital, feed: Listener, charset: Charset
) -> None:
    named = adt("A04", "P2", "欧阳^样本", sex="F").replace("UNICODE UTF-8", charset.told)
    assert send(feed, named, charset) == []
    patient = hospital.patients.patient("P2")
    assert (patient.name, patient.names, patient.sex, patient.phone) == ("欧阳样本", ("样本欧阳",), Sex.FEMALE, "138")
    assert [one.patient_id for one in hospital.patients.named(["样本欧阳"])] == ["P2"]


def test_what_is_newest_stands_however_messages_come(hospital: Hospital, feed: Listener) -> None:
    send(feed, adt("A08", "P1", "白^新", at="20261123090000"))
    send(feed, adt("A08", "P1", "白^旧", at="20261123083000"))  # late
    send(feed, adt("A08", "P1", "白^新", at="20261123090000"))  # again
    assert hospital.patients.patient("P1").name == "白新"


def test_a_merged_patient_is_the_one_that_stands(hospital: Hospital, feed: Listener) -> None:
    send(feed, siu("S12").replace("P1^^^HIS", "OLD^^^HIS"))
    merge = adt("A40", "P1", "白^样本").replace("PV1|1|O", "MRG|OLD^^^HIS")
    assert send(feed, merge) == []
    send(feed, adt("A08", "OLD", "白^样本", at="20261123070000"))  # of before the merge, late
    assert hospital.patients.patient("OLD").patient_id == "P1"
    assert [one.patient_id for one in hospital.patients.named(["白样本"])] == ["P1"]
    assert [one.appointment_id for one in hospital.scheduling.appointments("P1", NINE)] == ["b7"]
    with pytest.raises(NotFound):
        hospital.patients.patient("99")  # the number of another assigner


def test_a_booking_is_made_moved_and_cancelled(hospital: Hospital, feed: Listener) -> None:
    send(feed, siu("S12"))
    (booked,) = hospital.scheduling.appointments("P1", NINE)
    there = moment("20261123140000+0000")
    assert (booked.slot.department_id, booked.slot.physician_id, booked.slot.starts) == ("cardiology", "D1", there)
    send(feed, siu("S13", "20261123150000+0000", at="20261123083100"))
    assert [one.slot.starts for one in hospital.scheduling.appointments("P1", NINE)] == [moment("20261123150000+0000")]
    send(feed, siu("S15", "", at="20261123083200"))
    send(feed, siu("S14", at="20261123083100"))  # late
    assert hospital.scheduling.appointments("P1", NINE) == []


@pytest.mark.parametrize(
    ("message", "error"),
    [
        (adt("A04", "", "白^样本").replace("99^^^OTHER~", ""), FailedThere),
        (adt("A04", "P3", "白^样本").replace("|20261123083000|", "||"), FailedThere),
        (siu("S12", "tomorrow"), FailedThere),
        (adt("A40", "P1", "白^样本"), FailedThere),
        (adt("A04", "P3", "白").replace("ADT^A04", "ORU^R01"), RefusedByListener),
        (adt("A04", "P3", "白").replace("UNICODE UTF-8", "KLINGON"), RefusedByListener),
    ],
    ids=["no number", "no time", "no start", "merge of nobody", "another kind", "unknown character set"],
)
def test_what_cannot_be_kept_is_answered_with_its_reason(
    hospital: Hospital, feed: Listener, message: str, error: type[Exception]
) -> None:
    with pytest.raises(error):
        send(feed, message)
    with pytest.raises(NotFound):
        hospital.patients.patient("P3")


def test_bytes_in_another_character_set_than_they_name_are_refused(hospital: Hospital, feed: Listener) -> None:
    with pytest.raises(RefusedByListener):
        send(feed, adt("A04", "P3", "白^样本"), Charset.GB18030)


def test_an_event_that_says_nothing_here_is_taken_with_a_warning(hospital: Hospital, feed: Listener) -> None:
    assert send(feed, adt("A03", "P1", "白^样本")) == ["I:201"]


def test_a_database_that_takes_nothing_is_a_fault_and_no_yes(feed: Listener, ledger: Engine) -> None:
    with ledger.begin() as connection:
        connection.execute(text("drop table received_patient"))
    with pytest.raises(FailedThere, match="207"):
        send(feed, adt("A04", "P1", "白^样本"))


def test_frames_in_pieces_and_together_are_answered_and_bytes_outside_end_the_line(
    hospital: Hospital, feed: Listener
) -> None:
    two = framed(adt("A04", "P5", "甲").encode()) + framed(adt("A04", "P6", "乙").encode())
    with socket.create_connection(feed.server_address[:2], timeout=5) as line:
        for start in range(0, len(two), 50):
            line.sendall(two[start : start + 50])
        frames, answers = Frames(), []
        while len(answers) < 2:
            answers += frames.fed(line.recv(4096))
        assert [component(read(one).field("MSA", 1), 1) for one in answers] == ["AA", "AA"]
        line.sendall(b"GET / HTTP/1.1\r\n")
        assert line.recv(10) == b""
    assert hospital.patients.patient("P6").name == "乙"


def test_who_is_not_named_may_not_send(ledger: Engine) -> None:
    feed = listen("mllp://127.0.0.1:0?allow=192.0.2.7", ledger, lambda: NINE)
    assert feed is not None
    Thread(target=feed.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
    began = monotonic()
    with pytest.raises(HospitalAway):
        send(feed, adt("A04", "P1", "白"))
    assert monotonic() - began < 4
    feed.shutdown()
    feed.server_close()


def test_times_with_an_offset_are_brought_to_the_hospitals() -> None:
    here = datetime(2026, 11, 23, 6, 30).astimezone().utcoffset()
    assert here is not None
    assert moment("202611230630+0000") == datetime(2026, 11, 23, 6, 30) + here
    assert moment("20261123063015.123") == datetime(2026, 11, 23, 6, 30, 15)
    assert moment("19500228").date() == date(1950, 2, 28)  # type: ignore[union-attr]
    assert [moment(one) for one in ("", "tomorrow", "20261399", "2026")] == [None] * 4
    assert [moment(one) for one in ("20261123080000+9959", "00010101000000+1400", "99991231235959-1200")] == [None] * 3


def test_what_no_database_keeps_stops_no_feed(feed: Listener) -> None:
    """A length of 25 digits, a NUL as it is and escaped: the message is taken, and so is the next."""
    endless = siu("S12").replace("|20|min", f"|{'9' * 25}|min")
    assert send(feed, endless) == []
    assert send(feed, adt("A04", "P7", "白\x00^样\\X00\\本")) == []


def test_a_fault_of_our_own_is_answered(feed: Listener, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its sender sends a message again until it is answered, and no other meanwhile."""
    monkeypatch.setattr(feed.index, "take", lambda message: 1 / 0)
    with pytest.raises(FailedThere, match="207"):
        send(feed, adt("A04", "P1", "白^样本"))


def test_a_feed_over_tls_is_not_taken(ledger: Engine, folder: Path) -> None:
    with pytest.raises(UnknownSystem, match="TLS"):
        connect("mllps://127.0.0.1:1", ledger, lambda: NINE, folder)
