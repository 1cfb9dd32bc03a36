"""Bone density told site by site, "T-score: L1-4 -2.6, hip -1.9": the digits of a label are no value."""

import re

from frontdesk.models.facts import Language
from frontdesk.models.specialists.labs_vitals.spoken import Number
from frontdesk.models.specialists.labs_vitals.told import Mention, Reading

DENSITY = "bone density t-score"
SITES = {
    "lumbar spine t-score": r"l ?\d ?[-~至到] ?l?\d|l-?spine|lumbar(?: spine)?|spine|腰椎",
    "femoral neck t-score": r"(?:left |right |l |r )?(?:femoral neck|fn|neck)|[左右]?侧?股骨颈",
    "total hip t-score": r"(?:left |right |l |r )?(?:total hip|hip|th)|[左右]?侧?(?:全?髋部?|全髋关节)",
}
_VALUE = r"(?P<value>[-+]?\d+(?:\.\d+)?)(?![\d.]*\d|[-~/]\d)"
_OF_A_SITE = {
    test: re.compile(
        rf"(?<![a-z])(?:{site})(?:[（(][^）)]{{1,12}}[）)])?[\s:：为是t值scoreof=-]{{0,12}}?(?<![\d.]){_VALUE}"
    )
    for test, site in SITES.items()
}
_END = re.compile(r"[。;；\n]|\.(?!\d)")
_LOWEST = -9.0


def by_site(
    text: str, mentions: list[Mention], free: list[Number], taken: set[int], language: Language
) -> list[tuple[int, Reading]]:
    """The value of each site, and the lowest of them as the density's own, by which it is judged."""
    found: list[tuple[int, Reading]] = []
    for one in mentions:
        if one.test != DENSITY:
            continue
        stop = _END.search(text, one.end)
        here = [
            (match.start("value"), test, float(match["value"]))
            for test, shape in _OF_A_SITE.items()
            for match in shape.finditer(text, one.end, stop.start() if stop else len(text))
            if _LOWEST < float(match["value"]) < -_LOWEST
        ]
        quotes = {at: text[one.start : one.end] + " " + text[at : at + 4].strip() for at, _, _ in here}
        told = [(at, Reading(test=test, value=value, quote=quotes[at])) for at, test, value in sorted(here)]
        lowest = min(told, key=lambda each: each[1].value, default=None)
        if lowest:
            found += [(lowest[0], lowest[1].model_copy(update={"test": DENSITY})), *told]
            end = stop.start() if stop else len(text)
            taken |= {number.start for number in free if one.end <= number.start < end}
    return found
