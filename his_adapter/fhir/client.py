"""A thin client of a FHIR R4 server: what it answers is believed only as far as it was asked for.

A server may ignore a parameter that it does not know and return everything, answer 200 with an OperationOutcome, or
send its pages to another host: each of these is an error here.
"""

from collections.abc import Iterator, Mapping
from time import monotonic
from urllib.parse import quote, urlsplit

import httpx

from his_adapter.errors import HospitalAway, NotFound
from his_adapter.fhir.address import Address
from his_adapter.fhir.answers import AWAY, RefusedByServer, raise_for, refuse_ignored, resource_of, told_to_wait
from his_adapter.fhir.authorisation import BackendServices, Bearer
from his_adapter.fhir.reading import Resource

JSON = "application/fhir+json"
PAGES = 50  # of one search; more is no search for a patient any more
PAGE = 100
SPARED = 10.0  # seconds in which a server that did not answer is not asked again: nobody waits for it twice
# A connection is kept for less time than servers keep theirs, so that what is sent rarely meets one just closed.
LIMITS = httpx.Limits(max_connections=100, max_keepalive_connections=20, keepalive_expiry=2.0)
BROKEN_OFF = (httpx.ReadError, httpx.WriteError, httpx.RemoteProtocolError)
LONGEST_WAIT = 300.0  # seconds for which nobody else asks either, however long the server wants to be left alone


class Client:
    """Safe to use from several threads. Raises HospitalAway, NotFound, VersionConflict and RefusedByServer."""

    def __init__(self, address: Address, transport: httpx.BaseTransport | None = None) -> None:
        self.base = address.base
        self._away_until = 0.0
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
        return self._json("GET", f"{kind}/{segment(resource_id)}")

    def create(self, resource: Resource, *, unless: Mapping[str, str] | None = None) -> Resource:
        """`unless`: a search that finds it if it is there already; then that one is returned."""
        headers = {"Prefer": "return=representation"}
        if unless:
            headers["If-None-Exist"] = str(httpx.QueryParams(dict(unless)))
        made = self._send("POST", resource["resourceType"], body=resource, headers=headers)
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
        done = self._send("PUT", f"{kind}/{segment(resource_id)}", body=resource, headers=headers)
        return resource_of(done) if done.content else self.read(kind, resource_id)

    def transaction(self, entries: list[Resource]) -> list[Resource]:
        """All entries or none; their answers. A server that did a part answers with an error, which is raised."""
        bundle = {"resourceType": "Bundle", "type": "transaction", "entry": entries}
        done = self._json("POST", "", body=bundle, headers={"Prefer": "return=representation"})
        answers = done.get("entry", [])
        if len(answers) != len(entries):
            raise RefusedByServer("a transaction was answered in part")
        for answer in answers:
            status = str(answer.get("response", {}).get("status", ""))[:3]
            raise_for(int(status) if status.isdecimal() else 500)
        return list(answers)

    def history(self, kind: str, resource_id: str) -> list[Resource]:
        """Newest first."""
        whole = self._json("GET", f"{kind}/{segment(resource_id)}/_history", params={"_count": str(PAGE)})
        return [entry["resource"] for entry in whole.get("entry", []) if "resource" in entry]

    def search(self, kind: str, asked: Mapping[str, str]) -> Iterator[Resource]:
        """Every resource found, over all pages, each once. Raises NotSupported where a parameter was not looked at."""
        params = {"_count": str(PAGE), **asked}
        page = self._json("GET", kind, params=params, headers={"Prefer": "handling=strict"})
        refuse_ignored(page, asked)
        seen: set[str] = set()
        for _ in range(PAGES):
            for entry in page.get("entry", []):
                found = entry.get("resource", {})
                if found.get("resourceType") == kind and found.get("id") not in seen:
                    seen.add(found.get("id", ""))
                    yield found
            following = next((link["url"] for link in page.get("link", []) if link.get("relation") == "next"), None)
            if following is None:
                return
            page = self._json("GET", self._ours(following))

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
    ) -> httpx.Response:
        sent = {"Content-Type": JSON, **(headers or {})} if body is not None else dict(headers or {})
        address = f"{self.base}/{path}" if path else self.base
        if monotonic() < self._away_until:
            raise HospitalAway("it did not answer a moment ago")
        request = self._http.build_request(method, address, json=body, params=params, headers=sent)
        try:
            answer = self._answer(request)
        except httpx.HTTPError as error:
            if isinstance(error, httpx.ConnectError | httpx.TimeoutException):
                self._away_until = monotonic() + SPARED
            raise HospitalAway(type(error).__name__) from None  # its text may hold the address with an identifier
        if answer.status_code in AWAY and (after := told_to_wait(answer)):
            self._away_until = monotonic() + min(after, LONGEST_WAIT)
            raise HospitalAway(f"status {answer.status_code}", after=after)
        raise_for(answer.status_code)
        return answer

    def _answer(self, request: httpx.Request) -> httpx.Response:
        """What only reads is asked again where the server closed a kept connection just then."""
        try:
            return self._http.send(request)
        except BROKEN_OFF:
            if request.method != "GET":
                raise
            return self._http.send(request)


def _authorisation(address: Address) -> httpx.Auth:
    if address.client:
        key = address.key.get_secret_value()
        return BackendServices(address.base, address.client, address.scope, key, address.kid)
    return Bearer(address.token.get_secret_value())


def segment(resource_id: str) -> str:
    """An id as one part of a path: one with a slash or a question mark leads nowhere else."""
    if not resource_id:
        raise NotFound("no id")
    return quote(resource_id, safe="")
