"""What a model hears beside the embedded way: questions, danger, facts; plain code decides what counts."""

from collections.abc import Callable
from pathlib import Path
from time import perf_counter
from typing import Annotated, NamedTuple, TypeVar

import structlog
from pydantic import BaseModel, Field, StringConstraints

from app.reception.errors import OutOfOrder
from app.reception.events import AlertRaised, Event, RecordExtended
from app.reception.house import House
from app.reception.listen import Turn
from app.reception.prompting import anonymous, record
from app.reception.state import Phase, State
from app.reception.team.finding import Finding
from app.reception.voices import Voice
from his_adapter.records import Level
from models.capability import Asked, Capability
from models.embedded.understanding import understand
from models.facts import Fact, Language, Record, Status, Topic, Value
from models.language.model import ModelFailed

PROMPTS = Path(__file__).parent / "prompts"
PATIENCE = 10.0  # seconds that what was found waits for the answer to be recorded
TRIES = 4
UNHEARD = frozenset({"others_data", "manipulation"})  # what is said of other people, or to the machine, goes no further
KEPT = frozenset({Topic.FINDING, Topic.CONDITION, Topic.MEDICINE, Topic.ALLERGY})
Found = TypeVar("Found")
Short = Annotated[str, StringConstraints(strip_whitespace=True, max_length=160)]

log = structlog.get_logger(__name__)


class Queries(Value):
    questions: tuple[Short, ...] = Field(max_length=3)


class Danger(Value):
    danger: bool
    quote: Short


class Told(Value):
    quote: Short
    plain: Short


class Extracted(Value):
    told: tuple[Told, ...] = Field(max_length=6)


class Utterance(NamedTuple):
    """The question to each: the turn, and what the embedded way made of it."""

    turn: Turn
    embedded: tuple[str, ...] = ()


def _asked(utterance: Utterance) -> Asked:
    turn = utterance.turn
    talk = "\n".join(anonymous(line.text) for line in turn.before.lines[-4:])
    return Asked(
        language=turn.language, blanks={"text": anonymous(turn.text), "talk": talk or "-", "record": record(turn)}
    )


def _danger(utterance: Utterance, reply: BaseModel) -> str:
    """The words that sound dangerous, verbatim; empty when none do. A quote nobody said is an error."""
    assert isinstance(reply, Danger)  # noqa: S101 for the type checker: it is this capability's answer
    if reply.danger and (not reply.quote or reply.quote not in utterance.turn.text):
        raise ValueError("not the patient's words")
    return reply.quote if reply.danger else ""


def _extracted(utterance: Utterance, reply: BaseModel) -> Record:
    """The facts in what was told, as our own lists know them; what they do not know is left to the embedded way."""
    assert isinstance(reply, Extracted)  # noqa: S101
    turn = utterance.turn
    known = {fact.name for fact in turn.record}
    facts: dict[tuple[Topic, str], Fact] = {}
    for told in reply.told:
        if not told.quote or told.quote not in turn.text:
            raise ValueError("not the patient's words")
        for fact in understand(told.plain, language=turn.language).facts:
            if fact.topic in KEPT and fact.status is Status.PRESENT and fact.name not in known:
                facts[fact.name] = fact.model_copy(update={"quote": told.quote, "turn": turn.number})
    return tuple(facts.values())


def _queries(utterance: Utterance, reply: BaseModel) -> tuple[str, ...]:
    assert isinstance(reply, Queries)  # noqa: S101
    return tuple(question for question in reply.questions if question)


