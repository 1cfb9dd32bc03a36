"""Whether a department is open to somebody who sets out now: to walk there and to wait takes time."""

from collections.abc import Iterator
from datetime import datetime, timedelta

from frontdesk.his_adapter.records import Department, Opened
from frontdesk.models.facts import Language, Value
from frontdesk.models.speaking import say
from frontdesk.models.speaking.dates import day_words

WAIT = timedelta(minutes=10)  # at the desk, until somebody is seen
AHEAD = 15  # days looked at for the next opening: beyond a week of holidays


class Standing(Value):
    """What somebody finds who sets out now."""

    reached: bool  # it is open once they have walked and waited
    closes_in: int | None = None  # minutes, where it is open now and not reached
    opens: datetime | None = None  # when it opens next, where it is not reached; None: not in the days looked at


def standing(department: Opened, now: datetime) -> Standing:
    """Open means open on arrival and for the wait after it: at 11:58 a clinic that closes at noon is not."""
    if department.is_open(arrives(department, now) + WAIT):
        return Standing(reached=True)
    closes = next((ends for starts, ends in _spans(department, now) if starts <= now < ends), None)
    left = None if closes is None else int((closes - now).total_seconds() // 60)
    return Standing(reached=False, closes_in=left, opens=next_opening(department, now))


def arrives(department: Opened, now: datetime) -> datetime:
    return now + timedelta(minutes=department.minutes_to_walk)


def next_opening(department: Opened, now: datetime) -> datetime | None:
    """When it opens next; None when it does not in the days looked at."""
    return min((starts for starts, _ in _spans(department, now) if starts > now), default=None)


def hours_on(department: Opened, day: datetime) -> str:
    """Opening hours of one day as "08:00-12:00, 13:30-17:00"; empty when closed."""
    todays = sorted(o.opens for o in department.openings if o.weekday == day.isoweekday())
    spans = {o.opens: o for o in department.openings if o.weekday == day.isoweekday()}
    closed = day.date() in department.closed_on
    return "" if closed else ", ".join(f"{opens:%H:%M}-{spans[opens].closes:%H:%M}" for opens in todays)


def told(department: Department, now: datetime, language: Language, *, first: datetime | None) -> str:
    """One line where whoever sets out now comes too late or too early; empty where they are seen.

    `first` is the first free time there, which is told where it is later than the opening.
    """
    stands, name = standing(department, now), department.name[language]
    if stands.reached:
        return ""
    comes = max(filter(None, (stands.opens, first)), default=None)
    if comes is None:
        return say("closed_for_long", language, department=name)
    day = day_words(comes.date(), now.date(), language)
    when = f"{day}{comes:%H:%M}" if language is Language.ZH else f"{day} at {comes:%H:%M}"
    if stands.closes_in is None:
        return say("closed_now", language, department=name, comes=when)
    minutes = max(1, stands.closes_in)
    phrase = "closes_in_a_minute" if minutes == 1 else "closes_soon"
    return say(phrase, language, department=name, minutes=str(minutes), comes=when)


def _spans(department: Opened, now: datetime) -> Iterator[tuple[datetime, datetime]]:
    days = (now.date() + timedelta(days=ahead) for ahead in range(AHEAD))
    for day in days:
        if day in department.closed_on:
            continue
        for opening in department.openings:
            if opening.weekday == day.isoweekday():
                yield datetime.combine(day, opening.opens), datetime.combine(day, opening.closes)
