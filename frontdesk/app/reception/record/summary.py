"""The hand-over: the record in the hospital's 17 fields and the doctor's summary, every statement with its source."""

from collections.abc import Iterator, Sequence
from datetime import datetime

from frontdesk.app.reception.record.contradictions import contradicted, is_superfluous
from frontdesk.app.reception.record.headings import Part, parts_of_words
from frontdesk.app.reception.record.noted import notes_of, values_of
from frontdesk.app.reception.record.own_lines import is_own_line
from frontdesk.app.reception.record.pages import NONE, OF_ONE
from frontdesk.app.reception.record.reviewing import draft_of, in_code, kept_review, statements_of
from frontdesk.app.reception.record.screening import fits, of_another_person
from frontdesk.app.reception.record.statements import complaints_of, foremost, lasted, medicines_told, words_of
from frontdesk.app.reception.record.wording import (
    LABELS,
    about,
    age_words,
    denial_of,
    lowered_words,
    name_of,
    none_listed,
    pick,
    quoted,
    sentence_of,
    sex_words,
)
from frontdesk.app.reception.session.questions import HISTORY
from frontdesk.app.reception.session.state import Alert, State
from frontdesk.his_adapter.access import GUEST
from frontdesk.his_adapter.records import (
    Coded,
    Department,
    Evidence,
    Level,
    OutpatientRecord,
    PreVisitSummary,
    RecordField,
    Section,
    Statement,
    Utterance,
    Visit,
)
from frontdesk.his_adapter.written import written
from frontdesk.models import parsers
from frontdesk.models.facts import Fact, Language, Status, Topic
from frontdesk.models.knowledge.load import knowledge
from frontdesk.models.red_flags import BY_SIGN, ELLIPSIS, holding

HEADINGS = {  # under which words are quoted again
    Part.ILLNESSES: Section.PAST_HISTORY,
    Part.MEDICINES: Section.MEDICINES,
    Part.ALLERGIES: Section.ALLERGIES,
    Part.FAMILY: Section.FAMILY,
}
HOW = "how"  # key of the question what a complaint is like
DANGER = "danger"  # of the page of danger signs: words that none of them caught are no answer to it
ORDER = (Level.A, Level.B, Level.P, Level.I, Level.C)
STANDARD = (
    (Topic.CONDITION, "既往病史", "past illness"),
    (Topic.MEDICINE, "正在使用的药物", "current medicines"),
    (Topic.ALLERGY, "药物过敏", "drug allergies"),
    (Topic.HABIT, "吸烟、饮酒", "smoking and drinking"),
)
SINCE = ("从什么时候开始", "since when")
PAGES = {topic: page for page, topic in HISTORY.items()}
PAST = (Topic.CONDITION, Topic.OPERATION, Topic.FAMILY, Topic.HABIT, Topic.PREGNANCY, Topic.MEDICINE)
FIELDS = dict.fromkeys((*PAST, Topic.INTOLERANCE), RecordField.PAST) | {Topic.ALLERGY: RecordField.ALLERGIES}
# Pages whose words belong to a field of their own; all others to the present illness.
FIELDS_OF_WORDS = {
    "past_history": RecordField.PAST,
    "medicines": RecordField.PAST,
    "allergies": RecordField.ALLERGIES,
}
NOT_WRITTEN = frozenset({Topic.REQUEST, Topic.WISH, Topic.DETAIL})  # the chief complaint tells them, or the page alone
SECTIONS = {
    Topic.REQUEST: Section.WISHES,
    Topic.WISH: Section.WISHES,
    Topic.MEDICINE: Section.MEDICINES,
    Topic.ALLERGY: Section.ALLERGIES,
    Topic.INTOLERANCE: Section.INTOLERANCES,
    Topic.FAMILY: Section.FAMILY,
    Topic.HABIT: Section.PERSON,
    Topic.COURSE: Section.FOLLOW_UP,
    Topic.ADHERENCE: Section.FOLLOW_UP,
    Topic.RESULT: Section.FOLLOW_UP,
    Topic.DETAIL: Section.STORY,
    Topic.SAID: Section.WORDS,
}
CHOSEN = {  # what named the department, where no chance of the triage did
    "patient": ("（病人自己选的）", " (the patient's own choice)"),
    "earlier_visit": ("（同上次就诊）", " (as at the earlier visit)"),
    "rule": ("（按警示规则）", " (by the rule of the alert)"),
}
CONTRADICTED = ("（与说过的不符，请核实）", " (other words of this talk say otherwise: please ask)")
UNFINISHED = (
    "接待未完成：病人中途结束，未确定科室，以下内容不全。",
    "Reception not finished: it ended before a department was named. What follows is incomplete.",
)


