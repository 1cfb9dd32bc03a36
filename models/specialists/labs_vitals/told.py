"""What an utterance says was measured: the values that the readers of this package share."""

from typing import NamedTuple

from models.facts import Language, Value

PRESSURE, SYSTOLIC, DIASTOLIC = "blood pressure", "systolic blood pressure", "diastolic blood pressure"
TEMPERATURE, GLUCOSE = "body temperature", "glucose"
PRESSURE_WORDS = ("血压", "blood pressure", "bp", "b p", "b.p", "pressures", "pressure reading")


class Reading(Value):
    """One value. `unit` is None when unsaid, "?" for one the test does not have; `before`: of an earlier time.

    `second` is the diastolic pressure when two came together. `answer` instead of a value: positive or negative.
    """

    test: str
    value: float = 0.0
    second: float | None = None
    unit: str | None = None
    state: str | None = None
    before: bool = False
    answer: bool | None = None
    quote: str


class Mention(NamedTuple):
    start: int
    end: int
    test: str


class Heard(NamedTuple):
    """`asked` are the tests spoken of without a value."""

    language: Language
    text: str
    readings: tuple[Reading, ...]
    asked: tuple[str, ...]
