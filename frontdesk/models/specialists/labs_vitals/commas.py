"""What a comma between digits is in a value: a decimal point, a mark of thousands, or between two values."""

import re
from collections.abc import Sequence

from frontdesk.models.specialists.labs_vitals.catalogue import Test, tests
from frontdesk.models.specialists.labs_vitals.told import PRESSURE, SYSTOLIC, Mention
from frontdesk.models.specialists.labs_vitals.units import DOSE, believable, unit_after

COMMA = re.compile(r"(?<![\d.,，])(?P<whole>\d+)(?P<comma>[,，])(?P<rest>\d+)(?!\d|[.,，]\d)")
REACH = 40  # characters from the name of a test to its value
POINT, THOUSANDS, BETWEEN = ".", ",", "、"


def settled(text: str, mentions: Sequence[Mention]) -> str:
    """`text`, as long as it was, with the commas inside values of the tests it names written so that one can tell."""
    return COMMA.sub(lambda match: _written(text, match, mentions), text)


def _written(text: str, match: re.Match[str], mentions: Sequence[Mention]) -> str:
    named = next((m for m in reversed(mentions) if m.end <= match.start() <= m.end + REACH), None)
    test = tests().get(SYSTOLIC if named and named.test == PRESSURE else named.test) if named else None
    if named is None or test is None or test.answers:
        return match[0]
    unit, _ = unit_after(text, match.end())
    known = unit if unit not in (None, DOSE) and test.has_unit(unit or "") else None
    first = not re.search(r"\d", text[named.end : match.start()])
    sign = _meant(test, match["whole"], match["rest"], known)
    return match[0] if match["comma"] == "，" and not first else f"{match['whole']}{sign}{match['rest']}"


def _meant(test: Test, whole: str, rest: str, unit: str | None) -> str:
    """By which reading can be a value of the test; what could be two values is, where it has no decimals."""
    two = believable(test, float(whole), unit) and believable(test, float(rest), unit) and int(whole) >= 10
    if len(rest) == 3 and 1 <= len(whole) <= 3 and whole[0] != "0":
        if rest.endswith("00") or believable(test, float(whole + rest), unit):
            return THOUSANDS
        return BETWEEN if two else POINT
    if len(rest) < 2:
        return BETWEEN if test.whole and two else POINT
    return BETWEEN if two and (test.whole or unit is None) else POINT
