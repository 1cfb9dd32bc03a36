"""Lines of what was understood that are put right: said anew on their page, or by words for all of them."""

from collections.abc import Iterable, Iterator
from datetime import datetime

from frontdesk.app.reception.record.clauses import AROUND, clauses_of, rejects
from frontdesk.app.reception.record.heard import STATUSES, Heard
from frontdesk.app.reception.record.line_assertions import Said
from frontdesk.app.reception.record.lines_meant import NOT_BORNE, codes_named, codes_of
from frontdesk.app.reception.record.own_lines import own_lines
from frontdesk.app.reception.record.parsed import parse, person_in
from frontdesk.app.reception.record.said_of_lines import Reading, read_page
from frontdesk.app.reception.record.values_corrected import person_corrected, side_corrected, since_corrected
from frontdesk.app.reception.session.events import Question
from frontdesk.app.reception.session.questions import COMPLAINT, DOCTOR_READS, OF_ANYTHING_MORE, asked
from frontdesk.app.reception.session.state import State
from frontdesk.models import parsers
from frontdesk.models.allergies import avoided, not_borne
from frontdesk.models.assertion import Assertion, scopes
from frontdesk.models.facts import Answer, Details, Fact, Language, Person, Record, Status, Topic
from frontdesk.models.mentions import mentions
from frontdesk.models.specialists.medication.dose_parts import joined

PERSON_PAGES = {"relation": "who", "age_months": "age", "sex": "sex"}  # by the field of the person that is corrected
ANSWERS = {Answer.YES: Status.PRESENT, Answer.NO: Status.ABSENT, **STATUSES}
YES_OR_NO = (Topic.FINDING, Topic.CONDITION, Topic.MEDICINE, Topic.ALLERGY, Topic.PREGNANCY)
KEPT_AS_ABSENT = (Topic.FINDING, Topic.CONDITION)  # what is denied of these is for the doctor to read
GOES = (Said.OUT, Said.ABSENT)


def is_reviewed(state: State, said: str = "") -> bool:
    """Whether what the doctor will read is on the screen, or was there last and nothing is asked.

    Who is asked for anything more, and says that something is wrong, speaks of it too.
    """
    if state.question and state.question.key in OF_ANYTHING_MORE:
        return rejects(said)
    interrupted = state.interrupted or state.question  # its lines as tiles stand in its place
    return interrupted.key == DOCTOR_READS if interrupted else DOCTOR_READS in state.asked


def page_of(state: State) -> Question | None:
    """The question on the screen; that of what the doctor will read, where it was there last."""
    put = (question for _, question in reversed(state.questions) if question.key == DOCTOR_READS)
    return state.question or (next(put, None) if is_reviewed(state) else None)


def said_anew(state: State, key: str, said: str, language: Language, *, now: datetime, turn: int) -> Heard:
    """What `said` puts in the place of the line `key`; nothing where the line is only taken out."""
    if not said:
        return Heard()
    kind, _, field = key.partition(":")
    if kind == "person":
        return Heard(person=person_in(said, PERSON_PAGES.get(field, "")))
    old = _line(state.record, key)
    answer = ANSWERS.get(reply) if (reply := parsers.plain_reply(said)) else None
    if old is not None and answer is not None and old.topic in YES_OR_NO and old.code not in ("none", "any"):
        return Heard(facts=(old.model_copy(update={"status": answer, "quote": said, "turn": turn}),))
    page = field if asked(field).detail else old.asked if old else None
    heard = parse(_page(page), said, language, now=now, turn=turn)
    return heard if page in COMPLAINT else heard.model_copy(update={"person": None})


def _page(key: str | None) -> Question | None:
    """Without its tiles: what they filled in is what is put right."""
    return Question(key=key, text={}) if key else None


def _line(record: Record, key: str) -> Fact | None:
    return next((fact for fact in record if fact.key == key), None)


def said_by(record: Record, gone: Iterable[str], *, besides: Record) -> Iterator[str]:
    """Keys of what was coded from words that are taken out: it goes with them, unless it is told anew."""
    words = [fact for fact in record if fact.topic is Topic.SAID and fact.key in gone]
    told = {fact.key for fact in besides}
    for fact in record:
        of_words = any(fact.turn == one.turn and fact.quote in one.quote for one in words)
        if of_words and fact.topic in (Topic.FINDING, Topic.DETAIL) and fact.key not in told:
            yield fact.key


