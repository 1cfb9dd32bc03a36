"""Facts the embedded way did not hear, said again by a model in words that our own lists know."""

from pydantic import Field

from app.reception.second_look.look import Look, Noticed, Short, Utterance, capability
from models.embedded.understanding import understand
from models.facts import Fact, Status, Topic, Value

KEPT = frozenset({Topic.FINDING, Topic.CONDITION, Topic.MEDICINE, Topic.ALLERGY})


class Told(Value):
    quote: Short
    plain: Short


class Extracted(Value):
    told: tuple[Told, ...] = Field(max_length=4)


def _accepted(utterance: Utterance, reply: Extracted) -> Noticed:
    turn = utterance.turn
    known = {fact.name for fact in turn.record}
    facts: dict[tuple[Topic, str], Fact] = {}
    for told in reply.told:
        quote = utterance.own(told.quote)
        if not quote or not utterance.holds(quote):
            continue
        for fact in understand(told.plain, language=turn.language).facts:
            if fact.topic in KEPT and fact.status is Status.PRESENT and fact.name not in known:
                facts[fact.name] = fact.model_copy(update={"quote": quote, "turn": turn.number})
    return Noticed(facts=tuple(facts.values()))


def _embedded(utterance: Utterance) -> Noticed:
    """What was understood, which is in the record already."""
    extension = utterance.turn.extension
    return Noticed(facts=extension.facts if extension else ())


EXTRACTION = Look(capability("extraction", Extracted, _accepted, embedded=_embedded))
