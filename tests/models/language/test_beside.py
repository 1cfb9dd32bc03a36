"""What nobody waits for makes way for the turns, and is done all the same."""

from collections.abc import Iterator
from threading import Event
from time import monotonic

import pytest

from frontdesk.models.language.beside import MOST, Beside


@pytest.fixture
def beside() -> Iterator[Beside]:
    made = Beside(4)
    yield made
    made.close()


def test_work_beside_the_turns_waits_until_none_is_at_work(beside: Beside) -> None:
    done = Event()
    with beside.turn():
        beside.submit(done.set)
        assert not done.wait(0.15)
    assert done.wait(5)


def test_it_goes_on_while_a_turn_waits_for_its_model(beside: Beside) -> None:
    done = Event()
    with beside.turn(), beside.aside():
        beside.submit(done.set)
        assert done.wait(5)


def test_the_aside_of_what_is_no_turn_leaves_the_turns_at_work(beside: Beside) -> None:
    """A look waits for its model too; that is no pause of the turns."""
    looking, done = Event(), Event()

    def look() -> None:
        with beside.aside():
            looking.set()
            done.wait(5)

    beside.submit(look)
    assert looking.wait(5)
    with beside.turn():
        began = monotonic()
        beside.give_way()
        assert monotonic() - began >= MOST
    done.set()


def test_on_a_day_without_a_pause_it_is_done_all_the_same(beside: Beside) -> None:
    done = Event()
    with beside.turn():
        beside.submit(done.set)
        assert done.wait(5)


def test_more_than_can_wait_is_left_out(beside: Beside) -> None:
    hold = Event()

    def held() -> None:
        hold.wait(5)

    taken = [beside.submit(held) for _ in range(9)]
    hold.set()
    assert taken == [True] * 8 + [False]


def test_what_fails_beside_the_turns_leaves_room_for_the_next(beside: Beside) -> None:
    def fails() -> None:
        raise ValueError

    done = Event()
    for _ in range(8):
        beside.submit(fails)
    until = monotonic() + 5
    while not beside.submit(done.set) and monotonic() < until:
        Event().wait(0.05)
    assert done.wait(5)
