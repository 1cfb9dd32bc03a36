"""Between the asynchronous server and the application: what each is told of the other."""

import asyncio
from collections.abc import Callable, Iterable, Iterator
from contextvars import ContextVar
from typing import Any

from frontdesk.commands.gateway import PIECE, Gateway

Messages = list[dict[str, Any]]
Start = Callable[[str, list[tuple[str, str]]], None]

who = ContextVar("who", default="nobody")


def asked(
    application: Any, *came: dict[str, Any], headers: Iterable[tuple[bytes, bytes]] = (), **scope: Any
) -> Messages:
    """What the gateway sends for a request that comes in these messages."""
    sent: Messages = []
    rest = iter(came or ({"type": "http.request", "body": b""},))

    async def receive() -> dict[str, Any]:
        message = next(rest, None)
        return message if message is not None else await asyncio.Event().wait()  # type: ignore[return-value]

    async def send(message: Any) -> None:
        sent.append(message)

    whole = {
        "type": "http",
        "method": "POST",
        "raw_path": b"/",
        "query_string": b"",
        "server": ("127.0.0.1", 80),
        "client": ("127.0.0.1", 5000),
        "http_version": "1.1",
        "scheme": "http",
        "headers": list(headers),
    }
    asyncio.run(Gateway(application, threads=2, limit=100)(whole | scope, receive, send))
    return sent


def telling(seen: dict[str, Any]) -> Any:
    def application(environ: dict[str, Any], start: Start) -> list[bytes]:
        seen.update(environ, body=environ["wsgi.input"].read())
        start("200 OK", [("Content-Length", "2")])
        return [b"ok"]

    return application


def test_the_application_is_told_the_request() -> None:
    seen: dict[str, Any] = {}
    headers = [(b"x-one", b"1"), (b"x-one", b"2"), (b"cookie", b"a=1"), (b"cookie", b"b=2"), (b"content-type", b"t")]
    sent = asked(
        telling(seen),
        {"type": "http.request", "body": b"ab", "more_body": True},
        {"type": "http.request", "body": b"cd"},
        headers=[*headers, (b"transfer-encoding", b"chunked")],
        raw_path=b"/a%20b/%E4%BD%A0",
        query_string=b"x=1",
    )
    assert (seen["body"], seen["CONTENT_LENGTH"], seen["CONTENT_TYPE"]) == (b"abcd", "4", "t")
    assert (seen["HTTP_X_ONE"], seen["HTTP_COOKIE"], seen["QUERY_STRING"]) == ("1,2", "a=1; b=2", "x=1")
    assert seen["PATH_INFO"].encode("latin-1").decode() == "/a b/你"
    assert [message["type"] for message in sent] == ["http.response.start", "http.response.body"]
    assert sent[1]["body"] == b"ok"


def test_a_header_cannot_pass_for_another() -> None:
    seen: dict[str, Any] = {}
    asked(telling(seen), headers=[(b"x_forwarded_for", b"6.6.6.6"), (b"x-forwarded-for", b"1.1.1.1")])
    assert seen["HTTP_X_FORWARDED_FOR"] == "1.1.1.1"


def test_of_a_body_that_is_too_long_the_length_is_told() -> None:
    seen: dict[str, Any] = {}
    asked(telling(seen), headers=[(b"content-length", b"101")])
    assert (seen["CONTENT_LENGTH"], seen["body"]) == ("101", b"")
    asked(
        telling(seen),
        *({"type": "http.request", "body": b"x" * 60, "more_body": True} for _ in range(9)),
        headers=[(b"transfer-encoding", b"chunked")],
    )
    assert seen["CONTENT_LENGTH"] == "120", "no more is read than shows that it is too long"


def test_the_piece_that_completes_a_long_answer_ends_it() -> None:
    """The other end has all of it then: its next request must not come in the middle of an answer."""

    def application(_environ: dict[str, Any], start: Start) -> Iterator[bytes]:
        start("200 OK", [("Content-Length", str(PIECE + 2))])
        return iter([b"x" * PIECE, b"", b"ok"])

    ends = [(len(one["body"]), one["more_body"]) for one in asked(application)[1:]]
    assert ends == [(PIECE, True), (2, False)]


def test_who_is_gone_before_the_request_is_whole_is_not_answered() -> None:
    seen: dict[str, Any] = {}
    assert (
        asked(telling(seen), {"type": "http.request", "body": b"{", "more_body": True}, {"type": "http.disconnect"})
        == []
    )
    assert seen == {}


class Stream:
    def __init__(self, pieces: Iterator[bytes]) -> None:
        self.pieces = pieces
        self.closed = False

    def __iter__(self) -> Iterator[bytes]:
        return self.pieces

    def close(self) -> None:
        self.closed = True


def test_a_stream_ends_when_its_reader_is_gone() -> None:
    stream = Stream(iter(lambda: b"", None))

    def application(_environ: object, start: Start) -> Stream:
        start("200 OK", [("Content-Type", "text/event-stream")])
        return stream

    sent = asked(application, {"type": "http.request", "body": b""}, {"type": "http.disconnect"})
    assert [message["type"] for message in sent] == ["http.response.start"]
    assert stream.closed


def test_an_answer_is_made_in_one_context_whichever_thread_works_for_it() -> None:
    def pieces() -> Iterator[bytes]:
        for _ in range(5):
            yield who.get().encode()

    def application(_environ: object, start: Start) -> Iterator[bytes]:
        start("200 OK", [])
        who.set("nurse")
        return pieces()

    assert [message.get("body") for message in asked(application)][1:-1] == [b"nurse"] * 5
    assert [
        message.get("body") for message in asked(lambda _, start: start("200 OK", []) or iter([who.get().encode()]))
    ][1] == b"nobody"


def test_a_large_answer_is_written_piece_by_piece() -> None:
    def application(environ: dict[str, Any], start: Start) -> Any:
        from io import BytesIO

        start("200 OK", [("Content-Length", str(3 * PIECE))])
        return environ["wsgi.file_wrapper"](BytesIO(b"x" * 3 * PIECE), 10)

    bodies = [len(message["body"]) for message in asked(application) if message.get("body")]
    assert bodies == [PIECE] * 3
