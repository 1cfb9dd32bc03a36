"""MLLP frames: a message between a start byte and two end bytes, however the network cuts it up."""

from collections.abc import Iterator

START, END = b"\x0b", b"\x1c\r"
LONGEST = 1_000_000  # bytes of a frame


class BadFrame(Exception):
    """What arrived is no frame, or has no end."""


def framed(message: bytes) -> bytes:
    return START + message + END


class Frames:
    """Fed with what arrives, it gives the messages that are complete and keeps the rest."""

    def __init__(self) -> None:
        self._rest = b""

    def fed(self, data: bytes) -> Iterator[bytes]:
        """Raises BadFrame for bytes outside a frame, other than line ends, and for a frame without end."""
        self._rest += data
        while True:
            self._rest = self._rest.lstrip(b"\r\n")
            if self._rest and not self._rest.startswith(START):
                raise BadFrame("bytes outside a frame")
            end = self._rest.find(END)
            if end < 0:
                break
            message, self._rest = self._rest[len(START) : end], self._rest[end + len(END) :]
            yield message
        if len(self._rest) > LONGEST:
            raise BadFrame("a frame without end")
