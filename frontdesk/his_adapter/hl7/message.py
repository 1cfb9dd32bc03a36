"""HL7 v2 messages as text: segments of fields, escaped and read back, in the character set that MSH-18 names."""

import re
from collections.abc import Sequence
from datetime import datetime

from frontdesk.models.facts import Value

SEPARATORS = "|^~\\&"
CHARSETS = {"UNICODE UTF-8": "utf-8", "GB 18030-2000": "gb18030", "ASCII": "ascii", "8859/1": "latin-1"}  # table 0211
ESCAPES = {"|": "\\F\\", "^": "\\S\\", "~": "\\R\\", "\\": "\\E\\", "&": "\\T\\", "\r": "\\X0D\\", "\n": "\\X0A\\"}
ESCAPED = re.compile(r"\\([FSRET]|X(?:[0-9A-F]{2})+)\\")
PLAIN = {"F": "|", "S": "^", "R": "~", "E": "\\", "T": "&"}
Field = str | Sequence[str]  # a text, or its components


class BadMessage(Exception):
    """It cannot be read as HL7 v2."""


class Message(Value):
    """Segments, each its name and fields as they stand in the message; of MSH the first field is the separator."""

    segments: tuple[tuple[str, ...], ...]

    def field(self, segment: str, number: int) -> str:
        """Of the first such segment, as written; empty where there is none."""
        found = next((one for one in self.segments if one[0] == segment), ())
        return found[number] if len(found) > number else ""

    def all(self, segment: str) -> list[tuple[str, ...]]:
        return [one for one in self.segments if one[0] == segment]


def segment(name: str, *fields: Field) -> str:
    """Escaped, without empty fields at its end."""
    written = [name, *map(_written, fields)]
    while len(written) > 1 and not written[-1]:
        written.pop()
    return "|".join(written)


def repetitions(field: str) -> list[str]:
    return field.split("~")


def component(field: str, number: int) -> str:
    """One component of a field as written, from 1; without its escapes."""
    parts = field.split("~", 1)[0].split("^")
    return plain(parts[number - 1]) if len(parts) >= number else ""


def escaped(text: str) -> str:
    return "".join(ESCAPES.get(letter, letter) for letter in text)


def plain(text: str) -> str:
    return ESCAPED.sub(lambda found: PLAIN.get(found[1]) or _of_hexadecimal(found[1]), text)


def read(raw: bytes) -> Message:
    """In the character set that it names; UTF-8 where it names none. Raises BadMessage."""
    head = raw.split(b"\r", 1)[0].split(b"|")
    named = head[17].decode("ascii", "replace").split("~")[0] if len(head) > 17 else ""
    charset = CHARSETS.get(named or "UNICODE UTF-8")
    if not raw.startswith(b"MSH|^~\\&|") or charset is None:
        raise BadMessage("no head of a message that can be read")
    try:
        lines = raw.decode(charset).replace("\n", "\r").replace("\x00", "").split("\r")  # no database keeps a NUL
    except UnicodeDecodeError:
        raise BadMessage(f"not in the character set that it names, {named}") from None
    rows = [line.split("|") for line in lines if line]
    return Message(segments=tuple((row[0], *(["|"] if row[0] == "MSH" else []), *row[1:]) for row in rows))


def moment(at: datetime) -> str:
    """A local time with its offset: without one a receiver may take it for its own."""
    return at.astimezone().strftime("%Y%m%d%H%M%S%z")


def _written(field: Field) -> str:
    return escaped(field) if isinstance(field, str) else "^".join(map(escaped, field)).rstrip("^")


def _of_hexadecimal(told: str) -> str:
    return bytes.fromhex(told[1:]).decode("utf-8", "replace").replace("\x00", "")
