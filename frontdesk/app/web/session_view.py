"""A session as its kiosk shows it."""

import re
from datetime import datetime, timedelta

from frontdesk.app.reception.department.directory import accepts
from frontdesk.app.reception.record.contradictions import contradicted
from frontdesk.app.reception.record.doctor_reads import doctor_reads
from frontdesk.app.reception.record.pages import further, ways_out
from frontdesk.app.reception.record.statements import doctor_wanted, has_fever
from frontdesk.app.reception.record.summary import asked_of
from frontdesk.app.reception.record.wording import line_of, person_lines
from frontdesk.app.reception.session.events import NurseSaid, Option, Question
from frontdesk.app.reception.session.state import IDENTITY_TRIES, Alert, Phase, State
from frontdesk.app.web.beside import beside
from frontdesk.app.web.parts import Parts
from frontdesk.app.web.schemas import (
    AlertView,
    BookingView,
    DepartmentView,
    NurseLine,
    OptionView,
    QuestionView,
    ReadLine,
    ReadPart,
    ReasonView,
    RecommendationView,
    RowView,
    SessionView,
    Understood,
)
from frontdesk.his_adapter import opening
from frontdesk.his_adapter.records import Level
from frontdesk.models.facts import Fact, Language, Person, Sex, Topic
from frontdesk.models.speaking import say
from frontdesk.models.speech.synthesis.sentences import sentences

OF_THE_PERSON = frozenset({"person:relation", "person:age_months", "person:sex"})
NOT_ALOUD = frozenset({Phase.IDENTITY, Phase.PRIVATE, Phase.SUSPENDED})
TOLD = 3  # facts in the one line of what was understood


def session_view(state: State, parts: Parts) -> SessionView:
    understood = understood_of(state, state.language)
    last = next(
        (one for one in reversed(state.lines) if one.speaker == "patient" and one.text and not one.undone), None
    )
    found = recommendation_view(state, parts)
    return SessionView(
        session_id=state.session_id,
        language=state.language,
        entry=state.entry,
        phase=state.phase,
        turns=state.turns,
        sequence=state.sequence,
        verified=state.verified,
        identity_tries_left=max(0, IDENTITY_TRIES - state.identity_failures),
        greeting_name=greeting_name(state),
        reply=nurse_line(state, state.reply, found.department if found else None) if state.reply else None,
        said=last.text if last else None,
        said_by_tap=last is not None and last.tapped,
        question=question_view(state.question, state.language, state.person) if state.question else None,
        understood=understood,
        doctor_reads=doctor_reads_of(state),
        understood_line=_line(state, understood),
        questions_left=state.reply.pages_left if state.reply else None,
        recommendation=found,
        booking=booking_view(state),
        alert=alert_view(state, parts.clock()),
        joined=state.owner.name if state.owner else None,
        nurse_called=state.person_called or bool(state.nurse_awaited),
        can_undo=_can_undo(state),
        handed_over=state.handed_over is not None,
        infection_route=state.on_infection_route,
    )


def nurse_line(state: State, said: NurseSaid, department: DepartmentView | None = None) -> NurseLine:
    """`department`: the one named, where a page shows it."""
    return NurseLine(
        text=said.text,
        language=said.language,
        by=said.by,
        sources=list(said.sources),
        line=line_of_reply(state),
        sentences=len(sentences(said.text)),
        aloud=may_be_said_aloud(state, said.text),
        beside=_beside(state, said, department) if department is not None and said.by is None else None,
    )


def _beside(state: State, said: NurseSaid, department: DepartmentView) -> str | None:
    question = state.question.text[said.language] if state.question else ""
    return beside(said.text, said.language, department.name, question)


def line_of_reply(state: State) -> int:
    """The number of the nurse's last line; 0 before she has spoken."""
    return next((line.sequence for line in reversed(state.lines) if line.speaker != "patient"), 0)


def may_be_said_aloud(state: State, text: str) -> bool:
    """Whether it may be heard in a lobby: no name, nothing of the patient's own records, no page that is private."""
    names = (state.patient_name or "", greeting_name(state) or "")
    named = any(_names(part, text) for name in names for part in (name, *name.split()))
    return state.phase not in NOT_ALOUD and state.own_read_at != state.turns and not named


def _names(part: str, text: str) -> bool:
    """Whether this part of a name stands in the text: one in letters as a word, and no form of address."""
    if part.isascii():
        return part not in ("", "Mr", "Ms") and re.search(rf"\b{re.escape(part)}\b", text, re.IGNORECASE) is not None
    return part in text


def question_view(question: Question, language: Language, person: Person | None = None) -> QuestionView:
    return QuestionView(
        key=question.key,
        text=question.text[language],
        options=[_tile(option, language) for option in (*question.options, *further(question, person))],
        ways_out=[_tile(option, language) for option in ways_out(question)],
        several=question.several,
        pad=question.pad,
        body_map=question.body_map,
        optional=question.optional,
        ages=list(question.ages),
        rows=[RowView(key=row.key, text=row.text[language], several=row.several) for row in question.rows],
    )


