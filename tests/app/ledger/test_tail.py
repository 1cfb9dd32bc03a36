from collections.abc import Sequence

from frontdesk.app.ledger.tail import AT_ONCE, KEPT, Tail
from frontdesk.app.reception.session.log import Happened


class Database:
    def __init__(self, *positions: int) -> None:
        self.rows = [Happened(position, f"s{position}", "patient_said") for position in positions]
        self.asked = list[int]()

    def read(self, position: int, most: int) -> Sequence[Happened]:
        self.asked.append(position)
        return [row for row in self.rows if row.position > position][:most]


def positions(happened: Sequence[Happened]) -> list[int]:
    return [one.position for one in happened]


def test_what_is_kept_is_read_once() -> None:
    database = Database(3, 5, 8)
    tail = Tail(database.read)
    assert positions(tail.after(3, 8)) == [5, 8]
    assert positions(tail.after(5, 8)) == [8]
    assert positions(tail.after(3, 8)) == [5, 8]
    assert database.asked == [3]


def test_what_is_new_is_read_from_where_it_was_left() -> None:
    database = Database(3)
    tail = Tail(database.read)
    tail.after(0, 3)
    database.rows += Database(4, 9).rows
    assert positions(tail.after(3, 9)) == [4, 9]
    assert database.asked == [0, 3]


def test_who_is_further_behind_than_what_is_kept_asks_the_database() -> None:
    database = Database(*range(1, KEPT + 2 * AT_ONCE + 1))
    tail = Tail(database.read)
    tail.after(0, KEPT + 2 * AT_ONCE)
    assert positions(tail.after(0, KEPT + 2 * AT_ONCE)) == list(range(1, AT_ONCE + 1))
    newest = positions(tail.after(2 * AT_ONCE, KEPT + 2 * AT_ONCE))
    assert newest == list(range(2 * AT_ONCE + 1, KEPT + 2 * AT_ONCE + 1))


def test_while_it_is_not_known_what_is_newest_the_database_is_asked() -> None:
    database = Database(1)
    tail = Tail(database.read)
    assert positions(tail.after(0, None)) == positions(tail.after(0, None)) == [1]
    assert len(database.asked) == 2


def test_what_was_erased_is_not_asked_for_again_and_again() -> None:
    database = Database()
    tail = Tail(database.read)
    for _ in range(3):
        assert not tail.after(1, 7)
    assert database.asked == [1]
