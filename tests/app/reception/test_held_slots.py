"""A slot that was held belongs to a booking that is recorded, or is given back, whenever the process dies."""

from datetime import timedelta

import pytest

from frontdesk.app.ledger.event_log import HELD_AT_MOST, SqlEventLog
from frontdesk.app.ledger.outbox import deliver_due
from frontdesk.app.ledger.target import HospitalTarget
from frontdesk.app.reception.reception import Reception
from frontdesk.his_adapter.errors import HospitalAway, SlotTaken
from frontdesk.his_adapter.records import Appointment, Slot
from frontdesk.models.facts import Language
from tests.app.reception.talk import Clock, Talk


class Killed(BaseException):
    """The process is gone: nothing of it runs any more."""


@pytest.fixture
def talk(reception: Reception) -> Talk:
    talk = Talk(reception, Language.EN).as_guest()
    talk.says("I've had a cough for three days, I'm 45, female")
    talk.to_end()
    return talk


def free(reception: Reception, talk: Talk) -> Slot:
    services = reception.services
    return services.hospital.scheduling.free_slots(talk.state.department_id or "", services.now(), limit=1)[0]


def delivered(reception: Reception, clock: Clock) -> None:
    log, later = reception.log, clock.at + HELD_AT_MOST + timedelta(seconds=1)
    assert isinstance(log, SqlEventLog)
    deliver_due(log._engine, HospitalTarget(log._engine, reception.hospital), later)


def test_a_slot_whose_booking_was_not_recorded_is_given_back(
    reception: Reception, talk: Talk, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    slot = free(reception, talk)

    def killed(*told: object, **more: object) -> None:
        raise Killed

    with monkeypatch.context() as patched, pytest.raises(Killed):
        patched.setattr(reception.log, "_write", killed)
        reception.book(talk.session_id, slot.slot_id)
    assert free(reception, talk) != slot
    delivered(reception, clock)
    assert free(reception, talk) == slot


def test_a_slot_that_was_held_though_no_answer_came_is_given_back(
    reception: Reception, talk: Talk, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    slot, hold = free(reception, talk), reception.hospital.scheduling.hold

    def lost(slot_id: str, patient_id: str, **more: str) -> Appointment:
        hold(slot_id, patient_id, **more)
        raise HospitalAway("the answer was lost")

    with monkeypatch.context() as patched, pytest.raises(HospitalAway):
        patched.setattr(reception.hospital.scheduling, "hold", lost)
        reception.book(talk.session_id, slot.slot_id)
    assert free(reception, talk) != slot
    delivered(reception, clock)
    assert free(reception, talk) == slot


def test_a_booking_that_is_recorded_stays(reception: Reception, talk: Talk, clock: Clock) -> None:
    slot = free(reception, talk)
    talk.state = reception.book(talk.session_id, slot.slot_id)
    delivered(reception, clock)
    assert free(reception, talk) != slot
    target = HospitalTarget(reception.log._engine, reception.hospital)  # type: ignore[attr-defined]
    what = {"slot_id": slot.slot_id, "patient_id": "GUEST-1", "department_id": slot.department_id}
    target.deliver("release", {**what, "hold": f"{talk.session_id}:{slot.slot_id}"}, key="late")
    assert free(reception, talk) != slot, "another try that died gives back nothing that is booked"


def test_a_slot_that_somebody_else_has_is_left_to_them(reception: Reception, talk: Talk, clock: Clock) -> None:
    slot, scheduling = free(reception, talk), reception.hospital.scheduling
    scheduling.hold(slot.slot_id, "GUEST-9", key="another kiosk", department_id=slot.department_id)
    with pytest.raises(SlotTaken):
        reception.book(talk.session_id, slot.slot_id)
    delivered(reception, clock)
    assert free(reception, talk) != slot
