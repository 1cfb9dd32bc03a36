"""Clients that stall: fifty of a kind hold their connections while somebody else asks something."""

import json
import socket
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from http.client import HTTPConnection
from itertools import count
from typing import NamedTuple

from frontdesk.evaluation.serving import Server

FIFTY = 50
SLOW = 0.3  # seconds between two pieces of who sends slowly


def head(first: str, *more: str) -> bytes:
    return "\r\n".join([first, "Host: localhost", "Content-Type: application/json", *more, "", ""]).encode()


POST = "POST /api/sessions HTTP/1.1"
GET = b"GET /api/hospital HTTP/1.1\r\nHost: localhost\r\n\r\n"
BODY = b'{"language": "zh", "entry": "unwell"}'
WHOLE = head(POST, f"Content-Length: {len(BODY)}") + BODY
CHUNKED = head(POST, "Transfer-Encoding: chunked")


class Kind(NamedTuple):
    """What is sent at first; then, a little at a time, what `more` makes of 0, 1, 2 ... Nothing is ever read."""

    first: bytes
    more: Callable[[int], bytes] | None = None


HALF = {
    "no byte": Kind(b""),
    "half a line": Kind(b"POST /api/sess"),
    "half a head": Kind(b"POST /api/sessions HTTP/1.1\r\nHost: localhost\r\nContent-Le"),
    "half a body": Kind(head(POST, "Content-Length: 500") + b"{"),
    "50,000 of 65,000": Kind(head(POST, "Content-Length: 65000") + b" " * 50_000),
    "a body to come of a GET": Kind(head("GET /status HTTP/1.1", "Content-Length: 500") + b"{"),
    "100-continue": Kind(head(POST, "Content-Length: 500", "Expect: 100-continue")),
    "whole, and half a head": Kind(WHOLE + b"POST /api/sessions HTTP/1.1\r\nHost: loc"),
    "whole, and half a body": Kind(WHOLE + head(POST, "Content-Length: 500") + b"{"),
    "whole, and half a chunk": Kind(GET + CHUNKED + b"5\r\n{"),
    "half a chunk": Kind(CHUNKED + b"5\r\n{"),
    "50,000 in a chunk": Kind(CHUNKED + b"ffff\r\n" + b" " * 50_000),
    "an end within a chunk": Kind(CHUNKED + b"20\r\n0\r\n\r\n"),
    "chunks without their end": Kind(CHUNKED + b"1\r\n{\r\n0\r\nX: 1\r\n"),
    "a large chunk": Kind(CHUNKED + b"fffffffff\r\n{"),
}
ODD_LENGTH = {
    f"length {name}": Kind(head(POST, *lines) + b"{")
    for name, lines in {
        "+500": ["Content-Length: +500"],
        "-500": ["Content-Length: -500"],
        "5_00": ["Content-Length: 5_00"],
        "0x1f4": ["Content-Length: 0x1f4"],
        "500, 500": ["Content-Length: 500, 500"],
        "twice": ["Content-Length: 5", "Content-Length: 500"],
        "huge": ["Content-Length: 99999999999999999999"],
        "empty": ["Content-Length:"],
        "spaced": ["Content-Length : 500"],
        "on the next line": ["Content-Length:", "\t500"],
        "with tabs": ["Content-Length: \t \t500"],
        "beside chunks": ["Content-Length: 5", "Transfer-Encoding: chunked"],
        "in bare lines": ["X: 1\nContent-Length: 500"],
    }.items()
}
SLOWLY = {
    "a head slowly": Kind(b"POST /api/sessions HTTP/1.1\r\n", lambda n: f"X-{n}: 1\r\n".encode()),
    "a body slowly": Kind(head(POST, "Content-Length: 60000") + b"{", lambda _: b" "),
    "chunks slowly": Kind(CHUNKED, lambda _: b"1\r\n \r\n"),
}


def never_reading(large: str) -> dict[str, Kind]:
    """`large`: the path of a file that is more than the system takes for somebody who does not read."""
    asks = head(f"GET {large} HTTP/1.1")
    return {
        "never reads": Kind(asks),
        "never reads, asks on": Kind(asks, lambda _: asks),
        "never reads what it asked in a row": Kind(asks * 20, lambda _: GET * 100),
    }


def kinds(large: str = "") -> dict[str, Kind]:
    return HALF | ODD_LENGTH | SLOWLY | (never_reading(large) if large else {})


@contextmanager
def held(server: Server, those: Sequence[Kind], each: int = FIFTY) -> Iterator[list[socket.socket]]:
    """Connections of `each` of the kinds, open until the end of the block."""
    with ExitStack() as stack:
        opened = []
        for kind in those:
            for _ in range(each):
                one = stack.enter_context(socket.socket())
                one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
                one.settimeout(5)
                one.connect((server.host, server.port))
                one.setblocking(False)
                send(one, kind.first)
                opened.append(one)
        yield opened


def send(one: socket.socket, data: bytes) -> None:
    with suppress(OSError):  # it has been ended
        one.send(data)


def answered(server: Server) -> float:
    """Seconds until the server has answered somebody who sends a whole request, in two parts."""
    began = time.perf_counter()
    connection = HTTPConnection(server.host, server.port, timeout=30)
    body = json.dumps({"language": "zh", "entry": "unwell"}).encode()
    connection.putrequest("POST", "/api/sessions")
    connection.putheader("Content-Type", "application/json")
    connection.putheader("Content-Length", str(len(body)))
    connection.endheaders()
    time.sleep(0.01)
    connection.send(body)
    response = connection.getresponse()
    response.read()
    connection.close()
    if response.status != 401:
        raise RuntimeError(f"answered {response.status}")
    return time.perf_counter() - began


def longest(server: Server, those: Sequence[Kind], *, each: int = FIFTY, seconds: float = 2.0) -> float:
    """The longest that another client waits for an answer meanwhile."""
    with held(server, those, each) as connections:
        until, worst = time.perf_counter() + seconds, 0.0
        for number in count():
            for one, kind in zip(connections, (kind for kind in those for _ in range(each)), strict=True):
                if kind.more is not None:
                    send(one, kind.more(number))
            worst = max(worst, answered(server))
            if time.perf_counter() > until:
                return worst
            time.sleep(SLOW)
    raise AssertionError("unreachable")
