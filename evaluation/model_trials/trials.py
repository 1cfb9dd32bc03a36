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
from app.reception.second_look.beside import LOOKS
from app.reception.second_look.look import Look, Noticed
from app.reception.second_look.look import Utterance as Heard
from app.reception.second_look.questions import QUERY_GENERATION
from app.reception.voice import INTERACTION, ground_of
from models.capability import Asked, Capability
from models.facts import Language

Q = TypeVar("Q")
A = TypeVar("A")
Case = Mapping[str, Any]
CASES = Path(__file__).parent / "cases"


@dataclass(frozen=True)
class Trial(Generic[Q, A]):
    """`question` puts a case to the capability; each of `scores` says of an answer whether it is right.

    Its cases are those that have `key`, in all the files of `cases`. Both ways are scored alike; of
    a second look what counts is the answer together with what the embedded way noticed, as in a reception.
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
    entry = Entry.FOLLOW_UP if "patient" in case else Entry.UNWELL
    state = desk.start(kiosk="simulated", language=Language(case["language"]), entry=entry)
    desk.consent(state.session_id, agreed=True)
    if who := case.get("patient"):
        state = desk.identify(state.session_id, number=who["number"], name=None, birth_date=who["birth_date"])
    else:
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


def _noticed(look: Look) -> Callable[[Case, Heard, Noticed], bool]:
    """Every code and kind of finding expected is noticed; nothing at all where none is expected."""

    def right(case: Case, utterance: Heard, answer: Noticed) -> bool:
        expected, ours = case[look.capability.name], look.capability.embedded(utterance)
        found = {fact.code for fact in (*ours.facts, *answer.facts)}
        found |= {finding.what for finding in (*ours.findings, *answer.findings)}
        person = answer.person or ours.person
        found |= {name for name, value in person if value is not None} if person else set()
        return all(found & set(one.split("|")) for one in expected) if expected else not found

    return right


TRIALS: tuple[Trial[Any, Any], ...] = (
    Trial("hears", INTERACTION, _line, {"said as it comes": _fits, "takes up what was said": _takes_up}),
    Trial("asks", QUERY_GENERATION, heard, {"": _finds}),
    *(Trial(look.capability.name, look.capability, heard, {"": _noticed(look)}) for look in LOOKS),
)
