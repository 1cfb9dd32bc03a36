"""What is counted in a simulated reception: the department, the pages and taps, the words, the truth of the record."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from frontdesk.app.reception.record.statements import complaints_of
from frontdesk.evaluation.simulation.play import Conversation, Exchange
from frontdesk.evaluation.simulation.told import coded, read, untrue
from frontdesk.models.facts import Fact, Language, Relation, Topic, Value

LONGEST = {Language.ZH: 60, Language.EN: 40}  # a turn: characters, words (services style 34)
LONGEST_SENTENCE = {Language.ZH: 25, Language.EN: 15}
SENTENCE = re.compile(r"[^。！？!?.]+[。！？!?.]*[”\"]?")
TOLD_BY = {  # what, once told, makes a page needless
    "since": "duration",
    "side": "side",
    "age": "person.age",
    "sex": "person.sex",
    "who": "person.relation",
}
ASIDE = frozenset(
    {"choose", "choose_again", "doctor_reads", "offer", "anything_else", "read_back", "value_again"}
)  # pages of nobody's interview


class Judged(Value):
    """One conversation, counted. `pages` and `taps` are those until a department was named; None: none was named.

    A tap is a tile, or the button that ends a page of several.
    """

    conversation: Conversation
    right: bool
    false_alarm: bool  # somebody was fetched for danger that was not there
    missed_alarm: bool  # nobody was fetched at once for danger that was there
    complaint: bool | None  # something they came for is in code; None: no code stands for it
    pages: int | None
    taps: int | None
    asked: int  # pages in all
    asked_twice: tuple[str, ...]
    already_told: tuple[str, ...]
    too_long: tuple[str, ...]
    several: tuple[str, ...]  # more than one question in a turn
    repeated: tuple[str, ...]  # the nurse's same words twice running
    told: int
    coded: int
    missed: tuple[str, ...]  # neither in code nor in the patient's words
    untrue: tuple[str, ...]


def judge(conversation: Conversation) -> Judged:
    state, exchanges = conversation.state, conversation.exchanges
    lines = [conversation.greeting, *(e.nurse for e in exchanges)]
    before = _before_named(exchanges)
    in_code = {name for name in conversation.told if coded(state.record, state.person, name)}
    return Judged(
        conversation=conversation,
        right=_right(conversation),
        false_alarm=_false_alarm(conversation),
        missed_alarm=conversation.persona.outcome in ("emergency", "private") and not _alarmed(conversation),
        complaint=_complaint(conversation),
        pages=len({e.asked for e in before if e.asked}) if before else None,
        taps=sum(len(e.said.options) + (e.several and bool(e.said.options)) for e in before) if before else None,
        asked=len(set(state.asked)),
        asked_twice=tuple(_asked_twice(exchanges)),
        already_told=tuple(_already_told(exchanges)),
        too_long=tuple(line for line in lines if _too_long(line, state.language)),
        several=tuple(line for line in lines if len(re.findall(r"[?？]", _unquoted(line))) > 1),
        repeated=tuple(b for a, b in pairwise(lines) if a == b),
        told=len(conversation.told),
        coded=len(in_code),
        missed=tuple(sorted(set(conversation.told) - in_code - _quoted(conversation))),
        untrue=tuple(_untrue(conversation)),
    )


def _right(conversation: Conversation) -> bool:
    persona, state = conversation.persona, conversation.state
    match persona.outcome:
        case "department":
            return state.recommended is not None and state.recommended.specialty in persona.specialties
        case "person":
            return state.person_called
        case "emergency":
            return _alarmed(conversation)
        case _:
            return any(alert.raised.private for alert in state.alerts)


def _alarmed(conversation: Conversation) -> bool:
    """Somebody was fetched, or they were sent to the emergency department."""
    return any(alert.raised.rule and alert.raised.level in ("A", "B", "P") for alert in conversation.state.alerts)


def _false_alarm(conversation: Conversation) -> bool:
    persona = conversation.persona
    calm = persona.outcome in ("department", "person") and "emergency" not in persona.specialties
    return calm and _alarmed(conversation)


def _complaint(conversation: Conversation) -> bool | None:
    """Whether something told at the start is a complaint of the record."""
    first = conversation.exchanges[0].said.tells if conversation.exchanges else ()
    told = [one for name in first for one in read(name) if one.topic in ("finding", "request") and not one.absent]
    found = complaints_of(conversation.state.record)
    return any(one.names(fact.topic, fact.code) for one in told for fact in found) if told else None


def _before_named(exchanges: Sequence[Exchange]) -> Sequence[Exchange]:
    """Up to the answer in which a department was named; nothing when none was."""
    named = next((number for number, exchange in enumerate(exchanges, 1) if exchange.named), 0)
    return exchanges[:named]


def _asked_twice(exchanges: Sequence[Exchange]) -> Iterator[str]:
    """Pages that came back after they were answered; whoever hits the keys at random has not told the complaint."""
    answered: set[str] = set()
    for exchange in exchanges:
        told = exchange.said.options or exchange.said.tells or exchange.asked != "open"
        if exchange.asked and told and exchange.said.answers == exchange.asked:
            answered.add(exchange.asked)
        following = exchange.question.key if exchange.question else ""
        if following in answered - ASIDE:
            yield following


def _already_told(exchanges: Sequence[Exchange]) -> Iterator[str]:
    for exchange in exchanges:
        wanted = TOLD_BY.get(exchange.asked or "")
        if wanted and any(re.search(rf"(?:^|\.){re.escape(wanted)}\b", name) for name in exchange.known):
            yield str(exchange.asked)


def _unquoted(line: str) -> str:
    return re.sub(r"“[^”]*”|\"[^\"]*\"", "", line)


def length(line: str, language: Language) -> int:
    """Characters of a Chinese line, words of an English one."""
    return len(re.sub(r"\s", "", line)) if language is Language.ZH else len(line.split())


def _too_long(line: str, language: Language) -> bool:
    sentences = SENTENCE.findall(_unquoted(line))
    return length(line, language) > LONGEST[language] or any(
        length(re.sub(r"[。！？!?.，]+$", "", s.strip()), language) > LONGEST_SENTENCE[language] for s in sentences
    )


def _quoted(conversation: Conversation) -> set[str]:
    """What was told in words that stand in the record as they were said."""
    quotes = {fact.quote for fact in conversation.state.record}
    said = (e for e in conversation.exchanges if e.said.text and e.said.text.strip() in quotes)
    return {name for exchange in said for name in exchange.said.tells}


def _untrue(conversation: Conversation) -> Iterator[str]:
    """Statements in code that are not so of the patient and that they did not tap themselves."""
    state, case = conversation.state, conversation.persona.case
    tapped = {number for number, exchange in enumerate(conversation.exchanges, 1) if exchange.said.options}
    for fact in state.record:
        if fact.turn not in tapped and untrue(fact, case):
            yield _written(fact)
    yield from _untrue_of_person(conversation)


def _written(fact: Fact) -> str:
    details = fact.details.model_dump(exclude_none=True, mode="json") if fact.topic is Topic.DETAIL else ""
    return f"{fact.key} {fact.status} {details or ''} ({fact.quote})"


def _untrue_of_person(conversation: Conversation) -> Iterator[str]:
    person, persona = conversation.state.person, conversation.persona
    if person.sex not in (None, persona.sex):
        yield f"person.sex={person.sex}"
    if person.age is not None and abs(person.age - persona.age) >= 1:
        yield f"person.age={person.age:g} years"
    elif person.age_told and not (person.may_be_from(persona.age - 1) and person.may_be_under(persona.age + 1)):
        yield f"person.age between {person.years_between} years"
    if person.relation is not None and (person.relation is Relation.SELF) != (persona.relation == "self"):
        yield f"person.relation={person.relation}"
