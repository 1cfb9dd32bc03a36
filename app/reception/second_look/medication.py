"""Medicines told in a way the embedded ear misses: a model points at the words, plain code names, counts and checks."""

from typing import Literal

from pydantic import Field

from app.reception.second_look.look import Look, Noticed, Short, Utterance, adds, capability, noticed
from app.reception.team import medication
from models.embedded.specialists.case import Patient
from models.embedded.specialists.medication.spoken import hear
from models.embedded.understanding import understand
from models.embedded.understanding.medicines.medicine_names import UNKNOWN
from models.facts import Details, Fact, Language, Topic, Value


class Taken(Value):
    quote: Short
    medicine: Short  # the patient's own word for it
    amount: Short
    how_often: Short
    whose: Literal["patient", "other"]
    state: Literal["takes", "stopped", "only_asks", "allergic"]


class Medicines(Value):
    medicines: tuple[Taken, ...] = Field(max_length=4)


def _accepted(utterance: Utterance, reply: Medicines) -> Noticed:
    turn = utterance.turn
    taken = [one for one in reply.medicines if one.whose == "patient" and one.state == "takes"]
    new = tuple(fact for one in taken if (fact := _fact(utterance, one)) and adds(fact, turn.record))
    record = (*(f for f in turn.record if f.name not in {fact.name for fact in new}), *new)
    finding = medication.among(turn.model_copy(update={"record": record}), new)
    return noticed(finding, new)


def _fact(utterance: Utterance, one: Taken) -> Fact | None:
    """The medicine as our lists know it, from the patient's words for it alone; the dose stays in their words."""
    name, language = utterance.own(one.medicine), utterance.turn.language
    if not name or not utterance.holds(name):
        return None
    said = f"我在吃{name}" if language is Language.ZH else f"I take {name}"
    fact = next((fact for fact in understand(said, language=language).facts if fact.topic is Topic.MEDICINE), None)
    if fact is None and hear(said, Patient()).spoken:  # close to a name on our lists: kept as they say it
        fact = Fact(topic=Topic.MEDICINE, code=f"{UNKNOWN}{name}", quote=name)
    dose = " ".join(words for part in (one.amount, one.how_often) if (words := utterance.own(part)))
    return fact and fact.model_copy(
        update={"quote": name, "turn": utterance.turn.number, "details": Details(value=dose or None)}
    )


def _embedded(utterance: Utterance) -> Noticed:
    turn = utterance.turn
    told = turn.extension.facts if turn.extension else ()
    return noticed(medication.examine(turn), tuple(fact for fact in told if fact.topic is Topic.MEDICINE))


MEDICATION = Look(capability("medication", Medicines, _accepted, embedded=_embedded))
