"""Signs that a person is needed, or that somebody reaches for another's data, in words our lists do not know."""

from enum import StrEnum
from typing import Any, Generic, TypeVar

from pydantic import Field

from app.reception.second_look.look import Look, Noticed, Short, Utterance, capability, examined
from app.reception.team import human_intervention, privacy
from app.reception.team.finding import Finding, Rank, Specialist
from models.facts import Value

K = TypeVar("K", bound=StrEnum)


class Need(StrEnum):
    WANTS_PERSON = "wants_person"
    DISTRESS = "distress"
    THREAT = "threat"
    MISUNDERSTANDS = "misunderstands"


class Attempt(StrEnum):
    OTHERS_DATA = "others_data"
    CLAIMS_TO_BE = "claims_to_be"
    MANIPULATION = "manipulation"


class Seen(Value, Generic[K]):
    sign: K
    quote: Short


class Signs(Value, Generic[K]):
    signs: tuple[Seen[K], ...] = Field(max_length=2)


def _look(specialist: Specialist, rank: Rank, answer: type[Signs[Any]]) -> Look:
    """What a sign brings is decided where it is recorded; here only whose words it rests on."""

    def accepted(utterance: Utterance, reply: Signs[Any]) -> Noticed:
        seen = {one.sign: quote for one in reply.signs if (quote := utterance.own(one.quote))}
        return Noticed(
            findings=tuple(
                Finding(specialist=specialist.name, rank=rank, what=sign.value, quote=quote[:200])
                for sign, quote in seen.items()
            )
        )

    return Look(capability(specialist.name, answer, accepted, embedded=examined(specialist)))


HUMAN_INTERVENTION = _look(human_intervention.SPECIALIST, Rank.HUMAN_INTERVENTION, Signs[Need])
# Identity is no model's to judge: what it says opens nothing, and can only make the talk more careful.
PRIVACY = _look(privacy.SPECIALIST, Rank.IDENTITY, Signs[Attempt])
