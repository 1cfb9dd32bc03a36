"""What an utterance says was measured: the values that the readers of this package share."""

from typing import Literal, NamedTuple

from frontdesk.models.facts import Language, Value

PRESSURE, SYSTOLIC, DIASTOLIC = "blood pressure", "systolic blood pressure", "diastolic blood pressure"
TEMPERATURE, GLUCOSE = "body temperature", "glucose"
PRESSURE_WORDS = ("血压", "blood pressure", "bp", "b p", "b.p", "pressures", "pressure reading")

# Where a word of Latin letters begins and ends beside the letters of any alphabet; Chinese characters are no letters.
_LETTER = r"[^\W\d_\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]"
WORD_BEGINS, WORD_ENDS = rf"(?<!{_LETTER})(?<![\u0300-\u036f])", rf"(?!{_LETTER}|[\u0300-\u036f])"

Bound = Literal["under", "over"]


LETTERS = 2  # at most, in a symbol of a test that may be the label of something else: K, Na, T


class Reading(Value):
    """One value. `unit` is None when unsaid, "?" for one the test does not have; `before`: of an earlier time.

    `age`: how many days ago it was, as far as its order among several tells.
    `bound`: the value is not this but under or over it.
    `second` is the diastolic pressure when two came together. `answer` instead of a value: positive or negative.
    """

    test: str
    value: float = 0.0
    second: float | None = None
    unit: str | None = None
    state: str | None = None
    before: bool = False
    age: float = 0.0
    bound: Bound | None = None
    answer: bool | None = None
    quote: str


class Measured(Value):
    """One number that was told of a test, believable and of now: `test` by its English name, `unit` as told."""

    test: str
    value: float
    unit: str
    bound: Bound | None = None
    quote: str


class Mention(NamedTuple):
    start: int
    end: int
    test: str


class Heard(NamedTuple):
    """`asked` are the tests spoken of without a value; `places` where what was measured stands."""

    language: Language
    text: str
    readings: tuple[Reading, ...]
    asked: tuple[str, ...]
    places: "tuple[Place, ...]" = ()


class Place(NamedTuple):
    """Where a name, a value with its unit or a usual range stands; the range of no test by itself."""

    start: int
    end: int
    test: str | None
