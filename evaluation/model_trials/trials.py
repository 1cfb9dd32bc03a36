"""What is measured of each capability: how a case becomes its question, and when an answer is right."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Generic, NamedTuple, TypeVar

import yaml

from app.reception.consult import consult
from app.reception.events import Entry
from app.reception.guard.faults import Ground
from app.reception.guard.guarded import Guarded
from app.reception.interaction import speak
from app.reception.listen import Turn, Utterance, listen
from app.reception.look_up import look_up
from app.reception.prompting import interaction, line_of
from app.reception.reception import Reception
from app.reception.second_look import DANGER, EXTRACTION, QUERY_GENERATION
from app.reception.second_look import Utterance as Heard
from app.reception.voice import INTERACTION, ground_of
from models.capability import Asked, Capability
from models.facts import Language, Record

Q = TypeVar("Q")
A = TypeVar("A")
Case = Mapping[str, Any]
CASES = Path(__file__).parent / "cases"


@dataclass(frozen=True)
class Trial(Generic[Q, A]):
    """`question` puts a case to the capability; each of `scores` says of an answer whether it is right.

    The cases are `cases/NAME.yaml`, NAME being the capability's. The embedded way answers through the same function as
    the model, so `scores` count what either brings together with what the turn holds already.
    """

    capability: Capability[Q, A]
    question: Callable[[Reception, Case], Q]
    scores: Mapping[str, Callable[[Case, Q, A], bool]]

    def cases(self, language: Language) -> list[Case]:
        return [case for case in _cases(self.capability.name) if case["language"] == language]


@cache
def _cases(name: str) -> list[Case]:
    cases: list[Case] = yaml.safe_load((CASES / f"{name}.yaml").read_text(encoding="utf-8"))
    return cases


def turn_of(desk: Reception, case: Case) -> Turn:
    """The case's `text` as it is heard in a reception in which `said` was told before it."""
    state = desk.start(kiosk="simulated", language=Language(case["language"]), entry=Entry.UNWELL)
    desk.consent(state.session_id, agreed=True)
    state = desk.as_guest(state.session_id)
    for text in case.get("said", ()):
        state = desk.take_turn(state.session_id, _utterance(state.session_id, state.turns + 1, text))
    return listen(desk.house, state, _utterance(state.session_id, state.turns + 1, case["text"]))


def _utterance(session_id: str, number: int, text: str) -> Utterance:
    return Utterance(turn_id=f"{session_id}-{number}", number=number, text=text)


class Line(NamedTuple):
    """What the nurse is to say, with what the guard holds it against."""

    asked: Asked
    embedded: str
    ground: Ground


def _line(desk: Reception, case: Case) -> Line:
    house, turn = desk.house, turn_of(desk, case)
    findings = consult(turn)
    known = look_up(house, turn, findings)
    said = speak(house, turn, findings, known)
    line = line_of(said)
    return Line(interaction(house, turn, findings, line), line.text, ground_of(house, turn, known, said))


def _fits(case: Case, line: Line, reply: str) -> bool:
    """The guard has nothing to cut, to add or to put in its place."""
    guard = Guarded(line.ground)
    guard.feed(reply)
    return guard.end().strip(" .。") == " ".join(reply.split()).strip(" .。") and not guard.faults


def _takes_up(case: Case, line: Line, reply: str) -> bool:
    return any(word.lower() in reply.lower() for word in case["hears"])


def heard(desk: Reception, case: Case) -> Heard:
    """The question to everything that listens beside the turn."""
    turn = turn_of(desk, case)
    return Heard(turn, tuple(ask for finding in consult(turn) for ask in finding.asks))


def _finds(case: Case, utterance: Heard, questions: tuple[str, ...]) -> bool:
    """Every question asked is among those put, and none is put where none was asked."""
    put = " ".join(questions).lower()
    return all(any(word in put for word in words) for words in case["asks"]) and bool(questions) == bool(case["asks"])


def _alarms(case: Case, utterance: Heard, quote: str) -> bool:
    """A nurse comes, for a red flag or for what was answered, where and only where she has to."""
    return bool(utterance.turn.flags or quote) is bool(case["danger"])


def _records(case: Case, utterance: Heard, facts: Record) -> bool:
    codes = {fact.code for fact in (*utterance.turn.record, *facts)}
    told = all(codes & set(fact.split("|")) for fact in case["facts"])
    return told and not codes & set(case.get("none", ()))


TRIALS: tuple[Trial[Any, Any], ...] = (
    Trial(INTERACTION, _line, {"said as it comes": _fits, "takes up what was said": _takes_up}),
    Trial(QUERY_GENERATION, heard, {"": _finds}),
    Trial(DANGER, heard, {"": _alarms}),
    Trial(EXTRACTION, heard, {"": _records}),
)
