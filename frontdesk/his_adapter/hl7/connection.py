"""A kept connection to an MLLP listener: one message at a time, each answered in time or sent again as it was."""

import random
import socket
import ssl
from contextlib import suppress
from threading import Lock
from time import monotonic

import structlog

from frontdesk.his_adapter.errors import HospitalAway, HospitalError, NotSent
from frontdesk.his_adapter.hl7.address import Address
from frontdesk.his_adapter.hl7.framing import BadFrame, Frames, framed
from frontdesk.his_adapter.hl7.message import BadMessage, Message, component, read

log = structlog.get_logger()

FIRST_PAUSE, LONGEST_PAUSE = 1.0, 60.0  # seconds between tries to connect, doubled, with jitter
TAKEN = frozenset({"AA", "CA"})
FAULT = frozenset({"AE", "CE"})


class RefusedByListener(HospitalError):
    """The listener does not take such a message at all (AR); the message names no person."""


class FailedThere(HospitalError):
    """The listener could not do it (AE); the message is its error code."""

    reason = NotSent.FAILED


class Sender:
    """Safe to use from several threads. A message keeps its control id between its tries, which tells them as one."""

    def __init__(self, address: Address) -> None:
        self._address = address
        self._lock = Lock()
        self._socket: socket.socket | None = None
        self._frames = Frames()
        self._pause = FIRST_PAUSE
        self._not_before = 0.0
        self._replays = False  # the listener takes what came before on a connection once more with each message

    def send(self, message: str, control_id: str) -> list[str]:
        """Warnings that came with the answer. Raises HospitalAway, RefusedByListener and FailedThere."""
        raw = framed(message.encode(self._address.charset.value))
        with self._lock:
            kept = self._socket is not None
            try:
                answer = self._exchange(raw, control_id)
            except ConnectionError:
                self._hang_up()
                if not kept:
                    raise HospitalAway("the connection broke") from None
                answer = self._once_more(raw, control_id)
            except (OSError, BadFrame, BadMessage) as error:
                self._hang_up()  # what may still come belongs to no later message
                raise HospitalAway(type(error).__name__) from None
            if self._replays:
                self._hang_up()
        return _taken(answer)

    def close(self) -> None:
        with self._lock:
            self._hang_up()

    def _once_more(self, raw: bytes, control_id: str) -> Message:
        """The listener had closed the connection that was kept: a new one, the same message."""
        try:
            return self._exchange(raw, control_id)
        except (OSError, BadFrame, BadMessage) as error:
            self._hang_up()
            raise HospitalAway(type(error).__name__) from None

    def _exchange(self, raw: bytes, control_id: str) -> Message:
        until = monotonic() + self._address.timeout
        line = self._connected()
        line.settimeout(self._address.timeout)
        line.sendall(raw)
        while (left := until - monotonic()) > 0:
            line.settimeout(left)
            data = line.recv(65536)
            if not data:
                raise ConnectionResetError
            for one in self._frames.fed(data):
                answer = read(one)
                if component(answer.field("MSA", 2), 1) == control_id:
                    return answer
                log.warning("answer_to_another_message")
                self._replays = True
        raise TimeoutError

    def _connected(self) -> socket.socket:
        if self._socket is not None:
            return self._socket
        if monotonic() < self._not_before:
            raise HospitalAway("it did not answer a moment ago")
        try:
            self._socket = self._connect()
        except OSError as error:
            self._not_before = monotonic() + self._pause * random.uniform(0.5, 1.0)  # noqa: S311
            self._pause = min(self._pause * 2, LONGEST_PAUSE)
            raise HospitalAway(type(error).__name__) from None
        self._pause, self._frames = FIRST_PAUSE, Frames()
        return self._socket

    def _connect(self) -> socket.socket:
        line = socket.create_connection((self._address.host, self._address.port), timeout=self._address.timeout)
        line.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
        line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if self._address.tls:
            return ssl.create_default_context().wrap_socket(line, server_hostname=self._address.host)
        return line

    def _hang_up(self) -> None:
        if self._socket is not None:
            with suppress(OSError):
                self._socket.close()
        self._socket = None


def _taken(answer: Message) -> list[str]:
    """What the listener warned of."""
    code = answer.field("MSA", 1)
    errors = [(*one, "", "", "", "")[3:5] for one in answer.all("ERR")]  # its code, how grave it is
    if code in TAKEN:
        return [f"{severity}:{component(number, 1)}" for number, severity in errors]
    number = next((component(number, 1) for number, _ in errors), "")
    if code in FAULT:
        raise FailedThere(number)
    raise RefusedByListener(number or code)
