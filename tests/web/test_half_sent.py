"""Requests that are sent half and never finished, more than there are threads, without a proxy in front."""

import json
import socket
import time
from http.client import HTTPConnection
from pathlib import Path

from commands import worker
from evaluation.serving import Server, serving

MANY = 200
AT_MOST = 2.0  # seconds for an answer meanwhile
HALVES = (
    b"",
    b"POST /api/sessions HTTP/1.1\r\nHost: localhost\r\nContent-Le",
    b"POST /api/sessions HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{",
    b"POST /api/sessions HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{",
)


def answered(server: Server) -> float:
    """Seconds until the server has answered somebody who sends a whole request, in two parts."""
    began = time.perf_counter()
    connection = HTTPConnection(server.host, server.port, timeout=30)
    body = json.dumps({"username": "nobody", "password": "nothing-at-all"}).encode()
    connection.putrequest("POST", "/api/sign-in")
    connection.putheader("Content-Type", "application/json")
    connection.putheader("Content-Length", str(len(body)))
    connection.endheaders()
    time.sleep(0.05)
    connection.send(body)
    response = connection.getresponse()
    response.read()
    assert response.status in (401, 429)
    connection.close()
    return time.perf_counter() - began


def is_closed(one: socket.socket) -> bool:
    one.settimeout(1)
    try:
        return one.recv(100) == b""
    except ConnectionError:
        return True
    except TimeoutError:
        return False


def test_half_sent_requests_stall_nobody_and_are_closed(demo_sqlite_url: str, tmp_path: Path) -> None:
    with serving(demo_sqlite_url, tmp_path / "log") as server:
        alone = answered(server)
        held = []
        for number in range(MANY):
            one = socket.create_connection((server.host, server.port))
            one.sendall(HALVES[number % len(HALVES)])
            held.append(one)
        time.sleep(1)
        assert max(answered(server) for _ in range(5)) < alone + AT_MOST
        time.sleep(worker.READ_SECONDS + 2)
        half = [one for number, one in enumerate(held) if HALVES[number % len(HALVES)]]
        assert all(map(is_closed, half))
        for one in held:
            one.close()
