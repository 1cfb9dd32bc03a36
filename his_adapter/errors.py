"""What the hospital's system may answer instead of what was asked of it."""


class HospitalError(Exception):
    """Something the hospital's system would not or could not do."""


class NotFound(HospitalError):
    """There is no such patient, record, department or slot."""


class SlotTaken(HospitalError):
    """Someone else holds the slot; offer the next one."""


class AlreadyBooked(HospitalError):
    """The patient has another appointment at that time."""


class VersionConflict(HospitalError):
    """A record was changed since it was read; nothing was written."""


class HospitalAway(HospitalError):
    """The hospital's system does not answer; try again later, where it says so not before `after` seconds."""

    def __init__(self, why: str = "", *, after: float = 0.0) -> None:
        super().__init__(why)
        self.after = after


class NotSupported(HospitalError):
    """The hospital's system cannot do this at all, as it says itself; the message names no person."""
