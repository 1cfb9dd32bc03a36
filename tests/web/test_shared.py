from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from time import monotonic

from frontdesk.app.web.shared import Reading, Shared


def maker(made: list[int], position: int = 5, alarms: int = 0) -> Callable[[], Reading]:
    def make() -> Reading:
        made.append(position)
        return Reading("{}", position, (), (), alarms, monotonic())

    return make


def test_one_reading_serves_all_who_were_told_of_nothing_later() -> None:
    board, made = Shared(), list[int]()
    first = board.read(maker(made), seen=5, alarms=0)
    assert board.read(maker(made), seen=4, alarms=0) is first
    assert board.read(maker(made), seen=5, alarms=0) is first
    assert board.read(maker(made, 6), seen=6, alarms=0) is not first
    assert made == [5, 6]


def test_who_was_told_of_nothing_has_it_as_it_is_now() -> None:
    board, made = Shared(), list[int]()
    for _ in range(2):
        board.read(maker(made), seen=None, alarms=0)
    assert len(made) == 2


def test_an_alarm_that_is_not_written_yet_is_read_at_once() -> None:
    board, made = Shared(), list[int]()
    board.read(maker(made), seen=5, alarms=0)
    assert board.read(maker(made, alarms=1), seen=5, alarms=1).alarms == 1


def test_those_who_ask_while_it_is_read_share_the_next() -> None:
    board, made, going_on = Shared(), list[int](), Event()

    def slow() -> Reading:
        reading = maker(made)()
        going_on.wait(0.5)
        return reading

    with ThreadPoolExecutor(4) as pool:
        first = pool.submit(board.read, slow, seen=None, alarms=0)
        while not made:
            pass
        others = [pool.submit(board.read, maker(made), seen=None, alarms=0) for _ in range(3)]
        going_on.set()
        assert len({id(other.result()) for other in others} - {id(first.result())}) <= len(made) - 1
    assert 2 <= len(made) <= 4
