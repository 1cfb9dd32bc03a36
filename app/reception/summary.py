"""The hand-over: the record in the hospital's 17 fields and the doctor's summary, every statement with its source."""

from collections.abc import Iterator, Sequence
from datetime import datetime

from app.reception.state import Alert, State
from app.reception.wording import about, age_words, details_of, name_of, names, pick, sentence_of, sex_words
from his_adapter.records import (
    Department,
    Evidence,
    Level,
    OutpatientRecord,
    PreVisitSummary,
    Section,
    Statement,
    Utterance,
    Visit,
)
from models.facts import Fact, Language, Status, Topic
from models.knowledge.load import knowledge

QUOTED = 80  # characters of the patient's words that stand for a complaint no list knows
CIRCUMSTANCES = frozenset({"exertion_trigger", "at_rest"})
ELLIPSIS = " … "
ORDER = (Level.A, Level.B, Level.P, Level.I, Level.C)
STANDARD = (
    (Topic.CONDITION, "既往病史", "past illness"),
    (Topic.MEDICINE, "正在使用的药物", "current medicines"),
    (Topic.ALLERGY, "药物过敏", "drug allergies"),
    (Topic.HABIT, "吸烟、饮酒", "smoking and drinking"),
)


UNFINISHED = {
    Language.ZH: "接待未完成：病人中途结束，未确定科室，以下内容不全。",
    Language.EN: "Reception not finished: it ended before a department was named. What follows is incomplete.",
}


def visit_of(state: State, department: Department, *, now: datetime, unfinished: bool = False) -> Visit:
    """Record and summary of one session, as handed to the hospital; marked when the interview was broken off."""
    language = state.language
    return Visit(
        record=_record(state, department, now, unfinished=unfinished),
        summary=PreVisitSummary(
            language=language,
            level=worst(state.alerts),
            statements=tuple(_numbered(_statements(state, department, unfinished=unfinished))),
            conversation=tuple(
                Utterance(turn=None if line.undone else line.number, speaker=line.speaker, text=line.text)
                for line in state.lines
            ),
        ),
        department_id=department.department_id,
    )


def worst(alerts: Sequence[Alert]) -> Level | None:
    """The gravest level among red flags; calls for a person do not count."""
    levels = {alert.raised.level for alert in alerts if alert.raised.rule}
    return next((level for level in ORDER if level in levels), None)


def _record(state: State, department: Department, now: datetime, *, unfinished: bool) -> OutpatientRecord:
    language, person = state.language, state.person
    gap = pick(("；", "; "), language)
    return OutpatientRecord(
        patient_id=state.patient_id or f"GUEST-{state.session_id[:8]}",
        name=state.patient_name or "",
        gender=sex_words(person.sex, language),
        age=age_words(person, language),
        department=department.name[language],
        visit_date=now.replace(second=0, microsecond=0),
        chief_complaint=chief_complaint(state),
        present_illness_history=gap.join(
            sentence_of(f, language, record=True) for f in state.record if f.topic in (Topic.FINDING, Topic.COURSE)
        ),
        past_history=gap.join(
            sentence_of(f, language, record=True)
            for f in state.record
            if f.topic in (Topic.CONDITION, Topic.OPERATION, Topic.FAMILY, Topic.HABIT, Topic.PREGNANCY, Topic.MEDICINE)
        ),
        drug_allergy_history=gap.join(
            sentence_of(f, language, record=True) for f in state.record if f.topic is Topic.ALLERGY
        ),
        notes=gap.join(s.text for s in (*_marks(state, unfinished=unfinished), *_notes(state))),
    )


def chief_complaint(state: State) -> str:
    """The first complaint with its time and what makes it worse: 胸闷，好几天，爬楼时加重."""
    chief = _chief(state)
    if chief is None:
        return state.earlier.complaint if state.earlier else _first_words(state)
    gap = pick(("，", ", "), state.language)
    return gap.join(
        [name_of(chief, state.language, record=True), *details_of(chief.details, state.language, of=names(chief))]
    )


def _chief(state: State) -> Fact | None:
    """The complaint told first; when it comes on is none, as long as there is another."""
    told = [f for f in state.record if _complains(f)]
    return next((f for f in told if f.code not in CIRCUMSTANCES), told[0] if told else None)


def _first_words(state: State) -> str:
    """What the patient came with, verbatim, when nothing in it could be named."""
    return next((said[:QUOTED] for said in state.said if said), "")


def _complains(fact: Fact) -> bool:
    return fact.topic in (Topic.FINDING, Topic.REQUEST) and fact.status is Status.PRESENT and fact.code != "unwell"


def _statements(state: State, department: Department, *, unfinished: bool) -> Iterator[Statement]:
    language = state.language
    yield from _marks(state, unfinished=unfinished)
    yield from _red_flags(state)
    yield from _complaint(state)
    for fact in state.record:
        section = _section(fact)
        if section:
            yield _said(state, fact, section, sentence_of(fact, language))
    yield from _not_asked(state)
    yield from _routing(state, department)
    yield from _notes(state)


def _section(fact: Fact) -> Section | None:
    if fact.status in (Status.UNKNOWN, Status.REFUSED):
        return Section.NOT_KNOWN
    match fact.topic:
        case Topic.FINDING if fact.status is Status.ABSENT:
            return Section.NEGATIVES
        case Topic.FINDING if fact.code == "unwell":
            return None
        case Topic.FINDING:
            return Section.POSITIVES
        case Topic.REQUEST | Topic.WISH:
            return Section.WISHES
        case Topic.MEDICINE:
            return Section.MEDICINES
        case Topic.ALLERGY:
            return Section.ALLERGIES
        case Topic.COURSE | Topic.ADHERENCE | Topic.RESULT:
            return Section.FOLLOW_UP
        case _:
            return Section.PAST_HISTORY


