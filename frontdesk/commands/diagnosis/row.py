"""One line of the diagnosis, and what each look is given."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from frontdesk.app.settings import Settings
from frontdesk.models.facts import Value


class State(StrEnum):
    OK = "ok"
    OFF = "off"  # not set up, which may be meant
    LOOK = "look"  # works, and somebody should look at it
    FAULT = "fault"


class Row(Value):
    """Of `told` and `todo` none holds a secret, a name of a person or a word of a patient: they go to the support."""

    part: str
    state: State
    told: str
    todo: str = ""


@dataclass(frozen=True)
class Given:
    """`environment`: what is set beside the settings. `time_server`: an NTP server to ask; empty for none."""

    settings: Settings
    environment: Mapping[str, str]
    now: datetime
    time_server: str = ""


def ok(part: str, told: str) -> Row:
    return Row(part=part, state=State.OK, told=told)


def off(part: str, told: str) -> Row:
    return Row(part=part, state=State.OFF, told=told)


def look(part: str, told: str, todo: str) -> Row:
    return Row(part=part, state=State.LOOK, told=told, todo=todo)


def fault(part: str, told: str, todo: str) -> Row:
    return Row(part=part, state=State.FAULT, told=told, todo=todo)