def visit_of(state: State, department: Department, *, now: datetime, unfinished: bool = False) -> Visit:
    """Record and summary of one session, as handed to the hospital; marked when the interview was broken off."""
    stated = statements_of_state(state, department, unfinished=unfinished)
    draft = draft_of(state, stated, stated)
    reviewed = in_code(draft)
    statements = tuple(_with_taps(state, one) for one in statements_of(reviewed, draft, stated))
    return Visit(
        record=_record(state, department, now, statements),
        summary=PreVisitSummary(
            language=state.language,
            level=worst(state.standing),
            statements=statements,
            medicines=medicines_told(state.record),
            values=values_of(state),
            review=kept_review(reviewed),
            conversation=tuple(
                Utterance(
                    turn=None if line.undone else line.number,
                    speaker=line.speaker,
                    text=line.text,
                    tapped=line.tapped,
                    spoken=line.spoken,
                    confidence=line.confidence,
                )
                for line in state.lines
            ),
        ),
        department_id=department.department_id,
    )


def _with_taps(state: State, statement: Statement) -> Statement:
    """What was tapped is told apart from what was said, in whatever way the statement came about."""
    marked = (one.model_copy(update={"tapped": state.is_on_tiles(one.quote)}) for one in statement.evidence)
    return statement.model_copy(update={"evidence": tuple(marked)})


def statements_of_state(state: State, department: Department, *, unfinished: bool = False) -> tuple[Statement, ...]:
    """What the dialogue state says of the patient, each with its evidence, in the session's language and the other."""
    stated = list(_statements(state, department, unfinished=unfinished))
    other = Language.EN if state.language is Language.ZH else Language.ZH
    elsewhere = list(_statements(state.model_copy(update={"language": other}), department, unfinished=unfinished))
    if len(elsewhere) != len(stated):
        return tuple(_numbered(iter(stated)))
    return tuple(_numbered(map(_translated, stated, elsewhere)))


def _translated(one: Statement, translation: Statement) -> Statement:
    return one if one.text == translation.text else one.model_copy(update={"translated": translation.text})


def worst(alerts: Sequence[Alert]) -> Level | None:
    """The gravest level among red flags; calls for a person do not count."""
    levels = {alert.raised.level for alert in alerts if alert.raised.rule}
    return next((level for level in ORDER if level in levels), None)


def patient_id_of(state: State) -> str:
    """The number on the card, or one for a guest."""
    return state.patient_id or guest(state.session_id)


def guest(session_id: str) -> str:
    return f"{GUEST}{session_id[:8]}"


# --- the 17 fields ---------------------------------------------------------------------------------------------------


def _record(state: State, department: Department, now: datetime, statements: tuple[Statement, ...]) -> OutpatientRecord:
    language, person = state.language, state.person
    return OutpatientRecord(
        patient_id=patient_id_of(state),
        name=state.patient_name or "",
        gender=sex_words(person.sex, language),
        age=age_words(person, language),
        department=department.name[language],
        visit_date=now.replace(second=0, microsecond=0),
        **written(statements, language),
    )


def _coded(fact: Fact, language: Language) -> str:
    """A statement beside others of its field: that there is none says of what."""
    text = sentence_of(fact, language, record=True)
    if fact.code != "none" and fact.topic is not Topic.INTOLERANCE:
        return text
    return f"{pick(LABELS[fact.topic], language)}{pick(('：', ': '), language)}{text}"


def chief_complaint(state: State) -> str:
    """What was tapped with its details, then the words it was told in, whole: 咳嗽，三天："咳了三天了，晚上厉害"."""
    language, gap = state.language, pick(("，", ", "), state.language)
    tapped = [name_of(fact, language, record=True) for fact in complaints_of(state.record)]
    details = [sentence_of(fact, language) for fact in _details(state)]
    words = [quoted(fact.quote) for fact in words_of(state.record) if fact.quote not in tapped]
    if not (tapped or words):
        return state.earlier.complaint if state.earlier else gap.join(details)
    first = foremost(state.record)
    if first is not None and len(tapped) > 1 and details and all(fact.asked in OF_ONE for fact in _details(state)):
        name = name_of(first, language, record=True)  # asked of it alone
        told = gap.join((name, *details))
        named = pick(("；", "; "), language).join((told, *(one for one in tapped if one != name)))
    else:
        named = gap.join((*tapped, *(details if tapped else ())))
    return pick(("：", ": "), language).join(part for part in (named, " ".join(words)) if part)


