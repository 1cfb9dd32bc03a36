"""A patient meets the nurse, and what came of it is counted against the patient's sheet."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from time import perf_counter
from typing import Any

from frontdesk.app.reception.reception import Reception
from frontdesk.app.reception.session.state import State
from frontdesk.app.reception.turn.utterance import Utterance
from frontdesk.evaluation.nurse.cases import Case
from frontdesk.evaluation.nurse.facts import Held, bare, codes, denied, held, in_words
from frontdesk.evaluation.nurse.met import Met, called
from frontdesk.evaluation.nurse.safety import known_to, violations
from frontdesk.his_adapter.records import Level
from frontdesk.models import parsers
from frontdesk.models.facts import Record, Side, Status, Topic
from frontdesk.models.mentions import mentions
from frontdesk.training.conversation import ROUNDS, Patient, Plan, converse
from frontdesk.training.embedded_patient import BySheet, SheetFact
from frontdesk.training.profiles import drawn
from frontdesk.training.roles import Spoken

ALARMS = frozenset({Level.A, Level.B, Level.P})  # somebody is fetched, or they are sent to the emergency department
CODED = frozenset({Topic.FINDING, Topic.CONDITION, Topic.MEDICINE, Topic.ALLERGY})


@dataclass(frozen=True)
class Timed(Reception):
    """A reception whose turns are timed, in seconds."""

    seconds: list[float] = field(default_factory=list)

    def take_turn(self, session_id: str, utterance: Utterance) -> State:
        began = perf_counter()
        try:
            return super().take_turn(session_id, utterance)
        finally:
            self.seconds.append(perf_counter() - began)


def meets(desk: Reception, case: Case, *, seed: int, rounds: int = ROUNDS, patient: Patient | None = None) -> Met:
    """One reception. Without a `patient`, the sheet's own, in plain code. Raises ModelFailed."""
    name = sha256(f"{seed}:{case.record.id}".encode()).hexdigest()[:16]  # wordings go by it: the same again
    timed = Timed(replace(desk.services, new_id=lambda: f"measured-{name}"))
    profile = drawn(case.record, case.visit, seed=seed)
    by_sheet = BySheet(case.record, case.sheet, profile, seed=seed)
    done = converse(timed, Plan(case.record, case.visit, case.accept[0]), patient or by_sheet, seed=seed, rounds=rounds)
    state, talk = done.state, tuple(Spoken(**turn.model_dump()) for turn in done.conversation.turns)
    told = told_facts(case, talk)
    return Met(
        id=case.record.id,
        accept=case.accept,
        named=done.conversation.department,
        language=case.record.language,
        visit=case.visit,
        profile=done.conversation.profile,
        talk=talk,
        to_department=state.named_at if state.recommended else None,
        turns=state.turns,
        **counted(case, told, state.record),
        alarmed=any(one.raised.level in ALARMS and one.raised.rule for one in state.alerts),
        alarms=tuple(sorted({one.raised.rule for one in state.alerts if one.raised.rule})),
        violations=tuple(
            violations(talk, state.record, known_to(desk, state.language), nurse_comes=bool(state.alerts))
        ),
        untrue=tuple(untrue(case, state)),
        unsupported=tuple(unsupported(case, state.record)),
        seconds=tuple(round(one, 4) for one in timed.seconds),
    )


def told_facts(case: Case, talk: Sequence[Spoken]) -> frozenset[SheetFact]:
    """Facts whose words the patient said, or that their words name in code with the same polarity."""
    said = [one.text for one in talk if one.speaker == "patient"]
    heard = bare("\n".join(said))
    named = {(one.topic, one.code, one.denied) for line in said for one in mentions(line)}
    return frozenset(
        fact
        for fact in case.sheet.facts
        if in_words(fact.said, heard) or any((*code, fact.status == "absent") in named for code in codes(fact))
    )


def counted(case: Case, told: frozenset[SheetFact], record: Record) -> dict[str, Any]:
    """The facts' share of a `Met`."""
    found = {fact: held(fact, record) for fact in case.sheet.facts}
    return {
        "facts": len(found),
        "told": len(told),
        "held": sum(one is Held.RIGHT for one in found.values()),
        "held_told": sum(one is Held.RIGHT for fact, one in found.items() if fact in told),
        "kinds": dict(Counter(fact.kind for fact in found)),
        "wrong": tuple(called(fact) for fact, one in found.items() if one is Held.WRONG),
        "missing": tuple(called(fact) for fact, one in found.items() if one is Held.MISSING),
    }


def untrue(case: Case, state: State) -> Iterator[str]:
    """Statements in code against the sheet: there what the patient knows is not, another sex or side."""
    not_so = denied(case.sheet.facts)
    for fact in state.record:
        if fact.topic in CODED and fact.status is Status.PRESENT and not fact.past and fact.name in not_so:
            yield f"{fact.key} ({fact.quote})"
    known = {one for fact in case.sheet.facts if (one := parsers.side(fact.text)) is not None}
    for fact in state.record:
        side = fact.details.side
        if side is not None and known and Side.BOTH not in known | {side} and side not in known:
            yield f"{fact.key}: {side} ({fact.quote})"
    sex = case.record.sex
    if state.person.sex is not None and sex is not None and state.person.sex != sex:
        yield f"person: {state.person.sex}"
    if state.person.age is not None and case.record.years is not None and abs(state.person.age - case.record.years) > 1:
        yield f"person: {state.person.age:g} years"


def unsupported(case: Case, record: Record) -> Iterator[str]:
    """Findings and illnesses stated as present of which neither the sheet nor the doctor's own record speaks."""
    written = case.record
    known = {code for fact in case.sheet.facts for code in codes(fact)}
    texts = (
        case.sheet.opening,
        *(text for fact in case.sheet.facts for text in (fact.said, fact.text)),
        written.chief_complaint,
        written.present_illness_history,
        written.past_history,
        written.preliminary_diagnosis,
    )
    known |= {(one.topic, one.code) for text in texts for one in mentions(text)}
    for fact in record:
        stated = fact.topic in (Topic.FINDING, Topic.CONDITION) and fact.status is Status.PRESENT
        if stated and fact.code not in ("none", "any") and fact.name not in known:
            yield f"{fact.key} ({fact.quote})"
