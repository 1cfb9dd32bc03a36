"""What a second look at an utterance is: it may add to what the embedded way noticed, never take away."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Annotated, Any, NamedTuple, TypeVar, cast

from pydantic import BaseModel, StringConstraints

from app.reception.anonymity import anonymous, said
from app.reception.listen import Turn
from app.reception.prompting import NOTHING, record
from app.reception.second_look.own_words import holds_now, own_words
from app.reception.team.finding import Finding, Specialist
from app.reception.wording import pick
from models.capability import Asked, Capability
from models.facts import Fact, Person, Record, Value

PROMPTS = Path(__file__).parents[1] / "prompts"
LINES = 4  # of the talk, the newest
# TOKENS hold whatever fits a schema of these: no answer is cut by its length.
TOKENS = 800
Short = Annotated[str, StringConstraints(strip_whitespace=True, max_length=60)]
A = TypeVar("A")
R = TypeVar("R", bound=BaseModel)


@dataclass(frozen=True)
class Utterance:
    """The question to each: the turn, and the questions that the embedded way heard in it."""

    turn: Turn
    embedded: tuple[str, ...] = ()

    @cached_property
    def asked(self) -> Asked:
        """The words for the prompts' blanks, without anything that says who the patient is; the same for every look."""
        turn = self.turn
        talk = "\n".join(said(line) for line in turn.before.lines[-LINES:])
        question = anonymous(turn.question.text[turn.language]) if turn.question else ""
        blanks = {
            "text": anonymous(turn.text),
            "talk": talk or "-",
            "record": record(turn),
            "question": question or pick(NOTHING, turn.language),
        }
        return Asked(language=turn.language, blanks=blanks)

    def own(self, quote: str) -> str:
        """The patient's words that `quote` stands for, as they stand in the utterance; else empty."""
        return own_words(quote, self.turn.text)

    def holds(self, quote: str) -> bool:
        """Whether the patient says `quote`, of themselves and of now."""
        return holds_now(quote, self.turn.text, self.turn.language)


class Noticed(Value):
    """What an utterance adds: facts and the person's for the record, findings for nurse, doctor and board."""

    facts: Record = ()
    person: Person | None = None
    findings: tuple[Finding, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.facts or self.person or self.findings)


class Look(NamedTuple):
    """`worth`: whether this turn can hold anything of the kind; a call that cannot find anything is not made."""

    capability: Capability[Utterance, Noticed]
    worth: Callable[[Turn], bool] = lambda turn: True


def capability(
    name: str,
    answer: type[R],
    accepted: Callable[[Utterance, R], A],
    *,
    embedded: Callable[[Utterance], A],
    asked: Callable[[Utterance], Asked] = lambda utterance: utterance.asked,
) -> Capability[Utterance, A]:
    """A capability over one utterance. `accepted` is where plain code decides what of a model's answer counts."""
    return Capability(
        name=name,
        embedded=embedded,
        asked=asked,
        prompts=PROMPTS,
        answer=answer,
        accepted=cast(Callable[[Utterance, Any], A], accepted),
        tokens=TOKENS,
    )


def noticed(finding: Finding | None, facts: Record = ()) -> Noticed:
    return Noticed(facts=facts, findings=(finding,) if finding else ())


def examined(specialist: Specialist) -> Callable[[Utterance], Noticed]:
    """The embedded way of a specialist of the team."""
    return lambda utterance: noticed(specialist.examine(utterance.turn))


def adds(fact: Fact, record: Record) -> bool:
    """Whether the record gains by it: a name it does not hold, or a dose it lacks."""
    held = next((one for one in record if one.name == fact.name), None)
    return held is None or (held.details.value is None and fact.details.value is not None)
