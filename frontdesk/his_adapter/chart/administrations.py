"""Numbered doses of what is given by injection or in courses: the second injection today, cycle 3 due."""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from frontdesk.his_adapter.chart.facts import Line
from frontdesk.his_adapter.chart.lines import ORDERED, orders
from frontdesk.models.parsers.numbers import number

ORDINALS = {
    word: at
    for at, word in enumerate(
        ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"), 1
    )
}
_DOSE = r"(?:dose|injection|infusion|cycle|shot|jab)"
NUMBERED = re.compile(
    r"第\s*(?P<zh>\d{1,2}|[一二三四五六七八九十]{1,3})\s*(?:针|剂|次(?:注射|输注|化疗|给药)|周期|程|个?疗程)"
    rf"|\b(?P<th>\d{{1,2}}(?=st|nd|rd|th)|{'|'.join(ORDINALS)})(?:st|nd|rd|th)? (?:\w+ )?{_DOSE}\b"
    rf"|\b{_DOSE}s? (?:no\.? ?|number |#)?(?P<no>\d{{1,2}})\b(?! ?(?:mg|g|ml|mcg|units?|x)\b)",
    re.IGNORECASE,
)
TO_COME = re.compile(
    r"来打|再打|[后前]打|下次|预约|拟|计划|准备|将|待|未|到期|满[^，。；]{0,8}|以?前$"
    r"|\b(?:due|next|plan\w*|book\w*|will|to (?:be|have|get|come)|before|after|not|in \d|postpone\w*|delayed"
    r"|declin\w+|missed|held)\b",
    re.IGNORECASE,
)
GIVEN = re.compile(
    r"今[天日]|本次|已|打了|完成|给予|做了|\b(?:today|given|had|done|received|administered|completed|tolerated)\b",
    re.IGNORECASE,
)


class Administration(NamedTuple):
    """One numbered dose; `given`: on the day of the visit or before it, else it is to come."""

    number: int
    given: bool
    line: Line


def administrations(lines: Iterable[Line]) -> tuple[Administration, ...]:
    """Of the lines that speak of a medicine, the earliest that tells of each dose; a dose once given stays given."""
    found: dict[int, Administration] = {}
    for one in sorted((each for line in lines for each in _of(line)), key=lambda each: each.line.at):
        known = found.get(one.number)
        if known is None or (one.given and not known.given):
            found[one.number] = one
    last = max((one.number for one in found.values() if one.given), default=0)
    return tuple(found[at] for at in sorted(found) if found[at].given or at > last)


def _of(line: Line) -> Iterator[Administration]:
    for clause in orders(line.text):
        for match in NUMBERED.finditer(clause):
            said = match["zh"] or match["th"] or match["no"]
            count = ORDINALS.get(said.lower()) or number(said)
            if count:
                given = GIVEN.search(clause) is not None and not TO_COME.search(clause)
                given = given or (line.field not in ORDERED and not TO_COME.search(clause))
                yield Administration(int(count), given, line)