def _said(state: State, fact: Fact, section: Section, text: str) -> Statement:
    said = Evidence(turn=fact.turn, quote=fact.quote)
    return Statement(statement_id="", section=section, text=text, evidence=(said,) if fact.turn else ())


def _red_flags(state: State) -> Iterator[Statement]:
    said = {line.number: line.text for line in state.lines if line.number}
    for alert in state.alerts:
        if alert.raised.rule:
            parts = alert.raised.quote.split(ELLIPSIS)
            evidence = tuple(
                Evidence(turn=turn, quote=part)
                for part in parts
                for turn in (next((n for n, text in reversed(said.items()) if part and part in text), None),)
                if turn is not None
            )
            text = f"{alert.raised.level}: {alert.raised.reason[state.language]}"
            yield Statement(
                statement_id="",
                section=Section.RED_FLAGS,
                text=text,
                evidence=evidence or (Evidence(turn=alert.raised.turn, quote=said.get(alert.raised.turn, "")),),
            )


def _complaint(state: State) -> Iterator[Statement]:
    chief = _chief(state)
    if chief is not None:
        yield _said(state, chief, Section.COMPLAINT, chief_complaint(state))
    elif words := _first_words(state):
        turn = next(line.number for line in state.lines if line.number and line.text.startswith(words))
        evidence = (Evidence(turn=turn or 1, quote=words),)
        yield Statement(statement_id="", section=Section.COMPLAINT, text=words, evidence=evidence)
    who = about(state.person, state.language)
    told = next((e for e in state.extended if e.person and e.person.relation and e.turn), None)
    if who and told:
        text = pick((f"病人是{who}，由陪同的人代说", f"The patient is the speaker's {who}"), state.language)
        quote = (told.person.words if told.person else None) or who
        yield Statement(
            statement_id="", section=Section.STORY, text=text, evidence=(Evidence(turn=told.turn, quote=quote),)
        )
    yield from _story(state, chief)


def _story(state: State, chief: Fact | None) -> Iterator[Statement]:
    """Corrections the patient made: what was said first, and what holds."""
    seen: dict[tuple[Topic, str], Fact] = {}
    for turn in state.extended:
        for fact in turn.facts:
            before = seen.get(fact.name)
            if before is not None and _changed(before, fact):
                was, now = before.quote, fact.quote
                if was == now:  # only a detail is another one
                    was, now = (sentence_of(f, state.language) for f in (before, fact))
                text = pick(
                    (f"更正：原说“{was}”，后改为“{now}”", f'Corrected: first "{was}", then "{now}"'), state.language
                )
                yield _said(state, fact, Section.STORY, text)
            seen[fact.name] = fact


def _changed(before: Fact, after: Fact) -> bool:
    """Something said was taken back, not merely added to."""
    if before.status is not after.status:
        return True
    old, new = before.details.model_dump(exclude_none=True), after.details.model_dump(exclude_none=True)
    return any(key in new and new[key] != value for key, value in old.items())


def _not_asked(state: State) -> Iterator[Statement]:
    facts, language = knowledge(), state.language
    said = {f.code for f in state.record}
    topics = {f.topic for f in state.record}
    chief = next((f for f in state.record if _complains(f) and f.code in facts.findings), None)
    danger = facts.findings[chief.code].danger if chief else ()
    names = [_unanswered(c, state) for c in danger if c not in said]
    names += [pick((zh, en), language) for topic, zh, en in STANDARD if topic not in topics]
    for name in names:
        yield Statement(statement_id="", section=Section.NOT_ASKED, text=name, machine=True)


def _unanswered(code: str, state: State) -> str:
    """A danger sign nothing is known of; whether it was not asked, or asked and passed over."""
    finding, language = knowledge().findings[code], state.language
    name = pick((finding.zh, finding.en), language)
    return (
        name + pick(("（问过，没有回答）", " (asked, not answered)"), language)
        if f"finding:{code}" in state.asked
        else name
    )


def _routing(state: State, department: Department) -> Iterator[Statement]:
    recommended = state.recommended
    if recommended is None:
        return
    language = state.language
    numbers = [(line.text, line.number) for line in state.lines if line.number and not line.undone]
    evidence = tuple(
        Evidence(turn=number, quote=reason.quote)
        for reason in recommended.reasons
        for text, number in numbers
        if number is not None and reason.quote in text
    )
    by = recommended.by
    text = pick((f"分诊到{department.name[language]}", f"Sent to {department.name[language]}"), language)
    if by:
        text += pick((f"（由{by}决定）", f" (decided by {by})"), language)
    else:
        text += pick((f"，把握 {recommended.confidence:.0%}", f", confidence {recommended.confidence:.0%}"), language)
    yield Statement(statement_id="", section=Section.ROUTING, text=text, evidence=evidence, machine=by is None)


def _marks(state: State, *, unfinished: bool) -> Iterator[Statement]:
    if unfinished:
        yield Statement(statement_id="", section=Section.NOTES, text=UNFINISHED[state.language], machine=True)


def _notes(state: State) -> Iterator[Statement]:
    """What a specialist found that the doctor should know, marked as machine-made."""
    for note in state.notes:
        yield Statement(
            statement_id="",
            section=Section.NOTES,
            text=note.text[state.language],
            evidence=(Evidence(turn=note.turn, quote=note.quote),) if note.quote else (),
            machine=True,
        )


def _numbered(statements: Iterator[Statement]) -> Iterator[Statement]:
    for number, statement in enumerate(statements, 1):
        yield statement.model_copy(update={"statement_id": f"s{number}"})