def _details(state: State) -> list[Fact]:
    """Since when, where and how: of the complaint as a whole."""
    named = {f"site:{knowledge().findings[fact.code].site}" for fact in complaints_of(state.record)}
    details = (fact for fact in state.record if fact.topic is Topic.DETAIL and not is_own_line(fact))
    details = (fact for fact in details if fact.code not in named)  # a knee pain says where it is
    return [fact for fact in details if fact.status is Status.PRESENT]


def asked_and_said(state: State, fact: Fact) -> str:
    """The patient's words with the question they answered: asked "Since when?", said "since the funeral"."""
    question = asked_of(state, fact, state.language)
    if not question or fact.asked == DANGER:
        return quoted(fact.quote)
    return pick((f"问“{question}”，答“{fact.quote}”", f"asked “{question}”, said “{fact.quote}”"), state.language)


def asked_of(state: State, fact: Fact, language: Language) -> str | None:
    """The question that the words answered, as it was put; None for what was said unasked."""
    put = (q for before, page in reversed(state.questions) if before < fact.turn for q in (page, *page.parts))
    question = next((one for one in put if one.key == fact.asked), None)
    return question.text[language] if question else None


# --- the doctor's page -----------------------------------------------------------------------------------------------


def _statements(state: State, department: Department, *, unfinished: bool) -> Iterator[Statement]:
    yield from _marks(state, unfinished=unfinished)
    yield from _red_flags(state)
    yield from _complaint(state)
    for fact in state.record:
        section = _section(fact)
        if section is None or fact in words_of(state.record) or is_superfluous(fact, state.record):
            continue
        if not of_another_person(state.person, state.record, fact):
            yield _stated(state, fact, section)
    yield from _in_their_words(state)
    yield from _none_listed(state)
    yield from _not_asked(state)
    yield from _routing(state, department)
    yield from _notes(state)


def _in_their_words(state: State) -> Iterator[Statement]:
    """Under each heading the words that speak of it and are in no line of it: silence reads as no."""
    for fact in state.record:
        parts = parts_of_words(state.record, state.person, fact) if fact.topic is Topic.SAID else {}
        for part, said in parts.items():
            if part in HEADINGS:
                text = pick((f"原话：{quoted(said)}", f"in their words: {quoted(said)}"), state.language)
                yield _said(state, fact, HEADINGS[part], text, written="")


def _none_listed(state: State) -> Iterator[Statement]:
    """That none of the ways a complaint can be fitted, with those that were listed; a denial of each it is not."""
    for line in state.lines:
        number = line.number
        if line.undone or number is None:
            continue
        question = next((question for before, question in reversed(state.questions) if before < number), None)
        if question is None or question.key != HOW or line.text not in NONE.label.values():
            continue
        text = none_listed([one.label[state.language] for one in question.options], state.language)
        evidence = (Evidence(turn=number, quote=line.text),)
        yield Statement(statement_id="", section=Section.NEGATIVES, text=text, evidence=evidence, written="")


def _section(fact: Fact) -> Section | None:
    if fact.status in (Status.UNKNOWN, Status.REFUSED):
        return Section.NOT_KNOWN
    denied = fact.status is Status.ABSENT
    if fact.topic is Topic.FINDING or (denied and fact.topic is Topic.CONDITION and fact.code != "none"):
        return Section.NEGATIVES if denied else Section.POSITIVES
    return SECTIONS.get(fact.topic, Section.PAST_HISTORY)


def _stated(state: State, fact: Fact, section: Section) -> Statement:
    """A fact as the page says it, and as its field of the record does."""
    if fact.topic is Topic.SAID:
        field = FIELDS_OF_WORDS.get(fact.asked or "", RecordField.PRESENT)
        return _said(state, fact, section, asked_and_said(state, fact), field=field)
    text = "" if fact.topic in NOT_WRITTEN else _coded(fact, state.language)
    field, otherwise = FIELDS.get(fact.topic, RecordField.PRESENT), contradicted(fact, state.record)
    if otherwise:
        text += pick(CONTRADICTED, state.language)
    told = denial_of(fact, state.language) if otherwise else sentence_of(fact, state.language)
    stated = _said(state, fact, section, told, field=field, written=text)
    return stated.model_copy(update={"contradicted": otherwise, "coded": _fact_of(fact, state.language)})


