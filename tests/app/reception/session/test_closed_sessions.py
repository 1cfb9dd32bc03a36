"""Sessions that are over do not stay in memory, however many there were, and can still be read."""

import gc
from datetime import timedelta

import pytest

from frontdesk.app.ledger import event_log
from frontdesk.app.reception.reception import Reception
from frontdesk.app.reception.session.state import State
from tests.app.reception.talk import Clock, Talk

MANY, FEW = 24, 6


def held() -> int:
    gc.collect()
    return sum(isinstance(one, State) and one.closed is not None for one in gc.get_objects())


def test_only_the_newest_closed_sessions_are_held(
    reception: Reception, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(event_log, "CLOSED_SHOWN", FEW)
    monkeypatch.setattr(event_log, "CLOSED_KEPT", FEW)
    before, ended = held(), []
    still = Talk(reception).as_guest().state.session_id
    for _ in range(MANY):
        session_id = Talk(reception).as_guest().state.session_id
        clock.tick(seconds=1)
        reception.finish(session_id)
        ended.append(session_id)
    assert held() - before <= FEW + 1

    shown = [s.session_id for s in reception.log.live(since=reception.services.now() - timedelta(hours=2)).states]
    assert set(shown) == {still, *ended[-FEW:]}
    assert reception.log.state(ended[0]).closed is not None, "it is read again"
    assert held() - before <= FEW + 1
