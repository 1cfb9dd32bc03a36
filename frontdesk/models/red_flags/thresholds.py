"""From which chance words alarm, and from which danger is asked about: the one place where either is decided.

Each set of other people's words that `python -m frontdesk.evaluation.danger` reads is split in two. The chances were
lowered as far as, of the first half, at most 2 in 100 ordinary complaints alarm and 40 in 100 are asked about
danger; the second half is reported in docs/decisions/0006-emergencies-in-other-words.md. Of the words alone, whoever
says them.
"""

from collections.abc import Collection
from typing import NamedTuple

from frontdesk.models.facts import Language
from frontdesk.models.knowledge.load import knowledge


class Alarm(NamedTuple):
    """The chances from which a text alarms."""

    sure: float  # of any emergency
    supported: float  # of the rules that the words name a part of, together
    outright: float  # of any emergency, where the words say what makes a rule hold
    of_its_rule: float  # of that rule itself


TOLD = Alarm(sure=0.8, supported=0.4, outright=0.3, of_its_rule=0.1)
CRY = Alarm(sure=0.6, supported=0.4, outright=0.3, of_its_rule=0.03)  # of a text no longer than a cry for help
TOGETHER = Alarm(sure=0.94, supported=0.94, outright=0.5, of_its_rule=0.5)  # of several: ordinary talk adds up as well
NAMES = Alarm(sure=0.93, supported=0.93, outright=0.5, of_its_rule=0.5)  # where names were asked for
SHORT = {Language.ZH: 16, Language.EN: 40}  # characters of a cry for help, or of a complaint with nothing told of it

OF_ONE = 0.2  # of the likeliest rule: words that may be of every danger alarm for none, and danger is asked about
UNNAMED = 0.35  # of the likeliest rule, where the words name nothing of its own
SHARED = 9  # rules, from which on what so many of them look at (a fever) is none of them's own
VALUES_FROM = 0.2  # of any emergency, where the words hold values in the danger range: it alarms
ASKED = 0.06  # of the rules that the complaint supports, together: danger is asked about
POSSIBLE = 0.05  # of one rule that the complaint supports: its sign is asked about; a model's hearing of it is kept
ASKED_OF_RULE = 0.02  # of one rule, where no complaint is named whose own signs could be asked about
LATER = 0.2  # of one rule, though the complaint does not support it, or danger has been asked about before


def alarm(text: str, language: Language, *, cries: bool) -> Alarm:
    """What holds for the text; `cries`: it answers no question for a name, so a short one may be a cry for help."""
    if not cries:
        return NAMES
    return CRY if len(text) <= SHORT[language] else TOLD


def asks(text: str, chance: float, language: Language, complaints: Collection[str]) -> bool:
    """Whether danger is asked about, by the words' chance of any emergency and what is complained of.

    Of a complaint of high risk always where few words, or none, tell more of it.
    """
    bare = len(text) <= SHORT[language]
    return chance >= ASKED or (bare and not knowledge().high_risk.isdisjoint(complaints))
