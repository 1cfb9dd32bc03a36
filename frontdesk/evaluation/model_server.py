"""A scripted model server that really speaks the OpenAI protocol: fixed latency, and every way of misbehaving.

`python -m frontdesk.evaluation.model_server PORT [FIRST WHOLE [MODE]]` serves until killed.
"""

import json
import re
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from enum import StrEnum
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread
from typing import Any, ClassVar

Request = dict[str, Any]
NAME = "scripted-nurse"
PIECES = 12  # a reply comes in about so many


class Mode(StrEnum):
    ANSWERS = "answers"
    HANGS = "hangs"  # takes the request and says nothing
    SLOW = "slow"  # ten seconds a token
    HALF = "half"  # the connection ends in the middle of the stream
    STALLS = "stalls"  # stops in the middle of the stream, the connection stays
    NOT_JSON = "not_json"
    WRONG_SHAPE = "wrong_shape"
    WHITESPACE = "whitespace"  # JSON padded without end
    EMPTY = "empty"
    CUT = "cut"  # finish_reason "length"
    BUSY = "busy"  # 429 with Retry-After
    ERROR = "error"  # 500
    OVERFLOW = "overflow"  # the prompt is longer than the context
    ERROR_IN_STREAM = "error_in_stream"


def well_behaved(request: Request) -> str:
    """What a good nurse would decide and say: what is open first, then the likeliest specialty, then good-bye.

    JSON where JSON is wanted: nothing to note.
    """
    wanted = request.get("response_format")
    if wanted:
        return json.dumps(least(wanted["json_schema"]["schema"]), ensure_ascii=False)
    told = request["messages"][-1]["content"]
    chinese = bool(re.search(r"[\u4e00-\u9fff]", told))
    thanks = "好的，我明白了。" if chinese else "Thank you for telling me. "
    open_items = re.search(r"(?:Still open|还没问的)[^\n]*?(\d+)[^\n]*\n(.*)", told, re.S)
    asked = re.match(r"(\w+)[^:]*: ([^?？]*[?？])", open_items[2]) if open_items and int(open_items[1]) else None
    if asked and asked[1] != "own":
        return f"ASK {asked[1]}\n{thanks}{asked[2]}"
    named = re.search(r"(?:Department named to the patient: |已告诉病人去：)([^,，\n]*)", told)
    if named:
        return f"CLOSE\n{thanks}{f'请到{named[1]}。' if chinese else f'Please go to {named[1]}.'}"
    code = re.search(r"(?:triage code: |分诊程序估计：)(\w+)", told)
    place = re.search(rf"^{code[1]} = (.+?) \S+(?::|$)", request["messages"][0]["content"], re.M) if code else None
    if code and place:
        goes = f"您这种情况去{place[1]}看。" if chinese else f"{place[1]} is where they can help with that."
        return f"SEND {code[1]}\n{thanks}{goes}"
    return f"ANSWER\n{thanks}"


def least(schema: Request, whole: Request | None = None) -> Any:
    """The plainest value that fits a JSON schema: nothing found, nothing wanted."""
    whole = whole or schema
    if "$ref" in schema:
        return least(whole["$defs"][schema["$ref"].rsplit("/", 1)[-1]], whole)
    if "enum" in schema:
        return schema["enum"][0]
    if "anyOf" in schema:
        return least(schema["anyOf"][-1], whole)
    match schema.get("type"):
        case "object":
            return {name: least(part, whole) for name, part in schema.get("properties", {}).items()}
        case "array":
            return []
        case "boolean":
            return False
        case "integer" | "number":
            return 0
        case "null":
            return None
        case _:
            return ""


