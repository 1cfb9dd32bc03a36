"""GNU Health on PostgreSQL, where hospitals run it: kiosks in processes of their own want the same at the same time."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from os import getpid
from threading import Barrier
from typing import TypeVar

import pytest
from sqlalchemy import create_engine, make_url, text

from frontdesk.his_adapter.errors import SlotTaken
from frontdesk.his_adapter.gnuhealth.client import Client
from frontdesk.his_adapter.gnuhealth.hospital import gnuhealth
from frontdesk.his_adapter.hospital import Hospital
from frontdesk.his_adapter.overlay import Overlay, overlay_of
from frontdesk.his_adapter.records import AppointmentState, Slot, Visit
from tests.databases import postgres_binaries
from tests.gnuhealth_server import Server, gnuhealth_server, initialise, load, shown
from tests.his_adapter.contract import MONDAY, NINE, visit
from tests.his_adapter.small_hospital import write_hospital

KIOSKS = 8
NAME = f"gnuhealth_{getpid()}"
Answer = TypeVar("Answer")
_guests = count(1)

pytestmark = pytest.mark.gnuhealth


@pytest.fixture(scope="module")
def overlay(tmp_path_factory: pytest.TempPathFactory) -> Overlay:
    return overlay_of(write_hospital(tmp_path_factory.mktemp("small") / "hospital"), MONDAY)


@pytest.fixture(scope="module")
def server(postgres_server: str, overlay: Overlay, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("gnuhealth")
    own = make_url(postgres_server)
    engine = create_engine(own.set(drivername="postgresql+psycopg"), isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(text(f"create database {NAME}"))
        try:
            initialise(folder, own, NAME, postgres_binaries())
            with gnuhealth_server(folder, shown(own.set(database=""))) as server:
                load(server, NAME, overlay, MONDAY, days=5)
                yield server
        finally:
            connection.execute(text(f"drop database {NAME} with (force)"))
    engine.dispose()


@pytest.fixture(scope="module")
def kiosks(server: Server, overlay: Overlay) -> Sequence[Hospital]:
    """Each with a session of its own, as in a process of its own."""
    those = [gnuhealth(server.address(NAME), overlay, lambda: NINE) for _ in range(KIOSKS)]
    at_once(those, lambda kiosk, _: kiosk.patients.patient("P1"))
    return those


def at_once(kiosks: Sequence[Hospital], act: Callable[[Hospital, int], Answer]) -> list[Answer | type[Exception]]:
    """What each kiosk answers, or the error that it ends with."""
    start = Barrier(len(kiosks))

    def one(number: int) -> Answer | type[Exception]:
        start.wait(timeout=30)
        try:
            return act(kiosks[number], number)
        except SlotTaken as error:
            return type(error)

    with ThreadPoolExecutor(len(kiosks)) as pool:
        return list(pool.map(one, range(len(kiosks))))


def guests() -> list[str]:
    return [f"GUEST-{next(_guests)}" for _ in range(KIOSKS)]


def test_of_eight_kiosks_one_gets_the_time_and_the_others_are_told(kiosks: Sequence[Hospital]) -> None:
    for slot in kiosks[0].scheduling.free_slots("cardiology", NINE, limit=6):
        race(kiosks, slot)


def race(kiosks: Sequence[Hospital], slot: Slot) -> None:
    people = guests()
    for kiosk, guest in zip(kiosks, people, strict=True):
        kiosk.records.create(_of(guest), key=guest)  # known before, so that all write at the same moment
    answers = at_once(
        kiosks, lambda kiosk, n: kiosk.scheduling.hold(slot.slot_id, people[n], key=people[n]).appointment_id
    )
    got = [answer for answer in answers if isinstance(answer, str)]
    assert len(got) == 1 and answers.count(SlotTaken) == KIOSKS - 1
    booked = kiosks[0].scheduling.confirm(got[0])
    assert (booked.patient_id, booked.state) == (people[answers.index(got[0])], AppointmentState.CONFIRMED)


def test_one_key_sent_by_eight_kiosks_at_once_books_once(kiosks: Sequence[Hospital]) -> None:
    slot = kiosks[0].scheduling.free_slots("cardiology", NINE)[0]
    answers = at_once(kiosks, lambda kiosk, _: kiosk.scheduling.hold(slot.slot_id, "P1", key="one").appointment_id)
    assert len(set(answers)) == 1 and isinstance(answers[0], str)


def test_a_record_sent_by_eight_at_once_is_one_evaluation_and_its_guest_one_patient(
    kiosks: Sequence[Hospital], server: Server
) -> None:
    guest = guests()[0]
    answers = at_once(kiosks, lambda kiosk, _: kiosk.records.create(_of(guest), key="sent-eight-times"))
    assert len(set(answers)) == 1 and isinstance(answers[0], str)
    there = Client(server.address(NAME))
    sources = [("information_source", "=", "frontdesk sent-eight-times")]
    assert len(there.search("gnuhealth.patient.evaluation", sources, ["patient"])) == 1
    assert len(there.search("gnuhealth.patient", [("party.ref", "like", f"%{guest}")], ["party"])) == 1


def _of(guest: str) -> Visit:
    record = visit().record.model_copy(update={"patient_id": guest, "name": "访客"})
    return visit().model_copy(update={"record": record})