def put_right(state: State, heard: Heard, said: str, language: Language, *, now: datetime, turn: int) -> Heard:
    """What was heard in words on the page of what the doctor will read, with what they say of its lines."""
    record, gone = state.record, taken_out(state)
    page = read_page(record, gone, said, language)
    person, unknown = person_corrected(state.person, said)
    values = (since_corrected(record, said, now=now), side_corrected(record, said))
    told = {fact.key: fact for fact in heard.facts if not _denies_what_is_told(fact, page)}
    told = {key: _under_its_heading(fact, said) for key, fact in told.items()}
    not_to_be_had = _not_to_be_had(said)
    told = {key: _surely(fact) if fact.code in not_to_be_had else fact for key, fact in told.items()}
    true, denials = _true_after_all(record, said, language)
    told = {fact.key: fact for fact in (*told.values(), *true)}
    out = {key for key, what in page.said.items() if what in GOES and not _affirmed(what, told.get(key), page)}
    if rejects(said):  # "that's wrong, I can't have it, it brought me out in blisters": it is none that is taken
        out |= {fact.key for fact in record if fact.topic is Topic.MEDICINE and fact.code in not_to_be_had}
    changed = [one for fact in (*record, *gone) for one in _anew(fact, page, said, stands=fact in record)]
    kept = [_with_what_it_did(fact, record) for key, fact in told.items() if _is_told(fact, key, page, out, record)]
    over = {key for key, fact in told.items() if _is_over(fact) and not _is_taken_off(key, page)}
    kept += [fact for key, fact in told.items() if key in over and fact not in kept]
    out, changed = out - over, [one for one in changed if one.key not in over]
    facts = (*kept, *_narrowed(record, page.used, out | page.did.keys()), *changed)
    names = {fact.key for fact in facts}
    facts = (*facts, *(one for value in values for one in value.facts if one.key not in names))
    of_values = tuple(clause for value in values for clause in value.clauses)
    lines = own_lines(said, page, record, facts, state.person.relation, besides=of_values)
    facts = tuple(fact if fact.turn else fact.model_copy(update={"turn": turn}) for fact in (*facts, *lines))
    ends = (key for value in values for key in value.withdrawn)
    emptied = (one.key for one in changed if one.key in page.parts and not one.details.value)
    withdrawn = (
        *heard.withdrawn,
        *(fact.key for fact in record if fact.key in out),
        *emptied,
        *denials,
        *ends,
        *unknown,
    )
    pregnant = heard.person.pregnant if heard.person else None
    if none := tuple(_no_pregnancy(record, page, said)):
        facts, pregnant = (*facts, *none), False
    if pregnant is not None:
        person = (person or Person()).updated(Person(pregnant=pregnant))
    answers = heard.answers or bool(facts or withdrawn or person)
    return Heard(facts=facts, person=person, answers=answers, withdrawn=tuple(dict.fromkeys(withdrawn)))


def _is_over(fact: Fact) -> bool:
    """A medicine told in the same words to be taken no more: that takes the place of its line, however it stood."""
    return fact.topic is Topic.MEDICINE and fact.past and fact.status is Status.PRESENT


def _is_taken_off(key: str, page: Reading) -> bool:
    return page.said.get(key) is Said.OUT and any(one.removes for sentence in page.sentences for one in sentence)


def taken_out(state: State) -> Record:
    """Lines that were taken out and stand there no more, the last one last."""
    standing, told = {fact.key for fact in state.record}, dict[str, Fact]()
    out: dict[str, Fact] = {}
    for turn in state.extended:
        for key in turn.withdrawn:
            if key in told and key not in standing and told[key].topic is not Topic.SAID:
                out.pop(key, None)
                out[key] = told[key]
        told |= {fact.key: fact for fact in turn.facts}
    return tuple(out.values())


def _denies_what_is_told(fact: Fact, page: Reading) -> bool:
    return fact.topic is Topic.FINDING and fact.status is Status.ABSENT and fact.code in page.affirmed


def _under_its_heading(fact: Fact, said: str) -> Fact:
    """What is to be added as an allergy is not taken for a medicine: "add an allergy to trimethoprim"."""
    adds = (one for one in clauses_of(said) if one.says("missing") and fact.code in codes_named(one.words))
    if fact.topic is Topic.MEDICINE and any({head for head, _ in one.headings()} == {Topic.ALLERGY} for one in adds):
        return fact.model_copy(update={"topic": Topic.ALLERGY, "status": Status.PRESENT, "details": Details()})
    return fact


def _not_to_be_had(said: str) -> frozenset[str]:
    """Of the one medicine that did harm "I mustn't take it" is said, in whichever clause."""
    harmed = frozenset(one.code for one in not_borne(said))
    alone = len(harmed) == 1 and any(one.says("not_borne") for one in clauses_of(said))
    return harmed if alone else avoided(said)


def _surely(fact: Fact) -> Fact:
    """What is not to be had, and what it did: the doctor is to read it, though it may be no allergy."""
    doubted = fact.topic in NOT_BORNE and fact.status is Status.UNKNOWN and fact.details.character
    return fact.model_copy(update={"status": Status.PRESENT}) if doubted else fact


def _is_told(fact: Fact, key: str, page: Reading, out: set[str], record: Record) -> bool:
    """Whether what was heard of words that correct lines is told of the patient, and not only of those lines."""
    if fact.topic is Topic.SAID:
        return True
    borne = {k.partition(":")[2] for k in out if k.partition(":")[0] in NOT_BORNE}
    not_borne = {one.code for one in record if one.topic in NOT_BORNE and one.key not in out}
    if fact.topic in NOT_BORNE:
        replaces = fact.topic is Topic.INTOLERANCE and key not in out
        return not ((fact.code in borne and not replaces) or _is_less(fact, record))
    if fact.topic is Topic.MEDICINE and fact.code in not_borne and key not in {one.key for one in record}:
        return False
    if fact.topic is Topic.DETAIL and fact.code == "since":
        return False
    return key not in page.said and fact.code not in page.used