def _tile(option: Option, language: Language) -> OptionView:
    return OptionView(
        key=option.key,
        label=option.label[language],
        quote=option.quote,
        why=option.why[language] if option.why else None,
    )


def doctor_reads_of(state: State) -> list[ReadPart]:
    """What the doctor will read, in the patient's language."""
    told = doctor_reads(state, state.language)
    return [ReadPart(part=part, lines=[ReadLine(**dict(line)) for line in lines]) for part, lines in told.items()]


def understood_of(state: State, language: Language) -> list[Understood]:
    """The record so far, line by line, in the order it was said; words as words."""
    person = [
        Understood(key=f"person:{key}", label=label, text=text, status="present")
        for key, label, text in person_lines(state.person, language)
    ]
    return [*person, *(_understood(state, fact, language) for fact in state.record)]


def _understood(state: State, fact: Fact, language: Language) -> Understood:
    label, text = line_of(fact, language)
    if fact.topic is Topic.SAID:
        return Understood(
            key=fact.key, label=label, text=fact.quote, status="said", asked=asked_of(state, fact, language)
        )
    otherwise = contradicted(fact, state.record)
    return Understood(key=fact.key, label=label, text=text, status=fact.status.value, contradicted=otherwise)


def _line(state: State, understood: list[Understood]) -> str:
    gap = "；" if state.language is Language.ZH else "; "
    told = [line.text for line in understood if line.status in ("present", "said") and line.key not in OF_THE_PERSON]
    return gap.join(_each_once(told)[:TOLD])


def _each_once(lines: list[str]) -> list[str]:
    """ "Knee; knee pain" is the second: what another line says too is left out."""
    whole = list(dict.fromkeys(lines))
    lower = [line.lower() for line in whole]
    return [
        line
        for line, low in zip(whole, lower, strict=True)
        if not any(low in other and low != other for other in lower)
    ]


def greeting_name(state: State) -> str | None:
    """Surname and form of address; a name in letters is greeted by its first part."""
    if not state.patient_name:
        return None
    name, sex = state.patient_name.strip(), state.person.sex
    if not name.isascii():
        form = {Sex.MALE: "先生", Sex.FEMALE: "女士", None: "您好"}[sex]
        return f"{name[:1]}{form}"
    return f"{'Mr' if sex is Sex.MALE else 'Ms'} {name.split()[-1]}"


def recommendation_view(state: State, parts: Parts) -> RecommendationView | None:
    """The department named."""
    recommended = state.recommended
    if recommended is None:
        return None
    doctor = doctor_wanted(state.record)
    department = parts.departments.view(recommended.department_id, state.language, doctor)
    return RecommendationView(
        department=department,
        because=[ReasonView(words=reason.quote, tapped=reason.tapped) for reason in recommended.reasons],
        urgent_note=_urgent_note(state, department.name),
        emergency=None if department.open_now else _emergency(state, parts),
    )


def _emergency(state: State, parts: Parts) -> DepartmentView | None:
    """Where somebody like the patient is seen now."""
    fever, now = has_fever(state.record), parts.clock()
    there = (
        one.department_id
        for one in parts.hospital.directory.departments()
        if "emergency" in one.specialties
        and opening.standing(one, now).reached
        and accepts(one.rules, state.person, fever=fever)
    )
    found = next(there, None)
    return None if found is None else parts.departments.view(found, state.language)


def _urgent_note(state: State, department: str) -> str | None:
    urgent = any(alert.raised.level is Level.B for alert in state.standing)
    return say("urgent", state.language, department=department) if urgent else None


def booking_view(state: State) -> BookingView | None:
    booked = state.booked
    if booked is None:
        return None
    return BookingView(
        starts=booked.starts, physician=booked.physician[state.language], queue_number=booked.queue_number
    )


def alert_view(state: State, now: datetime) -> AlertView | None:
    """The alert the patient is waiting on: the emergency, something private, or a call for a nurse."""
    alert = state.emergency or _latest(state, private=True) or _latest(state, private=False)
    if alert is None:
        return None
    acknowledged = alert.acknowledged
    return AlertView(
        level=alert.raised.level,
        acknowledged_by=acknowledged.name if acknowledged else None,
        called_at=alert.at,
        called_again_at=alert.again[-1] if alert.again else None,
        waited_seconds=_seconds(now - alert.at),
        waited_again_seconds=_seconds(now - alert.again[-1]) if alert.again else None,
    )


def _seconds(span: timedelta) -> int:
    return max(0, int(span.total_seconds()))


def _latest(state: State, *, private: bool) -> Alert | None:
    return next((a for a in reversed(state.standing) if (a.raised.private if private else not a.raised.rule)), None)


def _can_undo(state: State) -> bool:
    talking = state.phase in (Phase.CONVERSATION, Phase.RECOMMENDATION)
    return talking and state.owner is None and state.reopened is not None
