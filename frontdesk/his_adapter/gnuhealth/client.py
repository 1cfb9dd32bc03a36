"""A thin client of a Tryton server's JSON-RPC: one session, renewed when it ran out.

What the server says in words may name a person: only its kind of error is kept.
"""

import json
from base64 import b64encode
from collections.abc import Iterator, Sequence
from itertools import count
from threading import Lock
from typing import Any, NamedTuple

import httpx

from frontdesk.his_adapter.circuit_breaker import CircuitBreaker
from frontdesk.his_adapter.errors import HospitalAway, HospitalError, VersionConflict
from frontdesk.his_adapter.gnuhealth.address import Address, BadAddress
from frontdesk.his_adapter.gnuhealth.values import Row, decoded, encoded
from frontdesk.his_adapter.password import password_told

PAGE = 500
# A connection is kept for less time than servers keep theirs, so that what is sent rarely meets one just closed.
LIMITS = httpx.Limits(max_connections=100, max_keepalive_connections=20, keepalive_expiry=2.0)
TOLD = frozenset({"UserError", "UserWarning", "LoginException"})  # the server understood, and does not do it
KEPT = ("company", "employee", "language")  # of a user's preferences, sent with every call as clients do

Domain = Sequence[Any]


class RefusedByServer(HospitalError):
    """The server does not take what was sent, or does not let us; the message is the kind of the error alone."""


class Session(NamedTuple):
    user_id: int
    header: str
    context: Row


class Client:
    """Safe to use from several threads. Raises HospitalAway, VersionConflict and RefusedByServer."""

    def __init__(self, address: Address, transport: httpx.BaseTransport | None = None) -> None:
        self._address = address
        self._http = httpx.Client(timeout=address.timeout, transport=transport, follow_redirects=False, limits=LIMITS)
        self._lock = Lock()
        self._session: Session | None = None
        self._breaker = CircuitBreaker(self._answers)
        self._numbers = count(1)

    def close(self) -> None:
        self._http.close()

    @property
    def user_id(self) -> int:
        """Whose changes are ours."""
        return self._standing().user_id

    def search(
        self, model: str, domain: Domain, fields: Sequence[str], *, order: Sequence[str] = ("id",), limit: int = PAGE
    ) -> list[Row]:
        """`order`: fields, the newest or greatest first where a minus stands before; `a.b` of a related record."""
        sorting = [(name.lstrip("-"), "DESC" if name.startswith("-") else "ASC") for name in order]
        return list(self.call(f"model.{model}.search_read", domain, 0, limit, sorting, list(fields)))

    def pages(self, model: str, domain: Domain, fields: Sequence[str], *, most: int) -> Iterator[Row]:
        """All there are, at most so many."""
        after = 0
        for _ in range(most // PAGE):
            rows = self.search(model, [*domain, ("id", ">", after)], fields)
            yield from rows
            if len(rows) < PAGE:
                return
            after = rows[-1]["id"]

    def one(self, model: str, row_id: str | int, fields: Sequence[str]) -> Row | None:
        """None where there is no such row, or its number is none."""
        number = str(row_id)
        if not (number.isascii() and number.isdigit() and len(number) < 10):
            return None
        rows = self.search(model, [("id", "=", int(number))], fields)
        return rows[0] if rows else None

    def create(self, model: str, values: Row) -> int:
        return int(self.call(f"model.{model}.create", [values])[0])

    def write(self, model: str, row: Row, values: Row) -> None:
        """`row` was read with its `_timestamp`. Raises VersionConflict where it was changed since."""
        stamp = {f"{model},{row['id']}": row["_timestamp"]}
        self.call(f"model.{model}.write", [row["id"]], values, timestamps=stamp)

    def call(self, method: str, *params: Any, timestamps: Row | None = None) -> Any:
        """A session that ran out is renewed once and the call sent again: with 401 nothing was done."""
        session = self._standing()
        answer = self._called(session, method, params, timestamps)
        if answer.status_code == 401:
            self._forget(session)
            answer = self._called(self._standing(), method, params, timestamps)
        return _result(answer)

    def _called(self, session: Session, method: str, params: Sequence[Any], timestamps: Row | None) -> httpx.Response:
        context = {**session.context, "_timestamp": timestamps} if timestamps else session.context
        return self._send(method, [*params, context], {"Authorization": session.header})

    def _standing(self) -> Session:
        with self._lock:
            if self._session is None:
                self._session = self._logged_in()
            return self._session

    def _forget(self, session: Session) -> None:
        with self._lock:
            if self._session is session:
                self._session = None

    def _logged_in(self) -> Session:
        """The password is read anew: somebody may have changed it since."""
        address = self._address
        try:
            password = password_told(BadAddress) or address.password.get_secret_value()
        except BadAddress as bad:
            raise RefusedByServer(str(bad)) from None
        answer = self._send("common.db.login", [address.user, {"password": password}], {})
        if answer.status_code in (401, 403):
            raise RefusedByServer("the user or the password is not accepted")
        if answer.status_code == 404:
            raise HospitalAway("there is no such database, or the server does not reach it")
        user_id, key = _result(answer)
        told = f"{address.user}:{user_id}:{key}"
        session = Session(user_id, f"Session {b64encode(told.encode()).decode('ascii')}", {})
        preferences = _result(self._called(session, "model.res.user.get_preferences", [True], None))
        return session._replace(context={name: preferences[name] for name in KEPT if preferences.get(name)})

    def _send(self, method: str, params: Sequence[Any], headers: dict[str, str]) -> httpx.Response:
        self._breaker.check()
        body = {"id": next(self._numbers), "method": method, "params": encoded(list(params))}
        try:
            return self._http.post(self._address.base, json=body, headers=headers)
        except httpx.HTTPError as error:
            if isinstance(error, httpx.ConnectError | httpx.TimeoutException):
                self._breaker.trip()
            raise HospitalAway(type(error).__name__) from None

    def _answers(self) -> bool:
        """Whatever it answers."""
        try:
            self._http.get(self._address.base)
        except httpx.HTTPError:
            return False
        return True


def _result(answer: httpx.Response) -> Any:
    status = answer.status_code
    if status in (408, 429) or status >= 500:
        raise HospitalAway(f"status {status}")
    if status != 200:
        raise RefusedByServer(f"status {status}")
    try:
        told = json.loads(answer.content, object_hook=decoded)
    except ValueError:
        raise HospitalAway("half an answer") from None
    if not isinstance(told, dict) or not {"result", "error"} & told.keys():
        raise RefusedByServer("an answer that is none")
    if error := told.get("error"):
        raise _error(error[0] if isinstance(error, list) else "")
    return told.get("result")


def _error(kind: Any) -> HospitalError:
    if kind == "ConcurrencyException":
        return VersionConflict("changed since it was read")
    if kind in TOLD:
        return RefusedByServer(str(kind))
    return HospitalAway("a fault of the server")  # its own, or its database's; only in debugging does it say which
