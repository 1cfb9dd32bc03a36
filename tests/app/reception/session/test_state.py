"""The state is a fold over the events, and the same whichever way it is reached."""

from datetime import datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from frontdesk.app.reception.session.events import (
    AlertAcknowledged,
    AlertDisputed,
    AlertRaised,
    AlertsLowered,
    AnswerUndone,
    ConsentGiven,
    Entry,
    Event,
    GuestChosen,
    NurseSaid,
    Option,
    PatientSaid,
    Question,
    Recorded,
    RecordExtended,
    Released,
    Started,
    Suspended,
    TakenOver,
)
from frontdesk.app.reception.session.state import Phase, State, fold
from frontdesk.his_adapter.records import Level
from frontdesk.models.facts import Fact, Language, Topic

WORDS = {Language.ZH: "？", Language.EN: "?"}
ZH = Language.ZH
NINE = datetime(2026, 11, 18, 9, 0)


def recorded(*events: Event) -> list[Recorded]:
    begin = Started(kiosk="k", language=ZH, entry=Entry.UNWELL)
    return [
        Recorded(position=n, session_id="s", sequence=n, at=NINE + timedelta(seconds=n), event=event)
        for n, event in enumerate((begin, *events), 1)
    ]


def folded(*events: Event) -> State:
    state = fold(recorded(*events))
    assert state is not None
    return state


def said(number: int) -> PatientSaid:
    return PatientSaid(turn_id=f"turn{number:06d}", number=number, text=f"words {number}", language=ZH)


def asked(key: str, turn: int = 0) -> NurseSaid:
    turn_id = f"turn{turn:06d}" if turn else None
    return NurseSaid(turn_id=turn_id, text=key, language=ZH, question=Question(key=key, text=WORDS))


def learnt(turn: int, code: str) -> RecordExtended:
    return RecordExtended(turn=turn, facts=(Fact(topic=Topic.FINDING, code=code, quote=code, turn=turn),))


BEGUN: tuple[Event, ...] = (ConsentGiven(), GuestChosen(), asked("open"))
TALK: tuple[Event, ...] = (
    *BEGUN,
    said(1),
    learnt(1, "cough"),
    asked("duration", 1),
    said(2),
    learnt(2, "fever"),
    asked("age", 2),
)


def test_a_session_must_begin_with_started() -> None:
    with pytest.raises(ValueError, match="does not begin"):
        fold(recorded(*BEGUN)[1:])


@given(st.integers(min_value=1, max_value=len(TALK)))
def test_folding_on_from_anywhere_gives_the_same_state(cut: int) -> None:
    events = recorded(*TALK)
    assert fold(events[cut:], fold(events[:cut])) == fold(events)


def test_going_back_takes_the_answer_and_what_it_added() -> None:
    state = folded(*TALK)
    assert state.reopened is not None and state.reopened.key == "duration"
    back = folded(*TALK, AnswerUndone(number=2), asked("duration"))
    assert [f.code for f in back.record] == ["cough"]
    assert back.question is not None and back.question.key == "duration"
    assert back.asked == ("open", "duration")
    assert back.reopened is not None and back.reopened.key == "open"


def test_going_back_twice_reaches_the_first_question() -> None:
    back = folded(*TALK, AnswerUndone(number=2), asked("duration"), AnswerUndone(number=1), asked("open"))
    assert back.record == ()
    assert back.asked == ("open",)
    assert back.last_turn == 0


def test_a_later_fact_replaces_an_earlier_one_of_the_same_name() -> None:
    state = folded(*BEGUN, said(1), learnt(1, "cough"), said(2), learnt(2, "cough"))
    assert [f.turn for f in state.record] == [2]


def alarm(level: Level, *, private: bool = False) -> AlertRaised:
    return AlertRaised(
        alert_id="a",
        rule="crushing_chest_pain",
        level=level,
        route="emergency",
        private=private,
        reason=WORDS,
        quote="words",
    )


def test_an_emergency_screen_stays_until_a_nurse_lowers_it() -> None:
    answered = AlertAcknowledged(alert_id="a", by="n", name="N", reason="there")
    assert folded(*TALK, alarm(Level.A)).phase is Phase.EMERGENCY
    assert folded(*TALK, alarm(Level.A), answered).phase is Phase.EMERGENCY
    handed_back = (*TALK, alarm(Level.A), answered, TakenOver(by="n", name="N"), Released(by="n", reason="on the way"))
    assert folded(*handed_back).phase is Phase.EMERGENCY
    lowered = folded(*handed_back, AlertsLowered(alert_ids=("a",), by="n", name="N", reason="a muscle"))
    assert lowered.phase is Phase.CONVERSATION and not lowered.in_danger


def test_an_unacknowledged_emergency_survives_a_hand_back() -> None:
    state = folded(*TALK, alarm(Level.A), TakenOver(by="n", name="N"), Released(by="n"))
    assert state.phase is Phase.EMERGENCY


def test_a_private_alert_blanks_the_screen_until_it_is_acknowledged() -> None:
    answered = AlertAcknowledged(alert_id="a", by="n", name="N", reason="there")
    assert folded(*TALK, alarm(Level.P, private=True)).phase is Phase.PRIVATE
    assert folded(*TALK, alarm(Level.P, private=True), answered).phase is Phase.CONVERSATION


def test_a_disputed_emergency_lets_the_talk_go_on_and_stays_open() -> None:
    disputed = folded(*TALK, alarm(Level.A), AlertDisputed(alert_id="a", quote="not so"))
    assert disputed.phase is Phase.CONVERSATION
    assert [alert.disputed for alert in disputed.open_alerts] == ["not so"]
    private = folded(*TALK, alarm(Level.A, private=True), AlertDisputed(alert_id="a", quote="not so"))
    assert private.phase is Phase.PRIVATE


def test_a_question_beside_the_interview_leaves_the_page_unanswered_that_it_interrupts() -> None:
    interrupted = folded(*TALK, said(3), asked("read_back", 3))
    assert interrupted.interrupted is not None and interrupted.interrupted.key == "age"
    assert folded(*TALK).interrupted is None
    again = folded(*TALK, said(3), asked("offer", 3), said(4), asked("read_back", 4))
    assert again.interrupted is not None and again.interrupted.key == "age"


def test_tiles_stay_known_as_shown_only_with_questions_that_count() -> None:
    tiles = (Option(key="sign:a", label=WORDS),)
    page = NurseSaid(turn_id=None, text="?", language=ZH, question=Question(key="danger", text=WORDS, options=tiles))
    assert folded(*BEGUN, page).shown == {"sign:a"}
    undone = folded(*BEGUN, said(1), page, said(2), AnswerUndone(number=1))
    assert undone.shown == frozenset()


def test_suspended_hides_everything() -> None:
    assert folded(*TALK, Suspended()).phase is Phase.SUSPENDED
