"""One simulated conversation: a patient made from a record meets the reception, whose nurse a supervisor guides.

The nurse is the reception itself, with its own prompts, checks and guard (`app.reception`): what she is asked and what
she answers are rows to learn from as they stand. What SFMSS adds for the teacher alone, the action, the supervisor's advice
and the true department, stands behind her prompt while she answers and is left out of the row.
"""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from datetime import date
from typing import Protocol

from app.reception.reception import Reception
from app.reception.session.events import Entry, NurseSaid
from app.reception.session.state import Phase, State
from app.reception.turn.utterance import Utterance
from models.facts import Language
from models.knowledge.load import knowledge
from models.language.in_threads import InThreads
from models.language.model import ModelFailed
from models.notes import NOTES
from models.nurse import NURSE
from models.runner import Runner
from training.data import ENDS, Conversation, Row, Turn
from training.profiles import Profile, Visit, described, service_flow
from training.records import VisitRecord
from training.roles import (
    EXTRACT,
    NOTHING,
    NURSE_ACTION,
    PATIENT_ACTION,
    PATIENT_WORDS,
    PROFILE,
    QUALITY,
    REFLECT,
    SUGGEST,
    Advice,
    Asking,
    NewFacts,
    NurseAction,
    PatientAction,
    Portrait,
    Spoken,
    Sufficient,
    told,
    with_actions,
)
from training.teacher import Exchange, Teacher, Tutored

ROUNDS = 10  # a round is the patient's words and the nurse's (PIORS, section 4.2)
PATIENCE = 600.0  # seconds: nobody stands at this kiosk
OVER = frozenset({Phase.EMERGENCY, Phase.PRIVATE, Phase.ENDED, Phase.WITH_NURSE})
ROWS = {NURSE.name: "nurse", NOTES.name: "reading"}
KNOWN = {
    Language.ZH: "（只给老师的提示：病人最后应去{department}。{steps}不要提到这个提示。）",
    Language.EN: "(For the teacher only: in the end this patient belongs to {department}. {steps}Do not mention this note.)",
}
STEPS = {
    Language.ZH: "这一步：{action}，{described}。{advice}",
    Language.EN: "Now: {action}: {described}. {advice}",
}


class Patient(Protocol):
    """Who answers the nurse. Raises ModelFailed."""

    def profile(self) -> Profile: ...

    def says(self, talk: tuple[Spoken, ...], state: State) -> Spoken: ...


class ByModel:
    """A patient whose action and words a model chooses (PIORS, section 3.3)."""

    def __init__(self, teacher: Teacher, record: VisitRecord, visit: Visit, drawn: Profile) -> None:
        self._teacher = teacher
        self._asking = Asking(record=record, visit=visit, profile=drawn)

    def profile(self) -> Profile:
        """With manner and scene in words."""
        portrait = self._teacher.ask(PROFILE, self._asking, Portrait)
        profile = self._asking.profile.model_copy(update=portrait.model_dump())
        self._asking = self._asking.model_copy(update={"profile": profile})
        return profile

    def says(self, talk: tuple[Spoken, ...], state: State) -> Spoken:
        asking = self._asking.model_copy(update={"talk": talk})
        action = "expressing_needs"
        if any(one.speaker == "patient" for one in talk):
            action = self._teacher.ask(PATIENT_ACTION, with_actions(asking, "patient"), PatientAction).action
        told_of = service_flow()["patient"][action][asking.language][asking.visit]
        words = asking.model_copy(update={"more": {"action": action, "described": told_of}})
        return Spoken(speaker="patient", action=action, text=self._teacher.words(PATIENT_WORDS, words))


class Guided:
    """What stands behind the nurse's prompt in each turn. With `flow` False the department alone, PIORS's ablation."""

    def __init__(self, teacher: Teacher, asking: Asking, department: str, *, flow: bool) -> None:
        self._teacher = teacher
        self._asking = asking
        self._department = department
        self._flow = flow
        self._memory: tuple[str, ...] = ()

    def guidance(self, talk: tuple[Spoken, ...]) -> str:
        """After the patient's words, which are the talk's last. Raises ModelFailed."""
        known = KNOWN[self._asking.language]
        if not self._flow:
            return known.format(department=self._department, steps="")
        asking = self._asking.model_copy(update={"talk": talk})
        with ThreadPoolExecutor(3) as beside:
            chosen = beside.submit(self._teacher.ask, NURSE_ACTION, with_actions(asking, "nurse"), NurseAction)
            quality = beside.submit(self._teacher.ask, QUALITY, asking, Advice)
            information = self._information(asking)
            action, advice = chosen.result().action, quality.result().suggestion.strip()
        if advice or not information.enough:
            action = self._reflected(asking, action, advice, information)
        described_as = service_flow()["nurse"][action][asking.language][asking.visit]
        told_of = " ".join(one for one in (advice, information.suggestion.strip()) if one)
        steps = STEPS[asking.language].format(action=action, described=described_as, advice=told_of)
        return known.format(department=self._department, steps=f"{steps.rstrip()} ")

    def _information(self, asking: Asking) -> Sufficient:
        """Extractor, memory bank and suggestion."""
        nurse, patient = (next((x.text for x in reversed(asking.talk) if x.speaker == who), "") for who in BOTH)
        more = {"memory": self._remembered(asking.language), "nurse": nurse, "patient": patient}
        new = self._teacher.ask(EXTRACT, asking.model_copy(update={"more": more}), NewFacts)
        self._memory = tuple(dict.fromkeys((*self._memory, *new.facts)))
        more = {"memory": self._remembered(asking.language)}
        return self._teacher.ask(SUGGEST, asking.model_copy(update={"more": more}), Sufficient)

    def _reflected(self, asking: Asking, action: str, advice: str, information: Sufficient) -> str:
        nothing = NOTHING[asking.language]
        more = {
            "action": action,
            "quality": advice or nothing,
            "suggestion": information.suggestion or nothing,
            "suggested": information.action or nothing,
        }
        asked = with_actions(asking.model_copy(update={"more": more}), "nurse")
        return self._teacher.ask(REFLECT, asked, NurseAction).action

    def _remembered(self, language: Language) -> str:
        return "\n".join(f"- {fact}" for fact in self._memory) or NOTHING[language]


BOTH = ("nurse", "patient")


class Plan(NamedTuple):
    """What one conversation is made of. `specialty` is where the record's department belongs."""

    record: VisitRecord
    visit: Visit
    specialty: str
    number: str | None = None  # the patient's at the hospital, for a follow-up
    born: date | None = None
