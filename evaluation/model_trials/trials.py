"""What is measured of each capability: how a case becomes its question, and when an answer is right."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Generic, NamedTuple, TypeVar

import yaml

from app.reception.guard.faults import Ground
from app.reception.guard.guarded import Guarded
from app.reception.reception import Reception
from app.reception.session.events import Entry
from app.reception.turn.consult import consult
from app.reception.turn.decide import decide
from app.reception.turn.listen import Turn, Utterance, listen
from app.reception.turn.look_up import look_up
from app.reception.turn.prompting import interaction, line_of
from app.reception.turn.voice import INTERACTION, ground_of
from models.capability import Asked, Capability
from models.facts import Language

Q = TypeVar("Q")
A = TypeVar("A")
Case = Mapping[str, Any]
CASES = Path(__file__).parent / "cases"


@dataclass(frozen=True)
class Trial(Generic[Q, A]):
    """`question` puts a case to the capability; each of `scores` says of an answer whether it is right.

    Its cases are those that have `key`, in all the files of `cases`. Both ways are scored alike.
    """

    key: str
    capability: Capability[Q, A]
    question: Callable[[Reception, Case], Q]
    scores: Mapping[str, Callable[[Case, Q, A], bool]]

    def cases(self, language: Language) -> list[Case]:
        return [case for case in _cases() if self.key in case and case["language"] == language]


@cache
def _cases() -> list[Case]:
    return [case for file in sorted(CASES.glob("*.yaml")) for case in yaml.safe_load(file.read_text(encoding="utf-8"))]


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
    said = decide(house, turn, findings, known)
    line = line_of(said)
    return Line(interaction(house, turn, findings, line), line.text, ground_of(house, turn, known, said))


def _fits(case: Case, line: Line, reply: str) -> bool:
    """The guard has nothing to cut, to add or to put in its place."""
    guard = Guarded(line.ground)
    guard.feed(reply)
    return guard.end().strip(" .。") == " ".join(reply.split()).strip(" .。") and not guard.faults


def _takes_up(case: Case, line: Line, reply: str) -> bool:
    return any(word.lower() in reply.lower() for word in case["hears"])


TRIALS: tuple[Trial[Any, Any], ...] = (
    Trial("hears", INTERACTION, _line, {"said as it comes": _fits, "takes up what was said": _takes_up}),
)
