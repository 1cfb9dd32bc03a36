"""gunicorn's worker with threads, which gives a request a thread only once all of it has come."""

import re
import socket
import time
from typing import Any

from gunicorn.workers.gthread import _DEFER, ThreadWorker

READ_SECONDS = 10.0  # within which a request has to come
LOOKS, PAUSE = 10, 0.01  # so often, and so many seconds apart, one is looked for before its thread is given to others
HEAD = 16 * 1024  # bytes; a longer head is refused by the parser
BODY = 48 * 1024  # bytes of a body that are waited for; hardly any request is longer
MOSTLY = 4 * 1024  # bytes that hold nearly every request
LOOK = socket.MSG_PEEK | socket.MSG_DONTWAIT
LENGTH = re.compile(rb"\r\ncontent-length:[ \t]*(\d{1,9})[ \t]*(?:\r\n|$)", re.IGNORECASE)
CHUNKED = re.compile(rb"\r\ntransfer-encoding:[^\r]*chunked", re.IGNORECASE)


class WholeRequests(ThreadWorker):  # type: ignore[misc]
    """Requests that are sent half and never finished wait in the poller and are closed after a while.

    gunicorn's own worker reads with a blocking thread: as many half-sent requests as there are threads stall it.
    """

    def handle(self, conn: Any) -> Any:
        if conn.initialized and conn.parser.unreader.buf.getvalue():  # read ahead with the request before
            return super().handle(conn)
        for _ in range(LOOKS):
            if _has_come(conn.sock):
                conn.began, conn.data_ready = None, True
                return super().handle(conn)
            time.sleep(PAUSE)
        conn.began = getattr(conn, "began", None) or time.monotonic()
        if time.monotonic() - conn.began > READ_SECONDS:
            raise TimeoutError("half a request")  # closed at once: a graceful close would wait for the other end
        return _DEFER


def _has_come(sock: socket.socket) -> bool:
    """Looks at what the system holds of the request and leaves it there; a closed connection has come too."""
    try:
        there = sock.recv(MOSTLY, LOOK)
        if len(there) == MOSTLY:
            there = sock.recv(HEAD + BODY, LOOK)
    except BlockingIOError:
        return False
    except OSError:
        return True
    head, end, body = there.partition(b"\r\n\r\n")
    if not there or (not end and len(there) >= HEAD):
        return True
    if not end:
        return False
    if CHUNKED.search(head):
        return body.endswith(b"0\r\n\r\n") or len(body) >= BODY
    length = LENGTH.search(head)
    return len(body) >= min(int(length[1]) if length else 0, BODY)
