"""Query generation: the questions to the hospital's own texts, in a model's words; the policy specialist's language."""

from collections.abc import Callable
from time import perf_counter

import structlog
from pydantic import Field

from app.reception.house import House
from app.reception.listen import Turn
from app.reception.second_look.look import Short, Utterance, capability
from app.reception.team.finding import Finding
from models.capability import Capability
from models.facts import Value

log = structlog.get_logger(__name__)


class Queries(Value):
    questions: tuple[Short, ...] = Field(max_length=3)


QUERY_GENERATION: Capability[Utterance, tuple[str, ...]] = capability(
    "query_generation",
    Queries,
    lambda utterance, reply: tuple(question for question in reply.questions if question),
    embedded=lambda utterance: utterance.embedded,
)


def asked_again(
    house: House, turn: Turn, findings: tuple[Finding, ...], meanwhile: Callable[[], None]
) -> tuple[Finding, ...]:
    """The questions to look up in the model's words, where the embedded way heard any or perhaps one."""
    if house.models.assigned(QUERY_GENERATION.name) is None or not any(finding.asks for finding in findings):
        return findings
    asks = tuple(ask for finding in findings for ask in finding.asks)
    began = perf_counter()
    answered = house.models.ask(QUERY_GENERATION, Utterance(turn, asks), meanwhile=meanwhile)
    waited = round(1000 * (perf_counter() - began), 1)
    log.info("asked_again", session=turn.session_id, turn=turn.number, by=answered.by, waited_ms=waited)
    first = next(place for place, finding in enumerate(findings) if finding.asks)
    return tuple(
        finding.model_copy(update={"asks": (answered.answer or asks) if place == first else ()})
        if finding.asks
        else finding
        for place, finding in enumerate(findings)
    )
