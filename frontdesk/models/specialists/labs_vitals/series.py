"""Several values told of one test: which further numbers are values of it."""

import re

from frontdesk.models.specialists.labs_vitals.catalogue import Test
from frontdesk.models.specialists.labs_vitals.spoken import Number
from frontdesk.models.specialists.labs_vitals.told import Reading
from frontdesk.models.specialists.labs_vitals.units import believable
from frontdesk.models.specialists.labs_vitals.when import times_told

_TO_ANOTHER = re.compile(r"\bto\b|then|and (?:then|now)|down|up|到|降|升|又|再|后来|、|这")
_ARROW = re.compile(r"→|⇒|➜|➔|[-=]{1,2}>|(?<=[\d\s])>(?=[\s\d])")
_CLAUSE = rf"[,，;；。、()（）|/]|\.(?!\d)|\b(?:and|but|then)\b|但|而|{_ARROW.pattern}"
_SEPARATOR = re.compile(rf"{_CLAUSE}|[和与]|\b(?:now|to|vs)\b")
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
    if has_own_time(text, number, since):
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


def has_own_time(text: str, number: Number, since: int | None = None) -> bool:
    """Whether a time is told right before it, from `since` on, or behind it: 1.9 in June, 3.4 last month; 上周6.8."""
    since = max(number.start - _TIME_BEFORE, 0) if since is None else since
    return any(
        (since <= one.start and one.end <= number.start and (one.sort == "explicit" or one.of == "next"))
        or (
            number.end <= one.start <= number.end + _TIME_BEHIND
            and (one.sort == "explicit" or (one.sort == "relative" and one.start == number.end + 1))
            and not _CLAUSE_MARK.search(text, number.end, one.start)
        )
        for one in times_told(text)
    )


_TIME_BEFORE, _TIME_BEHIND = 12, 14  # characters from a value to its time
_CLAUSE_MARK = re.compile(r"[\d,.;，。；]")
