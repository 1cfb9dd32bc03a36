"""What a FHIR server's answers mean: a status, an error instead of a resource, what was searched, when to ask again."""

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from email.utils import parsedate_to_datetime
from urllib.parse import parse_qs, urlsplit

import httpx

from frontdesk.his_adapter.errors import HospitalAway, HospitalError, NotFound, NotSent, NotSupported, VersionConflict
from frontdesk.his_adapter.fhir.reading import Resource

AWAY = frozenset({408, 425, 429, 500, 502, 503, 504})
NOWHERE = frozenset({404, 410})
CONFLICTS = frozenset({409, 412})  # servers use either
CONTROLS = frozenset({"_count", "_sort"})  # may be missing from the link that says what was searched


class RefusedByServer(HospitalError):
    """The server does not take what was sent, or does not let us; the message is the status alone."""


class NotFhir(HospitalError):
    """A resource is not built as FHIR says; the message says nothing of it."""

    reason = NotSent.FAILED


@contextmanager
def as_fhir_says() -> Iterator[None]:
    """For what reads resources as if they were built as FHIR says. Raises NotFhir where one is not."""
    try:
        yield
    except (AttributeError, LookupError, TypeError, ValueError, OverflowError) as error:
        raise NotFhir(type(error).__name__) from error


def resource_of(answer: httpx.Response) -> Resource:
    try:
        whole = answer.json()
    except (ValueError, RecursionError):
        raise HospitalAway("half an answer") from None
    if not isinstance(whole, dict):
        raise RefusedByServer("an answer that is no resource")
    if whole.get("resourceType") == "OperationOutcome" and _fails(whole):
        raise RefusedByServer("an error under status 200")
    if b"\\u" in answer.content and not _is_text(whole):
        raise RefusedByServer("letters that are none")
    return whole


def _is_text(whole: Resource) -> bool:
    """Half a letter (a lone surrogate) and NUL may be escaped in JSON, and no database keeps them."""
    try:
        return b"\\u0000" not in json.dumps(whole, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return False


def _fails(outcome: Resource) -> bool:
    with as_fhir_says():
        return any(issue.get("severity") in ("error", "fatal") for issue in outcome.get("issue", []))


def told_to_wait(answer: httpx.Response) -> float:
    """Seconds that the server wants to be left alone, as a number or until a date; 0 where it does not say."""
    told = answer.headers.get("Retry-After", "").strip()
    if told.isdecimal():
        return float(told)
    try:
        until = parsedate_to_datetime(told)
    except ValueError:
        return 0.0
    return max((until - datetime.now(until.tzinfo)).total_seconds(), 0.0)


def raise_for(status: int) -> None:
    if status < 300:
        return
    if status in NOWHERE:
        raise NotFound("the server has none")
    if status in CONFLICTS:
        raise VersionConflict("changed since it was read")
    if status in AWAY:
        raise HospitalAway(f"status {status}")
    raise RefusedByServer(f"status {status}")


def refuse_ignored(page: Resource, asked: Mapping[str, str]) -> None:
    """A server says in the link `self` what it searched for; what is missing there it ignored."""
    own = next((link["url"] for link in page.get("link", []) if link.get("relation") == "self"), None)
    if own is None:
        return
    searched = {name.partition(":")[0] for name in parse_qs(urlsplit(own).query, keep_blank_values=True)}
    if ignored := sorted(name for name in asked if name not in CONTROLS and name.partition(":")[0] not in searched):
        raise NotSupported(f"the server does not search by {', '.join(ignored)}")
