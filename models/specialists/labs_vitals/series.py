"""Several values told of one test: which further numbers are values of it, and which of them is the newest."""

import re
from itertools import groupby

from models.specialists.labs_vitals.catalogue import Test
from models.specialists.labs_vitals.cues import cue
from models.specialists.labs_vitals.spoken import Number
from models.specialists.labs_vitals.told import Reading
from models.specialists.labs_vitals.units import believable

Placed = tuple[int, Reading]  # with the place of its number

_TO_ANOTHER = re.compile(r"\bto\b|then|and (?:then|now)|down|up|到|降|升|又|再|后来|、|这")
# "1.9 in June, 3.4 last month": each value with its own time.
_DATED = re.compile(
    r"[^\d,.;，。；]{0,14}\b(?:last (?:week|month|year|time|visit)|ago\b"
    r"|in (?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)|today|yesterday|this (?:morning|week|month|time))"
)
_DATED_BEFORE = re.compile(
    r"[，,、；; ].{0,3}(?:上|去年|前年|今天|这[次回趟]|现在|昨天|[一二三四五六七八九十\d]月|年前|月前)"
)
_ARROW = re.compile(r"→|⇒|➜|➔|[-=]{1,2}>|(?<=[\d\s])>(?=[\s\d])")
_CLAUSE = rf"[,，;；。、()（）|/]|\.(?!\d)|\b(?:and|but|then)\b|但|而|{_ARROW.pattern}"
_CLAUSE_END = re.compile(_CLAUSE)
_SEPARATOR = re.compile(rf"{_CLAUSE}|\b(?:now|to|vs)\b")
# What stands behind a value told without a unit; another word would be what is counted: "with 3 pillows".
_GOES_ON = re.compile(
    r"\s*(?:$|[^\w\s]|[\u4e00-\u9fff]|[hl]{1,2}\b|\w+ing\b|(?:when|while|after|before|at|on|in|by|during|once|with|and|but|or|then|now|to"
    r"|today|this|last|yesterday|ago|two|three|\d+|a|an|if|lower|higher|again|later|tonight|overnight|as)\b)"
)
_LABEL_OF_A_NUMBER = re.compile(
    r"\b(?:day|week|month|room|bed|stage|type|grade|page|number|no\.?|phase|step|floor|ward) ?$"
    r"|\b(?:i'm|i am|he's|she's|aged?|turned)\b|[我他她]是|今年|年[纪龄]|岁"
)
_GAP = 44  # characters between two values of one test


def is_another(text: str, since: int, number: Number, *, test: Test, told: tuple[Reading, Reading]) -> bool:
    """Whether a further number, behind a value that ends at `since`, is a value of its own, and not something else.

    `told` are the value before and this one.
    """
    earlier, reading = told
    between = text[since : number.start]
    if reading.state != earlier.state or reading.before != earlier.before:
        return True
    if _DATED.match(text, number.end) or _DATED_BEFORE.search(between):
        return True
    if _TO_ANOTHER.search(between) and len(between) < 30:
        return True
    return (
        len(between) <= _GAP
        and _SEPARATOR.search(between) is not None
        and believable(test, number.value, reading.unit)
        and not _LABEL_OF_A_NUMBER.search(between)
        and (reading.unit is not None or _GOES_ON.match(text, number.end) is not None)
    )


def with_newest(text: str, placed: list[Placed]) -> list[Placed]:
    """The readings with those marked as earlier that others of the same test and meal are newer than."""

    def kind(one: Placed) -> str:
        return f"{one[1].test} {one[1].state}"

    found: list[Placed] = []
    for _, of_one in groupby(sorted(placed, key=lambda one: (kind(one), one[0])), key=kind):
        several = list(of_one)
        found += _dated(text, several) if len(several) > 1 else several
    return sorted(found, key=lambda one: one[0])


def _dated(text: str, several: list[Placed]) -> list[Placed]:
    spans = _clauses(text, [at for at, _ in several])
    clauses = [text[slice(*span)] for span in spans]
    times = [_time(words) for words in clauses]
    times = [
        month if time == -MONTH and month is not None else time
        for time, month in zip(times, _months(clauses), strict=True)
    ]
    times = [-FIRST if time is None and one.before else time for time, (_, one) in zip(times, several, strict=True)]
    apart = [cue("condition").search(words) is not None for words in clauses]
    for later in range(len(several) - 1, 0, -1):  # 4.1 → 6.8, first this, then that
        between = text[several[later - 1][0] : several[later][0]]
        follows = _ARROW.search(between) or cue("follows").search(between)
        if follows and times[later - 1] is None and not apart[later - 1]:
            times[later] = 0.0 if times[later] is None else times[later]
            times[later - 1] = (times[later] or 0.0) - 1e-3
    known = [time for time in times if time is not None]
    if not known:
        return several
    now = any(time == 0 for time in known)
    newest = 0.0 if any(time is None for time in times) else max(known)
    return [
        (at, one.model_copy(update={"before": now and not alone if time is None else time < newest}))
        for (at, one), time, alone in zip(several, times, apart, strict=True)
    ]


def _clauses(text: str, starts: list[int]) -> list[tuple[int, int]]:
    """The words that go with each number: its clause, up to the numbers before and behind it."""
    marks = [match.span() for match in _CLAUSE_END.finditer(text)]
    found = []
    for at, start in enumerate(starts):
        end = start + len(_NUMBER.match(text, start)[0])  # type: ignore[index]
        left = max((stop for _, stop in marks if stop <= start), default=0)
        right = min((first for first, _ in marks if first >= end), default=len(text))
        before = starts[at - 1] if at else 0
        behind = starts[at + 1] if at + 1 < len(starts) else len(text)
        found.append((max(left, before), min(right, behind)))
    return found


_NUMBER = re.compile(r"[\d.,]*\d|.")
FIRST, YEAR, MONTH, WEEK, DAY = 1000.0, 365.0, 30.0, 7.0, 1.0  # days ago
_AGES = (("time_now", 0.0), ("time_day", DAY), ("time_week", WEEK), ("time_year", YEAR), ("time_month", MONTH))
_YEAR = re.compile(r"(?<!\d)(20\d\d)(?!\d)")
_MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
_MONTH = re.compile(rf"\bin ({'|'.join(_MONTHS)})|(?<!\d)(1[0-2]|[1-9])月")


def _months(clauses: list[str]) -> list[float | None]:
    """When the clauses that name a month are, by how far that is from the last month named: at most half a year."""
    named = [_MONTH.search(words) for words in clauses]
    months = [m and (int(m[2]) if m[2] else _MONTHS.index(m[1]) + 1) for m in named]
    last = next((month for month in reversed(months) if month), None)
    return [None if month is None or last is None else -MONTH - ((last - month + 5) % 12 - 5) for month in months]


def _time(words: str) -> float | None:
    """How long ago `words` tell something to have been, in days below nought; None where they do not tell."""
    for name, days in _AGES:
        if cue(name).search(words):
            return -days
    if year := _YEAR.search(words):
        return -YEAR - (2100 - int(year[1]))
    return -FIRST if cue("time_first").search(words) else None
