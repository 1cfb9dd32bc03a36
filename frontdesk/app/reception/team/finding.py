"""What a specialist is and what it may return."""

from collections.abc import Callable
from enum import IntEnum, StrEnum
from typing import NamedTuple

from frontdesk.app.reception.turn.utterance import Turn
from frontdesk.his_adapter.records import Text
from frontdesk.models.facts import Value
from frontdesk.models.specialists.labs_vitals.told import Measured


class Rank(IntEnum):
    """Whose finding goes first when several want the nurse's next words."""

    HUMAN_INTERVENTION = 0
    IDENTITY = 1
    EMERGENCY = 2
    MEDICATION = 3
    LABS = 4
    POLICY = 5
    CHECKLIST = 6
    NUTRITION = 7


class Wait(StrEnum):
    MUST = "must"  # fails closed: a person is called
    MAY = "may"  # left out when late or broken


class Finding(Value):
    """`quote` is what the finding rests on; `note` is for the doctor; `asks` are questions to look up.

    `takes_back`: kinds of what was found before of the same quote, and that the patient has put right.
    """

    specialist: str
    rank: Rank
    what: str
    quote: str = ""
    note: Text | None = None
    asks: tuple[str, ...] = ()
    measured: tuple[Measured, ...] = ()
    takes_back: tuple[str, ...] = ()


Findings = tuple[Finding, ...]


class Specialist(NamedTuple):
    name: str
    wait: Wait
    examine: Callable[[Turn], Finding | None]
