"""Values told in a way the embedded ear misses: a model says which test, plain code reads and judges the number."""

from typing import Literal

from pydantic import Field

from app.reception.listen import Turn
from app.reception.second_look.look import Look, Noticed, Short, Utterance, capability, examined, noticed
from app.reception.team import labs
from app.reception.team.case import case_of
from models.embedded.specialists.labs_vitals import judge
from models.embedded.specialists.labs_vitals.readings import hear
from models.embedded.specialists.labs_vitals.spoken import numbers
from models.embedded.specialists.labs_vitals.told import Reading
from models.facts import Value


class Measured(Value):
    quote: Short
    test: Short
    number: Short
    unit: Short
    when: Literal["now", "before"]
    whose: Literal["patient", "other"]


class Values(Value):
    values: tuple[Measured, ...] = Field(max_length=4)


def _accepted(utterance: Utterance, reply: Values) -> Noticed:
    told = hear(utterance.turn.text)
    known = {(one.test, one.value) for one in told.readings}
    new = tuple(
        reading
        for one in reply.values
        if one.when == "now" and one.whose == "patient"
        for reading in _readings(utterance, one)
        if (reading.test, reading.value) not in known
    )
    finding = labs.gravest(judge(told._replace(readings=new), case_of(utterance.turn)))
    return noticed(finding)


def _readings(utterance: Utterance, one: Measured) -> tuple[Reading, ...]:
    """The number must be the patient's, by value ("十八点二" is 18.2); only the test's name may be the model's."""
    quote = utterance.own(one.quote)
    said, given = _values(quote), _values(one.number)
    if not given or not given <= said or not utterance.holds(quote):
        return ()
    heard = hear(f"{one.test} {one.number} {utterance.own(one.unit)}".strip())
    return tuple(one.model_copy(update={"quote": quote}) for one in heard.readings)


def _values(words: str) -> set[float]:
    return {number.value for number in numbers(words.lower())}


def _has_a_number(turn: Turn) -> bool:
    return bool(numbers(turn.text.lower()))


LABS = Look(capability("labs", Values, _accepted, embedded=examined(labs.SPECIALIST)), worth=_has_a_number)
