"""Whose booking a row of GNU Health's appointments is: a line of ours among its comments, and our ids of it.

A row that was given up and taken again is another booking under the same number.
"""

from hashlib import sha256
from typing import NamedTuple

from frontdesk.his_adapter.gnuhealth.values import Row

UNCONFIRMED = "held"


class Booking(NamedTuple):
    """An id of ours: the row, and whose booking of it; of one that the desk made only the row."""

    row: str
    mark: str

    @classmethod
    def of(cls, appointment_id: str) -> "Booking":
        row, _, mark = appointment_id.partition(".")
        return cls(row, mark)

    def __str__(self) -> str:
        return f"{self.row}.{self.mark}" if self.mark else self.row


def mark_of(key: str) -> str:
    return sha256(key.encode()).hexdigest()[:24]


class Marks:
    """Reads and writes our line, which begins with `ours`; the others are the hospital's."""

    def __init__(self, ours: str) -> None:
        self._sign = f"{ours} "

    def pattern(self, mark: str) -> str:
        """What comments with that booking are like."""
        return f"%{self._sign}{mark}%"

    def mark(self, row: Row) -> str:
        """Empty for what the desk booked."""
        return next((line.split()[1] for line in _lines(row) if self._is_ours(line)), "")

    def is_unconfirmed(self, row: Row) -> bool:
        return any(self._is_ours(line) and line.endswith(f" {UNCONFIRMED}") for line in _lines(row))

    def marked(self, row: Row, mark: str, *, confirmed: bool) -> str:
        """The comments with our line."""
        line = f"{self._sign}{mark}" if confirmed else f"{self._sign}{mark} {UNCONFIRMED}"
        return "\n".join((*self._theirs(row), line))

    def bare(self, row: Row) -> str | None:
        """The comments without our line."""
        return "\n".join(self._theirs(row)) or None

    def appointment_id(self, row: Row) -> str:
        return str(Booking(str(row["id"]), self.mark(row)))

    def _theirs(self, row: Row) -> list[str]:
        return [line for line in _lines(row) if not self._is_ours(line)]

    def _is_ours(self, line: str) -> bool:
        return line.startswith(self._sign) and len(line.split()) > 1


def _lines(row: Row) -> list[str]:
    return (row["comments"] or "").splitlines()
