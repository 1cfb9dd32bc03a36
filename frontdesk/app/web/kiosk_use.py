"""The wall of kiosks on the board: in use, idle or offline, and since when."""

from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime

from frontdesk.app.reception.session.state import State
from frontdesk.app.web.parts import Parts
from frontdesk.app.web.schemas import KioskUse, KioskView


def kiosk_views(states: Sequence[State], parts: Parts) -> list[KioskView]:
    """Every kiosk that is not disabled, by name; one is offline only where that is known."""
    heard, at = parts.presence.last(), defaultdict[str, list[State]](list)
    for one in states:
        at[one.kiosk].append(one)
    return [_of(name, at.get(name, ()), heard.get(name), parts) for name in parts.devices.in_service()]


def _of(name: str, sessions: Sequence[State], heard: datetime | None, parts: Parts) -> KioskView:
    running = (one for one in sessions if one.closed is None and not one.suspended)
    current = max(running, key=lambda one: one.touched, default=None)
    session_id = current.session_id if current else None
    if heard is not None and parts.presence.is_off(heard):
        return KioskView(name=name, use=KioskUse.OFFLINE, since=heard, session_id=session_id)
    if current is not None:
        return KioskView(name=name, use=KioskUse.IN_USE, since=current.started, session_id=session_id)
    if heard is None:
        return KioskView(name=name, use=KioskUse.UNKNOWN, since=None, session_id=None)
    last = max((one.touched for one in sessions), default=None)
    return KioskView(name=name, use=KioskUse.IDLE, since=last, session_id=None)
