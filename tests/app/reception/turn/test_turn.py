"""A turn is taken once, in order, and survives whatever cuts it off."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from frontdesk.app.ledger.event_log import SqlEventLog
from frontdesk.app.ledger.records.store import hospital_behind
from frontdesk.app.reception.errors import NotNow, OutOfOrder
from frontdesk.app.reception.reception import Reception
from frontdesk.app.reception.session.events import PatientSaid
from frontdesk.app.reception.session.state import Phase
from frontdesk.app.reception.turn.utterance import Utterance
from frontdesk.database.engine import connect
from frontdesk.models.facts import Language
from tests.app.reception.talk import Talk


def utterance(number: int, text: str = "头疼三天了", turn_id: str = "same-turn-id") -> Utterance:
    return Utterance(turn_id=turn_id, number=number, text=text)


def test_the_same_turn_id_gives_the_same_answer_and_one_event(reception: Reception) -> None:
    talk = Talk(reception).as_guest()
    first = reception.take_turn(talk.session_id, utterance(1))
    again = reception.take_turn(talk.session_id, utterance(1))
    assert again == first
    said = [r for r in reception.log.history(talk.session_id) if isinstance(r.event, PatientSaid)]
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
    reception.log.append(talk.session_id, (heard,), after=state.sequence, at=reception.services.now())
    answered = reception.take_turn(talk.session_id, utterance(1))
    assert answered.answered and answered.turns == 1
    assert "头疼三天了" in {f.quote for f in answered.record}
    assert sum(line.speaker == "patient" for line in answered.lines) == 1


def test_what_was_said_is_kept_though_a_fault_ends_the_turn(reception: Reception) -> None:
    talk = Talk(reception).as_guest()

    def fails() -> str:
        raise RuntimeError("no more ids")

    with pytest.raises(RuntimeError):
        Reception(replace(reception.services, new_id=fails)).take_turn(talk.session_id, utterance(1, "我要找护士"))
    kept = reception.log.state(talk.session_id)
    assert kept.said == ("我要找护士",) and not kept.answered
    answered = reception.take_turn(talk.session_id, utterance(1, "我要找护士"))
    assert answered.answered and answered.person_called and answered.said == kept.said


def test_two_processes_take_turns_in_one_session(reception: Reception, tmp_path: Path) -> None:
    engine = connect(f"sqlite:///{tmp_path / 'frontdesk.db'}")
    elsewhere = Reception(replace(reception.services, log=SqlEventLog(engine, hospital_behind(engine))))
    talk = Talk(reception).as_guest()
    for number, services in enumerate((reception, elsewhere, reception, elsewhere), 1):
        state = services.take_turn(talk.session_id, utterance(number, "头疼", f"turn-{number}"))
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
    back = reception.release(talk.session_id, by="lin", name="林护士")
    assert back.phase is Phase.CONVERSATION and back.question is not None


def test_red_flags_are_caught_while_a_nurse_has_the_session(reception: Reception) -> None:
    talk = Talk(reception).as_guest()
    talk.says("有点累")
    reception.take_over(talk.session_id, by="lin", name="林护士")
    after = reception.take_turn(talk.session_id, utterance(2, "我胸口像压了石头，直冒冷汗，喘不上气"))
    assert after.emergency is not None


def test_there_is_nothing_to_take_back_at_the_start(reception: Reception) -> None:
    talk = Talk(reception).as_guest()
    with pytest.raises(NotNow):
        reception.undo(talk.session_id)


def test_a_tile_that_is_not_on_the_screen_is_refused_and_nothing_is_written(reception: Reception) -> None:
    talk = Talk(reception).as_guest()
    before = reception.log.state(talk.session_id)
    for keys in (("fact:finding:nothing_known",), ("sign:chest_cold_sweat",), ("department:cardiology",), ("x" * 70,)):
        with pytest.raises(NotNow):
            talk.sends(*keys)
    assert reception.log.state(talk.session_id) == before


def test_of_several_tiles_those_on_the_screen_count(reception: Reception) -> None:
    talk = Talk(reception).as_guest()
    talk.sends("fact:finding:cough", "fact:finding:nothing_known", "fact:finding:cough")
    assert [f.code for f in talk.state.record] == ["cough"]


def test_a_tap_cut_off_after_it_was_heard_is_answered_when_sent_again(reception: Reception) -> None:
    talk = Talk(reception).as_guest()
    tapped = Utterance(turn_id="cut-off-1", number=1, options=("fact:finding:cough",))
    state = reception.log.state(talk.session_id)
    heard = PatientSaid(
        turn_id="cut-off-1", number=1, text="咳嗽", language=Language.ZH, means="tapped", options=tapped.options
    )
    reception.log.append(talk.session_id, (heard,), after=state.sequence, at=reception.services.now())
    answered = reception.take_turn(talk.session_id, tapped)
    assert answered.answered and [f.code for f in answered.record] == ["cough"]
