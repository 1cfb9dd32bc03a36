"""What the hospital's system may answer instead of what was asked of it."""

from enum import StrEnum
from typing import ClassVar


class NotSent(StrEnum):
    """Why something did not reach the hospital's system, as staff are told."""

    AWAY = "away"
    FAILED = "failed"  # it went wrong, there or here; another time it may not
    REFUSED = "refused"  # it does not take this, or not from us
    CHANGED = "changed"  # somebody changed it there
    MISSING = "missing"  # it does not know the patient, record or booking
    TAKEN = "taken"  # the time is somebody else's


class HospitalError(Exception):
    """Something the hospital's system would not or could not do."""

    reason: ClassVar[NotSent] = NotSent.REFUSED


class NotFound(HospitalError):
    """There is no such patient, record, department or slot."""

    reason = NotSent.MISSING


class SlotTaken(HospitalError):
    """Someone else holds the slot; offer the next one."""

    reason = NotSent.TAKEN


class AlreadyBooked(HospitalError):
    """The patient has another appointment at that time."""

    reason = NotSent.TAKEN


class VersionConflict(HospitalError):
    """A record was changed since it was read; nothing was written."""

    reason = NotSent.CHANGED


class HospitalAway(HospitalError):
    """The hospital's system does not answer; try again later, where it says so not before `after` seconds."""

    reason = NotSent.AWAY

    def __init__(self, why: str = "", *, after: float = 0.0) -> None:
        super().__init__(why)
        self.after = after


class NotSupported(HospitalError):
    """The hospital's system cannot do this at all, as it says itself; the message names no person."""
