"""A kiosk's browser without a screen: one connection, its cookie, JSON there and back."""

import json
from http.client import HTTPConnection
from typing import Any
from uuid import uuid4

Answer = dict[str, Any]


class NotDone(RuntimeError):
    """An answer that is no success."""

    def __init__(self, told: str, status: int) -> None:
        super().__init__(told)
        self.status = status


class Browser:
    """A kiosk at `host:port`, paired as the demonstration pairs every browser on its own machine."""

    def __init__(self, host: str, port: int, *, cookie: str = "") -> None:
        self._connection = HTTPConnection(host, port, timeout=60)
        self.cookie = cookie
        self.session: Answer = {}
        if not cookie:
            self.get("/api/hospital")

    def get(self, path: str) -> Answer:
        return self._ask("GET", path, None)

    def post(self, path: str, body: Answer) -> Answer:
        return self._ask("POST", path, body)

    def step(self, name: str, body: Answer | None = None) -> Answer:
        self.session = self.post(f"/api/sessions/{self.session['session_id']}/{name}", body or {})
        return self.session

    def arrive(self, language: str, **identity: str) -> None:
        """Starts a session, agrees, and says who it is: nothing goes on as a guest."""
        self.session = self.post("/api/sessions", {"language": language, "entry": "unwell"})
        self.step("consent", {"agreed": True})
        self.step("identity", identity)

    def say(self, text: str = "", *, option: str | None = None, turn_id: str = "") -> Answer:
        return self.step("turns", self._turn(text, option, turn_id))

    def tap(self, *options: str) -> Answer:
        """The tiles with these keys, on the page that stands on the screen."""
        return self.step("turns", self._turn("", None, "") | {"options": options, "means": "tapped"})

    def send(self, text: str, *, turn_id: str) -> None:
        """Says something and does not wait for the answer."""
        path = f"/api/sessions/{self.session['session_id']}/turns"
        self._connection.request("POST", path, json.dumps(self._turn(text, None, turn_id)), self._headers)

    def _turn(self, text: str, option: str | None, turn_id: str) -> Answer:
        number = self.session["turns"] + 1
        return {"turn_id": turn_id or uuid4().hex, "number": number, "text": text, "option": option}

    def close(self) -> None:
        """What is asked next goes over a new connection."""
        self._connection.close()

    @property
    def local_port(self) -> int | None:
        """Of the connection that is open: the worker at its other end is found by it."""
        return int(self._connection.sock.getsockname()[1]) if self._connection.sock else None

    @property
    def _headers(self) -> dict[str, str]:
        return {"Content-Type": "application/json", "Cookie": self.cookie}

    def _ask(self, method: str, path: str, body: Answer | None) -> Answer:
        """Raises NotDone for anything but success."""
        self._connection.request(method, path, json.dumps(body) if body is not None else None, self._headers)
        response = self._connection.getresponse()
        answer = json.loads(response.read())
        if response.status >= 300:
            raise NotDone(f"{method} {path}: {response.status} {answer}", response.status)
        given = response.headers.get("Set-Cookie")
        self.cookie = given.split(";")[0] if given else self.cookie
        return dict(answer)
