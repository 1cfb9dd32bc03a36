"""A turn is taken once, in order, and survives whatever cuts it off."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from app.ledger.event_log import SqlEventLog
from app.reception.errors import NotNow, OutOfOrder, SessionEnded
from app.reception.reception import Reception
from app.reception.session.events import Entry, PatientSaid
from app.reception.session.state import Phase
from app.reception.turn.listen import Utterance
from his_adapter.sql.engine import connect
from his_adapter.sql.hospital import SqlHospital
from models.facts import Language
from tests.app.reception.talk import Clock, Talk


def utterance(number: int, text: str = "头疼三天了", turn_id: str = "same-turn-id") -> Utterance:
    return Utterance(turn_id=turn_id, number=number, text=text)


def test_the_same_turn_id_gives_the_same_answer_and_one_event(reception: Reception) -> None:
    talk = Talk(reception).as_guest()
    first = reception.take_turn(talk.session_id, utterance(1))
    again = reception.take_turn(talk.session_id, utterance(1))
    assert again == first
    said = [r for r in reception.log.after(0) if isinstance(r.event, PatientSaid)]
    assert len(said) == 1


def test_an_older_turn_id_gives_the_answer_it_had(reception: Reception) -> None:
    talk = Talk(reception).as_guest()
    first = reception.take_turn(talk.session_id, utterance(1))
    reception.take_turn(talk.session_id, utterance(2, "四十岁", "later-turn"))
    again = reception.take_turn(talk.session_id, utterance(1))
    assert again.reply == first.reply


def test_fifty_copies_of_one_turn_at_once_are_one_turn(reception: Reception) -> None:
    talk = Talk(reception).as_guest()
    with ThreadPoolExecutor(16) as pool:
        replies = list(pool.map(lambda _: _tried(reception, talk.session_id), range(50)))
    state = reception.log.state(talk.session_id)
    assert state.turns == 1
    assert sum(line.speaker == "patient" for line in state.lines) == 1
    assert {reply for reply in replies if reply} == {state.reply.text if state.reply else ""}


def _tried(reception: Reception, session_id: str) -> str | None:
    try:
        state = reception.take_turn(session_id, utterance(1))
    except OutOfOrder:
        return None
    return state.reply.text if state.reply else None


@pytest.mark.parametrize("number", [1, 3, 99])
def test_a_turn_out_of_order_is_refused_and_nothing_is_written(reception: Reception, number: int) -> None:
    talk = Talk(reception).as_guest()
    talk.says("头疼三天了")
    before = reception.log.state(talk.session_id)
    with pytest.raises(OutOfOrder):
        reception.take_turn(talk.session_id, utterance(number, turn_id="other-turn"))
    assert reception.log.state(talk.session_id) == before


def test_a_turn_cut_off_after_it_was_heard_is_answered_when_sent_again(reception: Reception) -> None:
    talk = Talk(reception).as_guest()
    state = reception.log.state(talk.session_id)
    heard = PatientSaid(turn_id="same-turn-id", number=1, text="头疼三天了", language=Language.ZH)
    reception.log.append(talk.session_id, (heard,), after=state.sequence, at=reception.house.now())
    answered = reception.take_turn(talk.session_id, utterance(1))
    assert answered.answered and answered.turns == 1
    assert "headache" in {f.code for f in answered.record}
    assert sum(line.speaker == "patient" for line in answered.lines) == 1


def test_what_was_said_is_kept_though_a_fault_ends_the_turn(reception: Reception) -> None:
    talk = Talk(reception).as_guest()

    def fails() -> str:
        raise RuntimeError("no more ids")

    with pytest.raises(RuntimeError):
        Reception(replace(reception.house, new_id=fails)).take_turn(talk.session_id, utterance(1, "我要找护士"))
    kept = reception.log.state(talk.session_id)
    assert kept.said == ("我要找护士",) and not kept.answered
    answered = reception.take_turn(talk.session_id, utterance(1, "我要找护士"))
    assert answered.answered and answered.person_called and answered.said == kept.said


def test_two_processes_take_turns_in_one_session(reception: Reception, tmp_path: Path) -> None:
    engine = connect(f"sqlite:///{tmp_path / 'frontdesk.db'}")
    elsewhere = Reception(replace(reception.house, log=SqlEventLog(engine, SqlHospital(engine))))
    talk = Talk(reception).as_guest()
    for number, house in enumerate((reception, elsewhere, reception, elsewhere), 1):
        state = house.take_turn(talk.session_id, utterance(number, "头疼", f"turn-{number}"))
        assert state.answered and state.turns == number
    with pytest.raises(OutOfOrder):
        reception.take_turn(talk.session_id, utterance(4, "头疼", "turn-other"))
    engine.dispose()


def test_the_machine_is_silent_while_a_nurse_has_the_session(reception: Reception) -> None:
    talk = Talk(reception).as_guest()
    talk.says("肚子疼")
    joined = reception.take_over(talk.session_id, by="lin", name="林护士")
    assert joined.reply is not None and "林护士" in joined.reply.text
    after = reception.take_turn(talk.session_id, utterance(2, "好的，谢谢"))
    assert after.lines[-1].speaker == "patient"
    spoken = reception.message(talk.session_id, message_id="m-1", text="我来看看您", by="lin", name="林护士")
    assert spoken.lines[-1].speaker == "staff" and spoken.lines[-1].name == "林护士"
    twice = reception.message(talk.session_id, message_id="m-1", text="我来看看您", by="lin", name="林护士")
    assert twice == spoken
    back = reception.release(talk.session_id, by="lin")
    assert back.phase is Phase.CONVERSATION and back.question is not None


def test_red_flags_are_caught_while_a_nurse_has_the_session(reception: Reception) -> None:
    talk = Talk(reception).as_guest()
    talk.says("有点累")
    reception.take_over(talk.session_id, by="lin", name="林护士")
    after = reception.take_turn(talk.session_id, utterance(2, "我胸口像压了石头，直冒冷汗，喘不上气"))
    assert after.emergency is not None


def test_going_back_puts_the_last_question_again(reception: Reception) -> None:
    talk = Talk(reception).as_guest()
    talk.says("嗓子疼")
    asked = talk.state.question
    talk.taps("no" if asked and any(o.key == "no" for o in asked.options) else "unsure")
    back = reception.undo(talk.session_id)
    assert back.question == asked
    assert [f.code for f in back.record] == ["sore_throat"]


def test_there_is_nothing_to_take_back_at_the_start(reception: Reception) -> None:
    talk = Talk(reception).as_guest()
    with pytest.raises(NotNow):
        reception.undo(talk.session_id)


def test_a_line_of_the_read_back_can_be_taken_out_or_said_anew(reception: Reception) -> None:
    talk = Talk(reception).as_guest()
    talk.says("嗓子疼，还有点发烧，三天了")
    gone = reception.correct(talk.session_id, turn_id="fix-1", number=2, key="finding:fever", text="")
    assert "fever" not in {f.code for f in gone.record}
    anew = reception.correct(
        talk.session_id, turn_id="fix-2", number=3, key="finding:sore_throat", text="是咳嗽，不是嗓子疼"
    )
    assert "cough" in {f.code for f in anew.record}


def test_three_wrong_identities_end_in_a_nurse(reception: Reception) -> None:
    talk = Talk(reception)
    for _ in range(3):
        talk.identifies("P1003", name="不是他")
    assert not talk.state.verified and talk.state.person_called
    with pytest.raises(NotNow):
        talk.identifies("P1003", name=reception.hospital.patient("P1003").name)


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
    full.answers_no()
    assert full.state.phase is Phase.RECOMMENDATION
    ended = reception.suspend(full.session_id)
    assert ended.handed_over is not None
    with pytest.raises(SessionEnded):
        reception.undo(full.session_id)


def test_booking_twice_moves_the_appointment(reception: Reception) -> None:
    talk = Talk(reception).as_guest()
    talk.says("牙疼两天，30岁，男")
    talk.answers_no()
    assert talk.state.recommended is not None
    free = reception.hospital.free_slots(talk.state.recommended.department_id, reception.house.now(), limit=3)
    first = reception.book(talk.session_id, free[0].slot_id)
    assert first.booked is not None and first.booked.slot_id == free[0].slot_id
    second = reception.book(talk.session_id, free[1].slot_id)
    assert second.booked is not None and second.booked.slot_id == free[1].slot_id
    again = reception.hospital.free_slots(talk.state.recommended.department_id, reception.house.now(), limit=3)
    assert free[0].slot_id in {slot.slot_id for slot in again}
    assert free[1].slot_id not in {slot.slot_id for slot in again}


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
    patient = reception.hospital.patient("P1003")
    talk = Talk(reception, Language.EN, Entry.FOLLOW_UP).identifies("P1003", birth_date=patient.birth_date)
    assert "Urology" in talk.reply and talk.reply.isascii()


def test_an_interview_broken_off_is_handed_over_and_marked_unfinished(reception: Reception) -> None:
    talk = Talk(reception).as_guest()
    talk.says("肚子疼两天了，有糖尿病")
    assert talk.state.recommended is None
    ended = reception.finish(talk.session_id)
    assert ended.closed is not None and ended.closed.reason == "abandoned"
    assert ended.handed_over is not None
    visit = reception.hospital.visit(ended.handed_over)
    assert "肚子疼" in visit.record.chief_complaint or "腹痛" in visit.record.chief_complaint
    assert "糖尿病" in visit.record.past_history
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
    assert "not finished" in reception.hospital.visit(state.handed_over).record.notes


def test_a_nurse_who_ends_an_interview_hands_over_what_was_told(reception: Reception) -> None:
    talk = Talk(reception).as_guest()
    talk.says("肚子疼两天了")
    closed = reception.close(talk.session_id, by="lin")
    assert closed.closed is not None and closed.closed.reason == "by_staff"
    assert closed.handed_over is not None
