"""What somebody comes for that is no complaint: a repeat prescription, a report, an appointment made before."""

import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

import yaml

from frontdesk.models import parsers
from frontdesk.models.facts import Topic
from frontdesk.models.knowledge.load import knowledge
from frontdesk.models.mentions import mentions

REPEAT = "repeat_prescription"
FOLLOW_UP_VISIT = "follow_up_visit"
VISITS = frozenset({"appointment_made", FOLLOW_UP_VISIT})  # of which department is what matters
REPORTS = frozenset({"read_report", "collect_report"})
PURPOSES = frozenset({REPEAT, *VISITS, *REPORTS})
VAGUE = frozenset({"unwell", "pain_somewhere"})
MORE = re.compile(r"\b(?:more|another|refill|out of|renew)\b|再(?:开|配|拿)", re.I)  # of a medicine by its name


class Purpose(NamedTuple):
    code: str
    words: str  # the patient's


def purpose_of(text: str) -> Purpose | None:
    """What the words plainly come for; None where they tell of a trouble as well."""
    plain = parsers.normalise(text)
    asked = _asked_for(plain)
    rest = plain.replace(asked.words, " ") if asked else plain  # "out of my blood pressure tablets" names no trouble
    named = [one for one in mentions(rest) if not one.denied]
    if any(one.topic is Topic.FINDING and one.code not in VAGUE for one in named):
        return None
    listed = (one for one in named if one.code in PURPOSES & knowledge().findings.keys())
    return asked or next((Purpose(one.code, one.words) for one in listed), None)


def _asked_for(plain: str) -> Purpose | None:
    """Medicine or a report, in whatever words it is asked for."""
    for code, asks in _patterns().items():
        if (found := asks.search(plain.lower())) is not None:
            return Purpose(code, plain[found.start() : found.end()])
    more = MORE.search(plain)
    named = parsers.medicines(plain[more.start() :]) if more else ()
    return Purpose(REPEAT, plain[more.start() :].strip(" .?!。？！")) if more and named else None


@cache
def _patterns() -> dict[str, re.Pattern[str]]:
    lists = yaml.safe_load(Path(__file__).with_suffix(".yaml").read_text("utf-8"))
    return {code: re.compile("|".join(patterns)) for code, patterns in lists.items()}
