"""Every step in every phase: done where the table says so, else refused and nothing recorded."""

from collections.abc import Callable
from datetime import date

import pytest

from frontdesk.app.reception.errors import NotNow, SessionEnded
from frontdesk.app.reception.reception import Reception
from frontdesk.app.reception.session.events import Entry
from frontdesk.app.reception.session.state import Phase, State
from frontdesk.app.reception.turn.utterance import Utterance
from frontdesk.models.facts import Language
from tests.app.reception.talk import Talk

STEPS: dict[str, Callable[[Reception, State], object]] = {
    "consent": lambda desk, state: desk.consent(state.session_id, agreed=True),
    "identify": lambda desk, state: desk.identify(
        state.session_id, number="P1001", name=None, birth_date=date(1958, 4, 12)
    ),
    "guest": lambda desk, state: desk.as_guest(state.session_id),
    "language": lambda desk, state: desk.switch_language(state.session_id, Language.EN),
    "turn": lambda desk, state: desk.take_turn(
        state.session_id, Utterance(turn_id="turn-of-the-table", number=state.turns + 1, text="咳嗽三天了")
    ),
    "correct": lambda desk, state: desk.correct(
        state.session_id, turn_id="correction-of-the-table", number=state.turns + 1, key="person:sex", text=""
    ),
    "undo": lambda desk, state: desk.undo(state.session_id),
    "nurse": lambda desk, state: desk.call_nurse(state.session_id),
    "book": lambda desk, state: desk.book(state.session_id, _slot(desk, state)),
    "cancel": lambda desk, state: desk.cancel_booking(state.session_id),
    "slip": lambda desk, state: desk.slip(state.session_id),
    "finish": lambda desk, state: desk.finish(state.session_id),
    "suspend": lambda desk, state: desk.suspend(state.session_id),
}
# The marks stand in the order of STEPS.
TABLE = {
    "consent": "+ . . + . . . + . . . + +",
    "identity": ". + + + . . . + . . . + +",
    "conversation": ". . . + + + + + . . . + +",
    "recommendation": ". . . + + + + + + . + + +",
    "booked": ". . . + + + + + + + + + +",
    "emergency": ". . . + + . . + . . . . +",
    "private": ". . . + + . . + . . . . +",
    "declined": ". . . + . . . + . . . + +",
    "taken over": ". . . + + . . + . . . + +",
    "suspended": ". . . . . . . . . . . . +",
    "ended": ". . . . . . . . . . . . +",
}


def _slot(desk: Reception, state: State) -> int:
    named = state.recommended.department_id if state.recommended else "dermatology"
    return desk.hospital.scheduling.free_slots(named, desk.services.now(), limit=2)[-1].slot_id


def in_phase(desk: Reception, phase: str) -> State:
    """A session that stands there."""
    match phase:
        case "consent":
            return desk.start(kiosk="test", language=Language.ZH, entry=Entry.UNWELL)
        case "identity":
            return Talk(desk).state
        case "declined":
            started = desk.start(kiosk="test", language=Language.ZH, entry=Entry.UNWELL)
            return desk.consent(started.session_id, agreed=False)
    talk = Talk(desk).as_guest()
    match phase:
        case "emergency":
            talk.says("胸口像压着石头一样疼，一直出冷汗")
        case "private":
            talk.says("我不想活了，药都准备好了")
        case "conversation":
            talk.says("咳嗽")
        case "taken over":
            return desk.take_over(talk.session_id, by="lin", name="Lin")
        case "suspended":
            talk.says("咳嗽")
            return desk.suspend(talk.session_id)
        case _:
            talk.says("牙疼两天，30岁，男")
            talk.to_end()
    if phase == "booked":
        free = desk.hospital.scheduling.free_slots(talk.state.recommended.department_id, desk.services.now())  # type: ignore[union-attr]
        return desk.book(talk.session_id, free[0].slot_id)
    return desk.finish(talk.session_id) if phase == "ended" else talk.state


@pytest.mark.parametrize("phase", TABLE)
def test_each_step_is_taken_only_where_it_fits(reception: Reception, phase: str) -> None:
    done = {}
    for step, take in STEPS.items():
        before = in_phase(reception, phase)
        try:
            take(reception, before)
            done[step] = "+"
        except (NotNow, SessionEnded):
            done[step] = "."
            assert reception.log.state(before.session_id).sequence == before.sequence
    assert " ".join(done.values()) == TABLE[phase], done


def test_the_table_knows_every_phase(reception: Reception) -> None:
    assert {in_phase(reception, phase).phase for phase in TABLE} == set(Phase)


def test_who_declines_leaves_no_record_whatever_is_sent(reception: Reception) -> None:
    declined = in_phase(reception, "declined")
    reception.take_over(declined.session_id, by="lin", name="Lin")
    reception.reroute(declined.session_id, "dermatology", by="lin", name="Lin", reason="asked")
    assert reception.close(declined.session_id, by="lin").handed_over is None
    assert reception.finish(in_phase(reception, "declined").session_id).handed_over is None
