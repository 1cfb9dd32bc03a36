"""What a message of a hospital's feed says: a person, a merge, or a booking."""

import re
from datetime import UTC, date, datetime, timedelta, timezone

from frontdesk.his_adapter.hl7.message import Message, component, repetitions
from frontdesk.his_adapter.records import AppointmentState, Slot
from frontdesk.models.facts import Sex, Value

PERSON = frozenset({"A01", "A04", "A05", "A08", "A14", "A28", "A31"})  # registered, or changed
MERGE = frozenset({"A40"})
BOOKED = {
    **dict.fromkeys(("S12", "S13", "S14"), AppointmentState.CONFIRMED),
    **dict.fromkeys(("S15", "S17", "S26"), AppointmentState.CANCELLED),
}
SEXES = {"M": Sex.MALE, "F": Sex.FEMALE}
MINUTES = re.compile(r"[0-9]{1,4}")  # less than a week
MOMENT = re.compile(r"(\d{8})(\d{2})?(\d{2})?(\d{2})?(?:\.\d+)?([+-])?(?(5)(\d{2})(\d{2}))")


class Unfit(Exception):
    """The content is not enough to go by: answered AE, with the field and the code of table 0357."""

    def __init__(self, field: str, code: str) -> None:
        super().__init__(f"{field} {code}")
        self.field = field
        self.code = code


class Person(Value):
    patient_id: str
    name: str
    other_name: str  # its halves in the other order
    sex: Sex | None
    birth_date: date | None
    phone: str


class Booking(Value):
    appointment_id: str
    patient_id: str
    department_id: str
    physician_id: str
    starts: datetime | None  # None: of one that is cancelled
    minutes: int
    state: AppointmentState


def person(message: Message, patients: str) -> Person:
    name, other = _names(message.field("PID", 5))
    born = moment(component(message.field("PID", 7), 1))
    return Person(
        patient_id=number(message.field("PID", 3), patients, "PID^1^3"),
        name=name,
        other_name=other,
        sex=SEXES.get(message.field("PID", 8)),
        birth_date=born.date() if born else None,
        phone=component(message.field("PID", 13), 1),
    )


def merged(message: Message, patients: str) -> tuple[str, str]:
    """The number that falls, and the one that stands."""
    return (
        number(message.field("MRG", 1), patients, "MRG^1^1"),
        number(message.field("PID", 3), patients, "PID^1^3"),
    )


def booking(message: Message, patients: str) -> Booking:
    state = BOOKED[event(message)]
    # Of the filler where it says its number, else of the placer; the time in SCH-11, else where the person's time is.
    own = component(message.field("SCH", 2), 1) or component(message.field("SCH", 1), 1)
    timing = component(message.field("SCH", 11), 4) or message.field("AIP", 6) or message.field("AIS", 4)
    starts, lasts = moment(timing), message.field("SCH", 9) or message.field("AIP", 9)
    if not own:
        raise Unfit("SCH^1^2", "101")
    if starts is None and state is not AppointmentState.CANCELLED:
        raise Unfit("SCH^1^11", "101")
    return Booking(
        appointment_id=own,
        patient_id=number(message.field("PID", 3), patients, "PID^1^3"),
        department_id=component(message.field("PV1", 3), 1) or component(message.field("AIL", 3), 1),
        physician_id=component(message.field("AIP", 3), 1),
        starts=starts,
        minutes=int(lasts) if MINUTES.fullmatch(lasts) else Slot.model_fields["minutes"].default,
        state=state,
    )


def event(message: Message) -> str:
    return component(message.field("MSH", 9), 2)


def number(field: str, patients: str, where: str) -> str:
    """The number on the card: of the assigner `patients`, or the only one. Raises Unfit."""
    those = [one for one in repetitions(field) if component(one, 1)]
    named = [one for one in those if component(one, 4) == patients]
    chosen = named or (those if len(those) == 1 else [])
    if not chosen:
        raise Unfit(where, "101")
    return component(chosen[0], 1)


def moment(told: str) -> datetime | None:
    """The hospital's local time, as the house reckons; one with an offset is brought to it."""
    found = MOMENT.fullmatch(told.strip())
    if found is None:
        return None
    day, hour, minute, second, sign, hours, minutes = found.groups()
    try:
        at = datetime.strptime(f"{day}{hour or '00'}{minute or '00'}{second or '00'}", "%Y%m%d%H%M%S")  # noqa: DTZ007
        if sign is None:
            return at
        ahead = timedelta(hours=int(hours), minutes=int(minutes)) * (1 if sign == "+" else -1)
        return at.replace(tzinfo=timezone(ahead)).astimezone(UTC).astimezone().replace(tzinfo=None)
    except (ValueError, OverflowError):  # no such day, no such offset, or before the year 1 once it is reckoned
        return None


def _names(field: str) -> tuple[str, str]:
    """Whichever half a system calls the family."""
    parts = [part for part in (component(field, 1), component(field, 2)) if part]
    gap = " " if all(part.isascii() for part in parts) else ""
    family_first, given_first = gap.join(parts), gap.join(reversed(parts))
    return (given_first, family_first) if gap else (family_first, given_first)
