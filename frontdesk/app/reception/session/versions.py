"""Versions of stored events, and how old ones are brought up: a chain of functions, one from each version to the next.

Whoever changes what an event means or needs raises VERSION and adds the function from the version before; what is
stored is never rewritten.
"""

from collections.abc import Callable, Mapping
from typing import Any

from frontdesk.app.reception.session.numbered_rules import slug

Body = dict[str, Any]

VERSION = 5
KEY = "version"  # in the body, so that the audit trail covers it; absent: 1


def _from_1(body: Body) -> Body:
    """Handing back had no reason, and whether an answer rests on understood words was not kept."""
    match body.get("kind"):
        case "released":
            return {"reason": "", **body}
        case "action_chosen":
            return {"understood": True, **body}
        case _:
            return body


def _from_2(body: Body) -> Body:
    """The hospital's ids of slots and appointments were numbers."""
    ids = {name: str(body[name]) for name in ("slot_id", "appointment_id") if isinstance(body.get(name), int)}
    return {**body, **ids}


def _from_3(body: Body) -> Body:
    """The rules of red flags had numbers."""
    match body.get("kind"):
        case "alert_raised":
            return {**body, "rule": slug(body["rule"])}
        case "record_extended":
            return {**body, "suspected": [slug(number) for number in body.get("suspected", ())]}
        case _:
            return body


def _from_4(body: Body) -> Body:
    """The danger signs to be asked about had another name."""
    return {"screening" if name == "obligations" else name: value for name, value in body.items()}


UPCASTERS: Mapping[int, Callable[[Body], Body]] = {1: _from_1, 2: _from_2, 3: _from_3, 4: _from_4}


def stamped(body: Body) -> Body:
    """As it is stored."""
    return {**body, KEY: VERSION}


def brought_up(stored: Body) -> Body:
    """As the events of now are. Raises ValueError for one of a version that is not known."""
    body = {name: value for name, value in stored.items() if name != KEY}
    version = stored.get(KEY, 1)
    if not isinstance(version, int) or not 1 <= version <= VERSION:
        raise ValueError(f"an event of version {version}; {VERSION} is the newest that is known")
    for step in range(version, VERSION):
        body = UPCASTERS[step](body)
    return body