def _with_what_it_did(fact: Fact, record: Record) -> Fact:
    """What is told again of an allergy does not lose what was told of it."""
    old = _line(record, fact.key) if fact.topic in NOT_BORNE else None
    return fact.model_copy(update={"details": old.details.updated(fact.details)}) if old else fact


def _is_less(fact: Fact, record: Record) -> bool:
    """Not known, where the record is sure of it: "I can't take penicillin" doubts no allergy."""
    old = _line(record, fact.key)
    return fact.status is Status.UNKNOWN and old is not None and old.status is Status.PRESENT


def _affirmed(what: Said, fact: Fact | None, page: Reading) -> bool:
    """Told in the same words to be so: "no hypertension is wrong, she has high blood pressure"."""
    there = fact is not None and fact.status is Status.PRESENT and fact.topic not in NOT_BORNE
    return what is Said.OUT and there and fact is not None and fact.code not in page.used


def _anew(old: Fact, page: Reading, said: str, *, stands: bool) -> Iterator[Fact]:
    """What stands in the place of a line."""
    what, dose, part = page.said.get(old.key), page.doses.get(old.key, ""), page.parts.get(old.key, "")
    named_by_quote = old.quote.lower() in old.code or old.code.startswith("unknown")
    new = old.model_copy(update={"turn": 0, "quote": old.quote if named_by_quote else said})
    if what is Said.PRESENT:
        yield new.model_copy(update={"status": Status.PRESENT, "past": False})
    elif what is Said.PAST:
        yield new.model_copy(update={"past": True})
    elif what is Said.ABSENT and old.topic in KEPT_AS_ABSENT:
        yield new.model_copy(update={"status": Status.ABSENT, "past": False})
    elif what is Said.STAYS and not stands:
        yield old.model_copy(update={"turn": 0})
    elif what is Said.STAYS and old.key in page.did and not old.details.character:
        yield old.model_copy(update={"turn": 0, "details": Details(character=page.did[old.key])})
    elif (dose or part) and what not in GOES:
        value = _value_anew(old.details.value or "", part, dose)
        yield new.model_copy(update={"details": old.details.model_copy(update={"value": value or None})})
    if what is Said.OUT and old.topic is Topic.ALLERGY and old.status is Status.PRESENT and old.key in page.did:
        yield new.model_copy(update={"topic": Topic.INTOLERANCE, "details": Details(character=page.did[old.key])})


def _value_anew(old: str, part: str, dose: str) -> str:
    """What a line says of a medicine, `dose` in the place of `part`, or else joined with what stands."""
    start = old.lower().find(part) if part else -1
    if start >= 0:
        return f"{old[:start]}{dose}{old[start + len(part) :]}".strip(AROUND)
    return joined(old, dose)


def _no_pregnancy(record: Record, page: Reading, said: str) -> Iterator[Fact]:
    """That she is not pregnant, in the place of what was not known of it."""
    if any(fact.topic is Topic.PREGNANCY and page.said.get(fact.key) is Said.ABSENT for fact in record):
        yield Fact(topic=Topic.PREGNANCY, code="pregnancy_known", status=Status.ABSENT, quote=said, asked=DOCTOR_READS)


def _true_after_all(record: Record, said: str, language: Language) -> tuple[list[Fact], list[str]]:
    """Symptoms and signs of which the lines say that they are not there, or not known, and the words that they are.

    With them the keys of lines that deny what another line already tells: "fever" beside "not so: fever", a danger sign
    of the same name. They go, and no sign is raised by them.
    """
    text = parsers.normalise(said)
    found = scopes(text, language)
    findings = [fact for fact in record if fact.topic is Topic.FINDING]
    there = {fact.code for fact in findings if fact.status is Status.PRESENT and not fact.past}
    true, gone = list[Fact](), list[str]()
    for one in mentions(said):
        kinds = {scope.kind for scope in found if scope.covers(one.start, one.end)}
        if one.denied or kinds - {Assertion.PAST, Assertion.RESOLVED}:
            continue
        open_lines = [f for f in findings if f.status is not Status.PRESENT and one.code in codes_of(f)]
        if one.code in there:
            gone += [fact.key for fact in open_lines]
            continue
        new = {"status": Status.PRESENT, "past": bool(kinds), "quote": said, "turn": 0}
        true += [fact.model_copy(update=new) for fact in open_lines]
    return true, gone


def _narrowed(record: Record, rejected: frozenset[str], out: set[str]) -> Iterator[Fact]:
    """Allergies without the effect that is said to be none of theirs: "take eczema off, it's only eggs"."""
    for fact in record:
        did = fact.details.character
        if fact.topic in NOT_BORNE and did and fact.key not in out:
            named = {code for _, _, code in parsers.all_named(did)} | {one.code for one in mentions(did)}
            if named and named <= rejected:
                yield fact.model_copy(update={"details": fact.details.model_copy(update={"character": None})})
