"""A line to a FHIR server that kills who sends a record over it, once, at a named step of the delivery."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import StrEnum
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Lock, Thread
from urllib.parse import urlsplit


class Step(StrEnum):
    CLAIMED = "claimed, and nothing written"
    SENT = "sent, and not answered"
    COMMITTED = "committed there, and not marked here"
    MARKED = "marked here"


class KillingLine:
    """`kill` ends who sends, which are entries of one patient: each waits until the one before it is marked."""

    def __init__(self, there: str, step: Step, kill: Callable[[], None]) -> None:
        self._there = urlsplit(there).netloc
        self._step = step
        self._kill = kill
        self._lock = Lock()
        self._answered = False  # a record was written, and its sender knows
        self.killed = False

    def passed(self, method: str, path: str, body: bytes) -> tuple[int, bytes] | None:
        """The server's answer; None where nobody is left to have it. A batch reads before a record is written."""
        kind = json.loads(body or b"{}").get("type")
        if kind == "batch" and (self._at(Step.CLAIMED) or (self._answered and self._at(Step.MARKED))):
            return None
        there = HTTPConnection(self._there, timeout=30)
        there.request(method, path, body, {"Content-Type": "application/fhir+json", "Prefer": "return=minimal"})
        killed = kind == "transaction" and self._at(Step.SENT)
        answer = there.getresponse()
        told = answer.status, answer.read()
        there.close()
        killed = killed or (kind == "transaction" and self._at(Step.COMMITTED))
        self._answered = self._answered or kind == "transaction"
        return None if killed else told

    def _at(self, step: Step) -> bool:
        with self._lock:
            if self.killed or step is not self._step:
                return False
            self.killed = True
            self._kill()
            return True


@contextmanager
def killing(there: str, step: Step, kill: Callable[[], None]) -> Iterator[tuple[str, KillingLine]]:
    """Its address, and the line."""
    line = KillingLine(there, step, kill)

    class Passing(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            self._pass()

        def do_GET(self) -> None:
            self._pass()

        def log_message(self, format: str, *args: object) -> None:
            pass

        def _pass(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            answer = line.passed(self.command, self.path, body)
            if answer is None:
                self.close_connection = True
                return
            self.send_response(answer[0])
            self.send_header("Content-Type", "application/fhir+json")
            self.send_header("Content-Length", str(len(answer[1])))
            self.end_headers()
            self.wfile.write(answer[1])

    with ThreadingHTTPServer(("127.0.0.1", 0), Passing) as server:
        server.daemon_threads = True
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}{urlsplit(there).path}", line
        server.shutdown()
