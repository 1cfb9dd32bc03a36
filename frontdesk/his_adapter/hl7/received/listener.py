"""Listens for a hospital's HL7 v2 feed: every message is answered, AA once it is kept, AE or AR with the reason.

Who may connect is named by address; a connection that sends no frames is closed.
"""

from collections.abc import Callable
from datetime import datetime
from itertools import count
from socket import socket
from socketserver import BaseRequestHandler, ThreadingTCPServer

import structlog

from frontdesk.his_adapter.hl7.framing import BadFrame, Frames, framed
from frontdesk.his_adapter.hl7.message import SEPARATORS, BadMessage, Message, component, moment, read, segment
from frontdesk.his_adapter.hl7.received.index import Index, Unwanted
from frontdesk.his_adapter.hl7.received.messages import Unfit

log = structlog.get_logger()

IDLE = 600.0  # seconds without a byte, then the connection is closed; a sender makes a new one
_numbers = count(1)


class Listener(ThreadingTCPServer):
    daemon_threads = True
    allow_reuse_address = True

    def __init__(
        self, host: str, port: int, allowed: frozenset[str], index: Index, now: Callable[[], datetime]
    ) -> None:
        self._allowed = allowed
        self.index = index
        self.now = now
        super().__init__((host, port), _Connection)

    def verify_request(self, request: object, client_address: object) -> bool:
        there = client_address[0] if isinstance(client_address, tuple) else ""
        if there not in self._allowed:
            log.warning("sender_not_allowed", address=there)
        return there in self._allowed

    def handle_error(self, request: object, client_address: object) -> None:
        log.error("connection_failed")


class _Connection(BaseRequestHandler):
    request: socket
    server: Listener

    def handle(self) -> None:
        self.request.settimeout(IDLE)
        frames = Frames()
        try:
            while data := self.request.recv(65536):
                for raw in frames.fed(data):
                    self.request.sendall(framed(answered(raw, self.server.index, self.server.now())))
        except BadFrame as error:
            log.warning("bad_frame", why=str(error))
        except OSError as error:
            log.info("connection_ended", why=type(error).__name__)


def answered(raw: bytes, index: Index, now: datetime) -> bytes:
    """The acknowledgement; its words are codes alone."""
    try:
        message = read(raw)
    except BadMessage as error:
        log.warning("message_not_read", why=str(error))
        return _answer(_head(raw), "AR", now, ("MSH^1", "102", "E"))
    try:
        kept = index.take(message)
    except Unwanted as kind:
        return _answer(message, "AR", now, ("MSH^1^9", "200", "E"), kind=str(kind))
    except Unfit as unfit:
        return _answer(message, "AE", now, (unfit.field, unfit.code, "E"))
    except Exception as error:  # its sender sends a message until it is answered, and no other meanwhile
        log.error("message_not_kept", error=type(error).__name__)
        return _answer(message, "AE", now, ("", "207", "E"))
    return _answer(message, "AA", now, None if kept else ("MSH^1^9", "201", "I"))


def _answer(message: Message, code: str, now: datetime, error: tuple[str, str, str] | None, *, kind: str = "") -> bytes:
    if error is not None:
        log.warning("message_answered", answer=code, field=error[0], code=error[1], kind=kind)
    ours, theirs = (
        (message.field("MSH", 5), message.field("MSH", 6)),
        (message.field("MSH", 3), message.field("MSH", 4)),
    )
    control_id = component(message.field("MSH", 10), 1)
    head = segment(
        "MSH", *ours, *theirs, moment(now), "", "ACK", f"{now:%Y%m%d%H%M%S}{next(_numbers)}"[-20:], "P", "2.5.1"
    )
    lines = [f"MSH|{SEPARATORS[1:]}{head.removeprefix('MSH')}", segment("MSA", code, control_id)]
    if error is not None:
        where, number, severity = error
        lines.append(segment("ERR", "", where.split("^"), (number, "", "HL70357"), severity))
    return "".join(f"{line}\r" for line in lines).encode("ascii", "replace")


def _head(raw: bytes) -> Message:
    """What can be made out of a head that cannot be read: so that its sender knows which message is meant."""
    fields = raw.split(b"\r", 1)[0].decode("ascii", "replace").split("|")
    return Message(segments=(("MSH", "|", *fields[1:]),)) if fields[0] == "MSH" else Message(segments=())
