"""A thin client of a FHIR R4 server: what it answers is believed only as far as it was asked for.

A server may ignore a parameter that it does not know and return everything, answer 200 with an OperationOutcome, or
send its pages to another host: each of these is an error here.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from urllib.parse import quote, urlsplit

import httpx

from frontdesk.his_adapter.circuit_breaker import CircuitBreaker
from frontdesk.his_adapter.errors import HospitalAway, NotFound
from frontdesk.his_adapter.fhir.address import Address
from frontdesk.his_adapter.fhir.answers import (
    AWAY,
    NOWHERE,
    RefusedByServer,
    raise_for,
    refuse_ignored,
    resource_of,
    told_to_wait,
)
from frontdesk.his_adapter.fhir.authorisation import BackendServices, Bearer
from frontdesk.his_adapter.fhir.reading import Resource

JSON = "application/fhir+json"
BATCH = "batch"  # in `without` of the address: each thing is read by a request of its own
PAGES = 50  # of one search; more is no search for a patient any more
PAGE = 100
# A connection is kept for less time than servers keep theirs, so that what is sent rarely meets one just closed.
LIMITS = httpx.Limits(max_connections=100, max_keepalive_connections=20, keepalive_expiry=2.0)
BROKEN_OFF = (httpx.ReadError, httpx.WriteError, httpx.RemoteProtocolError)
LONGEST_WAIT = 300.0  # seconds for which nobody else asks either, however long the server wants to be left alone


class BrokenOff(HospitalAway):
    """The connection ended after something was sent, which the server may have done."""


class Client:
    """Safe to use from several threads. Raises HospitalAway, NotFound, VersionConflict and RefusedByServer."""

    def __init__(self, address: Address, transport: httpx.BaseTransport | None = None) -> None:
        self.base = address.base
        self._breaker = CircuitBreaker(self._answers)
        self._takes_batches = BATCH not in address.without.split(",")
        self._http = httpx.Client(
            headers={"Accept": JSON},
            auth=_authorisation(address),
            timeout=address.timeout,
            transport=transport,
            follow_redirects=False,
            limits=LIMITS,
        )

    def close(self) -> None:
        self._http.close()

    def metadata(self) -> Resource:
        return self._json("GET", "metadata")

    def read(self, kind: str, resource_id: str) -> Resource:
        return self._json("GET", at(kind, resource_id))

    def together(self, paths: Sequence[str]) -> list[Resource | None]:
        """What stands at each of these paths (`at`, `first_page`), in one request; None where there is nothing.

        One by one where the server takes no batches.
        """
        if self._takes_batches and len(paths) > 1:
            with suppress(RefusedByServer, NotFound):
                return self._batch(paths)
            apart = [self._or_none(path) for path in paths]
            self._takes_batches = False
            return apart
        return [self._or_none(path) for path in paths]

    def create(self, resource: Resource, *, unless: Mapping[str, str] | None = None) -> Resource:
        """`unless`: a search that finds it if it is there already; then that one is returned."""
        headers = {"Prefer": "return=representation"}
        if unless:
            headers["If-None-Exist"] = str(httpx.QueryParams(dict(unless)))
        made = self._send("POST", resource["resourceType"], body=resource, headers=headers, again=bool(unless))
        if made.content:
            return resource_of(made)
        location = made.headers.get("Location", "").removeprefix(f"{self.base}/").split("/")
        return self.read(resource["resourceType"], location[1] if len(location) > 1 else "")

    def update(self, resource: Resource, *, version: str | None = None) -> Resource:
        """`version`: the one it is made of. Raises VersionConflict where that is no longer the one there."""
        headers = {"Prefer": "return=representation"}
        if version is not None:
            headers["If-Match"] = f'W/"{version}"'
        kind, resource_id = resource["resourceType"], resource["id"]
        path = at(kind, resource_id)
        try:
            done = self._send("PUT", path, body=resource, headers=headers, again=version is None)
        except BrokenOff:
            if version is None or self.read(kind, resource_id)["meta"]["versionId"] != version:
                raise  # whether this one was done or somebody else's cannot be told
            done = self._send("PUT", path, body=resource, headers=headers)
        return resource_of(done) if done.content else self.read(kind, resource_id)

    def transaction(self, entries: list[Resource]) -> None:
        """All entries or none. A server that did a part answers with an error, which is raised."""
        bundle = {"resourceType": "Bundle", "type": "transaction", "entry": entries}
        done = self._json("POST", "", body=bundle, headers={"Prefer": "return=minimal"})
        for status in _statuses(done, len(entries)):
            raise_for(status)

    def history(self, kind: str, resource_id: str) -> list[Resource]:
        """Newest first."""
        whole = self._json("GET", f"{at(kind, resource_id)}/_history", params={"_count": str(PAGE)})
        return [entry["resource"] for entry in whole.get("entry", []) if "resource" in entry]

    def search(self, kind: str, asked: Mapping[str, str]) -> Iterator[Resource]:
        """Every resource found, over all pages, each once.

        Raises NotSupported where a parameter was not looked at, RefusedByServer where there is more than was sent.
        """
        page = self._json("GET", first_page(kind, asked), headers={"Prefer": "handling=strict"})
        return self.searched(page, kind, asked)

    def searched(self, page: Resource, kind: str, asked: Mapping[str, str]) -> Iterator[Resource]:
        """`search`, of which the first page is here."""
        refuse_ignored(page, asked)
        seen: set[str] = set()
        sent = 0
        for _ in range(PAGES):
            for found in (entry.get("resource", {}) for entry in page.get("entry", [])):
                if found.get("resourceType") != kind:
                    continue
                sent += 1
                if found.get("id") not in seen:
                    seen.add(found.get("id", ""))
                    yield found
            following = next((link["url"] for link in page.get("link", []) if link.get("relation") == "next"), None)
            if following is None:
                if page.get("total", 0) > sent:
                    raise RefusedByServer("a search was answered in part")
                return
            page = self._json("GET", self._ours(following))

    def _batch(self, paths: Sequence[str]) -> list[Resource | None]:
        entries = [{"request": {"method": "GET", "url": path}} for path in paths]
        bundle = {"resourceType": "Bundle", "type": "batch", "entry": entries}
        done = resource_of(self._send("POST", "", body=bundle, again=True))
        found: list[Resource | None] = []
        for status, answer in zip(_statuses(done, len(entries)), done["entry"], strict=True):
            if status in NOWHERE:
                found.append(None)
                continue
            raise_for(status)
            found.append(answer["resource"])
        return found

    def _or_none(self, path: str) -> Resource | None:
        try:
            return self._json("GET", path)
        except NotFound:
            return None

    def _ours(self, url: str) -> str:
        """The path of a page on the server that was asked. Raises RefusedByServer for one elsewhere."""
        there, here = urlsplit(url), urlsplit(self.base)
        if there.netloc and (there.scheme, there.netloc) != (here.scheme, here.netloc):
            raise RefusedByServer("a page of a search is on another server")
        path = there.path.removeprefix(here.path).lstrip("/")
        return f"{path}?{there.query}" if there.query else path

    def _json(
        self,
        method: str,
        path: str,
        *,
        body: Resource | None = None,
        params: Mapping[str, str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Resource:
        return resource_of(self._send(method, path, body=body, params=params, headers=headers))

    def _send(
        self,
        method: str,
        path: str,
        *,
        body: Resource | None = None,
        params: Mapping[str, str] | None = None,
        headers: Mapping[str, str] | None = None,
        again: bool = False,
    ) -> httpx.Response:
        """`again`: as GET, it is sent once more on a connection that broke off, since twice does what once does."""
        sent = {"Content-Type": JSON, **(headers or {})} if body is not None else dict(headers or {})
        address = f"{self.base}/{path}" if path else self.base
        self._breaker.check()
        request = self._http.build_request(method, address, json=body, params=params, headers=sent)
        try:
            answer = self._answer(request, again=again or method == "GET")
        except BROKEN_OFF as error:
            raise BrokenOff(type(error).__name__) from None
        except httpx.HTTPError as error:
            if isinstance(error, httpx.ConnectError | httpx.TimeoutException):
                self._breaker.trip()
            raise HospitalAway(type(error).__name__) from None  # its text may hold the address with an identifier
        if answer.status_code in AWAY and (after := told_to_wait(answer)):
            self._breaker.leave_alone(min(after, LONGEST_WAIT))
            raise HospitalAway(f"status {answer.status_code}", after=after)
        raise_for(answer.status_code)
        return answer

    def _answers(self) -> bool:
        """Whatever it answers."""
        try:
            self._http.get(f"{self.base}/metadata")
        except (httpx.HTTPError, HospitalAway):
            return False
        return True

    def _answer(self, request: httpx.Request, *, again: bool) -> httpx.Response:
        """`again`: the server may just have closed the kept connection on which it was sent."""
        try:
            return self._http.send(request)
        except BROKEN_OFF:
            if not again:
                raise
            return self._http.send(request)


def _authorisation(address: Address) -> httpx.Auth:
    if address.client:
        key = address.key.get_secret_value()
        return BackendServices(address.base, address.client, address.scope, key, address.kid)
    return Bearer(address.token.get_secret_value())


def _statuses(done: Resource, many: int) -> list[int]:
    """Of each entry of a bundle that was answered. Raises RefusedByServer where there are not as many."""
    answers = done.get("entry", [])
    if len(answers) != many:
        raise RefusedByServer("a bundle was answered in part")
    told = (str(answer.get("response", {}).get("status", ""))[:3] for answer in answers)
    return [int(status) if status.isdecimal() else 500 for status in told]


def at(kind: str, resource_id: str) -> str:
    """The path of a resource."""
    return f"{kind}/{segment(resource_id)}"


def first_page(kind: str, asked: Mapping[str, str]) -> str:
    """The path of a search."""
    return f"{kind}?{httpx.QueryParams({'_count': str(PAGE), **asked})}"


def segment(resource_id: str) -> str:
    """An id as one part of a path: one with a slash or a question mark leads nowhere else."""
    if not resource_id:
        raise NotFound("no id")
    return quote(resource_id, safe="")