@dataclass
class ModelServer:
    """What it answers with, how fast (seconds to the first token and to the last), and what it has been asked."""

    reply: Callable[[Request], str] = well_behaved
    mode: Mode = Mode.ANSWERS
    first: float = 0.0
    whole: float = 0.0
    retry_after: str = "7"
    metrics: str = ""  # its page, in Prometheus's text form
    requests: list[Request] = field(default_factory=list)
    hung_up: Event = field(default_factory=Event)  # a client left before the end
    url: str = ""
    _http: ThreadingHTTPServer | None = None

    def start(self, port: int = 0) -> "ModelServer":
        served = type("Handler", (_Handler,), {"server_": self})
        self._http = _Http(("127.0.0.1", port), served)
        self.url = f"http://127.0.0.1:{self._http.server_port}/v1"
        Thread(target=self._http.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
        return self

    def stop(self) -> None:
        if self._http is not None:
            self._http.shutdown()
            self._http.server_close()


@contextmanager
def serving_model(server: ModelServer | None = None) -> Iterator[ModelServer]:
    server = (server or ModelServer()).start()
    try:
        yield server
    finally:
        server.stop()


class _Http(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 256

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that hangs up is no news."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    server_: ClassVar[ModelServer]

    def log_message(self, format: str, *args: object) -> None:
        """Says nothing."""

    def do_GET(self) -> None:
        if self.path == "/metrics":
            if self.server_.metrics:
                self._page(self.server_.metrics.encode())
            else:
                self._json(404, _error("Not found", "NotFoundError"))
            return
        self._json(200, {"object": "list", "data": [{"id": NAME, "object": "model", "owned_by": "scripted"}]})

    def _page(self, page: bytes) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/plain; version=0.0.4")
        self.send_header("Content-Length", str(len(page)))
        self.end_headers()
        self.wfile.write(page)

    def do_POST(self) -> None:
        request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        script = self.server_
        script.requests.append(request)
        if request["model"] != NAME:
            self._json(404, _error("The model does not exist", "NotFoundError"))
            return
        try:
            self._answer(script, request)
        except OSError:
            script.hung_up.set()
            self.close_connection = True

    def _answer(self, script: ModelServer, request: Request) -> None:
        match script.mode:
            case Mode.BUSY:
                self._json(429, _error("Too many requests", "rate_limit"), {"Retry-After": script.retry_after})
            case Mode.ERROR:
                self._json(500, _error("Internal error", "server_error"))
            case Mode.OVERFLOW:
                said = "This model's maximum context length is 4096 tokens. However, you requested 5000 tokens."
                self._json(400, _error(said, "BadRequestError"))
            case Mode.HANGS:
                self._wait_for_hang_up(30)
            case _ if request.get("stream"):
                self._stream(script, request)
            case _:
                self._whole(script, request)

    def _whole(self, script: ModelServer, request: Request) -> None:
        """The reply in one, when the last of it is due."""
        pieces = list(_pieces(script, request))
        time.sleep(10.0 * len(pieces) if script.mode is Mode.SLOW else script.whole)
        if script.mode is Mode.ERROR_IN_STREAM:
            self._json(200, _error("engine died", "server_error"))
        elif script.mode in (Mode.HALF, Mode.STALLS):
            self._json(200, _completion(pieces, script.mode), sent=0.5)
            self._break(script.mode)
        else:
            self._json(200, _completion(pieces, script.mode))

    def _stream(self, script: ModelServer, request: Request) -> None:
        began = time.perf_counter()
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        pieces = list(_pieces(script, request))
        for place, piece in enumerate(pieces):
            due = script.first + (script.whole - script.first) * place / max(len(pieces) - 1, 1)
            if script.mode is Mode.SLOW:
                due = 10.0 * (place + 1)
            time.sleep(max(began + due - time.perf_counter(), 0.0))
            self._event(_chunk(piece))
            if script.mode in (Mode.HALF, Mode.STALLS, Mode.ERROR_IN_STREAM) and place >= len(pieces) // 2:
                self._break(script.mode)
                return
        self._event(_chunk("", _finish(script.mode)))
        self._event(_chunk(None) | {"choices": [], "usage": _usage(pieces)})
        self._send("data: [DONE]\n\n")
        self.wfile.write(b"0\r\n\r\n")

    def _break(self, mode: Mode) -> None:
        if mode is Mode.STALLS:
            self._wait_for_hang_up(30)
        elif mode is Mode.ERROR_IN_STREAM:
            self._send(f"data: {json.dumps(_error('engine died', 'server_error'))}\n\n")
            self.wfile.write(b"0\r\n\r\n")
        self.close_connection = True

    def _wait_for_hang_up(self, seconds: float) -> None:
        self.connection.settimeout(seconds)
        with suppress(OSError):
            if not self.connection.recv(1):
                self.server_.hung_up.set()
        self.close_connection = True

    def _event(self, chunk: Request) -> None:
        self._send(f"data: {json.dumps(chunk, ensure_ascii=False)}\n\n")

    def _send(self, text: str) -> None:
        data = text.encode()
        self.wfile.write(f"{len(data):x}\r\n".encode() + data + b"\r\n")

    def _json(self, status: int, body: Request, headers: dict[str, str] | None = None, *, sent: float = 1.0) -> None:
        """`sent` is the share of the body that goes out."""
        data = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        for name, value in (headers or {}).items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(data[: int(len(data) * sent)])


def _pieces(script: ModelServer, request: Request) -> Iterator[str]:
    match script.mode:
        case Mode.EMPTY:
            return
        case Mode.WHITESPACE:
            yield '{"'
            for _ in range(request["max_tokens"]):
                yield "\n    "
        case Mode.NOT_JSON:
            yield from ("Sure! ", "Here ", "is the answer: ", "yes.")
        case Mode.WRONG_SHAPE:
            yield from ('{"colour"', ': "blue"', "}")
        case _:
            reply = script.reply(request)
            size = max(1, -(-len(reply) // PIECES))
            yield from (reply[at : at + size] for at in range(0, len(reply), size))


def _chunk(text: str | None, finish: str | None = None) -> Request:
    choice = {"index": 0, "delta": {"content": text} if text is not None else {}, "finish_reason": finish}
    return {"id": "c", "object": "chat.completion.chunk", "created": 0, "model": NAME, "choices": [choice]}


def _completion(pieces: list[str], mode: Mode) -> Request:
    choice = {"index": 0, "message": {"role": "assistant", "content": "".join(pieces)}, "finish_reason": _finish(mode)}
    return {"id": "c", "object": "chat.completion", "model": NAME, "choices": [choice], "usage": _usage(pieces)}


def _finish(mode: Mode) -> str:
    return "length" if mode in (Mode.CUT, Mode.WHITESPACE) else "stop"


def _usage(pieces: list[str]) -> Request:
    return {"prompt_tokens": 100, "completion_tokens": len(pieces), "total_tokens": 100 + len(pieces)}


def _error(message: str, kind: str) -> Request:
    return {"error": {"message": message, "type": kind, "code": kind}}


def main() -> None:
    port, first, whole, mode = (*sys.argv[1:], *["", "0", "0", Mode.ANSWERS][len(sys.argv) - 1 :])
    ModelServer(first=float(first), whole=float(whole), mode=Mode(mode)).start(int(port))
    Event().wait()


if __name__ == "__main__":
    main()
