"""A small MLLP listener for tests that does with each message what it is told."""

import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from threading import Thread

from frontdesk.his_adapter.hl7.framing import Frames, framed
from frontdesk.his_adapter.hl7.message import Message, read

Line = socket.socket
Does = Callable[[Line, str], bool | None]  # answers a message with that control id; False: hangs up


class Listener:
    """Does one thing after the other with the messages that arrive, the last thing from then on."""

    def __init__(self, *does: Does) -> None:
        self.does = list(does)
        self.heard: list[str] = []  # control ids
        self.messages: list[Message] = []
        self.connections = 0
        self.server = socket.create_server(("127.0.0.1", 0))
        self.port = self.server.getsockname()[1]

    def run(self) -> None:
        with suppress(OSError):
            while True:
                line, _ = self.server.accept()
                self.connections += 1
                with line, suppress(OSError):
                    self._serve(line)

    def _serve(self, line: Line) -> None:
        frames = Frames()
        while data := line.recv(4096):
            for raw in frames.fed(data):
                self.messages.append(read(raw))
                self.heard.append(self.messages[-1].field("MSH", 10))
                does = self.does.pop(0) if len(self.does) > 1 else self.does[0]
                if does(line, self.heard[-1]) is False:
                    return


@contextmanager
def listening(*does: Does) -> Iterator[Listener]:
    listener = Listener(*does)
    Thread(target=listener.run, daemon=True).start()
    try:
        yield listener
    finally:
        with suppress(OSError):
            listener.server.shutdown(socket.SHUT_RDWR)
        listener.server.close()


def answer(control_id: str, code: str = "AA", *more: str, charset: str = "UNICODE UTF-8") -> bytes:
    head = f"MSH|^~\\&|HIS|H|F|R|20261123||ACK|1|P|2.5.1||||||{charset}"
    return framed("\r".join((head, f"MSA|{code}|{control_id}", *more, "")).encode())


def says(code: str = "AA", *more: str) -> Does:
    return lambda line, control_id: line.sendall(answer(control_id, code, *more))
