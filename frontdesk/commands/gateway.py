"""The WSGI application behind an asynchronous server: a request gets a thread once all of it has come."""

import asyncio
import sys
from collections.abc import Awaitable, Callable, Iterable, Iterator, MutableMapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from contextvars import copy_context
from functools import partial
from io import BytesIO
from typing import IO, Any, NamedTuple
from urllib.parse import unquote_to_bytes

from werkzeug.wsgi import FileWrapper

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
InThread = Callable[..., Awaitable[Any]]
Application = Callable[..., Iterable[bytes]]
Asgi = Callable[[Message, Receive, Send], Awaitable[None]]

PIECE = 64 * 1024  # bytes; a shorter answer is written at once, and no thread waits while a longer one is taken
NAMES = {"content-type": "CONTENT_TYPE", "content-length": "CONTENT_LENGTH"}


class Answer(NamedTuple):
    """`rest`: what is written piece by piece; None where `body` is all of it."""

    status: int
    headers: list[tuple[bytes, bytes]]
    body: bytes = b""
    rest: Iterable[bytes] | None = None


class Gateway:
    """An ASGI application. `limit`: bytes of a body that are read; a longer one is for the application to refuse.

    `sockets` is the ASGI application of WebSockets, which WSGI knows nothing of.
    """

    def __init__(self, application: Application, *, threads: int, limit: int, sockets: Asgi | None = None) -> None:
        self._application = application
        self._sockets = sockets
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix="request")
        self._limit = limit

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket" and self._sockets is not None:
            await self._sockets(scope, receive, send)
            return
        if scope["type"] != "http":
            raise NotImplementedError(scope["type"])
        body = await self._body(scope, receive)
        if body is None:
            return
        # One context for all of a request, whichever threads work for it: it says who is acting.
        in_thread: InThread = partial(asyncio.get_running_loop().run_in_executor, self._threads, copy_context().run)  # type: ignore[arg-type]
        answer: Answer = await in_thread(self._answer, _environ(scope, body))
        await send({"type": "http.response.start", "status": answer.status, "headers": answer.headers})
        if answer.rest is None:
            await send({"type": "http.response.body", "body": answer.body})
        else:
            length = _length(answer.headers, otherwise=-1)
            await _stream(answer.rest, length, in_thread, receive, send)

    async def _body(self, scope: Message, receive: Receive) -> bytes | None:
        """As far as it is read; None when the other end is gone."""
        body, more = b"", _length(scope["headers"]) <= self._limit
        while more and len(body) <= self._limit:
            message = await receive()
            if message["type"] == "http.disconnect":
                return None
            body += message.get("body", b"")
            more = message.get("more_body", False)
        return body

    def _answer(self, environ: dict[str, Any]) -> Answer:
        head: list[tuple[int, list[tuple[bytes, bytes]]]] = []

        def start(status: str, headers: list[tuple[str, str]], _error: object = None) -> None:
            encoded = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers]
            head.append((int(status.split(" ", 1)[0]), encoded))

        body = self._application(environ, start)
        status, headers = head[-1]
        if _length(headers, otherwise=PIECE + 1) > PIECE:
            return Answer(status, headers, rest=body)
        try:
            return Answer(status, headers, b"".join(body))
        finally:
            _close(body)


async def _stream(rest: Iterable[bytes], left: int, in_thread: InThread, receive: Receive, send: Send) -> None:
    """Until its end, or until the other end is gone.

    `left`: bytes told in the head, negative where none are. The piece that completes them ends the answer: the other
    end knows that it has all of it, and its next request may come before anything else is sent.
    """
    pieces, gone = iter(rest), asyncio.ensure_future(_gone(receive))
    try:
        while not gone.done() and (piece := await in_thread(next, pieces, None)) is not None:
            if piece:
                left -= len(piece)
                await send({"type": "http.response.body", "body": piece, "more_body": left != 0})
        if left and not gone.done():
            await send({"type": "http.response.body"})
    finally:
        gone.cancel()
        with suppress(ValueError, RuntimeError):  # the server stops, and a piece is still being made
            await in_thread(_close, rest)


async def _gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


def _length(headers: Iterable[tuple[bytes, bytes]], otherwise: int = 0) -> int:
    return next((int(value) for name, value in headers if name == b"content-length"), otherwise)


def _close(body: Iterable[bytes]) -> None:
    if hasattr(body, "close"):
        body.close()


def _file(file: IO[bytes], _size: int = 0) -> Iterator[bytes]:
    return FileWrapper(file, PIECE)


def _environ(scope: Message, body: bytes) -> dict[str, Any]:
    """What WSGI (PEP 3333) tells of a request."""
    environ = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": unquote_to_bytes(scope["raw_path"]).decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_NAME": scope["server"][0],
        "SERVER_PORT": str(scope["server"][1]),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "REMOTE_ADDR": scope["client"][0],
        "REMOTE_PORT": str(scope["client"][1]),
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope["scheme"],
        "wsgi.input": BytesIO(body),
        "wsgi.input_terminated": True,
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": False,
        "wsgi.run_once": False,
        "wsgi.file_wrapper": _file,
    }
    for raw, value in scope["headers"]:
        name, told = raw.decode("latin-1"), value.decode("latin-1")
        if "_" in name:
            continue  # it would pass for another header: X_Forwarded_For
        key = NAMES.get(name) or f"HTTP_{name.upper().replace('-', '_')}"
        separator = "; " if name == "cookie" else ","
        environ[key] = f"{environ[key]}{separator}{told}" if key in environ else told
    if environ.pop("HTTP_TRANSFER_ENCODING", None) is not None:
        environ["CONTENT_LENGTH"] = str(len(body))
    return environ
