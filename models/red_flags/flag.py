"""An emergency rule that holds: what is said of it, to the patient and to those who come."""

from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from models.facts import Language, Value
from models.red_flags.rules import UPGRADED, table

LEVELS = "ABCPI"  # worst first
QUOTE_LENGTH = 80  # characters
ELLIPSIS = " … "  # between words from several places
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


def of_rule(rule: int, quote: str, held: Iterable[str] = ()) -> RedFlag:
    """The flag of a rule, in the words that told it; what else is `held` may raise its level.

    Raises KeyError where there is no such rule.
    """
    entry = table()[rule]
    raised = UPGRADED.get(rule)
    level = raised[1] if raised and raised[0].because(tuple(held)) is not None else entry.level
    screens = _screens()
    said_here = screens["rules"].get(rule, screens["levels"][level])
    return RedFlag(
        rule=rule,
        level=level,
        private=entry.private,
        route=entry.route,
        quote=quote,
        reason=entry.reason,
        screen={Language.ZH: said_here["zh"], Language.EN: said_here["en"]},
        tell=screens["levels"]["P" if entry.private else level]["tell"],
        source=entry.source,
    )


def quoted(codes: Iterable[str], held: Mapping[str, str]) -> str:
    """The words that told these codes, each once."""
    words = tuple(dict.fromkeys(held[code] for code in codes if held[code]))
    kept = [one for one in words if not any(one != other and one in other for other in words)]
    return ELLIPSIS.join(kept[:_QUOTES_AT_MOST])


@cache
def _screens() -> dict[str, Any]:
    path = Path(__file__).parent / "screens.yaml"
    screens: dict[str, Any] = yaml.load(path.read_text("utf-8"), Loader=yaml.CSafeLoader)
    return screens


def urgency(flag: RedFlag) -> tuple[int, bool, int]:
    """Worst level first; within it what is private, so that no other alarm puts it on the screen."""
    return LEVELS.index(flag.level), not flag.private, flag.rule
