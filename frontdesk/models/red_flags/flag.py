"""An emergency rule that holds: what is said of it, to the patient and to those who come."""

from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

import yaml

from frontdesk.models.facts import Language, Value
from frontdesk.models.red_flags.rules import RULES

LEVELS = "ABCPI"  # worst first
QUOTE_LENGTH = 80  # characters
ELLIPSIS = " … "  # between words from several places
_QUOTES_AT_MOST = 3


class RedFlag(Value):
    """A rule that holds. `screen` is what the kiosk may say, `reason` is for the board only."""

    rule: str
    level: str
    private: bool
    route: str  # specialty code
    quote: str  # the patient's words
    reason: dict[Language, str]
    screen: dict[Language, str]
    tell: str
    source: str


def of_rule(rule: str, quote: str, held: Iterable[str] = ()) -> RedFlag:
    """The flag of a rule, in the words that told it; what else is `held` may raise its level.

    Raises KeyError where there is no such rule.
    """
    row = RULES[rule]
    level = row.level_with(tuple(held))
    of_level = _levels()[level]
    screen = {language: of_level[language] for language in Language} if row.screen is None else row.screen.by_language
    return RedFlag(
        rule=rule,
        level=level,
        private=row.private,
        route=row.route,
        quote=quote,
        reason=row.reason,
        screen=screen,
        tell=_levels()["P" if row.private else level]["tell"],
        source=row.source,
    )


def quoted(codes: Iterable[str], held: Mapping[str, str]) -> str:
    """The words that told these codes, each once."""
    words = tuple(dict.fromkeys(held[code] for code in codes if held[code]))
    kept = [one for one in words if not any(one != other and one in other for other in words)]
    return ELLIPSIS.join(kept[:_QUOTES_AT_MOST])


@cache
def _levels() -> dict[str, dict[str, str]]:
    path = Path(__file__).parent / "levels.yaml"
    levels: dict[str, dict[str, str]] = yaml.load(path.read_text("utf-8"), Loader=yaml.CSafeLoader)
    return levels


@cache
def _places() -> dict[str, int]:
    return {slug: place for place, slug in enumerate(RULES)}


def urgency(flag: RedFlag) -> tuple[int, bool, int]:
    """Worst level first; within it what is private, so that no other alarm puts it on the screen."""
    return LEVELS.index(flag.level), not flag.private, _places()[flag.rule]