def _fact_of(fact: Fact, language: Language) -> Coded:
    name, value = name_of(fact, language), fact.details.value or ""
    return Coded(topic=fact.topic, code=fact.code, status=fact.status, past=fact.past, name=name, value=value)


def _said(
    state: State,
    fact: Fact,
    section: Section,
    text: str,
    *,
    field: RecordField | None = None,
    written: str | None = None,
) -> Statement:
    evidence = (_evidence(state, fact.turn, fact.quote),) if fact.turn else ()
    return Statement(statement_id="", section=section, text=text, evidence=evidence, field=field, written=written)


def _evidence(state: State, turn: int, quote: str) -> Evidence:
    """The words in the turn they were said in: a tile filled in from them was confirmed by a later tap."""
    said = {line.number: line.text for line in state.lines if line.number}
    there = (number for number in (turn, *sorted(said, reverse=True)) if quote in said.get(number, ""))
    where = next(there, None)
    return Evidence(turn=where, quote=quote) if where else Evidence(turn=turn, quote=said.get(turn, quote))


def _red_flags(state: State) -> Iterator[Statement]:
    """Those that stand as red flags; what a nurse has lowered as a note that says so."""
    for alert in (alert for alert in state.alerts if alert.raised.rule):
        evidence = _heard_in(state, alert)
        if alert.lowered:
            text = lowered_words(alert, state.language)
            yield Statement(statement_id="", section=Section.NOTES, text=text, evidence=evidence, machine=True)
            continue
        text = f"{alert.raised.level}: {alert.raised.reason[state.language]}"
        if alert.disputed:
            words = alert.disputed if state.is_on_tiles(alert.disputed) else quoted(alert.disputed)
            against = (f"（病人不认可：{words}）", f" (the patient objects: {words})")
            text += pick(against, state.language)
        yield Statement(statement_id="", section=Section.RED_FLAGS, text=text, evidence=evidence, written="")


def _heard_in(state: State, alert: Alert) -> tuple[Evidence, ...]:
    """The turns that the parts of an alert's quote were said in, else the one that set it off."""
    said = {line.number: line.text for line in state.lines if line.number}
    turns = tuple(
        Evidence(turn=turn, quote=part)
        for part in alert.raised.quote.split(ELLIPSIS)
        for turn in (next((n for n, text in reversed(said.items()) if part and part in text), None),)
        if turn is not None
    )
    return turns or (Evidence(turn=alert.raised.turn, quote=said.get(alert.raised.turn, "")),)


def _complaint(state: State) -> Iterator[Statement]:
    """The chief complaint, who is ill, and what was taken back."""
    told = [*complaints_of(state.record), *words_of(state.record)]
    if text := chief_complaint(state):
        evidence = tuple(dict.fromkeys(_evidence(state, fact.turn, fact.quote) for fact in told if fact.turn))
        yield Statement(statement_id="", section=Section.COMPLAINT, text=text, evidence=evidence)
    yield from _person(state)
    yield from _corrections(state)


def _person(state: State) -> Iterator[Statement]:
    """Who is ill, as it was told; what the hospital's own record says of them stands beside the name."""
    language, person = state.language, state.person
    whose = about(person, language)
    told = (
        (
            whose and pick((f"病人是{whose}，由陪同的人代说", f"The patient is the speaker's {whose}"), language),
            "relation",
        ),
        (age_words(person, language), "age"),
        (sex_words(person.sex, language), "sex"),
    )
    for text, field in told:
        said = next((e for e in reversed(state.extended) if e.turn and e.person and getattr(e.person, field)), None)
        if text and said and said.person:
            quote = (said.person.words if field == "relation" else None) or _said_in(state, said.turn)
            evidence = (_evidence(state, said.turn, quote),)
            yield Statement(statement_id="", section=Section.PERSON, text=text, evidence=evidence, written="")


def _said_in(state: State, turn: int) -> str:
    return next((line.text for line in state.lines if line.number == turn), "")


def _corrections(state: State) -> Iterator[Statement]:
    """What the patient said first and took back, once each; not what they came back to."""
    standing: dict[str, Fact] = {}
    gone: list[Fact] = []
    for turn in state.extended:
        for key in turn.withdrawn:
            before = standing.pop(key, None)
            if before and not (key.endswith(":none") or any(fact.quote == before.quote for fact in turn.facts)):
                gone.append(before)
        for fact in turn.facts:
            before = standing.get(fact.key)
            if before is not None and fact.topic is Topic.DETAIL and before.details != fact.details:
                gone.append(before)
            standing[fact.key] = fact
    texts: dict[str, Fact] = {}
    for fact in gone:
        now = standing.get(fact.key)
        if now is None or sentence_of(now, state.language) != sentence_of(fact, state.language):
            texts.setdefault(_taken_back(state, fact), fact)
    yield from (_said(state, fact, Section.STORY, text, written="") for text, fact in texts.items())


