"""What a cell of a hospital's data files may say: each reader returns a value or raises ValueError with the reason."""

import re
from collections.abc import Callable, Sequence
from datetime import date, datetime, time, timedelta
from itertools import pairwise
from typing import TypeVar

from frontdesk.his_adapter.records import Opening
from frontdesk.models.facts import Language, Sex

T = TypeVar("T")

IDENTIFIER = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,63}")
SPAN = re.compile(r"(?P<days>[1-7](?:[-,][1-7])*)\s+(?P<opens>\d{1,2}:\d{2})-(?P<closes>\d{1,2}:\d{2})")
DAYS_AGO = re.compile(r"-(\d{1,5})d")
USUAL_TIME = time(9, 30)  # of a visit told in days ago


PHONE = re.compile(r"\+?[\d ()/.-]{3,30}")
OLDEST = 130  # years


def optional(read: Callable[[str], T]) -> Callable[[str], T | None]:
    return lambda cell: read(cell) if cell else None


def words(cell: str) -> str:
    if not cell:
        raise ValueError("is empty")
    return cell


def free(cell: str) -> str:
    return cell


def phone(cell: str) -> str:
    """Empty where none is known. A spreadsheet that took it for a number has spoilt it: 1.0E+10."""
    if cell and (not PHONE.fullmatch(cell) or sum(map(str.isdigit, cell)) < 3 or re.fullmatch(r"\d+\.\d+", cell)):
        raise ValueError(f"{cell!r} is not a telephone number")
    return cell


def birth_date(today: date) -> Callable[[str], date]:
    def read(cell: str) -> date:
        born = day(cell)
        if born > today:
            raise ValueError(f"{cell} is in the future")
        if born.year < today.year - OLDEST:
            raise ValueError(f"{cell} is more than {OLDEST} years ago")
        return born

    return read


def identifier(cell: str) -> str:
    if not IDENTIFIER.fullmatch(cell):
        raise ValueError(f"{cell!r} is not an id (letters, digits, - and _)")
    return cell


def whole(cell: str) -> int:
    try:
        return int(cell)
    except ValueError:
        raise ValueError(f"{cell!r} is not a whole number") from None


def number(cell: str) -> int:
    value = whole(cell)
    if value < 1:
        raise ValueError(f"{cell!r} is not a positive number")
    return value


def years(cell: str) -> float:
    try:
        value = float(cell)
    except ValueError:
        value = -1
    if not 0 <= value <= 150:
        raise ValueError(f"{cell!r} is not an age in years")
    return value


def yes_no(cell: str) -> bool:
    if cell not in ("yes", "no"):
        raise ValueError(f"{cell!r} is neither yes nor no")
    return cell == "yes"


def sex(cell: str) -> Sex:
    if cell not in tuple(Sex):
        raise ValueError(f"{cell!r} is neither male nor female")
    return Sex(cell)


def language(cell: str) -> Language:
    if cell not in tuple(Language):
        raise ValueError(f"{cell!r} is neither zh nor en")
    return Language(cell)


def day(cell: str) -> date:
    try:
        return date.fromisoformat(cell)
    except ValueError:
        raise ValueError(f"{cell!r} is not a date like 1960-04-23") from None


def moment(today: date) -> Callable[[str], datetime]:
    """A local date and time, or "-92d": so many days before today."""

    def read(cell: str) -> datetime:
        if ago := DAYS_AGO.fullmatch(cell):
            return datetime.combine(today - timedelta(days=int(ago[1])), USUAL_TIME)
        try:
            value = datetime.fromisoformat(cell)
        except ValueError:
            raise ValueError(f"{cell!r} is neither a date and time nor days ago like -92d") from None
        if value.tzinfo is not None:
            raise ValueError(f"{cell!r} has a time zone; the hospital's local time is meant")
        return value

    return read


def codes(known: frozenset[str]) -> Callable[[str], tuple[str, ...]]:
    """Standard specialties, separated by semicolons."""

    def read(cell: str) -> tuple[str, ...]:
        found = tuple(code.strip() for code in cell.split(";") if code.strip())
        if not found:
            raise ValueError("names no specialty")
        if unknown := [code for code in found if code not in known]:
            raise ValueError(f"unknown specialty {', '.join(unknown)}")
        return found

    return read


def hours(cell: str) -> tuple[Opening, ...]:
    """Weekly hours: "1-5 08:00-12:00; 6 08:00-12:00", Monday is 1; 24:00 is the end of the day."""
    openings: list[Opening] = []
    for part in filter(None, (part.strip() for part in cell.split(";"))):
        found = SPAN.fullmatch(part)
        if not found:
            raise ValueError(f"bad hours {part!r}; they look like 1-5 08:00-12:00")
        opens, closes = _time(found["opens"]), _time(found["closes"])
        if closes <= opens:
            raise ValueError(f"bad hours {part!r}: closes before it opens")
        openings += [Opening(weekday=weekday, opens=opens, closes=closes) for weekday in _weekdays(found["days"])]
    openings.sort(key=lambda opening: (opening.weekday, opening.opens))
    for first, second in pairwise(openings):
        if first.weekday == second.weekday and second.opens < first.closes:
            raise ValueError(f"bad hours: two of them overlap on day {first.weekday}")
    return tuple(openings)


def written_hours(openings: Sequence[Opening]) -> str:
    """As `hours` reads them."""
    days: dict[tuple[time, time], list[int]] = {}
    for one in openings:
        days.setdefault((one.opens, one.closes), []).append(one.weekday)
    return "; ".join(f"{_days(those)} {_clock(opens)}-{_clock(closes)}" for (opens, closes), those in days.items())


def _days(weekdays: Sequence[int]) -> str:
    """1, 2, 3, 5 is "1-3,5"."""
    runs: list[list[int]] = []
    for day in sorted(weekdays):
        if runs and runs[-1][-1] == day - 1:
            runs[-1].append(day)
        else:
            runs.append([day])
    return ",".join(str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs)


def _clock(moment: time) -> str:
    return "24:00" if moment == time.max else f"{moment:%H:%M}"


def some_hours(cell: str) -> tuple[Opening, ...]:
    openings = hours(cell)
    if not openings:
        raise ValueError("bad hours: there are none")
    return openings


def _time(text: str) -> time:
    if text == "24:00":
        return time.max
    try:
        return datetime.strptime(text, "%H:%M").time()  # noqa: DTZ007
    except ValueError:
        raise ValueError(f"bad hours: {text!r} is not a time of day") from None


def _weekdays(text: str) -> list[int]:
    """ "1-3,5" is 1, 2, 3 and 5."""
    days: set[int] = set()
    for part in text.split(","):
        first, _, last = part.partition("-")
        if "-" in last or int(last or first) < int(first):
            raise ValueError(f"bad hours: {part!r} are not days")
        days.update(range(int(first), int(last or first) + 1))
    return sorted(days)
