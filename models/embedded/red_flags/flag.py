"""An emergency rule that holds: what is said of it, to the patient and to those who come."""

from functools import cache
from pathlib import Path
from typing import Any

import yaml

from models.embedded.red_flags.rules import UPGRADED, Entry, table
from models.facts import Language, Value

LEVELS = "ABCPI"  # worst first
_QUOTES_AT_MOST = 3


class RedFlag(Value):
    """A rule that holds. `screen` is what the kiosk may say, `reason` is for the board only."""

    rule: int
    level: str
    private: bool
    route: str  # specialty code
    quote: str  # the patient's words
    reason: dict[Language, str]
    screen: dict[Language, str]
    tell: str
    source: str


def flag_of(entry: Entry, because: tuple[str, ...], signs: dict[str, str]) -> RedFlag:
    """The flag of a rule that holds `because` of these of the signs, in the words that told them."""
    raised = UPGRADED.get(entry.rule)
    level = raised[1] if raised and raised[0].because(signs) is not None else entry.level
    words = tuple(dict.fromkeys(signs[name] for name in because if signs[name]))
    kept = [one for one in words if not any(one != other and one in other for other in words)]
    screens = _screens()
    said_here = screens["rules"].get(entry.rule, screens["levels"][level])
    return RedFlag(
        rule=entry.rule,
        level=level,
        private=entry.private,
        route=entry.route,
        quote=" … ".join(kept[:_QUOTES_AT_MOST]),
        reason=entry.reason,
        screen={Language.ZH: said_here["zh"], Language.EN: said_here["en"]},
        tell=screens["levels"]["P" if entry.private else level]["tell"],
        source=entry.source,
    )


@cache
def _screens() -> dict[str, Any]:
    path = Path(__file__).parent / "screens.yaml"
    screens: dict[str, Any] = yaml.load(path.read_text("utf-8"), Loader=yaml.CSafeLoader)
    return screens


def of_rule(rule: int, quote: str) -> RedFlag:
    """The flag of a rule whose sign was tapped: `quote` are the words of the tile.

    Raises KeyError where there is no such rule.
    """
    return flag_of(table()[rule], (_TAPPED,), {_TAPPED: quote})


_TAPPED = "tapped"  # the words of a tile, as a sign


def urgency(flag: RedFlag) -> tuple[int, bool, int]:
    """Worst level first; within it what is private, so that no other alarm puts it on the screen."""
    return LEVELS.index(flag.level), not flag.private, flag.rule