QUERY_GENERATION: Capability[Utterance, tuple[str, ...]] = Capability(
    name="query_generation",
    embedded=lambda utterance: utterance.embedded,
    asked=_asked,
    prompts=PROMPTS,
    answer=Queries,
    accepted=_queries,
    tokens=160,
)
DANGER: Capability[Utterance, str] = Capability(
    name="danger",
    embedded=lambda utterance: "",  # the red flags, which have spoken already
    asked=_asked,
    prompts=PROMPTS,
    answer=Danger,
    accepted=_danger,
    tokens=80,
)
EXTRACTION: Capability[Utterance, Record] = Capability(
    name="extraction",
    embedded=lambda utterance: (),  # what was understood is in the record already
    asked=_asked,
    prompts=PROMPTS,
    answer=Extracted,
    accepted=_extracted,
    tokens=200,
)


def asked_again(house: House, turn: Turn, findings: tuple[Finding, ...]) -> tuple[Finding, ...]:
    """The questions to look up in the model's words, where the embedded way heard any or perhaps one."""
    if house.models.assigned(QUERY_GENERATION.name) is None or not any(finding.asks for finding in findings):
        return findings
    asks = tuple(ask for finding in findings for ask in finding.asks)
    began = perf_counter()
    answered = house.models.ask(QUERY_GENERATION, Utterance(turn, asks))
    waited = round(1000 * (perf_counter() - began), 1)
    log.info("asked_again", session=turn.session_id, turn=turn.number, by=answered.by, waited_ms=waited)
    first = next(place for place, finding in enumerate(findings) if finding.asks)
    return tuple(
        finding.model_copy(update={"asks": (answered.answer or asks) if place == first else ()})
        if finding.asks
        else finding
        for place, finding in enumerate(findings)
    )


def start(house: House, turn: Turn, findings: tuple[Finding, ...], voice: Voice) -> None:
    """Danger and facts, looked for while the nurse thinks; recorded after her answer, they serve the next turn."""
    if any(finding.what in UNHEARD for finding in findings):
        return
    if turn.option is not None or not turn.text or turn.heard_by.phase in (Phase.EMERGENCY, Phase.PRIVATE):
        return
    if house.models.assigned(DANGER.name) is not None:
        house.models.later(lambda: _look(house, turn, voice, DANGER, lambda quote: _alarm(house, turn, quote)))
    if house.models.assigned(EXTRACTION.name) is not None:
        house.models.later(lambda: _look(house, turn, voice, EXTRACTION, lambda facts: _extends(turn, facts)))


def _look(
    house: House,
    turn: Turn,
    voice: Voice,
    capability: Capability[Utterance, Found],
    events: Callable[[Found], Callable[[State], tuple[Event, ...]]],
) -> None:
    try:
        found = house.models.attempt(capability, Utterance(turn)).answer
    except ModelFailed:
        return  # traced already; the embedded way has answered
    if not found:
        return
    voice.wait_until_over(PATIENCE)
    for _ in range(TRIES):
        state = house.log.state(turn.session_id)
        new = () if state.closed or turn.number in state.undone else events(found)(state)
        try:
            if new:
                house.log.append(turn.session_id, new, after=state.sequence, at=house.now())
                log.info("second_look", session=turn.session_id, turn=turn.number, capability=capability.name)
        except OutOfOrder:
            continue
        return


def _alarm(house: House, turn: Turn, quote: str) -> Callable[[State], tuple[Event, ...]]:
    """A call for a nurse, who alone can clear it; none when one is waited for already."""

    def events(state: State) -> tuple[Event, ...]:
        if state.person_called or any(alert.raised.rule for alert in state.open_alerts):
            return ()
        reason = {Language.ZH: "语言模型听出可能有危险", Language.EN: "The language model hears danger"}
        return (
            AlertRaised(
                alert_id=house.new_id(), rule=0, level=Level.C, route="", reason=reason, quote=quote, turn=turn.number
            ),
        )

    return events


def _extends(turn: Turn, facts: Record) -> Callable[[State], tuple[Event, ...]]:
    def events(state: State) -> tuple[Event, ...]:
        known = {fact.name for fact in state.record}
        new = tuple(fact for fact in facts if fact.name not in known)
        return (RecordExtended(turn=turn.number, facts=new),) if new else ()

    return events
