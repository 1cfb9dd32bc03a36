"""An offline list of breached passwords, as Have I Been Pwned gives it: SHA-1 hashes in their order, with counts.

One file of `HASH:COUNT` lines, or a folder with a file for each first five digits (`0018A.txt`), of `REST:COUNT` lines.
Nothing is asked of anybody: the server has no way out.
"""

import re
from hashlib import sha1
from pathlib import Path
from typing import BinaryIO

from frontdesk.models.bad_setting import BadSetting

LINE = re.compile(rb"[0-9A-F]{40}:\d+")
LINE_OF_A_RANGE = re.compile(rb"[0-9A-F]{35}:\d+")
RANGE = 5  # digits that name a file of a folder
HASH = 40
LONGEST = 64  # bytes of a line
LOOKS = 1000  # at places over the whole file, in which it has to be in order


class BadBreachedPasswords(BadSetting):
    """It is no such list; the message is for the operator."""

    setting = "FRONTDESK_BREACHED_PASSWORDS"


class BreachedPasswords:
    """Safe to use from several threads: each look-up opens the file."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def __contains__(self, password: str) -> bool:
        """Raises OSError."""
        wanted = sha1(password.encode(), usedforsecurity=False).hexdigest().upper().encode()
        if self._path.is_dir():
            rest = wanted[RANGE:]
            return any(line.startswith(rest) for line in _range_in(self._path, wanted[:RANGE].decode()))
        with self._path.open("rb") as file:
            return _line_from(file, _before(file, wanted)).startswith(wanted)


def read(path: Path) -> BreachedPasswords:
    """Raises BadBreachedPasswords for what cannot be searched."""
    try:
        if path.is_dir():
            _look_at_ranges(path)
        else:
            _look_at_file(path)
    except OSError as error:
        raise BadBreachedPasswords(f"{path.name} cannot be read ({type(error).__name__})") from None
    return BreachedPasswords(path)


def _look_at_file(path: Path) -> None:
    with path.open("rb") as file:
        size = file.seek(0, 2)
        lines = [_line_from(file, size * look // LOOKS) for look in range(LOOKS)]
    told = [line for line in lines if line]  # nothing begins within the last line
    if not told or not all(LINE.fullmatch(line) for line in told):
        raise BadBreachedPasswords(f"{path.name}: lines are no SHA-1 hash and count, HASH:COUNT")
    hashes = [line[:HASH] for line in told]
    if hashes != sorted(hashes):
        raise BadBreachedPasswords(f"{path.name} is not ordered by hash")


def _look_at_ranges(folder: Path) -> None:
    for first in ("00000", "7FFFF", "FFFFF"):
        if not all(LINE_OF_A_RANGE.fullmatch(line) for line in _range_in(folder, first)):
            raise BadBreachedPasswords(f"{folder.name}: {first} has lines that are no REST:COUNT")


def _range_in(folder: Path, first: str) -> list[bytes]:
    """Raises OSError where the folder has no such file."""
    file = folder / f"{first}.txt"
    return (file if file.exists() else folder / first).read_bytes().split()


def _before(file: BinaryIO, wanted: bytes) -> int:
    """A place after which the first line to begin is the first that is not below `wanted`."""
    low, high = 0, file.seek(0, 2)
    while low < high:
        middle = (low + high) // 2
        line = _line_from(file, middle)
        if line and line[:HASH] < wanted:
            low = middle + 1
        else:
            high = middle
    return low


def _line_from(file: BinaryIO, place: int) -> bytes:
    """The first line that begins at `place` or after; empty where none does."""
    file.seek(max(place - 1, 0))
    if place:
        file.readline(LONGEST)
    return file.readline(LONGEST).strip()
