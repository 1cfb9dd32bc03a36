"""The words beside measured values, for those who judge by the words what a patient tells."""

import re
from collections.abc import Callable

from frontdesk.models.parsers.writing import read
from frontdesk.models.specialists.case import Patient
from frontdesk.models.specialists.labs_vitals.judgement import judge
from frontdesk.models.specialists.labs_vitals.readings import hear

_FLAG = re.compile(r"(?<=\s)(?:[HL]{1,2}|[↑↓]+)(?=\s*(?:[,，;；]|$))")


def without_values(text: str) -> str:
    """`text` without any of the values it tells, their names, units and usual ranges; as it is where it tells none."""
    return _without(text, lambda _: True)


def without_harmless(text: str) -> str:
    """`text` without the values that are as usual in an adult."""
    verdicts: dict[str, set[str | None]] = {}
    for one in judge(hear(text), Patient()):
        verdicts.setdefault(one.subject, set()).add(one.verdict)
    harmless = {name for name, found in verdicts.items() if found == {"normal"}}
    return _without(text, harmless.__contains__)


def _without(text: str, is_left_out: Callable[[str], bool]) -> str:
    places = hear(text).places
    out = {place.test for place in places if place.test and is_left_out(place.test)}
    if not out:
        return text
    writing, kept, done = read(text).text, [], 0
    for start, end, test in places:
        if test in out or test is None:
            kept.append(writing[done:start])
            done = max(done, end)
    return _FLAG.sub(" ", " ".join([*kept, writing[done:]]))