def _taken_back(state: State, fact: Fact) -> str:
    language = state.language
    said = sentence_of(fact, language) if fact.topic is Topic.DETAIL else fact.quote
    if any(line.tapped and line.number == fact.turn for line in state.lines):
        return pick((f"更正：原点选：{said}，已收回", f"Taken back (tapped): {said}"), language)
    return pick((f"更正：原说“{said}”，已收回", f"Taken back: “{said}”"), language)


def _not_asked(state: State) -> Iterator[Statement]:
    """Danger signs of the complaint that never stood on the screen, and the parts of the history nobody told."""
    known, language = knowledge(), state.language
    told = {fact.code for fact in state.record} | holding(state.record, state.person).keys()  # by a medicine, say
    topics = {fact.topic for fact in state.record}
    asked = set(state.asked)
    answered = any(fact.asked == "danger" and fact.status is Status.PRESENT for fact in state.record)
    signs = (sign for fact in complaints_of(state.record) for sign in known.findings[fact.code].signs)
    fitting = (code for code in signs if fits(known.signs[code], state.person, state.record))
    alarmed = {alert.raised.rule for alert in state.alerts}  # the danger itself is there, whatever sign was not shown
    left = dict.fromkeys(code for code in fitting if code not in told and BY_SIGN[code].slug not in alarmed)
    passed_over = pick(("（问过，没有回答）", " (asked, not answered)"), language)
    passed_by = [code for code in left if not (answered and "danger" in asked)]
    names = [_sign(code, language) + (passed_over if f"sign:{code}" in state.shown else "") for code in passed_by]
    words = {fact.asked for fact in state.record if fact.topic is Topic.SAID}
    if complaints_of(state.record) and not _time_told(state):
        names.append(pick(SINCE, language) + (passed_over if "since" in asked else ""))
    for topic, zh, en in STANDARD:
        page = PAGES.get(topic)
        if topic not in topics and page not in words:
            names.append(pick((zh, en), language) + (passed_over if page in asked else ""))
    if names:
        text = pick(("；", "; "), language).join(names)
        yield Statement(statement_id="", section=Section.NOT_ASKED, text=text, machine=True, written="")


def _time_told(state: State) -> bool:
    said = (line.text for line in state.lines if line.speaker == "patient" and not line.undone)
    return lasted(state.record) is not None or any(parsers.times_in(text, now=state.touched) for text in said)


def _sign(code: str, language: Language) -> str:
    return name_of(Fact(topic=Topic.FINDING, code=code, quote=""), language)


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
    elif recommended.chosen in CHOSEN:
        text += pick(CHOSEN[recommended.chosen], language)
    else:
        text += pick((f"，把握 {recommended.confidence:.0%}", f", confidence {recommended.confidence:.0%}"), language)
    yield Statement(
        statement_id="",
        section=Section.ROUTING,
        text=text,
        evidence=evidence,
        machine=by is None and recommended.chosen != "patient",
        written="",
    )


def _marks(state: State, *, unfinished: bool) -> Iterator[Statement]:
    if unfinished:
        text = pick(UNFINISHED, state.language)
        yield Statement(statement_id="", section=Section.NOTES, text=text, machine=True)
    if state.unreadable:
        text = pick(UNREADABLE, state.language)
        if state.closed and state.closed.why:
            by, why = state.closed.name, state.closed.why
            text += pick((f"{by}结束了接待：{why}", f" Ended by {by}: {why}"), state.language)
        yield Statement(statement_id="", section=Section.NOTES, text=text, machine=True)


UNREADABLE = (
    "本次接待的一部分记录读不出来，以下内容不全，请当面再问。",
    "Part of this reception could not be read. What follows is incomplete: please ask again.",
)


def _notes(state: State) -> Iterator[Statement]:
    """What a specialist found that the doctor should know, marked as machine-made."""
    for note in notes_of(state):
        evidence = (Evidence(turn=note.turn, quote=note.quote),) if note.quote else ()
        text = note.text[state.language]
        yield Statement(statement_id="", section=Section.NOTES, text=text, evidence=evidence, machine=True)


def _numbered(statements: Iterator[Statement]) -> Iterator[Statement]:
    for number, statement in enumerate(statements, 1):
        yield statement.model_copy(update={"statement_id": f"s{number}"})
