"""The steps of a session that are no turns: consent, identity, booking, walking away, ending."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import timedelta

import pytest

from frontdesk.app.reception.errors import NotNow, OutOfOrder, SessionEnded
from frontdesk.app.reception.reception import Reception
from frontdesk.app.reception.session.events import Entry
from frontdesk.app.reception.session.state import Phase, State
from frontdesk.his_adapter.errors import NotFound, SlotTaken
from frontdesk.his_adapter.records import Slot
from frontdesk.models.facts import Language
from tests.app.reception.talk import Clock, Talk, kept


def test_three_wrong_identities_end_in_a_nurse(reception: Reception) -> None:
    talk = Talk(reception)
    for _ in range(3):
        talk.identifies("P1003", name="不是他")
    assert not talk.state.verified and talk.state.person_called
    with pytest.raises(NotNow):
        talk.identifies("P1003", name=reception.hospital.patients.patient("P1003").name)


def test_an_unknown_number_is_answered_like_a_wrong_name(reception: Reception) -> None:
    unknown = Talk(reception).identifies("P9999", name="无名")
    wrong = Talk(reception).identifies("P1003", name="无名")
    assert unknown.reply == wrong.reply


def test_declining_consent_calls_a_nurse(reception: Reception) -> None:
    state = reception.start(kiosk="k", language=Language.EN, entry=Entry.UNWELL)
    declined = reception.consent(state.session_id, agreed=False)
    assert declined.phase is Phase.WITH_NURSE and declined.person_called


def test_an_idle_empty_session_is_closed_and_a_finished_one_handed_over(reception: Reception) -> None:
    empty = Talk(reception).as_guest()
    assert reception.suspend(empty.session_id).closed is not None
    full = Talk(reception).as_guest()
    full.says("牙疼两天，30岁，男")
    full.to_end()
    assert full.state.phase is Phase.RECOMMENDATION
    ended = reception.suspend(full.session_id)
    assert ended.handed_over is not None
    with pytest.raises(SessionEnded):
        reception.undo(full.session_id)


def test_booking_twice_moves_the_appointment(reception: Reception) -> None:
    talk = Talk(reception).as_guest()
    talk.says("牙疼两天，30岁，男")
    talk.to_end()
    assert talk.state.recommended is not None
    free = reception.hospital.scheduling.free_slots(
        talk.state.recommended.department_id, reception.services.now(), limit=3
    )
    first = reception.book(talk.session_id, free[0].slot_id)
    assert first.booked is not None and first.booked.slot_id == free[0].slot_id
    second = reception.book(talk.session_id, free[1].slot_id)
    assert second.booked is not None and second.booked.slot_id == free[1].slot_id
    again = reception.hospital.scheduling.free_slots(
        talk.state.recommended.department_id, reception.services.now(), limit=3
    )
    assert free[0].slot_id in {slot.slot_id for slot in again}
    assert free[1].slot_id not in {slot.slot_id for slot in again}


def booked(reception: Reception) -> tuple[Talk, list[Slot]]:
    """Somebody with a booked time, and the times that were offered."""
    talk = Talk(reception).as_guest()
    talk.says("牙疼两天，30岁，男")
    talk.to_end()
    assert talk.state.recommended is not None
    free = free_slots(reception, talk.state.recommended.department_id)
    talk.state = reception.book(talk.session_id, free[0].slot_id)
    assert talk.state.booked is not None
    return talk, free


def free_slots(reception: Reception, department_id: str) -> list[Slot]:
    return list(reception.hospital.scheduling.free_slots(department_id, reception.services.now(), limit=4))


def is_free(reception: Reception, slot: Slot) -> bool:
    return slot in free_slots(reception, slot.department_id)


@pytest.mark.parametrize(
    "step",
    [
        lambda reception, session_id: reception.cancel_booking(session_id),
        lambda reception, session_id: reception.undo(session_id),
        lambda reception, session_id: reception.reroute(session_id, "dermatology", by="lin", name="Lin", reason="skin"),
    ],
    ids=["cancelled", "undone", "rerouted"],
)
def test_a_booked_time_falls_with_its_recommendation(
    reception: Reception, step: Callable[[Reception, str], State]
) -> None:
    talk, free = booked(reception)
    after = step(reception, talk.session_id)
    assert after.booked is None and after.reply is not None and "取消" in after.reply.text
    assert is_free(reception, free[0])


def test_a_time_of_another_department_or_one_that_is_over_is_not_booked(reception: Reception, clock: Clock) -> None:
    talk, free = booked(reception)
    with pytest.raises(NotFound):
        reception.book(talk.session_id, free_slots(reception, "dermatology")[0].slot_id)
    clock.at = free[2].starts + timedelta(minutes=1)
    with pytest.raises(SlotTaken):
        reception.book(talk.session_id, free[2].slot_id)
    assert reception.log.state(talk.session_id).booked == talk.state.booked


def test_of_three_bookings_at_once_one_stands(reception: Reception) -> None:
    talk, free = booked(reception)

    def attempt(slot: Slot) -> bool:
        with suppress(OutOfOrder):
            reception.book(talk.session_id, slot.slot_id)
            return True
        return False

    with ThreadPoolExecutor(3) as presses:
        assert any(presses.map(attempt, free[1:]))
    now = reception.log.state(talk.session_id).booked
    assert now is not None
    assert [slot.slot_id for slot in free if not is_free(reception, slot)] == [now.slot_id]


def test_cancelling_what_is_not_booked_does_not_fit(reception: Reception) -> None:
    talk, _ = booked(reception)
    reception.cancel_booking(talk.session_id)
    with pytest.raises(NotNow):
        reception.cancel_booking(talk.session_id)


def test_a_nurse_ends_a_session_only_when_its_alarm_is_answered(reception: Reception) -> None:
    talk = Talk(reception, Language.EN).as_guest()
    talk.says("My chest is crushing and my left arm is numb, I'm sweating.")
    with pytest.raises(NotNow):
        reception.close(talk.session_id, by="lin")
    for alert in talk.state.open_alerts:
        reception.acknowledge(talk.session_id, alert.raised.alert_id, by="lin", name="Lin", reason="there")
    ended = reception.close(talk.session_id, by="lin")
    assert ended.closed is not None and ended.closed.reason == "emergency"
    assert ended.handed_over is not None


def test_forgotten_sessions_are_closed_and_waiting_ones_are_not(reception: Reception, clock: Clock) -> None:
    forgotten, waiting = Talk(reception).as_guest(), Talk(reception).as_guest()
    forgotten.says("有点累")
    reception.suspend(forgotten.session_id)
    reception.call_nurse(waiting.session_id)
    clock.tick(minutes=61)
    assert reception.close_forgotten() == 1
    assert reception.log.state(forgotten.session_id).closed is not None
    assert reception.log.state(waiting.session_id).closed is None


def test_an_earlier_record_in_the_other_language_is_named_but_not_read_out(reception: Reception) -> None:
    patient = reception.hospital.patients.patient("P1003")
    talk = Talk(reception, Language.EN, Entry.FOLLOW_UP).identifies("P1003", birth_date=patient.birth_date)
    assert "Urology" in talk.reply and talk.reply.isascii()


def test_an_interview_broken_off_is_handed_over_and_marked_unfinished(reception: Reception) -> None:
    talk = Talk(reception).as_guest()
    talk.says("肚子疼两天了")
    assert talk.state.recommended is None
    ended = reception.finish(talk.session_id)
    assert ended.closed is not None and ended.closed.reason == "abandoned"
    assert ended.handed_over is not None
    visit = kept(reception).visit(ended.handed_over)
    assert "肚子疼" in visit.record.chief_complaint or "腹痛" in visit.record.chief_complaint
    assert "未完成" in visit.record.notes
    assert visit.summary is not None
    assert any("未完成" in s.text and s.machine for s in visit.summary.statements)


@pytest.mark.parametrize("words", ["你好", "厕所在哪里？"])
def test_who_told_nothing_of_an_illness_leaves_no_record(reception: Reception, words: str) -> None:
    talk = Talk(reception).as_guest()
    talk.says(words)
    ended = reception.finish(talk.session_id)
    assert ended.closed is not None and ended.handed_over is None


def test_a_forgotten_interview_is_kept_for_the_doctor(reception: Reception, clock: Clock) -> None:
    talk = Talk(reception, Language.EN).as_guest()
    talk.says("I have had a bad stomach ache since yesterday")
    reception.suspend(talk.session_id)
    clock.tick(hours=2)
    assert reception.close_forgotten() == 1
    state = reception.log.state(talk.session_id)
    assert state.handed_over is not None
    assert "not finished" in kept(reception).visit(state.handed_over).record.notes


def test_a_nurse_who_ends_an_interview_hands_over_what_was_told(reception: Reception) -> None:
    talk = Talk(reception).as_guest()
    talk.says("肚子疼两天了")
    closed = reception.close(talk.session_id, by="lin")
    assert closed.closed is not None and closed.closed.reason == "by_staff"
    assert closed.handed_over is not None
